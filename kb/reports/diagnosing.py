"""Diagnoses logs: reads them, asks the book about what failed, and says what began it."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from msfaq.diagnosis import Diagnosis
from msfaq.errors import InputError
from msfaq.index.signatures import SignatureIndex
from msfaq.index.store import Store
from msfaq.language import choose_language, locale_language
from msfaq.logs.cause import Known, weigh
from msfaq.logs.decode import is_binary
from msfaq.logs.excerpt import WHOLE
from msfaq.logs.failure import Failure, Line
from msfaq.logs.gather import gather, unread
from msfaq.logs.logfile import Group, LogFile, LogReading, line_failure, mark_of
from msfaq.logs.names import host_of, rank_in, rank_of, ranks_side_by_side
from msfaq.logs.progress import Progress
from msfaq.logs.reading import Reading, read
from msfaq.logs.sources import Stream, find_logs, open_log
from msfaq.logs.tracebacks import WARNING_LINE
from msfaq.reports.report import Report
from msfaq.reports.warnings import known_warnings, settling

_WELL: Final = ("DEBUG", "INFO", "WARNING")

Find = Callable[[Reading], Diagnosis]


class Diagnoser:
    """Diagnoses logs over one open index."""

    def __init__(self, store: Store, signatures: SignatureIndex) -> None:
        self._store = store
        self._signatures = signatures

    def paths(
        self,
        paths: Sequence[str],
        find: Find,
        lang: str | None,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Diagnose the logs that paths name; ``progress`` is told how far reading has come, and may stop it.

        Raises InputError when none of them can be read.
        """
        files, problems = find_logs(paths)
        refused = [unread(path, why) for path, why in problems.items()]
        if len(files) == 1 and not refused and (short := _short(files[0])) is not None:
            return self.text(short, files[0], find, lang)
        results = gather(files, self._signatures.anchor_bytes(), jobs, settle=self._with_suspects, progress=progress)
        readings = [one for one in results if isinstance(one, LogReading)]
        refused = [*(one for one in results if isinstance(one, LogFile)), *refused]
        if not readings:
            raise InputError(_none_read(refused))
        return self.readings(readings, find, lang, refused)

    def text(self, data: bytes, name: str, find: Find, lang: str | None, ended: str = "") -> Report:
        """Diagnose a log short enough to be read whole; ``ended`` is that of `msfaq.logs.reading.Reading`.

        Raises InputError, naming it, when it is empty or no text.
        """
        try:
            whole = read(data, ended=ended)
        except InputError as error:
            if name == "-":
                raise
            raise InputError(f"{name} is {'binary, not text' if is_binary(data) else 'empty'}") from error
        groups: dict[str, Group] = {}
        for failure in whole.failures:
            if failure.kind != "warning":
                mark = mark_of(failure)
                known = groups.get(mark)
                count = known.count + 1 if known else 1
                groups[mark] = Group(known.failure if known else failure, mark, count, failure.first_line)
        rank = rank_of(name)
        file = LogFile(
            path=name,
            rank=rank if rank is not None else rank_in(whole.text[:WHOLE]),
            host=host_of(name),
            size=len(data),
            lines=data.count(b"\n") + (not data.endswith(b"\n")),
            problem="",
        )
        suspects = () if groups else tuple(self._suspects(whole))
        lang = lang or choose_language(whole.text, is_question=False)
        reading = LogReading(file, tuple(groups.values()), suspects, whole.is_ours)
        return self.readings([reading], find, lang, whole=whole)

    def readings(
        self,
        readings: Sequence[LogReading],
        find: Find,
        lang: str | None,
        refused: Sequence[LogFile] = (),
        *,
        whole: Reading | None = None,
    ) -> Report:
        """Diagnose logs that were read before; ``refused`` are those that could not be."""
        numbered = ranks_side_by_side([*(one.file.path for one in readings), *(file.path for file in refused)])
        refused = [_ranked(file, numbered) for file in refused]
        settled = [self._with_suspects(replace(reading, file=_ranked(reading.file, numbered))) for reading in readings]
        cases, cause = weigh(settled, self.known)
        warned = known_warnings(settled, whole, self._signatures, self._store) if not cases else ()
        return Report(settled, refused, cases, cause, lang or locale_language(), find, whole, warned)

    def _suspects(self, whole: Reading) -> Iterator[Failure]:
        """Yield the lines of a long log that a signature recognises, unless their level says that all is well."""
        if not whole.is_long:
            return
        texts = whole.text.split("\n")
        for hit in self._signatures.find(whole.text):
            at = bisect_right(whole.starts, hit.start) - 1
            if whole.levels[at] not in _WELL and WARNING_LINE.match(texts[at]) is None:
                yield line_failure([Line(whole.numbers[at], texts[at], 0, whole.levels[at], "", False)], 0)

    def known(self, failure: Failure) -> Known:
        """Return what the book says of a failure by its exact wording alone."""
        text = "\n".join(line.text for line in failure.lines)
        hit = next((hit for hit in self._signatures.find(text) if not hit.weak and not hit.aside), None)
        if hit is None:
            return Known()
        entry = self._store.entry(hit.entry_id)
        return Known(hit.entry_id, hit.secondary, entry.leads_to, entry.general)

    def _with_suspects(self, reading: LogReading) -> LogReading:
        """Add the lines which a signature recognises as a message, though nothing marks them as one."""
        found: dict[str, Group] = {}
        for line in reading.suspects:
            text = line.lines[0].text
            if WARNING_LINE.match(text) is not None:
                continue
            hit = settling(self._signatures.find(text))
            if hit is not None:
                # Of an endless line only the message is shown.
                told = replace(line, message=text[hit.start :][:400] if len(text) > 400 else text)
                found.setdefault(mark := mark_of(told), Group(told, mark, 1, line.first_line))
        if not found:
            return reading
        groups = sorted((*reading.groups, *found.values()), key=lambda group: group.failure.first_line)
        return replace(reading, groups=tuple(groups), suspects=())


def _ranked(file: LogFile, numbered: Mapping[str, int]) -> LogFile:
    """Return the log with the rank that its number among the others gives it, where nothing else tells."""
    return file if file.rank is not None else replace(file, rank=numbered.get(file.path))


def _short(path: str) -> bytes | None:
    """Return the whole of a regular file that is short, decompressed; None for any other."""
    with suppress(OSError):
        if Path(path).is_file() and Path(path).stat().st_size <= WHOLE:
            with open_log(path) as stream:
                return read_up_to(stream, WHOLE, bytearray())
    return None


def read_up_to(stream: Stream, most: int, found: bytearray) -> bytes | None:
    """Return the whole of a stream when it is no longer than ``most`` bytes and not broken, else None.

    What was taken from it stands in ``found`` either way.
    """
    while len(found) <= most:
        try:
            piece = stream.read(min(1 << 16, most + 1 - len(found)))
        except BrokenPipeError:
            raise
        except OSError:
            return None
        if not piece:
            return bytes(found)
        found += piece
    return None


def _none_read(refused: Sequence[LogFile]) -> str:
    first = refused[0]
    more = f" (and {len(refused) - 1} more that cannot be read)" if len(refused) > 1 else ""
    if first.problem.startswith(("is ", "cannot", "has ")) or first.problem.startswith("no log"):
        return f"{first.path}: {first.problem}{more}"
    return f"{first.path} cannot be read: {first.problem}{more}"
