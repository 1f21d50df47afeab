"""Reads what a user adds to an entry of the book: further wordings, names and a note, without repeating the entry."""

import re
from dataclasses import replace
from typing import TypeVar

from msfaq.corpus.documents.decode import LINE_END
from msfaq.corpus.entry import Entry, Phrases, Section
from msfaq.corpus.front_matter import ExtensionHead, parse_front_matter
from msfaq.corpus.markdown import Parsed, parse_document
from msfaq.corpus.reader import check_signatures
from msfaq.corpus.vocabulary import PART_TITLES
from msfaq.errors import EntryError

T = TypeVar("T")

NOTE_HEADINGS = {"zh": "补充", "en": "Our note"}
"""Headings under which the note is shown."""

_EXTENDS = re.compile(r"^extends[ \t]*:", re.MULTILINE)


def is_extension(text: str) -> bool:
    """Tell whether a document adds to an entry: its front matter has the key ``extends``."""
    return _EXTENDS.search(text.split("\n---", 1)[0]) is not None


def extended(text: str, entries: dict[str, Entry], *, path: str) -> Entry:
    """Return the entry that a document extends, with what it adds.

    Raises EntryError, naming the file and the line, when it breaks the format or the entry does not exist.
    """
    parsed = parse_document(text, path=path)
    head = parse_front_matter(ExtensionHead, parsed.front_matter, path=path, first_line=parsed.front_matter_line)
    check_signatures(head.signatures, path)
    entry = entries.get(head.extends)
    if entry is None:
        raise EntryError(path, 2, f"extends: no entry is called '{head.extends}'")
    notes = _notes(parsed, text, path)
    return replace(
        entry,
        signatures=_joined(entry.signatures, head.signatures),
        rejects=_joined(entry.rejects, head.rejects),
        keywords=_joined(entry.keywords, head.keywords),
        aliases=_joined(entry.aliases, head.aliases),
        overlaps=_joined(entry.overlaps, head.overlaps),
        related=_joined(entry.related, head.related),
        sources=_joined(entry.sources, head.sources),
        asks=Phrases((*entry.asks.zh, *head.asks.zh), (*entry.asks.en, *head.asks.en)),
        # The user's own words are what they want to read.
        readout=(*head.readout, *entry.readout),
        variants=(*head.variants, *entry.variants),
        sections_zh=entry.sections_zh + notes["zh"],
        sections_en=entry.sections_en + notes["en"],
        path=path,
        origin="own" if entry.origin == "own" else "extended",
    )


def _joined(ours: tuple[T, ...], theirs: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*ours, *theirs)))


def _notes(parsed: Parsed, text: str, path: str) -> dict[str, tuple[Section, ...]]:
    """Return what stands beneath each language's title as a section."""
    lines = LINE_END.split(text)
    titles = [part for part in parsed.parts if part.level == 1]
    if parsed.parts and parsed.parts[0].level != 1:
        raise EntryError(path, parsed.parts[0].first_line, "a note stands under '# 中文' or '# English'")
    notes: dict[str, tuple[Section, ...]] = {"zh": (), "en": ()}
    for at, title in enumerate(titles):
        lang = next((key for key in notes if PART_TITLES[key] == title.heading), "")
        if not lang:
            raise EntryError(path, title.first_line, "the level-1 headings of a note are '# 中文' and '# English'")
        end = titles[at + 1].first_line - 1 if at + 1 < len(titles) else len(lines)
        markdown = "\n".join(lines[title.first_line : end]).strip("\n")
        if markdown.strip():
            body = title.first_line + 1
            while not lines[body - 1].strip():
                body += 1
            last = body + markdown.count("\n")
            notes[lang] = (Section("note", NOTE_HEADINGS[lang], markdown, title.first_line, body, last),)
    return notes
