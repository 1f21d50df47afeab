"""Cuts an entry into the pieces that replies are made of."""

from typing import Final

import re2

from msfaq.answers.commands import is_shell
from msfaq.answers.items import section
from msfaq.answers.links import linked_ids
from msfaq.corpus.entry import Entry
from msfaq.index.patterns import options

_DEMONSTRATES: Final = re2.compile(
    r"演示|复现|重现|示范|会怎样|制造一"
    r"|\b(?:demonstrat\w+|reproduc\w+|provok\w+|what \w+ \w+ does|in miniature|a folder like)\b",
    options(),
)
"""Titles of code that shows how something comes about."""


def links(entry: Entry) -> tuple[str, ...]:
    """Return the ids that an entry leads to: links in its text first, in order, then ``related``."""
    found = [name for lang in ("zh", "en") for one in entry.sections(lang) for name in linked_ids(one.markdown)]
    return tuple(name for name in dict.fromkeys((*found, *entry.related, *entry.leads_to)) if name != entry.id)


def links_under(entry: Entry, key: str) -> tuple[str, ...]:
    """Return the ids linked in one section, in order."""
    part = section(entry, "zh", key)
    return tuple(dict.fromkeys(linked_ids(part.markdown))) if part is not None else ()


def snippets_in_order(entry: Entry, *, shell: bool) -> tuple[int, ...]:
    """Return the numbers of an entry's code blocks, the most wanted first.

    Fixes go before examples, and these before code that only shows how the fault comes about; ``shell`` puts commands
    first.
    """
    order = {"fix": 0, "runs": 1, "syntax": 2, "warns": 3, "fails": 4}

    def rank(number: int) -> tuple[bool, bool, int, int]:
        snippet = entry.snippets[number]
        shows = snippet.promise == "runs" and _DEMONSTRATES.search(f"{snippet.title.zh} {snippet.title.en}") is not None
        return (shell and not is_shell(snippet), shows, order[snippet.promise], number)

    return tuple(sorted(range(len(entry.snippets)), key=rank))
