"""Cuts the telling stretches out of a stream of any length, in memory that does not grow with it."""

from dataclasses import dataclass, field
from typing import Final

from msfaq.logs.scan import MARKERS, TRACEBACK, Scanner
from msfaq.logs.triage import FRESH, QUIET, Triage
from msfaq.logs.warned import Warned

CHUNK: Final = 1 << 20
"""Bytes read and searched at once."""

_BEFORE: Final = 1 << 11
_BEHIND: Final = 1 << 14
"""Bytes around a place that are read: what a record above it says, and a traceback with its sections."""

_LONGEST: Final = 1 << 18
"""Bytes of the longest stretch; a longer one is cut in two."""

_LINE_REACH: Final = 1 << 12
"""Bytes within which a line's start or end is looked for: an endless line is cut."""

_KEPT: Final = 2 * _LINE_REACH
"""Bytes kept behind what was searched, for the line of a place in the next piece."""

_MOST_FRESH: Final = 192
"""Stretches that are read as they come; of later ones only the last are, since a log's end says why it ended."""

_MARKS: Final = 16

_TRACED: Final = 1 << 24
"""Bytes from the start in which a trace of MindSpore is looked for, besides every stretch that is read."""

_JUDGED: Final = 400
"""Bytes of a line, from its start, by which it is judged."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the stream, whole lines unless a line is endless."""

    data: bytes
    """The bytes."""
    first_line: int
    """1-based number of its first line in the stream."""
    anchored: tuple[int, ...]
    """Numbers of lines in it where an entry's anchor stands, the first sixteen."""
    fresh: bool
    """Whether it holds a line unlike those read before."""


@dataclass(slots=True)
class _Span:
    start: int
    end: int
    fresh: bool
    anchored: list[int] = field(default_factory=list)


class Stretches:
    """The cutter of one stream: fill `space`, say `filled`, at the end `finish`."""

    def __init__(self, scanner: Scanner) -> None:
        self.triage = Triage()
        self.warned = Warned()
        self._scanner = scanner
        self._buffer = bytearray(_LONGEST + _BEHIND + 2 * _KEPT + CHUNK)
        self._view = memoryview(self._buffer)
        self._base = 0
        self._held = 0
        self._line = 1
        self._counted = (0, 1)
        self._spans: list[_Span] = []
        self._last_line_start = -1
        self._fresh_seen = 0
        self.is_ours = False
        """Whether the stream's beginning shows that its writer uses MindSpore; who reads on may add to it."""

    @property
    def space(self) -> memoryview:
        """Where the next piece of the stream is to be read into."""
        return self._view[self._held : self._held + CHUNK]

    @property
    def size(self) -> int:
        """Bytes of the stream so far."""
        return self._base + self._held

    @property
    def lines(self) -> int:
        """Lines of the stream so far, one without an end counted."""
        return self.newlines + (self._held > 0 and self._buffer[self._held - 1] != 10)

    @property
    def newlines(self) -> int:
        """Line ends in the stream so far."""
        return self._line - 1 + self._buffer.count(b"\n", 0, self._held)

    def head(self, size: int) -> bytes:
        """Return the first bytes of what is held; before the second piece these are the stream's first."""
        return bytes(self._view[: min(size, self._held)])

    def filled(self, count: int) -> list[Stretch]:
        """Search the ``count`` bytes put into `space`; return the stretches that are complete."""
        old = self._held
        self._held += count
        low = max(0, old - self._scanner.overlap)
        if not self.is_ours and self._base + low < _TRACED:
            self.is_ours = self._scanner.has_trace(self._view[low : min(self._held, _TRACED - self._base)])
        for offset, which in self._scanner.find(self._view[low : self._held]):
            if low + offset >= old:
                self._mark(low + offset, which)
        done = self._cut(final=False)
        self._forget()
        return done

    def finish(self) -> list[Stretch]:
        """Return the stretches still open: the stream has ended, or its writer is silent."""
        done = self._cut(final=True)
        self._forget()
        return done

    def _mark(self, at: int, which: int) -> None:
        buffer = self._buffer
        start = buffer.rfind(b"\n", max(0, at - _LINE_REACH), at) + 1 or max(0, at - _LINE_REACH)
        if self._base + start == self._last_line_start:
            return
        self._last_line_start = self._base + start
        end = buffer.find(b"\n", at, min(self._held, at + _LINE_REACH))
        shown = max(start, buffer.rfind(b"\r", start, at) + 1)
        line = bytes(self._view[shown : min(end if end >= 0 else self._held, shown + _JUDGED)])
        verdict = self.triage.judge(line)
        if verdict == QUIET:
            if self.warned.is_fresh(line):
                self.warned.keep(self._number(start), line)
            return
        fresh = verdict == FRESH and self._fresh_seen < _MOST_FRESH
        self._fresh_seen += fresh
        # A traceback is known by its last line, which is still to come: its head alone is nothing fresh forever.
        self._open(self._base + start, self._base + at, fresh=fresh)
        if which >= len(MARKERS) and which != TRACEBACK and len(self._spans[-1].anchored) < _MARKS:
            self._spans[-1].anchored.append(self._base + start)

    def _open(self, line_start: int, at: int, *, fresh: bool) -> None:
        last = self._spans[-1] if self._spans else None
        start = max(self._base, line_start - _BEFORE)
        if last is not None and start <= last.end:
            if at + _BEHIND - last.start <= _LONGEST:
                last.end = at + _BEHIND
                last.fresh |= fresh
                return
            last.end = min(last.end, line_start)
            start = line_start
        self._spans.append(_Span(start, at + _BEHIND, fresh))

    def _cut(self, *, final: bool) -> list[Stretch]:
        done = []
        reached = self._base + self._held
        while self._spans and (final or self._spans[0].end + _LINE_REACH <= reached):
            span = self._spans.pop(0)
            low, high = self._whole_lines(span.start - self._base, min(span.end, reached) - self._base)
            first = self._number(low)
            anchored = tuple(self._number(at) for start in span.anchored if (at := start - self._base) >= low)
            done.append(Stretch(bytes(self._view[low:high]), first, anchored, span.fresh))
        return done

    def _whole_lines(self, low: int, high: int) -> tuple[int, int]:
        if low > 0 and self._buffer[low - 1] != 10:
            behind = self._buffer.find(b"\n", low, min(self._held, low + _BEFORE))
            low = behind + 1 if behind >= 0 else low
        end = self._buffer.find(b"\n", high, min(self._held, high + _LINE_REACH))
        return low, (end + 1 if end >= 0 else high)

    def _number(self, at: int) -> int:
        """Return the number of the line at an offset of the buffer, counted on from the last one asked for."""
        since, number = self._counted if self._counted[0] <= at else (0, self._line)
        number += self._buffer.count(b"\n", since, at)
        self._counted = (at, number)
        return number

    def _forget(self) -> None:
        """Drop what no open stretch needs."""
        keep = max(0, self._held - _KEPT)
        if self._spans:
            keep = max(0, min(keep, self._spans[0].start - self._base))
        if keep == 0:
            return
        self._line = self._number(keep)
        self._counted = (0, self._line)
        self._buffer[: self._held - keep] = self._buffer[keep : self._held]
        self._base += keep
        self._held -= keep
