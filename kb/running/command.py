"""Starts a command the way a shell does, with a shell's exit codes where that fails."""

import errno
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msfaq.errors import MsfaqError
from msfaq.running.channels import Channel

NOT_FOUND: Final = 127
NOT_EXECUTABLE: Final = 126
"""Exit codes of shells for a command that is not there, and for one that cannot be executed."""


class StartError(MsfaqError):
    """A command cannot be started; ``code`` is the exit code a shell gives."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def start(
    words: Sequence[str], channels: Mapping[int, Channel], closed: Sequence[int], prepare: Callable[[], None]
) -> "subprocess.Popen[bytes]":
    """Start the command with the channels as its outputs; ``prepare`` is called in its process before it runs.

    ``closed`` are the standard descriptors that were closed when we started, and are for the command too.

    Raises StartError.
    """

    def before() -> None:
        prepare()
        for fd in closed:
            with suppress(OSError):
                os.close(fd)

    def spawn(command: Sequence[str]) -> "subprocess.Popen[bytes]":
        # No other thread runs yet, so code between fork and exec is safe.
        return subprocess.Popen(
            command,
            stdout=channels[1].write_end if 1 in channels else None,
            stderr=channels[2].write_end if 2 in channels else None,
            preexec_fn=before,
        )

    try:
        return spawn(words)
    except OSError as error:
        if error.errno == errno.ENOEXEC:
            # A script without a first line that names its interpreter: shells run it themselves.
            return spawn(["/bin/sh", shutil.which(words[0]) or words[0], *words[1:]])
        raise _start_error(words[0], error) from error
    except ValueError as error:
        raise StartError(f"{words[0]!r} cannot be run: {error}", NOT_EXECUTABLE) from error


def _start_error(name: str, error: OSError) -> StartError:
    exists = Path(name).exists() if "/" in name else shutil.which(name, os.F_OK) is not None
    if not exists:
        return StartError(f"{name}: command not found", NOT_FOUND)
    if isinstance(error, FileNotFoundError):
        return StartError(f"{name}: the interpreter that its first line names does not exist", NOT_EXECUTABLE)
    reason = "is a directory" if Path(name).is_dir() else (error.strerror or "cannot be executed").lower()
    return StartError(f"{name}: {reason}", NOT_EXECUTABLE)
