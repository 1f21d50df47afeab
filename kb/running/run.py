"""Runs one command: its output and its end are its own, what it said is kept."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from msfaq.errors import InputError
from msfaq.redaction.redact import StreamRedactor
from msfaq.running.capture import Capture
from msfaq.running.channels import Channel, TerminalState, copy_size, open_channels
from msfaq.running.closed import occupy_closed
from msfaq.running.command import start
from msfaq.running.copying import copy, leave_behind, write_all
from msfaq.running.meaning import oom_kills
from msfaq.running.signals import Signals

_HELD: Final = 1 << 24
"""Bytes of held-back output kept in memory; more goes to a file without a name, which vanishes with us."""


_LAST_WORDS: Final = 1 << 14
"""Bytes at the end of the output in which Python says that it was interrupted."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    """Its exit code as a shell reports it: 128 + the signal's number when a signal ended it."""
    signal: int
    """The signal that ended it, or 0."""
    output: bytes
    """What it wrote to standard output and standard error, in the order of arrival; of much, what matters."""
    interrupted: bool
    """Whether it ended because someone interrupted it (SIGINT)."""
    oom_kills: int
    """Processes that the kernel killed for want of memory on this machine while it ran."""


class Runner:
    """Runs one command and afterwards ends this process the way the command ended."""

    def __init__(self, *, save_to: Path | None, redact_log: bool, hold: bool, talk: Callable[[str], None]) -> None:
        """Prepare a run.

        ``save_to`` also gets the output, its secrets masked if ``redact_log``; ``hold`` keeps the output back and
        shows it only when the command fails; ``talk`` receives what a person should know, a line at a time.
        """
        self._talk = talk
        self._closed = occupy_closed()
        self._log = _Log(save_to, redact_log, talk) if save_to is not None else None
        self._held = _Held() if hold else None
        self._signals = Signals()
        self._capture = Capture()

    def run(self, words: Sequence[str]) -> Ended:
        """Run the command to its end.

        Raises StartError, which is an MsfaqError with the exit code a shell gives, when it cannot be started.
        """
        terminal = TerminalState((0, 1, 2))
        kills = oom_kills()
        channels = open_channels(tuple(fd for fd in (1, 2) if fd not in self._closed))
        ways = {id(channel): channel for channel in channels.values()}.values()
        try:
            process = start(words, channels, self._closed, self._signals.give_back)
            for channel in ways:
                channel.hand_over()
            self._attend(process, list(ways))
        finally:
            terminal.restore()
            if self._log is not None:
                self._log.close()
        with self._signals.as_before():
            leave_behind(ways)
        code = process.returncode
        if self._held is not None and code != 0:
            self._held.replay()
        number = -code if code < 0 else 0
        output = self._capture.text() if code != 0 else b""
        return Ended(
            code=128 + number if number else code,
            signal=number,
            output=output,
            interrupted=number == signal.SIGINT
            or code == 128 + signal.SIGINT
            or (self._signals.interrupted and b"KeyboardInterrupt" in output[-_LAST_WORDS:]),
            oom_kills=oom_kills() - kills,
        )

    def end_like(self, ended: Ended) -> int:
        """End this process by the command's signal; return its exit code if none ended it."""
        if ended.signal:
            self._signals.die(ended.signal)
        return ended.code

    def _attend(self, process: "subprocess.Popen[bytes]", ways: list[Channel]) -> None:
        wake, knock = os.pipe()
        os.set_blocking(knock, False)

        def changed() -> None:
            with suppress(OSError):
                os.write(knock, b"!")

        def resized() -> None:
            for channel in ways:
                copy_size(channel)

        self._signals.pass_on(process.pid, resized, changed)
        # It may have ended, or the window changed, before anyone listened.
        resized()
        changed()
        copy(ways, wake, lambda: process.poll() is not None, self._write)

    def _write(self, channel: Channel, data: bytes) -> None:
        self._capture.feed(channel.target, data)
        if self._log is not None:
            self._log.write(data)
        if self._held is not None:
            self._held.keep(channel.target, data)
        else:
            write_all(channel.target, data)


class _Log:
    """The file that the user wants the output in; trouble with it never troubles the run."""

    def __init__(self, path: Path, redact: bool, talk: Callable[[str], None]) -> None:
        self._path = path
        self._talk = talk
        self._redactor = StreamRedactor() if redact else None
        try:
            self._file: IO[bytes] | None = path.open("wb", buffering=0)
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}; choose another --save-log") from error

    def write(self, data: bytes) -> None:
        self._put(self._redactor.feed(data) if self._redactor else data)

    def close(self) -> None:
        if self._redactor:
            self._put(self._redactor.finish())
        if self._file is not None:
            self._file.close()

    def _put(self, data: bytes) -> None:
        if self._file is None:
            return
        try:
            write_all(self._file.fileno(), data)
        except OSError as error:
            self._talk(f"{self._path} is incomplete: {error.strerror}; the run goes on")
            self._file.close()
            self._file = None


class _Held:
    """Output kept back until it is known whether it is wanted."""

    def __init__(self) -> None:
        self._bytes = tempfile.SpooledTemporaryFile(max_size=_HELD)  # noqa: SIM115
        self._pieces: list[tuple[int, int]] = []
        """Target and length of each piece; neighbours of one target are joined."""

    def keep(self, target: int, data: bytes) -> None:
        self._bytes.write(data)
        if self._pieces and self._pieces[-1][0] == target:
            self._pieces[-1] = (target, self._pieces[-1][1] + len(data))
        else:
            self._pieces.append((target, len(data)))

    def replay(self) -> None:
        self._bytes.seek(0)
        for target, length in self._pieces:
            while length > 0:
                data = self._bytes.read(min(length, 1 << 20))
                if not data:
                    return
                length -= len(data)
                with suppress(OSError):
                    write_all(target, data)
