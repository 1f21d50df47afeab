"""The output of a run, as it comes."""

import time
from collections import deque
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Log, Static

from msfaq.logs.decode import clean
from msfaq.tui.actions import bindings
from msfaq.tui.clipboard import copy
from msfaq.tui.running import Plan, Run
from msfaq.tui.screens.base import Dialog
from msfaq.tui.work import start

_MOST_LINES: Final = 20_000
"""Lines that are kept; of a longer output the end is."""

_LONGEST_LINE: Final = 2000
"""Characters of a line that are shown."""


class OutputScreen(Dialog[None]):
    """Runs a plan and shows what it writes; closing stops it."""

    TITLE_KEY = "run title"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("output")]

    def __init__(self, planned: Plan) -> None:
        super().__init__(classes="-large")
        self._run = Run(planned)
        self._kept: deque[str] = deque(maxlen=_MOST_LINES)
        self._fresh: list[str] = []
        self._lines = 0
        self._started = time.monotonic()
        self.ended = False
        """Whether it has ended."""

    def body(self) -> ComposeResult:
        """Yield the output and a line on the state."""
        yield Log(id="output", max_lines=_MOST_LINES)
        yield Static(id="run-state", markup=False)

    def on_mount(self) -> None:
        """Start."""
        self.retitle(f"{' '.join(self._run.plan.command)}   [{self._run.plan.folder}]")
        self.query_one(Log).focus()
        self._ticking = self.set_interval(0.1, self._tick)
        start(self, self._go, "run")

    async def on_unmount(self) -> None:
        """End what still runs."""
        self._run.kill()

    async def action_stop(self) -> None:
        """Stop it."""
        if not self.ended:
            self.query_one("#run-state", Static).update(self.say("stopping"))
            await self._run.stop()

    async def action_close(self) -> None:
        """Close; what runs is stopped first."""
        await self.action_stop()
        self.dismiss(None)

    async def action_copy_output(self) -> None:
        """Copy what is kept of the output."""
        await copy(self.app, self.text)
        self.notify(self.say("copied", what=self.say("what output")), timeout=2)

    async def action_ask_output(self) -> None:
        """Read the output as a log."""
        text = self.text
        if text.strip() and self.ended:
            self.dismiss(None)
            await self.app.ask(text)  # type: ignore[attr-defined]

    @property
    def text(self) -> str:
        """The output, as far as it is kept."""
        return "\n".join(self._kept)

    async def _go(self) -> None:
        try:
            async for line in self._run.lines():
                # A progress bar redraws its line; its last state is what would be seen.
                shown = clean(line.rstrip("\r").rpartition("\r")[2]).rstrip("\n")[:_LONGEST_LINE]
                self._kept.append(shown)
                self._fresh.append(shown)
                self._lines += 1
        except OSError as error:
            self._end(self.say("cannot start", why=error.strerror or error))
            return
        seconds = f"{time.monotonic() - self._started:.1f}"
        code = self._run.code
        key = "stopped" if self._run.stopped else "ended well" if code == 0 else "ended"
        self._end(self.say(key, code=code, seconds=seconds))

    def _end(self, text: str) -> None:
        self.ended = True
        self._ticking.stop()
        self._flush()
        state = self.query_one("#run-state", Static)
        state.set_class(self._run.code == 0, "-well")
        state.set_class(self._run.code != 0, "-badly")
        state.update(text)

    def _tick(self) -> None:
        self._flush()
        if not self._run.stopped:
            seconds = int(time.monotonic() - self._started)
            self.query_one("#run-state", Static).update(self.say("running", seconds=seconds))

    def _flush(self) -> None:
        if self._fresh:
            # A fast writer is shown ten times a second, not once a line.
            self.query_one(Log).write_lines(self._fresh[-_MOST_LINES:])
            self._fresh.clear()
