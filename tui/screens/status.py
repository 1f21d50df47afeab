"""The status view: versions, the index, the files; the index can be built anew."""

import time
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, ProgressBar, Static

from msfaq.errors import MsfaqError
from msfaq.tui.actions import bindings
from msfaq.tui.clipboard import copy
from msfaq.tui.context import Change
from msfaq.tui.facts import rows
from msfaq.tui.library import IndexFacts
from msfaq.tui.screens.base import View
from msfaq.tui.sheet import STYLES
from msfaq.tui.words import word
from msfaq.tui.work import start


class StatusScreen(View):
    """Says what runs here, and looks after the index."""

    NAME = "status"
    CSS_PATH = STYLES / "status.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("status")]

    def __init__(self) -> None:
        super().__init__()
        self._facts: IndexFacts | None = None
        self._building = False

    def body(self) -> ComposeResult:
        """Yield the rows, a button and the progress."""
        with VerticalScroll(id="facts"):
            yield Static(id="rows", markup=False)
        with Horizontal(id="building"):
            button = Button("", id="rebuild", compact=True, variant="primary")
            button.display = not self.here.web
            yield button
            yield ProgressBar(id="progress", show_eta=False, show_percentage=False)
            yield Static(id="step", markup=False)

    async def on_mount(self) -> None:
        """Read and show."""
        self.query_one("#progress").display = False
        self._label()
        self._show()
        self.query_one("#facts").focus()

    def on_screen_resume(self) -> None:
        """Show the terminal's size and the index as they are."""
        start(self, self._read, "facts", exclusive=True)

    async def changed(self, _change: Change) -> None:
        """Show the rows in the other language."""
        self._label()
        self._show()

    @property
    def text(self) -> str:
        """All rows as plain text."""
        return "\n".join(f"{name}: {value}" for name, value in rows(self._facts, self.app, self.here.lang))

    async def action_copy_status(self) -> None:
        """Copy all rows."""
        await copy(self.app, self.text)
        lang = self.here.lang
        self.notify(word("copied", lang, what=word("what status", lang)), timeout=2)

    def action_rebuild(self) -> None:
        """Build the index anew."""
        if self.here.web:
            self.notify(word("web no rebuild", self.here.lang), severity="warning")
        elif not self._building:
            self._building = True
            start(self, self._rebuild, "building")

    @on(Button.Pressed, "#rebuild")
    def _pressed(self) -> None:
        self.action_rebuild()

    async def _rebuild(self) -> None:
        started = time.monotonic()
        bar, step = self.query_one("#progress", ProgressBar), self.query_one("#step", Static)
        bar.display = True
        bar.update(total=None)

        def tick() -> None:
            seconds = int(time.monotonic() - started)
            name = word("step read" if seconds < 1 else "step write", self.here.lang)
            step.update(word("rebuilding", self.here.lang, step=name, seconds=seconds))

        ticking = self.set_interval(0.2, tick)
        tick()
        try:
            await self.here.library.rebuild()
            said = word("rebuilt", self.here.lang, seconds=f"{time.monotonic() - started:.1f}")
        except MsfaqError as error:
            said = str(error)
        finally:
            self._building = False
            ticking.stop()
            bar.display = False
        step.update(said)
        await self._read()

    async def _read(self) -> None:
        step = self.query_one("#step", Static)
        said = step.visual
        try:
            with self.busy(step.update):
                self._facts = await self.here.library.facts()
            step.update(said)
        except MsfaqError as error:
            step.update(str(error))
        self._show()

    def _label(self) -> None:
        self.query_one("#rebuild", Button).label = f"b {word('rebuild do', self.here.lang)}"

    def _show(self) -> None:
        found = rows(self._facts, self.app, self.here.lang)
        width = max(Content(name).cell_length for name, _ in found) + 2
        lines = [
            Content.assemble((name + " " * (width - Content(name).cell_length), "$text-muted"), value)
            for name, value in found
        ]
        self.query_one("#rows", Static).update(Content("\n").join(lines))
