"""Logs on the command line: files, folders, pipes; read to the end, or followed while they grow."""

import argparse
import io
import sys
from typing import Any, BinaryIO, Final

from msfaq.cli.ask import as_asked, exit_of, show
from msfaq.cli.exits import Exit
from msfaq.cli.output import say
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.logs.excerpt import WHOLE
from msfaq.logs.sources import Stream, put_back, unpacked
from msfaq.reports.diagnosing import read_up_to

_MOST_TOLD: Final = 5
"""Problems told one by one."""


def read_logs(engine: Engine, paths: list[str], arguments: argparse.Namespace) -> Exit:
    """Diagnose the logs, or standard input without any."""
    if arguments.jobs is not None and arguments.jobs < 1:
        raise InputError(f"jobs is {arguments.jobs}; choose 1 or more")
    if arguments.tee and paths:
        raise InputError("--tee passes standard input on; leave the file names out, or pipe a program into msfaq")
    out = sys.stderr if arguments.tee else sys.stdout
    if arguments.follow:
        # Imported here: few logs are followed.
        from msfaq.cli.follow import follow

        return follow(engine, paths, arguments, out)
    options = answer_options(arguments)
    if paths:
        diagnosis = engine.diagnose(paths, jobs=arguments.jobs, **options).diagnosis
    else:
        diagnosis = _from_pipe(engine, standard_input(tee=arguments.tee), options)
    diagnosis = as_asked(diagnosis, arguments)
    tell_problems(diagnosis)
    show(diagnosis, arguments, out)
    return exit_of(diagnosis)


def answer_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return how the answers are wanted, as the engine takes it."""
    names = ("lang", "limit", "platform", "ms_version", "explain", "confidence")
    return {name: getattr(arguments, name) for name in names}


def standard_input(*, tee: bool) -> Stream:
    """Return standard input, decompressed if need be; with ``tee`` as it is, and passed on as it is read."""
    buffered: Any = sys.stdin.buffer
    raw: Stream = getattr(buffered, "raw", buffered)
    return _PassedOn(raw, sys.stdout.buffer) if tee else unpacked(raw, "standard input")


def tell_problems(diagnosis: Diagnosis) -> None:
    """Name on standard error the logs that could not be read whole."""
    logs = diagnosis.log.logs if diagnosis.log else ()
    troubled = [f"{log.path}: {log.problem}" for log in logs if log.problem]
    for line in troubled[:_MOST_TOLD]:
        say(line)
    if len(troubled) > _MOST_TOLD:
        say(f"and {len(troubled) - _MOST_TOLD} more logs that could not be read whole")


def _from_pipe(engine: Engine, stream: Stream, options: dict[str, Any]) -> Diagnosis:
    taken = bytearray()
    short = read_up_to(stream, WHOLE, taken)
    if short is not None:
        return engine.report(short, **options).diagnosis
    reading = engine.reader().read(put_back(bytes(taken), stream))
    return engine.report([reading], **options).diagnosis


class _PassedOn(io.RawIOBase):
    """A stream that writes what is read from it to another one, unchanged and at once."""

    def __init__(self, source: Stream, target: BinaryIO) -> None:
        self._source = source
        self._target = target

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._source.fileno()

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        count: int = self._source.readinto(buffer) or 0
        if count:
            self._target.write(buffer[:count])
            self._target.flush()
        return count
