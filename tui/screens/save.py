"""The dialog that saves a code block."""

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Input, Static

from msfaq.tui.actions import bindings
from msfaq.tui.screens.base import Dialog


class SaveScreen(Dialog[None]):
    """Asks for a file name and writes; a file that exists is overwritten only by a button of its own."""

    TITLE_KEY = "save title"
    is_careful = True
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form", "accept")]

    def __init__(self, code: str, name: str) -> None:
        super().__init__()
        self._code = code
        self._name = name

    def body(self) -> ComposeResult:
        """Yield the field, a line for what is wrong, and buttons."""
        yield Static(self.say("save to", folder=Path.cwd()), classes="dialog-note", markup=False)
        yield Input(self._name, id="file", compact=True)
        yield Static(id="trouble", classes="dialog-warning", markup=False)
        with Horizontal(classes="dialog-buttons"):
            yield Button(f"{self.say('save do')}  Enter", id="save", variant="primary", compact=True)
            yield Button(self.say("overwrite"), id="overwrite", variant="error", compact=True)
            yield Button(self.say("cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        """Offer to overwrite only once a file is in the way."""
        self.query_one("#overwrite").display = False
        self.query_one("#trouble").display = False
        self.query_one("#file", Input).focus()

    def action_accept(self) -> None:
        """Write the file."""
        self._save()

    @on(Input.Changed)
    def _renamed(self) -> None:
        self.query_one("#overwrite").display = False

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def _save(self) -> None:
        self._write("x")

    @on(Button.Pressed, "#overwrite")
    def _overwrite(self) -> None:
        self._write("w")

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)

    def _write(self, mode: str) -> None:
        file = Path(self.query_one("#file", Input).value.strip()).expanduser()
        try:
            with file.open(mode, encoding="utf-8") as stream:
                stream.write(self._code)
        except FileExistsError:
            self._complain(self.say("exists", file=file))
            self.query_one("#overwrite").display = True
        except (OSError, ValueError) as error:
            self._complain(self.say("cannot save", file=file, why=getattr(error, "strerror", None) or error))
        else:
            self.app.notify(self.say("saved", file=file.absolute()), markup=False)
            self.dismiss(None)

    def _complain(self, text: str) -> None:
        trouble = self.query_one("#trouble", Static)
        trouble.display = True
        trouble.update(text)
