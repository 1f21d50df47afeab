"""Cuts documents into passages along their headings, never through a code block, a table or a list item."""

from collections.abc import Iterator
from typing import Final

from markdown_it.token import Token

from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.corpus.markdown import markdown_parser
from msfaq.corpus.passage import Passage, Span, passage_at

_LONGEST: Final = 700
"""Characters a passage may have before it is cut: about what one vector of mean words still stands for."""


def passages_of(document: Entry | Guide) -> Iterator[Passage]:
    """Yield the passages of a document's sections, Chinese first."""
    for number, section in enumerate((*document.sections_zh, *document.sections_en)):
        for start, end in _lines(section.markdown):
            yield passage_at(document, Span(number, start, end))


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
