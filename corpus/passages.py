"""Cuts documents into passages along their headings, never through a code block, a table or a list item."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from markdown_it.token import Token

from msfaq.corpus.entry import Entry, Section
from msfaq.corpus.guide import Guide
from msfaq.corpus.markdown import markdown_parser

_LONGEST: Final = 700
"""Characters a passage may have before it is cut: about what one vector of mean words still stands for."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document that is found and cited as one."""

    document_id: str
    """Id of the entry or guide."""
    is_guide: bool
    """Whether the document is a guide."""
    lang: str
    """``zh`` or ``en``."""
    heading: str
    """The heading it stands under."""
    text: str
    """The Markdown, whole lines of the file."""
    first_line: int
    """1-based number of its first line in the file."""
    last_line: int
    """1-based number of its last line, inclusive."""


def entry_passages(entry: Entry) -> Iterator[Passage]:
    """Yield the passages of an entry's sections, Chinese first."""
    for lang in ("zh", "en"):
        for section in entry.sections(lang):
            yield from _passages(section, entry.id, lang, is_guide=False)


def guide_passages(guide: Guide) -> Iterator[Passage]:
    """Yield the passages of a guide, Chinese first."""
    for lang in ("zh", "en"):
        for section in guide.sections(lang):
            yield from _passages(section, guide.id, lang, is_guide=True)


def _passages(section: Section, document_id: str, lang: str, *, is_guide: bool) -> Iterator[Passage]:
    lines = section.markdown.split("\n")
    for start, end in _spans(lines, section.markdown):
        text = "\n".join(lines[start:end]).strip("\n")
        first, last = section.body_line + start, section.body_line + end - 1
        yield Passage(document_id, is_guide, lang, section.heading, text, first, last)


def _spans(lines: list[str], markdown: str) -> Iterator[tuple[int, int]]:
    """Yield half-open line ranges, each as many uncuttable units as fit."""
    if sum(map(len, lines)) <= _LONGEST:
        # Nothing to cut, and so nothing to parse: most sections are short.
        yield 0, max((at for at, line in enumerate(lines, start=1) if line.strip()), default=0)
        return
    start, size, end = 0, 0, 0
    for low, high in _units(lines, markdown):
        length = sum(map(len, lines[low:high]))
        if size and size + length > _LONGEST:
            yield start, end
            start, size = low, 0
        size += length
        end = high
    if end > start:
        yield start, end


def _units(lines: list[str], markdown: str) -> Iterator[tuple[int, int]]:
    """Yield the line ranges of blocks; lists are opened up into their items."""
    for token in markdown_parser().parse(markdown):
        if token.map and (_is_item(token) or (token.level == 0 and not token.type.endswith("list_open"))):
            low, high = token.map
            while high > low + 1 and not lines[high - 1].strip():
                high -= 1
            yield low, high


def _is_item(token: Token) -> bool:
    return token.type == "list_item_open" and token.level == 1
