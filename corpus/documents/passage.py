"""Cuts the lines of a document into passages along its headings."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

_LONGEST: Final = 900
"""Characters a passage may have before it is cut at the next good place: about what one vector still stands for."""

_UNCUT: Final = 2400
"""Characters up to which a code block, table or list item stays whole; a longer one is cut between lines."""

_LONGEST_LINE: Final = 6000
"""Characters after which even a line is cut; its pieces cite the same line."""

_SEPARATOR: Final = " › "
_CHINESE: Final = re.compile(r"[\u3400-\u9fff]")
_CHINESE_SHARE: Final = 0.05
"""Share of Chinese characters from which a text counts as Chinese: code and names are Latin in either language."""


@dataclass(frozen=True, slots=True)
class DocumentPassage:
    """A stretch of a document that is found and cited as one."""

    heading: str
    """The headings it stands under, the outermost first, joined by ``›``; empty where the document has none."""
    text: str
    """The lines as the file has them; of HTML, the text without markup."""
    first_line: int
    """1-based number of its first line in the file; in a notebook, in the cell."""
    last_line: int
    """1-based number of its last line, inclusive."""
    lang: str
    """``zh`` or ``en``."""
    cell: int = 0
    """1-based number of the notebook's cell; 0 in other documents."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the lines it takes."""

    level: int
    """1 for the outermost."""
    text: str
    """What it says."""
    start: int
    """0-based index of its first line."""
    end: int
    """Index behind its last line."""


class HeadingPath:
    """The headings that stand above the present place."""

    def __init__(self) -> None:
        self._path: list[Heading] = []

    def enter(self, heading: Heading) -> None:
        """Go beneath a heading: those of its level and below end."""
        self._path = [*(above for above in self._path if above.level < heading.level), heading]

    def __str__(self) -> str:
        return _SEPARATOR.join(heading.text for heading in self._path if heading.text)


def cut_at_headings(
    lines: Sequence[str], headings: Sequence[Heading], breaks: Collection[int], path: HeadingPath | None = None
) -> Iterator[DocumentPassage]:
    """Yield the passages of a document: every line that is no heading stands in one, save blank lines at its edges.

    ``headings`` come in file order; ``breaks`` are the indices of lines before which a passage may end. A heading with
    nothing beneath it, not even another heading, is a passage itself. ``path`` holds what stands above the first line,
    and afterwards what stands above the line behind the last.
    """
    path = path or HeadingPath()
    yield from _body(lines, 0, headings[0].start if headings else len(lines), breaks, path)
    for at, heading in enumerate(headings):
        path.enter(heading)
        end = headings[at + 1].start if at + 1 < len(headings) else len(lines)
        is_leaf = at + 1 == len(headings) or headings[at + 1].level <= heading.level
        if is_leaf and not any(line.strip() for line in lines[heading.end : end]):
            yield _passage(lines, heading.start, heading.end, path)
        yield from _body(lines, heading.end, end, breaks, path)


def language_of(text: str) -> str:
    """Return ``zh`` for a text with a fair share of Chinese in it, else ``en``."""
    return "zh" if len(_CHINESE.findall(text)) > _CHINESE_SHARE * len(text) else "en"


def _body(
    lines: Sequence[str], low: int, high: int, breaks: Collection[int], path: HeadingPath
) -> Iterator[DocumentPassage]:
    for start, end in _spans(lines, low, high, breaks):
        while start < end and not lines[start].strip():
            start += 1
        while end > start and not lines[end - 1].strip():
            end -= 1
        if start == end:
            continue
        if end == start + 1 and len(lines[start]) > _LONGEST_LINE:
            for at in range(0, len(lines[start]), _LONGEST_LINE):
                piece = lines[start][at : at + _LONGEST_LINE]
                yield DocumentPassage(str(path), piece, start + 1, end, language_of(piece))
        else:
            yield _passage(lines, start, end, path)


def _passage(lines: Sequence[str], start: int, end: int, path: HeadingPath) -> DocumentPassage:
    text = "\n".join(lines[start:end])
    return DocumentPassage(str(path), text, start + 1, end, language_of(text))


def _spans(lines: Sequence[str], low: int, high: int, breaks: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of lines, each as many uncuttable stretches as fit."""
    start, size = low, 0
    for first, last in _stretches(lines, low, high, breaks):
        length = sum(len(line) + 1 for line in lines[first:last])
        if size and size + length > _LONGEST:
            yield start, first
            start, size = first, 0
        size += length
    if start < high:
        yield start, high


def _stretches(lines: Sequence[str], low: int, high: int, breaks: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield the ranges between breaks; one that is too long comes in pieces of whole lines."""
    places = [low, *(at for at in range(low + 1, high) if at in breaks), high]
    for first, last in pairwise(places):
        if sum(map(len, lines[first:last])) <= _UNCUT:
            yield first, last
        else:
            yield from _pieces(lines, first, last)


def _pieces(lines: Sequence[str], first: int, last: int) -> Iterable[tuple[int, int]]:
    start, size = first, 0
    for at in range(first, last):
        # A line longer than a passage stands alone, so that it can be cut in itself.
        if at > start and (size + len(lines[at]) > _LONGEST or len(lines[at]) > _LONGEST_LINE):
            yield start, at
            start, size = at, 0
        size += len(lines[at]) + 1
    yield start, last
