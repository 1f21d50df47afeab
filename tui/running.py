"""Runs a code block that the reader has confirmed, and can stop it with everything it started."""

import asyncio
import codecs
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msfaq.promises.process import command_path

_SHELLS: Final = ("bash", "sh", "shell")
_CHUNK: Final = 64 * 1024
_PATIENCE: Final = 3.0
"""Seconds between asking a process to end and ending it."""

_LONGEST_LINE: Final = 64 * 1024
"""Characters after which a line without an end is passed on."""


def runnable(lang: str) -> bool:
    """Tell whether code blocks in this language can be run."""
    return lang == "python" or lang in _SHELLS


@dataclass(frozen=True, slots=True)
class Plan:
    """Exactly what would be run."""

    command: tuple[str, ...]
    """Program and arguments."""
    folder: Path
    """Working folder."""
    script: Path
    """The file with the code; lies in a folder of its own, not in the working folder."""
    code: str
    """The code, placeholders filled in."""


def plan(code: str, lang: str, folder: Path) -> Plan:
    """Return what running a block means; nothing is written yet."""
    # Imported here: few blocks are run.
    import tempfile

    aside = Path(tempfile.gettempdir(), f"msfaq-run-{os.getpid()}-{os.urandom(4).hex()}")
    script = aside / ("snippet.py" if lang == "python" else "snippet.sh")
    program = (sys.executable, "-u") if lang == "python" else ("bash",)
    return Plan((*program, str(script)), folder, script, code)


class Run:
    """One run of a plan."""

    def __init__(self, planned: Plan) -> None:
        self.plan = planned
        self.stopped = False
        """Whether it was stopped by the reader."""
        self.code: int | None = None
        """Exit code once it has ended; negative for a signal."""
        self._process: asyncio.subprocess.Process | None = None
        self._is_over = False

    async def lines(self) -> AsyncIterator[str]:
        """Run it; yield its output, standard error included, line by line as it comes.

        Raises OSError when it cannot be started.
        """
        self.plan.script.parent.mkdir(mode=0o700)
        try:
            self.plan.script.write_text(self.plan.code, "utf-8")
            output = await self._start()
            ended = asyncio.ensure_future(self._end())
            async for line in _lines(output):
                yield line
            self.code = await ended
        finally:
            self.kill()
            self.plan.script.unlink(missing_ok=True)
            with suppress(OSError):
                self.plan.script.parent.rmdir()

    async def stop(self) -> None:
        """Ask it and its children to end; end them if they do not."""
        if self._process is None or self._process.returncode is not None:
            return
        self.stopped = True
        self._signal(signal.SIGTERM)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._process.wait(), _PATIENCE)
        self.kill()

    def kill(self) -> None:
        """End it and whatever it left running in its group, at once; once it has ended, nothing is done."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and not self._is_over:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    async def _start(self) -> asyncio.StreamReader:
        """Start it and return what it writes."""
        # A pipe of our own: asyncio takes a program for running as long as a child of it holds asyncio's pipe open.
        end, begin = os.pipe()
        output = asyncio.StreamReader()
        with os.fdopen(begin, "wb"):
            await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(output), os.fdopen(end, "rb", buffering=0)
            )
            self._process = await asyncio.create_subprocess_exec(
                *self.plan.command,
                cwd=self.plan.folder,
                env=_environment(os.environ),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=begin,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
            )
        return output

    async def _end(self) -> int:
        """Wait for its end and return the exit code; what it left running goes with it."""
        assert self._process is not None
        code = await self._process.wait()
        # Children that still run hold the group's number; without any it is soon another's, so this is the last time.
        self.kill()
        self._is_over = True
        return code


async def _lines(output: asyncio.StreamReader) -> AsyncIterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    while data := await output.read(_CHUNK):
        rest += decoder.decode(data)
        *lines, rest = rest.replace("\r\n", "\n").split("\n")
        for line in lines:
            yield line
        if len(rest) > _LONGEST_LINE:
            yield rest
            rest = ""
    rest += decoder.decode(b"", final=True)
    if rest:
        yield rest


def _environment(env: Mapping[str, str]) -> dict[str, str]:
    return {**env, "PATH": command_path(), "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
