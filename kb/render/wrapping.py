"""Breaks lines where Chinese and English both may be broken.

Rich breaks at blanks only, and cuts what is longer than a line: in Chinese, which has no blanks, it would cut the
English words and identifiers that stand in it.
"""

import re
from typing import Final

from rich.cells import cell_len, chop_cells
from rich.text import Text

_WIDE: Final = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
"""Chinese characters and full-width marks: a line may break before and after each."""

_CLOSING: Final = "，。、；：？！）】」』》〉”’…,.;:?!)]}%"
"""What no line begins with."""

_OPENING: Final = "（【「『《〈“‘([{"
"""What no line ends with."""

_UNIT: Final = re.compile(
    rf"(?:[{re.escape(_OPENING)}]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[{re.escape(_CLOSING)}]*|[{re.escape(_OPENING)}]+)\s*"
)
"""What is not broken: a wide character or a word, with the marks that belong to it and the blanks behind it."""


def wrapped(text: Text, width: int) -> Text:
    """Return a text with line ends put in such that no line is wider than ``width`` columns; its own stay.

    >>> wrapped(Text("交给优化器。PyNative 是默认模式"), 14).plain.split(chr(10))
    ['交给优化器。', 'PyNative 是默', '认模式']
    """
    lines = (_wrapped_line(line, width) for line in text.split("\n", allow_blank=True))
    return Text("\n").join(lines)


def _wrapped_line(line: Text, width: int) -> Text:
    if cell_len(line.plain) <= width:
        return line
    pieces = line.divide(_breaks(line.plain, width))
    for piece in pieces:
        piece.rstrip()
    return Text("\n").join(pieces)


def _breaks(line: str, width: int) -> list[int]:
    """Return the places in a line before which it is broken."""
    found: list[int] = []
    used = start = len(line) - len(line.lstrip())
    for unit in _UNIT.finditer(line, start):
        whole = cell_len(unit[0].rstrip())
        if used and used + whole > width:
            found.append(unit.start())
            used = 0
        at = unit.start()
        if whole > width:
            # Longer than any line, such as an address: cut where the line is full.
            for part in chop_cells(unit[0].rstrip(), width)[:-1]:
                at += len(part)
                found.append(at)
        used = cell_len(line[at : unit.end()]) + (used if at == unit.start() else 0)
    return found
