"""Reads the sections of a reStructuredText page, as far as prose goes: directives and code are skipped."""

import re
from collections.abc import Iterator, Sequence

from msfaq.index.training.pages import DocSection

_UNDERLINE = re.compile(r"([=\-~^\"'`*+#.])\1{2,}\s*")
_DIRECTIVE = re.compile(r"\s*\.\. ")
_OPTION = re.compile(r"\s*:[\w-]+:( |$)")
_BULLET = re.compile(r"\s*(?:[-*+]|#\.|\d+\.)\s+")
_ROLE = re.compile(r":[\w:]+:`")
_LINK_TARGET = re.compile(r"\s*<[^<>`]*>(?=`)")
_MARKS = re.compile(r"`+_{0,2}|\*{1,2}")


def rst_sections(text: str) -> tuple[DocSection, ...]:
    """Return the headed sections of a page; levels follow the order in which underlines first occur.

    Text before the first heading belongs to a heading ``""`` of level 1. Tables are not taken apart, ``rows`` is empty.
    """
    lines = text.split("\n")
    levels: dict[str, int] = {}
    starts: list[tuple[int, int, str]] = []
    for at in range(1, len(lines)):
        title, line = lines[at - 1], lines[at]
        if _UNDERLINE.fullmatch(line) and title.strip() and title[:1] != " " and not _UNDERLINE.fullmatch(title):
            starts.append((at, levels.setdefault(line[0], len(levels) + 1), plain(title)))
    sections = []
    first_title = starts[0][0] - 1 if starts else len(lines)
    for (start, level, heading), end in zip(
        [(-1, 1, ""), *starts], [first_title, *(at - 1 for at, _, _ in starts[1:]), len(lines)], strict=False
    ):
        blocks = tuple(_blocks(lines[start + 1 : end]))
        if heading or blocks:
            sections.append(DocSection(level, heading, blocks, ()))
    return tuple(sections)


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    """Yield paragraphs and list items, without the directives, their options and indented contents."""
    held: list[str] = []
    skip_deeper_than: int | None = None
    for line in [*lines, ""]:
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            if held:
                yield plain(" ".join(held))
            held = []
            continue
        if skip_deeper_than is not None and indent > skip_deeper_than:
            continue
        skip_deeper_than = None
        if _DIRECTIVE.match(line) or line.rstrip().endswith("::"):
            skip_deeper_than = indent
            line = "" if _DIRECTIVE.match(line) else line.rstrip()[:-1]
        if _OPTION.match(line) or _UNDERLINE.fullmatch(line.strip()) or not line.strip():
            continue
        bullet = _BULLET.match(line)
        if bullet and held:
            yield plain(" ".join(held))
            held = []
        held.append(line[bullet.end() :] if bullet else line)


def plain(text: str) -> str:
    """Return a line without roles, link targets and emphasis, blanks squeezed.

    >>> plain("see `Model <https://x>`_ and :class:`mindspore.nn.Cell`, **now**")
    'see Model and mindspore.nn.Cell, now'
    """
    return " ".join(_MARKS.sub("", _LINK_TARGET.sub("", _ROLE.sub("`", text))).split())
