"""Keeps of any amount of output what a diagnosis needs, in bounded memory: the head, the tail, and marked stretches."""

from typing import Final

from ahocorasick_rs import BytesAhoCorasick

_HEAD: Final = 1 << 19
"""Bytes kept from the start: versions and the first warnings stand there."""

_BLOCK: Final = 1 << 20
_TAIL_BLOCKS: Final = 4
"""The tail is kept in blocks of this many bytes, at most this many and the one being filled."""

_BEFORE: Final = 1 << 12
_BEHIND: Final = 1 << 14
"""Bytes around a marker that are kept: a traceback with its sections fits."""

_MIDDLE: Final = 1 << 21
"""Bytes of marked stretches kept from between; the first ones, since the first failure is the one that began it."""

_MOST_NEWLINES: Final = 1 << 25
"""Left-out lines that still count: beyond them line numbers are too small."""

_LONGEST_PARTIAL: Final = 1 << 16
"""Bytes of an unfinished line that are held back so that two streams do not mingle within a line."""

_MARKERS: Final = (
    b"Traceback (most recent call last)",
    b"[ERROR]",
    b"[CRITICAL]",
    b"Error: ",
    b"Exception: ",
    b"FATAL",
)


class Capture:
    """Takes output piece by piece; gives back a text in which what was left out is empty lines."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._middle: list[bytes | int] = []
        """What was kept of the middle, and between its pieces the number of lines left out."""
        self._middle_size = 0
        self._tail: list[bytearray] = [bytearray()]
        self._partial: dict[int, bytes] = {}
        self._markers = BytesAhoCorasick(list(_MARKERS))

    def feed(self, source: int, data: bytes) -> None:
        """Take the next bytes of one stream; the lines of several streams stay whole."""
        data = self._partial.pop(source, b"") + data
        end = data.rfind(b"\n") + 1
        if len(data) - end > _LONGEST_PARTIAL:
            end = len(data)
        if end < len(data):
            self._partial[source] = data[end:]
        self._store(data[:end])

    def text(self) -> bytes:
        """Return what was kept; each line has the number that it had, up to 33 million lines left out."""
        newlines = _MOST_NEWLINES
        parts: list[bytes] = [bytes(self._head)]
        for piece in self._middle:
            if isinstance(piece, bytes):
                parts.append(piece)
            else:
                parts.append(b"\n" * min(piece, newlines))
                newlines -= min(piece, newlines)
        parts += [bytes(block) for block in self._tail]
        partial = b"\n".join(self._partial.values())
        return b"".join([*parts, partial])

    def _store(self, data: bytes) -> None:
        room = _HEAD - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        for at in range(0, len(data), _BLOCK):
            self._tail[-1] += data[at : at + _BLOCK]
            if len(self._tail[-1]) >= _BLOCK:
                self._tail.append(bytearray())
            if len(self._tail) > _TAIL_BLOCKS + 1:
                self._leave_out(bytes(self._tail.pop(0)))

    def _leave_out(self, block: bytes) -> None:
        at = 0
        for _, found, _ in self._markers.find_matches_as_indexes(block):
            if self._middle_size >= _MIDDLE:
                break
            if found < at:
                continue
            start = max(at, block.rfind(b"\n", 0, max(0, found - _BEFORE)) + 1)
            end = block.find(b"\n", found + _BEHIND) + 1 or len(block)
            end = min(end, found + 2 * _BEHIND)
            self._skip(block.count(b"\n", at, start))
            self._middle.append(block[start:end])
            self._middle_size += end - start
            at = end
        self._skip(block.count(b"\n", at))

    def _skip(self, lines: int) -> None:
        if self._middle and isinstance(self._middle[-1], int):
            self._middle[-1] += lines
        elif lines:
            self._middle.append(lines)
