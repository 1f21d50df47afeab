"""Cuts documents into passages along their headings, never through a code block, a table or a list item."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from markdown_it.token import Token

from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.corpus.markdown import markdown_parser

_LONGEST: Final = 700
"""Characters a passage may have before it is cut: about what one vector of mean words still stands for."""


class Span(NamedTuple):
    """Where a passage stands in its document."""

    section: int
    """Number of the section, from 0; the Chinese ones come first."""
    start: int
    """First line of the section's text, from 0."""
    end: int
    """The line after the last one."""


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
    span: Span
    """Where it stands."""


def passages_of(document: Entry | Guide) -> Iterator[Passage]:
    """Yield the passages of a document's sections, Chinese first."""
    for number, section in enumerate((*document.sections_zh, *document.sections_en)):
        for start, end in _lines(section.markdown):
            yield passage_at(document, Span(number, start, end))


def passage_at(document: Entry | Guide, span: Span) -> Passage:
    """Return the passage that stands there.

    Raises IndexError when the document has no such section.
    """
    section = (*document.sections_zh, *document.sections_en)[span.section]
    lang = "zh" if span.section < len(document.sections_zh) else "en"
    text = "\n".join(section.markdown.split("\n")[span.start : span.end]).strip("\n")
    return Passage(document.id, isinstance(document, Guide), lang, section.heading, text, span)


def _lines(markdown: str) -> Iterator[tuple[int, int]]:
    """Yield half-open line ranges, each as many uncuttable units as fit."""
    lines = markdown.split("\n")
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
