"""Reads one log, of any length, to what failed in it."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from msfaq.errors import InputError
from msfaq.index.belonging import has_trace
from msfaq.logs.decode import decode_part, is_binary
from msfaq.logs.failure import Failure, Line
from msfaq.logs.keylines import fact_of
from msfaq.logs.names import host_of, rank_in, rank_of
from msfaq.logs.parse import parse_failures, parse_lines
from msfaq.logs.scan import Scanner
from msfaq.logs.sources import Stream
from msfaq.logs.stretches import Stretch, Stretches
from msfaq.logs.triage import shape_of

_HEAD: Final = 1 << 16
"""Bytes at the start that are looked through for the writer's rank."""

_MOST_GROUPS: Final = 192
_LAST_GROUPS: Final = 48
"""Different failures kept of one log: the first ones, and the last."""

_LAST_STRETCHES: Final = 6
"""Stretches like earlier ones that are kept unread until it is known which are the last."""

_MOST_LINES: Final = 24
"""Lines kept at which nothing failed but an entry's anchor stands."""

_NUMBERS: Final = re.compile(r"0[xX][0-9a-fA-F]+|\b[0-9a-fA-F]{8,}\b|\d+")


@dataclass(frozen=True, slots=True)
class LogFile:
    """One log and how its reading went."""

    path: str
    """Its name as it was given, or ``-`` for standard input."""
    rank: int | None
    """The writer's rank, from the name or the first lines; None when neither tells."""
    host: str
    """The host that a folder in the path is named for, or empty."""
    size: int
    """Bytes read, decompressed."""
    lines: int
    """Lines read."""
    problem: str
    """Why not all of it could be read, or empty."""


@dataclass(frozen=True, slots=True)
class Group:
    """Failures of one log that are the same but for numbers."""

    failure: Failure
    """The first of them."""
    mark: str
    """What they have in common; equal marks in two logs mean the same failure."""
    count: int
    """How many there are."""
    last_line: int
    """1-based line at which the last one that was read begins."""
    log: int = 0
    """Which log, as an index into the logs of one diagnosis."""


@dataclass(frozen=True, slots=True)
class LogReading:
    """What was understood of one log."""

    file: LogFile
    """The log."""
    groups: tuple[Group, ...]
    """Its failures, in the order in which each first occurs; warnings left out."""
    suspects: tuple[Failure, ...]
    """Lines (kind ``line``) that hold an entry's anchor outside every failure; what they are the signatures tell."""
    is_ours: bool = False
    """Whether anything in the log shows that its writer uses MindSpore."""
    warnings: tuple[Line, ...] = ()
    """Warnings that hold an entry's anchor, the first of each shape; what they are the signatures tell."""


