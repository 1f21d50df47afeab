"""Folds the readings of many logs as they come in, so that a thousand ranks that died alike take the room of one.

Of the occurrences of one failure only the first in time is ever shown; the others count, and keep who had it and when.
"""

import pickle
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, Final, overload

from msfaq.logs.clock import moment
from msfaq.logs.failure import Line, Section
from msfaq.logs.logfile import Group, LogFile, LogReading

_WORTH_PACKING: Final = 4
"""Lines from which packing pays."""

_MOST_TEXTS: Final = 1 << 14
"""Texts remembered for being shared; with more they are forgotten, and later equal ones stand twice."""

_FIELDS: Final = attrgetter(*(field.name for field in fields(Line)))

Settle = Callable[[LogReading], LogReading]


class PackedLines(Sequence[Line]):
    """Lines kept in a twentieth of their room: most failures of a large job are never looked at."""

    __slots__ = ("_count", "_data")

    def __init__(self, lines: Sequence[Line]) -> None:
        self._count = len(lines)
        self._data = zlib.compress(pickle.dumps([_FIELDS(line) for line in lines], pickle.HIGHEST_PROTOCOL), 1)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Line]:
        return iter(self._unpacked())

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Line, ...]: ...
    def __getitem__(self, at: int | slice) -> Line | tuple[Line, ...]:
        return self._unpacked()[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self._unpacked())

    def _unpacked(self) -> tuple[Line, ...]:
        return tuple(Line(*values) for values in pickle.loads(zlib.decompress(self._data)))


class Fold:
    """The readings of some logs; each failure is kept whole where it happened first, and briefly elsewhere."""

    def __init__(self, settle: Settle | None = None) -> None:
        """Make a fold; ``settle`` is what is done with each reading as it comes in."""
        self._settle = settle
        self._results: dict[int, LogReading | LogFile] = {}
        self._first: dict[str, tuple[float, int]] = {}
        self._texts: dict[str, str] = {}
        self._lock = threading.Lock()

    def put(self, at: int, result: LogReading | LogFile) -> None:
        """Keep what was understood of the log with the index ``at``; threads may do so side by side."""
        with self._lock:
            if isinstance(result, LogReading):
                reading = self._settle(result) if self._settle is not None else result
                result = replace(reading, groups=tuple(self._kept(at, group) for group in reading.groups))
            self._results[at] = result

    def slim(self, at: int, reading: LogReading) -> LogReading:
        """Return a reading, not kept, without what readings that were slimmed before tell better."""
        return replace(reading, groups=tuple(self._ordered(at, group)[0] for group in reading.groups))

    def results(self, count: int, missing: Callable[[int], LogFile]) -> list[LogReading | LogFile]:
        """Return the readings in the order of the logs; in the place of one that never came stands ``missing``."""
        return [self._results[at] if at in self._results else missing(at) for at in range(count)]

    def _kept(self, at: int, group: Group) -> Group:
        kept, later = self._ordered(at, group)
        if later is not None:
            reading = self._results[later]
            assert isinstance(reading, LogReading)
            groups = (brief(one) if one.mark == group.mark else one for one in reading.groups)
            self._results[later] = replace(reading, groups=tuple(groups))
        return self._shared(kept)

    def _ordered(self, at: int, group: Group) -> tuple[Group, int | None]:
        """Return the group as it is to be kept, and the log whose group of this mark it makes the later one."""
        here = (moment(group.failure.time), at)
        first = self._first.get(group.mark)
        if first is not None and first <= here:
            return brief(group), None
        self._first[group.mark] = here
        lines = group.failure.lines
        if len(lines) >= _WORTH_PACKING and not isinstance(lines, PackedLines):
            group = replace(group, failure=replace(group.failure, lines=PackedLines(lines)))
        return group, first[1] if first is not None and first[1] != at else None

    def _shared(self, group: Group) -> Group:
        failure, text = group.failure, self._text
        sections = tuple(Section(text(one.title), text(one.text), one.first_line) for one in failure.sections)
        told: dict[str, Any] = {name: text(getattr(failure, name)) for name in ("exception", "message", "source")}
        return replace(group, mark=text(group.mark), failure=replace(failure, sections=sections, **told))

    def _text(self, text: str) -> str:
        if len(self._texts) >= _MOST_TEXTS:
            self._texts.clear()
        return self._texts.setdefault(text, text)


def brief(group: Group) -> Group:
    """Return a group that tells of a failure only who had it, when and where, and its headline."""
    failure = group.failure
    message = failure.message.partition("\n")[0]
    return replace(
        group,
        failure=replace(failure, message=message, sections=(), frame=None, codes=(), operator="", lines=()),
    )
