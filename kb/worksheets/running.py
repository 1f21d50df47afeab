"""Runs a checklist snippet, as it stands or as the person has adapted it, in the project, and gathers its output."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from msfaq.corpus.entry import Entry, Snippet
from msfaq.errors import SnippetError
from msfaq.promises.keep import fill_placeholders
from msfaq.promises.machine import missing
from msfaq.promises.process import script_environment
from msfaq.worksheets.contents import Attachment
from msfaq.worksheets.evidence import Gathered

_COMMANDS: Final = {"python": ((sys.executable, "-u"), "check.py"), "bash": (("bash",), "check.sh")}
_PAUSE: Final = 0.05
"""Seconds between looks at a running script."""


def runnable(entry: Entry) -> tuple[int, ...]:
    """Return the numbers, from 1, of the entry's snippets that can be run here at all, adapted or not."""
    return tuple(n for n, s in enumerate(entry.snippets, start=1) if s.lang in _COMMANDS and not s.destructive)


def snippet_code(entry: Entry, number: int) -> str:
    """Return the code of snippet ``number``, from 1, with its placeholders at their defaults.

    Raises SnippetError when there is none of that number, or it may not be run.
    """
    if number not in runnable(entry):
        numbers = ", ".join(map(str, runnable(entry))) or "none"
        raise SnippetError(f"'{entry.id}' has no snippet {number} to run here; it has {numbers}")
    return fill_placeholders(entry, entry.snippets[number - 1].code)


class SnippetRun:
    """A snippet that runs; `poll` looks after it, and whoever starts it closes it."""

    def __init__(self, entry: Entry, number: int, project: Path, *, code: str | None = None, lang: str = "en") -> None:
        """Start snippet ``number`` of an entry, from 1, in the folder ``project``.

        ``code`` is run in its place when given; ``lang`` is the language of the output's name. The project's modules
        can be imported, and paths are relative to it.

        Raises SnippetError when this machine lacks what the snippet needs, or it cannot be run by itself.
        """
        own = snippet_code(entry, number)
        self.snippet = entry.snippets[number - 1]
        """The snippet."""
        self._title = self.snippet.title.of(lang)
        self.code = own if code is None else code
        """What is run."""
        self._is_adapted = self.code.strip() != own.strip()
        _refuse(entry, number, self.snippet, is_adapted=self._is_adapted)
        self.stopped = ""
        """Why it was ended before its own end; empty otherwise."""
        self._folder = tempfile.TemporaryDirectory(prefix="msfaq-", ignore_cleanup_errors=True)
        command, name = _COMMANDS[self.snippet.lang]
        script = Path(self._folder.name, name)
        script.write_text(self.code, "utf-8")
        # A file, not a pipe: a script that prints much is never held up, and what it leaves running holds nothing open.
        self._output = Path(self._folder.name, "output")
        path = os.pathsep.join(filter(None, (str(project), os.environ.get("PYTHONPATH", ""))))
        with self._output.open("wb") as out:
            self._process = subprocess.Popen(
                [*command, str(script)],
                cwd=project,
                env={**script_environment(), "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._until = time.monotonic() + self.snippet.timeout

    def __enter__(self) -> "SnippetRun":
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def poll(self) -> int | None:
        """Return the exit code, None while it runs; end it when its time is over."""
        if self._process.poll() is None and time.monotonic() > self._until:
            self.stop(f"still running after {self.snippet.timeout} s")
        return self._process.poll()

    def wait(self) -> int:
        """Wait for the end and return the exit code."""
        while (code := self.poll()) is None:
            time.sleep(_PAUSE)
        return code

    def stop(self, reason: str = "stopped") -> None:
        """End it and its children."""
        if self._process.poll() is None:
            self.stopped = reason
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def output(self) -> Attachment:
        """Return what it has printed so far as an attachment, the code with it when it was adapted.

        Raises InputError when it has printed nothing.
        """
        with self._output.open("rb") as stream:
            gathered = Gathered()
            while piece := stream.read(1 << 20):
                gathered.add(piece)
        if end := self._end():
            gathered.add(f"\n[{end}]\n".encode())
        return gathered.attachment("snippet", self._title, code=self.code if self._is_adapted else "")

    def close(self) -> None:
        """End it if it still runs, and remove what it ran from."""
        self.stop()
        self._folder.cleanup()

    def _end(self) -> str:
        code = self._process.poll()
        return self.stopped or (f"exit code {code}" if code else "")


def _refuse(entry: Entry, number: int, snippet: Snippet, *, is_adapted: bool) -> None:
    how = f"msfaq fix {entry.id} -n {number} prints it; adapt it and pipe its output into msfaq checklist attach"
    if snippet.promise == "syntax" and not is_adapted:
        raise SnippetError(f"snippet {number} of '{entry.id}' cannot be run as it stands ({snippet.because}); {how}")
    if need := missing(snippet.needs):
        raise SnippetError(f"snippet {number} of '{entry.id}' needs {need}, which is not here; {how}")
