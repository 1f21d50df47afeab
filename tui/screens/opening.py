"""The dialog that asks for a log to open."""

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Static

from msfaq.tui.screens.base import Dialog


class OpenLogScreen(Dialog[str]):
    """Takes the path of a log or of a folder; the result is the path."""

    TITLE_KEY = "log title"

    def body(self) -> ComposeResult:
        """Yield the field."""
        yield Input(placeholder=self.say("log path"), id="path", compact=True)
        yield Static(str(Path.cwd()), classes="dialog-note", markup=False)

    def on_mount(self) -> None:
        """Go to the field."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _open(self, event: Input.Submitted) -> None:
        event.stop()
        path = Path(event.value.strip()).expanduser()
        if not event.value.strip():
            return
        if path.exists():
            self.dismiss(str(path))
        else:
            self.query_one(".dialog-note", Static).update(self.say("no file", file=path, why="no such file"))
