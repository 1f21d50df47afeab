"""A process of our own that reads logs, as the process that started it sees it."""

import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any, Final

from msfaq.logs.logfile import LogFile, LogReading

READY: Final = b"msfaq reads\n"
"""What the process says once it can read logs."""

_SERVE: Final = """\
import sys
if sys.path[:1] == [""]:
    sys.path.pop(0)
import pickle
sys.path[:] = pickle.load(sys.stdin.buffer)
from msfaq.logs.gather import serve
serve()
"""
"""What it runs. The folder that somebody works in is no place to import from: beside logs lie people's own scripts."""

_OPTIONS: Final = ("-P",) if sys.version_info >= (3, 11) else ()
"""Keeps that folder away before the first line is run, too."""

_LAST_WORDS: Final = 120
"""Characters told of what it said last."""


class ReaderDied(Exception):
    """The process ended, or is no reader at all; the message says why in a few words."""


class ReaderProcess:
    """Reads one log after another."""

    def __init__(self) -> None:
        """Start the process; raises ReaderDied when that cannot be done."""
        if not sys.executable:
            raise ReaderDied("there is no Python to start")
        try:
            with ExitStack() as started:
                self._said = started.enter_context(tempfile.TemporaryFile())
                self._process = subprocess.Popen(
                    [sys.executable, *_OPTIONS, "-c", _SERVE],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self._said,
                )
                started.pop_all()
        except OSError as error:
            raise ReaderDied(f"its reader cannot be started: {error.strerror}") from error

    def prepare(self, anchors: Sequence[bytes]) -> None:
        """Wait until it can read; raises ReaderDied when it never can."""
        try:
            send(self._process.stdin, [path for path in sys.path if path])
            send(self._process.stdin, list(anchors))
            # What stands behind sys.executable may be a program that holds Python rather than Python.
            is_ready = self._stdout.read(len(READY)) == READY
        except OSError as error:
            raise self._death() from error
        if not is_ready:
            raise self._death()

    def read(self, at: int, path: str) -> LogReading | LogFile:
        """Return what it understood of a log, the ``at``-th; raises ReaderDied when it ended instead."""
        try:
            send(self._process.stdin, (at, path))
            result: LogReading | LogFile = pickle.load(self._stdout)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise self._death() from error
        return result

    def kill(self) -> None:
        """End it at once; whoever waits for what it reads is told that it died."""
        self._process.kill()

    def close(self) -> None:
        """Let it end, and wait for that."""
        streams: tuple[Any, ...] = (self._process.stdin, self._process.stdout, self._said)
        for stream in streams:
            # What was killed cannot take what is still to be flushed.
            with suppress(OSError):
                stream.close()
        self._process.wait()

    @property
    def _stdout(self) -> Any:
        return self._process.stdout

    def _death(self) -> ReaderDied:
        """End it, and return why it could not go on."""
        # One that says something else lives on; one that died has its own exit code.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        self._process.kill()
        code = self._process.wait()
        self._said.seek(0)
        words = self._said.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        ended = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return ReaderDied(f"its reader died: {ended}" + (f", {words[:_LAST_WORDS]}" if words else ""))


def send(out: Any, value: object) -> None:
    """Write a value for the process at the other end."""
    pickle.dump(value, out, pickle.HIGHEST_PROTOCOL)
    out.flush()
