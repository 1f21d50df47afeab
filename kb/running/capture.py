"""Keeps of any amount of output what a diagnosis needs, in bounded memory: head, tail, and telling stretches."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from msfaq.logs.excerpt import apart
from msfaq.logs.scan import Scanner
from msfaq.logs.stretches import Stretch, Stretches

_HEAD: Final = 1 << 19
"""Bytes kept from the start: versions and the first warnings stand there."""

_BLOCK: Final = 1 << 20
_TAIL_BLOCKS: Final = 4
"""The tail is kept in blocks of this many bytes, at most this many and the one being filled."""

_MIDDLE: Final = 1 << 21
"""Bytes of telling stretches kept from between; the first ones, since the first failure is the one that began it."""

_LAST: Final = 6
"""Further ones that are kept from its end."""

_MOST_NEWLINES: Final = 1 << 25
"""Left-out lines that still count: beyond them line numbers are too small."""

_LONGEST_PARTIAL: Final = 1 << 16
"""Bytes of an unfinished line that are held back so that two streams do not mingle within a line."""


class Capture:
    """Takes output piece by piece; gives back a text in which what was left out is empty lines."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._cutter: Stretches | None = None
        self._first: list[Stretch] = []
        self._first_size = 0
        self._last: deque[Stretch] = deque(maxlen=_LAST)
        self._tail: list[bytearray] = [bytearray()]
        self._partial: dict[int, bytes] = {}

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
        partial = b"\n".join(self._partial.values())
        return b"".join((self._head, *self._middle(), *self._tail, partial))

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
                self._leave_out(self._tail.pop(0))

    def _leave_out(self, block: bytearray) -> None:
        cutter = self._cutter = self._cutter or Stretches(Scanner())
        for at in range(0, len(block), len(cutter.space)):
            piece = block[at : at + len(cutter.space)]
            cutter.space[: len(piece)] = piece
            self._keep(cutter.filled(len(piece)))

    def _keep(self, stretches: Iterable[Stretch]) -> None:
        for stretch in stretches:
            if stretch.fresh and self._first_size < _MIDDLE:
                self._first.append(stretch)
                self._first_size += len(stretch.data)
            else:
                self._last.append(stretch)

    def _middle(self) -> Iterator[bytes]:
        """Yield what was kept from between head and tail, and empty lines in the place of the rest."""
        if self._cutter is None:
            return
        self._keep(self._cutter.finish())
        line, room = 1, _MOST_NEWLINES
        for stretch in apart((*self._first, *self._last)):
            skipped = min(room, stretch.first_line - line)
            yield b"\n" * skipped
            yield stretch.data
            room -= skipped
            line = stretch.first_line + stretch.data.count(b"\n")
        yield b"\n" * min(room, self._cutter.newlines + 1 - line)