class LogReader:
    """Reads one log piece by piece."""

    def __init__(self, path: str, scanner: Scanner) -> None:
        self._path = path
        self._cutter = Stretches(scanner)
        self._groups: dict[str, Group] = {}
        self._later: dict[str, Group] = {}
        self._suspects: list[Failure] = []
        self._unread: deque[Stretch] = deque(maxlen=_LAST_STRETCHES)
        self._shapes: dict[bytes, str] = {}
        self._rank = rank_of(path)
        self._is_first = True

    def read(self, stream: Stream, passed_on: Callable[[memoryview], None] | None = None) -> LogReading:
        """Read the stream to its end; every piece is passed on, unchanged, before it is looked at.

        A stream that breaks off is read as far as it goes, and the reading says so. Raises InputError when it is no
        text, or breaks off before its first byte.
        """
        problem = ""
        while True:
            space = self._cutter.space
            try:
                count = stream.readinto(space) or 0
            except BrokenPipeError:
                # Whoever the log is passed on to has gone; that is not the log's fault.
                raise
            except OSError as error:
                if not self._cutter.size:
                    raise InputError(f"{self._path} cannot be read: {_why(error)}") from error
                problem = f"cut short: {_why(error)}"
                break
            if passed_on is not None and count:
                passed_on(space[:count])
            if not count:
                break
            for _ in self.feed(count):
                pass
        return self.result(problem)

    @property
    def is_ours(self) -> bool:
        """Whether anything read so far shows that the log's writer uses MindSpore."""
        return self._cutter.is_ours

    @property
    def space(self) -> memoryview:
        """Where the next piece of the log is to be read into."""
        return self._cutter.space

    def feed(self, count: int) -> Iterator[Failure]:
        """Look at the ``count`` bytes put into `space`; yield the failures that are complete and unlike earlier ones.

        Lines that are a failure if a signature recognises them (kind ``line``) are yielded too.

        Raises InputError when the log's first bytes are no text.
        """
        stretches = self._cutter.filled(count)
        if self._is_first:
            self._is_first = False
            self._look_at_head(self._cutter.head(_HEAD) or b"".join(s.data for s in stretches)[:_HEAD])
        for stretch in stretches:
            if stretch.fresh:
                yield from self._take(stretch)
            else:
                self._unread.append(stretch)

    def settle(self) -> Iterator[Failure]:
        """Yield, as `feed` does, the failures still open: the writer is silent, or has ended."""
        for stretch in [*self._unread, *self._cutter.finish()]:
            yield from self._take(stretch)
        self._unread.clear()

    def result(self, problem: str = "") -> LogReading:
        """Return what was understood so far."""
        for _ in self.settle():
            pass
        groups = sorted(self._counted(), key=lambda group: group.failure.first_line)
        return LogReading(self.file(problem), tuple(groups), tuple(self._suspects), self.is_ours, self._warnings())

    def file(self, problem: str = "") -> LogFile:
        """Return which log it is, and how far it has been read."""
        size, lines = self._cutter.size, self._cutter.lines
        return LogFile(self._path, self._rank, host_of(self._path), size, lines, problem)

    def _warnings(self) -> tuple[Line, ...]:
        kept = self._cutter.warned.lines.items()
        return tuple(line for number, data in kept for line in parse_lines(decode_part(data), number))

    def _look_at_head(self, head: bytes) -> None:
        if is_binary(head):
            raise InputError(f"{self._path} is binary, not text")
        if self._rank is None:
            self._rank = rank_in(head.decode("utf-8", "replace"))

    def _take(self, stretch: Stretch) -> Iterator[Failure]:
        lines = parse_lines(decode_part(stretch.data), stretch.first_line)
        self._cutter.is_ours = self._cutter.is_ours or has_trace(stretch.data)
        raw = stretch.data.split(b"\n")
        covered: set[int] = set()
        for failure in parse_failures(lines):
            covered.update(range(failure.first_line, failure.last_line + 1))
            if failure.kind == "warning":
                continue
            mark = mark_of(failure)
            first = failure.first_line - stretch.first_line
            for line in raw[first : failure.last_line - stretch.first_line + 1]:
                if telling_part(failure) in line and self._shapes.setdefault(shape := shape_of(line), mark) != mark:
                    # The same line within two different failures counts for neither.
                    self._shapes[shape] = ""
            if self._add(failure, mark):
                yield failure
        yield from self._suspected(stretch, lines, covered)

    def _add(self, failure: Failure, mark: str) -> bool:
        """Keep a failure; tell whether it is unlike all that are kept."""
        kept = self._groups if mark in self._groups or len(self._groups) < _MOST_GROUPS else self._later
        known = kept.get(mark)
        if known is not None:
            if failure.first_line > known.last_line:
                kept[mark] = replace(known, count=known.count + 1, last_line=failure.first_line)
            return False
        if kept is self._later and len(kept) >= _LAST_GROUPS:
            del kept[next(iter(kept))]
        kept[mark] = Group(failure, mark, 1, failure.first_line)
        return True

    def _counted(self) -> Iterator[Group]:
        """Yield the groups, with the lines counted that were like theirs and left unread."""
        counts: dict[str, int] = {}
        for shape, mark in self._shapes.items():
            counts[mark] = max(counts.get(mark, 0), self._cutter.triage.count(shape))
        for mark, group in (*self._groups.items(), *self._later.items()):
            yield replace(group, count=max(group.count, counts.get(mark, 0)))

    def _suspected(self, stretch: Stretch, lines: list[Line], covered: set[int]) -> Iterator[Failure]:
        for number in stretch.anchored:
            at = next((at for at, line in enumerate(lines) if line.number == number), None)
            if number in covered or at is None:
                continue
            suspect = line_failure(lines, at)
            if len(self._suspects) < _MOST_LINES:
                self._suspects.append(suspect)
            yield suspect


def line_failure(lines: list[Line], at: int) -> Failure:
    """Return the failure that a line is, if an entry's signature recognises it."""
    line = lines[at]
    return Failure(
        kind="line",
        exception="",
        message=line.text[:400],
        sections=(),
        frame=None,
        time=line.time,
        first_line=line.number,
        last_line=line.number,
        process=line.process,
        rank=line.rank,
        source=line.source,
        lines=(line,),
    )


def mark_of(failure: Failure) -> str:
    """Return what equal failures have in common: exception, operator, place, and the message without its numbers."""
    fact = next((text for section in failure.sections if (text := fact_of(section))), "")
    place = f"{failure.frame.file}:{failure.frame.line}" if failure.frame else ""
    message = _NUMBERS.sub("0", f"{failure.headline[:300]}|{fact[:300]}")
    return f"{failure.kind}|{_NUMBERS.sub('0', failure.operator)}|{place}|{message}"


def telling_part(failure: Failure) -> bytes:
    """Return the beginning of the message's first line, as it stands in the log."""
    return (failure.message.split("\n", 1)[0] or failure.exception)[:40].encode()


def _why(error: OSError) -> str:
    """Say in a few words what keeps a log from being read."""
    return (error.strerror or str(error) or "input/output error")[:120]
