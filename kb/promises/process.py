"""Runs one script in a folder of its own, with a time limit that also ends its children."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PATIENCE: Final = 2.0
"""Seconds within which what was killed has let go of its output."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a script ended."""

    code: int
    """Exit code; negative for a signal; -9 after the time limit."""
    output: str
    """What it wrote to standard output and standard error, in order."""
    timed_out: bool
    """Whether the time limit ended it."""


def run_script(command: Sequence[str], code: str, name: str, *, timeout: int, python: str = sys.executable) -> Finished:
    """Write ``code`` to the file ``name`` in an empty folder and run ``command`` with that file there.

    A ``python`` or ``msrun`` in the script is that of the interpreter ``python``. The folder goes away with everything
    the script left in it. However this ends, by an interrupt too, the script and its children end first.
    """
    with tempfile.TemporaryDirectory(prefix="msfaq-", ignore_cleanup_errors=True) as folder:
        script = Path(folder, name)
        script.write_text(code, "utf-8")
        process = subprocess.Popen(
            [*command, str(script)],
            cwd=folder,
            env=script_environment(python),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        timed_out = False
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            timed_out = True
            output = _ended(process)
        except BaseException:
            _ended(process)
            raise
        return Finished(process.returncode, output.decode("utf-8", "replace"), timed_out)


def _ended(process: "subprocess.Popen[bytes]") -> bytes:
    """End a process that was not waited for, and its group; return what it has written."""
    with process:
        os.killpg(process.pid, signal.SIGKILL)
        try:
            return process.communicate(timeout=_PATIENCE)[0]
        except subprocess.TimeoutExpired as late:
            # A child that has left the group holds the pipe open.
            return late.output or b""


def command_path(python: str = sys.executable) -> str:
    """Return the folders of commands, those of the interpreter ``python`` first."""
    return os.pathsep.join((str(Path(python).parent), os.environ.get("PATH", "")))


def script_environment(python: str = sys.executable) -> dict[str, str]:
    """Return the environment of a script: a ``python`` or ``msrun`` in it is that of the interpreter ``python``."""
    return {**os.environ, "PATH": command_path(python), "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
