"""Breaks lines of Chinese text where Chinese may break: between any two characters, save at punctuation.

Textual breaks at blanks alone, so a Chinese sentence behind a word of code would move to the next line whole and leave
half a line empty. Textual has no setting for it; `install` puts the rule in its place.
"""

import re
from collections.abc import Iterator
from typing import Final

import textual.content
from rich.cells import cell_len

_WIDE: Final = r"\u2e80-\u2fff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_OPENING: Final = r"（「『《〈【〔“‘［｛"
_CLOSING: Final = r"，。、；：？！）」』》〉】〕”’］｝…—～·％"
_UNIT: Final = re.compile(
    rf"\s*[{_OPENING}]*(?:[{_WIDE}]|[^\s{_WIDE}{_OPENING}{_CLOSING}]+)?[{_CLOSING}]*\s*", re.DOTALL
)
"""What stays together: a character or a word, opening marks before it, closing marks and blanks behind."""


def divide_line(text: str, width: int, fold: bool = True) -> list[int]:
    """Return the offsets at which a line of text breaks so that no part is wider than ``width`` cells.

    With ``fold`` a word wider than a line is cut; without, it stands out.
    """
    breaks: list[int] = []
    used = 0
    for start, unit in _units(text):
        need = cell_len(unit.rstrip())
        if need <= width - used:
            used += cell_len(unit)
        elif need > width and fold:
            if used and start:
                breaks.append(start)
            used = 0
            for at, character in enumerate(unit):
                size = cell_len(character)
                if used + size > width and (at or start) and not character.isspace():
                    if start + at not in breaks and start + at:
                        breaks.append(start + at)
                    used = 0
                used += size
        else:
            if start:
                breaks.append(start)
            used = cell_len(unit)
    return breaks


def install() -> None:
    """Have Textual break lines so."""
    textual.content.divide_line = divide_line  # type: ignore[attr-defined]


def _units(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    while at < len(text):
        found = _UNIT.match(text, at)
        end = found.end() if found is not None and found.end() > at else at + 1
        yield at, text[at:end]
        at = end
