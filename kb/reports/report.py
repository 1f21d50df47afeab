"""What several logs say together, and the answer to each failure in them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from msfaq.diagnosis import Diagnosis, FailureSummary, LogReport, LogSummary, Place, RankSummary, WarningSummary
from msfaq.index.belonging import belonging
from msfaq.logs.cause import Case, companions, rank_at
from msfaq.logs.deaths import signal_in
from msfaq.logs.failure import Failure
from msfaq.logs.keylines import fact_of
from msfaq.logs.logfile import LogFile, LogReading
from msfaq.logs.reading import Reading, read_failures
from msfaq.reports.story import tell
from msfaq.reports.warnings import KnownWarning

_LONGEST: Final = 400
"""Characters of a headline."""

Find = Callable[[Reading], Diagnosis]


class Report:
    """The failures of a set of logs, the one that began it, and an answer to each, found when it is asked for.

    ``report.log`` is the summary as data: logs, ranks, failures with file and line. ``report.answer(n)`` answers the
    n-th failure. ``report.diagnosis`` answers the cause and carries the summary; it is what ``msfaq --json`` prints.
    """

    def __init__(
        self,
        readings: Sequence[LogReading],
        unread: Sequence[LogFile],
        cases: Sequence[Case],
        cause: int | None,
        lang: str,
        find: Find,
        whole: Reading | None = None,
        warned: Sequence[KnownWarning] = (),
    ) -> None:
        """Make a report; ``whole`` is the reading of the only log, where it is short enough to have been read whole.

        ``warned`` are the warnings to tell of where nothing failed.
        """
        self._readings = readings
        self._unread = unread
        self._cases = cases
        self._find = find
        self._whole = whole
        self._warned = warned
        self._lang = lang
        self._answers: dict[int, Diagnosis] = {}
        self._diagnosis: Diagnosis | None = None
        self.log = _summary(readings, unread, cases, cause, warned, lang)
        """What the logs tell, as data."""

    def answer(self, index: int) -> Diagnosis:
        """Return the answer to one failure of ``log.failures``, from that failure's own lines.

        The cause is answered from all that its writer said as it died. Raises IndexError for an index out of range.
        """
        case = self._cases[index]
        if index not in self._answers:
            failures = companions(self._cases, case) if index == self.log.cause else [case.failure]
            self._answers[index] = self._find(read_failures(failures, is_ours=self._is_ours))
        return self._answers[index]

    @cached_property
    def _is_ours(self) -> bool:
        """Whether anything in these logs shows that MindSpore is in use, or a failure names something of its world."""
        if any(reading.is_ours for reading in self._readings):
            return True
        lines = (line for case in self._cases for line in case.failure.lines)
        return any(belonging(line.text).own for line in lines)

    def told(self, find: Find, lang: str | None) -> "Report":
        """Return the same report with answers found by ``find``, in another language where one is given."""
        told = lang or self._lang
        return Report(self._readings, self._unread, self._cases, self.log.cause, told, find, self._whole, self._warned)

    @property
    def diagnosis(self) -> Diagnosis:
        """The answer to what began it, with the summary of the logs."""
        if self._diagnosis is None:
            is_log = self._whole is None or self._whole.is_log or bool(self._cases)
            found = self._with_signal(self._of_cause())
            # The line to look at is the cause's, also where the answer was found in what followed from it.
            cause = self.log.failures[self.log.cause] if self.log.cause is not None else None
            place = cause.place if cause is not None else None
            raised = cause.raised if cause is not None else ""
            self._diagnosis = replace(
                found, place=place or found.place, raised=raised or found.raised, log=self.log if is_log else None
            )
        return self._diagnosis

    def _of_cause(self) -> Diagnosis:
        cause = self.log.cause
        if cause is None:
            if self._whole is None or self._whole.is_long:
                return self._healthy()
            return self._find(self._whole)
        if self._whole is None:
            return self.answer(cause)
        # A short log is read whole, as a question would be; only echoes in it must not speak for the cause.
        if not all(case.is_own for case in self._cases) and (found := self.answer(cause)).outcome == "answered":
            return found
        return self._find(self._whole)

    def _with_signal(self, found: Diagnosis) -> Diagnosis:
        """Add what a signal says, where a process died by one and no entry says more of it.

        Who knows the exit code says that without us.
        """
        cause = None if self.log.cause is None else self.log.failures[self.log.cause]
        is_told = self._whole is not None and self._whole.ended == "signal"
        if found.outcome == "answered" or cause is None or cause.kind != "crash" or is_told:
            return found
        # Imported here: few logs end so.
        from msfaq.running.meaning import signal_meaning

        name = signal_in(cause.headline)
        meaning = signal_meaning(name, found.lang) if name else ""
        return replace(found, message=" ".join(part for part in (meaning, found.message) if part))

    def _healthy(self) -> Diagnosis:
        return Diagnosis(
            query="",
            lang=self._lang,
            outcome="unknown",
            answers=(),
            nearest=(),
            place=None,
            earlier=(),
            message=self.log.story,
        )


def _summary(
    readings: Sequence[LogReading],
    unread: Sequence[LogFile],
    cases: Sequence[Case],
    cause: int | None,
    warned: Sequence[KnownWarning],
    lang: str,
) -> LogReport:
    failures = tuple(_failure(cases, at, readings, is_cause=at == cause) for at in range(len(cases)))
    counts = [0] * len(readings)
    for case in cases:
        for log in case.logs:
            counts[log] += 1
    files = [*((reading.file, count) for reading, count in zip(readings, counts, strict=True))]
    files += [(file, 0) for file in unread]
    logs = tuple(LogSummary(f.path, f.rank, f.host, f.size, f.lines, count, f.problem) for f, count in files)
    ranks = _ranks(readings, cases, cause)
    lines = cases[cause].failure.lines if cause is not None else ()
    return LogReport(
        story=tell(
            failures[cause] if cause is not None else None,
            ranks,
            logs,
            lang,
            # A traceback has the time of the record above it, which may be long before.
            dated=not lines or bool(lines[0].time),
        ),
        cause=cause,
        failures=failures,
        ranks=ranks,
        logs=logs,
        warnings=tuple(
            WarningSummary(one.entry_id, one.title.of(lang), one.line.text[:_LONGEST], one.path, one.line.number)
            for one in warned
        ),
    )


def _failure(cases: Sequence[Case], at: int, readings: Sequence[LogReading], *, is_cause: bool) -> FailureSummary:
    case = cases[at]
    failure, file = case.failure, readings[case.first.log].file
    frame = failure.frame
    if frame is None and is_cause:
        # A record names no line of the program's; the exception that it brought about does.
        frame = next((one.frame for one in companions(cases, case) if one.frame is not None), None)
    return FailureSummary(
        kind=failure.kind,
        exception=failure.exception,
        headline=_headline(failure)[:_LONGEST],
        role="cause" if is_cause else "echo" if case.effect else "other",
        effect=case.effect,
        path=file.path,
        line=failure.first_line,
        last_line=failure.last_line,
        count=case.count,
        rank=rank_at(readings, case.first),
        ranks=case.ranks,
        host=file.host,
        process=failure.process,
        time=failure.time,
        operator=failure.operator,
        codes=failure.codes,
        sections=tuple(section.title for section in failure.sections),
        place=Place(frame.file, frame.line, frame.code, frame.is_late) if frame else None,
        raised=failure.raised[:_LONGEST],
    )


def _headline(failure: Failure) -> str:
    """Return the first line of the message; of a message that is all sections the first fact in them."""
    fact = "" if failure.message else next((text for section in failure.sections if (text := fact_of(section))), "")
    return f"{failure.exception}: {fact}" if fact else failure.headline


def _ranks(readings: Sequence[LogReading], cases: Sequence[Case], cause: int | None) -> tuple[RankSummary, ...]:
    known = {reading.file.rank for reading in readings} | {rank for case in cases for rank in case.ranks}
    found: dict[int, RankSummary] = {rank: RankSummary(rank, "silent", None) for rank in known if rank is not None}
    for at, case in enumerate(cases):
        state = "cause" if at == cause else "failed" if case.is_own else case.effect
        for rank in case.ranks:
            if found[rank].state == "silent":
                found[rank] = RankSummary(rank, state, at)
    return tuple(found[rank] for rank in sorted(found))
