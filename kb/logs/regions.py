"""Finds the telling parts of an input too long to read line by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ahocorasick_rs import BytesAhoCorasick

WHOLE: Final = 1 << 20
"""Bytes up to which an input is read whole."""

_EDGE: Final = 1 << 16
"""Bytes at the start and the end of a long input that are always read: versions stand first, the death last."""

_BEFORE: Final = 1 << 12
_BEHIND: Final = 1 << 14
"""Bytes around a marker that are read: a traceback with its sections fits."""

_MOST: Final = 24
"""Marked stretches kept from the start, and as many from the end."""

_MARKERS: Final = (
    b"Traceback (most recent call last)",
    b"[ERROR]",
    b"[CRITICAL]",
    b"Error: ",
    b"Exception: ",
    b"Error Message",
)
"""What every failure of the framework shows at least one of."""

_SLICE: Final = 1 << 22
"""Bytes searched at once, so that the list of hits stays small."""


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of the input, whole lines unless a line is endless."""

    data: bytes
    """The bytes."""
    first_line: int
    """1-based number of its first line in the input."""


def regions(data: bytes, anchors: Sequence[bytes] = ()) -> tuple[Region, ...]:
    """Return the parts of ``data`` worth reading: everything if it is short, else its edges and what surrounds markers.

    ``anchors`` are further byte strings, lower-case letters, to look for beside the general markers.
    """
    if len(data) <= WHOLE:
        return (Region(data, 1),)
    spans = _merge([(0, _EDGE), *_marked(data, anchors), (len(data) - _EDGE, len(data))])
    found, line, at = [], 1, 0
    for start, end in spans:
        start, end = _whole_lines(data, start, end)
        start = max(start, at)
        line += data.count(b"\n", at, start)
        found.append(Region(data[start:end], line))
        line += data.count(b"\n", start, end)
        at = end
    return tuple(found)


def _marked(data: bytes, anchors: Sequence[bytes]) -> list[tuple[int, int]]:
    stretches: list[tuple[int, int]] = []
    for start in _marks(data, anchors):
        if stretches and start < stretches[-1][1]:
            continue
        stretches.append((max(0, start - _BEFORE), min(len(data), start + _BEHIND)))
        if len(stretches) > 4 * _MOST:
            del stretches[_MOST:-_MOST]
    return stretches if len(stretches) <= 2 * _MOST else stretches[:_MOST] + stretches[-_MOST:]


def _marks(data: bytes, anchors: Sequence[bytes]) -> Iterator[int]:
    general = BytesAhoCorasick(list(_MARKERS))
    exact = BytesAhoCorasick(list(anchors)) if anchors else None
    overlap = max(map(len, (*_MARKERS, *anchors)))
    for low in range(0, len(data), _SLICE):
        piece = data[low : low + _SLICE + overlap]
        found = [start for _, start, _ in general.find_matches_as_indexes(piece)]
        if exact is not None:
            found += [start for _, start, _ in exact.find_matches_as_indexes(piece.lower())]
        yield from (low + start for start in sorted(found))


def _merge(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _whole_lines(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Widen a stretch to whole lines, unless a line runs on for longer than the stretch may."""
    before = data.rfind(b"\n", max(0, start - _BEFORE), start)
    behind = data.find(b"\n", end, end + _BEFORE)
    return (before + 1 if before >= 0 else start), (behind + 1 if behind >= 0 else end)
