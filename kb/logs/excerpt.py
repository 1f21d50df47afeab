"""Cuts the telling parts out of an input too long to read line by line: its edges, and what the search stops at."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msfaq.logs.scan import Scanner
from msfaq.logs.stretches import Stretch, Stretches

WHOLE: Final = 1 << 20
"""Bytes up to which an input is read whole."""

_EDGE: Final = 1 << 16
"""Bytes at the start and the end of a long input that are always read: versions stand first, the death last."""

_MOST: Final = 24
"""Stretches kept from the start, and as many from the end."""


def excerpt(data: bytes, anchors: Sequence[bytes] = ()) -> tuple[Stretch, ...]:
    """Return the parts of ``data`` worth reading, in order and apart: all of it if it is short.

    ``anchors`` are further fragments, lower-case letters, to look for beside the general markers.
    """
    if len(data) <= WHOLE:
        return (Stretch(data, 1, (), True),)
    head = data.rfind(b"\n", 0, _EDGE) + 1 or _EDGE
    tail = data.find(b"\n", len(data) - _EDGE) + 1 or len(data) - _EDGE
    first: list[Stretch] = []
    last: deque[Stretch] = deque(maxlen=_MOST)
    for stretch in _stretches(data, Scanner(anchors)):
        if len(first) < _MOST and stretch.fresh:
            first.append(stretch)
        else:
            last.append(stretch)
    edges = (Stretch(data[:head], 1, (), True), Stretch(data[tail:], data.count(b"\n", 0, tail) + 1, (), True))
    return tuple(apart((*first, *last, *edges)))


def apart(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Yield the stretches in the order of their lines, without lines that one before them has."""
    reached = 1
    for stretch in sorted(stretches, key=lambda stretch: stretch.first_line):
        data = stretch.data
        known = reached - stretch.first_line
        if known > 0:
            data = data.split(b"\n", known)[-1] if data.count(b"\n") >= known else b""
        if data:
            start = max(stretch.first_line, reached)
            yield Stretch(data, start, stretch.anchored, stretch.fresh)
            reached = start + data.count(b"\n")


def _stretches(data: bytes, scanner: Scanner) -> Iterator[Stretch]:
    cutter = Stretches(scanner)
    for at in range(0, len(data), len(cutter.space)):
        piece = data[at : at + len(cutter.space)]
        cutter.space[: len(piece)] = piece
        yield from cutter.filled(len(piece))
    yield from cutter.finish()
