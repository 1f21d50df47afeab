"""Every id that an entry names exists, and is not its own."""

import re
from collections.abc import Iterator

from msfaq.check.problem import Problem
from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide

LINK = re.compile(r"\]\(entry:([^)\s]+)\)")
"""A link to another entry within the text."""


def check_guide(guide: Guide, book: Book) -> Iterator[Problem]:
    """Yield ids in a guide that lead nowhere, and an id that an entry has as well."""
    links = [i for lang in ("zh", "en") for section in guide.sections(lang) for i in LINK.findall(section.markdown)]
    for field, ids in (("related", guide.related), ("link", links)):
        for name in dict.fromkeys(ids):
            if book.aliases.get(name, name) not in book.entries:
                yield Problem("references", guide.id, guide.path, f"{field}: no entry is called '{name}'")
    if book.aliases.get(guide.id, guide.id) in book.entries:
        yield Problem("references", guide.id, guide.path, "an entry has the same id")


def check(entry: Entry, book: Book) -> Iterator[Problem]:
    """Yield ids that lead nowhere or back to the entry itself."""
    seen = {choice.see for question in entry.walk for choice in question.choices if choice.see}
    fields = (
        ("related", entry.related),
        ("leads_to", entry.leads_to),
        ("overlaps", entry.overlaps),
        ("walk", sorted(seen)),
        ("link", [i for lang in ("zh", "en") for s in entry.sections(lang) for i in LINK.findall(s.markdown)]),
        ("variant", [i for lang in ("zh", "en") for v in entry.variants for i in LINK.findall(v.mend.of(lang))]),
    )
    for field, ids in fields:
        for name in dict.fromkeys(ids):
            if book.aliases.get(name, name) not in book.entries:
                yield Problem("references", entry.id, entry.path, f"{field}: no entry is called '{name}'")
            elif name == entry.id:
                yield Problem("references", entry.id, entry.path, f"{field}: the entry names itself")
