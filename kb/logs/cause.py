"""Says which of many failures began it, and what became of the other ranks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from msfaq.logs.clock import moment, seconds
from msfaq.logs.echoes import echo_of
from msfaq.logs.failure import Failure
from msfaq.logs.logfile import Group, LogReading
from msfaq.logs.retold import announced, joined, said_in, told_by

_BURST_LINES: Final = 300
_BURST_SECONDS: Final = 90.0
"""Failures of one writer nearer than this belong to one death: the first of them began it."""

_RIGHT_ABOVE: Final = 4
"""Lines from the beginning of a record to the traceback beneath it; between them it may name its source."""

_FATAL: Final = ("exception", "crash")


@dataclass(frozen=True, slots=True)
class Known:
    """What the book says of a failure."""

    entry_id: str = ""
    """The entry whose signature it matches exactly, or empty."""
    secondary: bool = False
    """Whether that message is only an echo."""
    leads_to: tuple[str, ...] = ()
    """Entries whose messages it brings about further down."""
    general: bool = False
    """Whether any Python program may print it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One failure as all logs together tell it."""

    first: Group
    """Its first occurrence."""
    logs: tuple[int, ...]
    """Indices of the logs it stands in, ascending."""
    ranks: tuple[int, ...]
    """Ranks it stands in, ascending; writers without a known rank are left out."""
    count: int
    """How many times it stands in them."""
    effect: str
    """``""`` for a failure in its own right; ``followed`` for what an earlier one of the same process brought about;
    ``waited``, ``ended`` or ``reported`` for the echo of another process's."""
    entry_id: str = ""
    """The entry of MindSpore's own whose signature it matches exactly, or empty."""

    @property
    def is_own(self) -> bool:
        """Whether it tells of its own process."""
        return self.effect in ("", "followed")

    @property
    def failure(self) -> Failure:
        """The failure, as its first occurrence tells it."""
        return self.first.failure


Judge = Callable[[Failure], Known]


def weigh(readings: Sequence[LogReading], judge: Judge) -> tuple[tuple[Case, ...], int | None]:
    """Return the failures of all logs, each once, in the order in which they happened, and the index of the cause.

    The index is None when nothing failed. Times are compared where both failures have one; without, the failure that
    fewest ranks have comes first, since the many wait for the few.
    """
    cases = _told_once(_merged(readings, judge))
    if not cases:
        return (), None
    root = _root(cases, readings)
    cases = sorted(cases, key=lambda case: _order(case, root))
    return tuple(cases), cases.index(root)


def _merged(readings: Sequence[LogReading], judge: Judge) -> list[Case]:
    occurrences: dict[str, list[Group]] = {}
    for at, reading in enumerate(readings):
        for group in reading.groups:
            own = group if group.log == at else Group(group.failure, group.mark, group.count, group.last_line, at)
            occurrences.setdefault(group.mark, []).append(own)
    firsts = {
        mark: min(groups, key=lambda group: (moment(group.failure.time), group.log))
        for mark, groups in occurrences.items()
    }
    known = {mark: judge(first.failure) for mark, first in firsts.items()}
    led_to = {name for one in known.values() for name in one.leads_to}
    cases = []
    for mark, groups in occurrences.items():
        first = firsts[mark]
        echo = echo_of(first.failure)
        is_echo = known[mark].secondary or known[mark].entry_id in led_to
        is_echo = is_echo or _repeats_its_cause(first, readings)
        effect = "followed" if is_echo else echo.effect if echo else ""
        ranks = {rank for group in groups if (rank := rank_at(readings, group)) is not None}
        cases.append(
            Case(
                first=first,
                logs=tuple(sorted({group.log for group in groups})),
                ranks=tuple(sorted(ranks)),
                count=sum(group.count for group in groups),
                effect=effect,
                entry_id="" if known[mark].general else known[mark].entry_id,
            )
        )
    return cases


def _told_once(cases: list[Case]) -> list[Case]:
    """Make one of a log record and the exception of the same writer, near it, that tells of the same failure."""
    exceptions = [(at, told_by(case.failure)) for at, case in enumerate(cases) if _is(case, "exception")]
    kept: list[Case | None] = list(cases)
    for at, record in enumerate(cases if exceptions else ()):
        if not _is(record, "record"):
            continue
        said = said_in(record.failure)
        for which, fact in exceptions:
            exception = kept[which]
            assert exception is not None
            retold = bool(fact) and fact in said
            if (retold or _announces(record, exception)) and _is_one_death(record, exception):
                kept[which], kept[at] = _as_one(record, exception, retold=retold), None
                break
    return [case for case in kept if case is not None]


