"""The dialog before a run: the exact command, the folder, the code.

Nothing that stands in a text confirms it, no letter, no Tab and no Enter: whatever is pasted or typed on runs nothing.
"""

import shlex
from pathlib import Path
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.highlight import highlight
from textual.widgets import Button, Input, Label, Static

from msfaq.corpus.entry import Snippet
from msfaq.promises.machine import missing
from msfaq.tui.actions import bindings
from msfaq.tui.running import Plan, plan
from msfaq.tui.screens.base import Dialog

WORD: Final = "run"
"""What is typed before something destructive runs; the same in both languages, for it needs no input method."""

_AROUND: Final = 19
"""Rows that everything but the code takes at most, where command and warnings need several."""


class ConfirmScreen(Dialog[Plan]):
    """Shows what would run; the result is what was confirmed."""

    TITLE_KEY = "run title"
    is_careful = True
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form", "run_confirmed")]

    def __init__(self, snippet: Snippet, code: str) -> None:
        super().__init__(classes="-large")
        self._snippet = snippet
        self._plan = plan(code, snippet.lang, Path.cwd())

    def body(self) -> ComposeResult:
        """Yield command, folder, code, warnings and buttons; leaving is what Enter does."""
        snippet = self._snippet
        with Horizontal(classes="dialog-row -short"):
            yield Label(self.say("run command"))
            yield Static(shlex.join(self._plan.command), id="command", markup=False)
        with Horizontal(classes="dialog-row -short"):
            yield Label(self.say("run folder"))
            yield Input(str(self._plan.folder), id="folder", compact=True)
        with VerticalScroll(classes="dialog-code"):
            yield Static(highlight(self._plan.code.rstrip(), language=snippet.lang))
        for note in self._warnings():
            yield Static(note, classes="dialog-warning", markup=False)
        if snippet.destructive:
            yield Static(self.say("run destructive", word=WORD), classes="dialog-danger", markup=False)
            yield Input(id="word", compact=True)
        with Horizontal(classes="dialog-buttons"):
            yield Button(
                f"{self.say('run do')}  Ctrl+R",
                id="run",
                variant="error" if snippet.destructive else "primary",
                compact=True,
            )
            yield Button(self.say("cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        """Go where a stray Enter does no harm."""
        run = self.query_one("#run", Button)
        run.can_focus = False
        run.disabled = self._snippet.destructive
        self.query_one("#word" if self._snippet.destructive else "#cancel").focus()

    def on_resize(self, event: events.Resize) -> None:
        """Take no more room than code of a few lines needs; longer code scrolls, with warnings and buttons beneath."""
        lines = self._plan.code.rstrip().count("\n") + 1
        self.set_class(lines + _AROUND <= event.size.height * 0.92, "-fitting")

    def action_run_confirmed(self) -> None:
        """Run it; what destroys something only once its word is typed."""
        if not self.query_one("#run", Button).disabled:
            self._run()

    def _warnings(self) -> list[str]:
        snippet = self._snippet
        notes = [self.say("run syntax", why=snippet.because)] if snippet.because else []
        if need := missing(snippet.needs):
            notes.append(self.say("run missing", need=need))
        return notes

    @on(Input.Changed, "#word")
    def _typed(self, event: Input.Changed) -> None:
        self.query_one("#run", Button).disabled = event.value.strip() != WORD

    @on(Button.Pressed, "#run")
    def _run(self) -> None:
        folder = Path(self.query_one("#folder", Input).value).expanduser()
        if not folder.is_dir():
            self.notify(self.say("no folder", folder=folder), severity="error", markup=False)
            return
        planned = self._plan
        self.dismiss(Plan(planned.command, folder, planned.script, planned.code))

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)