def _announces(record: Case, exception: Case) -> bool:
    """Tell whether a record that the book knows stands right above an exception for which it has nothing else."""
    between = exception.failure.first_line - record.failure.first_line
    known = record.entry_id and exception.entry_id in ("", record.entry_id)
    operators = {record.failure.operator, exception.failure.operator} - {""}
    return (
        bool(known)
        and len(operators) < 2
        and not record.effect
        and not exception.effect
        and 0 < between <= _RIGHT_ABOVE
    )


def _is(case: Case, kind: str) -> bool:
    return case.failure.kind == kind


def _is_one_death(record: Case, exception: Case) -> bool:
    """Tell whether two failures belong to one death of one writer."""
    one, other = record.failure, exception.failure
    if (record.first.log, one.source) != (exception.first.log, other.source):
        return False
    if one.process and other.process and one.process != other.process:
        return False
    return _close(one, other) if one.first_line < other.first_line else _close(other, one)


def _as_one(record: Case, exception: Case, *, retold: bool) -> Case:
    join = joined if retold else announced
    return Case(
        first=replace(exception.first, failure=join(record.failure, exception.failure)),
        logs=tuple(sorted({*record.logs, *exception.logs})),
        ranks=tuple(sorted({*record.ranks, *exception.ranks})),
        count=max(record.count, exception.count),
        effect=exception.effect or record.effect,
        entry_id=exception.entry_id or record.entry_id,
    )


def _repeats_its_cause(group: Group, readings: Sequence[LogReading]) -> bool:
    """Tell whether a failure is a worker's exception, raised once more in the process that waited for it."""
    failure = group.failure
    return failure.chained and any(
        other.failure.headline == failure.headline and other.failure.first_line < failure.first_line
        for other in readings[group.log].groups
    )


def rank_at(readings: Sequence[LogReading], group: Group) -> int | None:
    """Return the rank that a failure happened on: by its own prefix, else by its log."""
    own = group.failure.rank
    return own if own is not None else readings[group.log].file.rank


def _root(cases: Sequence[Case], readings: Sequence[LogReading]) -> Case:
    own = [case for case in cases if not case.effect]
    fatal = [case for case in own if case.failure.kind in _FATAL and not _is_stack(case.failure)] or own
    if not fatal:
        return min(cases, key=_age)
    begun = [_begun(deaths) for deaths in _by_writer(fatal).values()]
    return min(begun, key=_age)


def _is_stack(failure: Failure) -> bool:
    """Tell whether a traceback ends without an exception: cut off, or printed by who warns of something."""
    return not failure.exception and failure.message.startswith('File "')


def companions(cases: Sequence[Case], root: Case) -> list[Failure]:
    """Return the failures of the same writer that belong to the death of ``root``, in the order of their lines."""
    own = [
        case.failure
        for case in cases
        if case.is_own
        and (case.first.log, case.failure.source) == (root.first.log, root.failure.source)
        and (_close(case.failure, root.failure) or _close(root.failure, case.failure))
    ]
    near = [failure for failure in own if abs(failure.first_line - root.failure.first_line) <= _BURST_LINES]
    return sorted({id(failure): failure for failure in (*near, root.failure)}.values(), key=lambda one: one.first_line)


def _by_writer(cases: Sequence[Case]) -> Mapping[tuple[int, str], list[Case]]:
    """Return the cases by who wrote them first, each writer's in the order of its lines."""
    found: dict[tuple[int, str], list[Case]] = {}
    for case in sorted(cases, key=lambda case: case.failure.first_line):
        found.setdefault((case.first.log, case.failure.source), []).append(case)
    return found


def _begun(cases: Sequence[Case]) -> Case:
    """Return the first failure of a writer's last burst: earlier ones it survived. A chain counts as its last link."""
    begun = cases[-1]
    linked = begun.failure.chained
    for case in reversed(cases[:-1]):
        if not _close(case.failure, begun.failure):
            break
        # The last of a chain of exceptions is the one that was not caught; a worker's exception raised again in the
        # process that waited for it (RemoteTraceback) is the worker's.
        if not linked or case.failure.headline == begun.failure.headline:
            begun = case
        linked = case.failure.chained
    return begun


def _close(earlier: Failure, later: Failure) -> bool:
    if later.first_line - earlier.last_line > _BURST_LINES:
        return False
    times = seconds(earlier.time), seconds(later.time)
    return times[0] is None or times[1] is None or times[1] - times[0] <= _BURST_SECONDS


def _age(case: Case) -> tuple[float, int, int, int]:
    return (moment(case.failure.time), len(case.logs), case.first.log, case.failure.first_line)


def _order(case: Case, root: Case) -> tuple[bool, bool, float, int, int]:
    return (case is not root, bool(case.effect), moment(case.failure.time), case.first.log, case.failure.first_line)
