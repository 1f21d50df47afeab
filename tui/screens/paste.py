"""The paste area: many lines, or a log file, with the line that was used."""

import asyncio
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Input, TextArea
from textual.widgets.text_area import Selection

from msfaq.errors import InputError, MsfaqError
from msfaq.logs.decode import decode
from msfaq.tui.actions import bindings
from msfaq.tui.screens.base import Dialog
from msfaq.tui.work import start

_LONGEST: Final = 8 * 1024 * 1024
"""Bytes of a log file that the area takes; the log view and ``msfaq FILE`` read longer ones."""


class PasteScreen(Dialog[str]):
    """Takes a text of many lines; the result is the text."""

    TITLE_KEY = "paste title"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form", "accept")]

    def __init__(self, text: str) -> None:
        super().__init__(classes="-large")
        self._text = text

    def body(self) -> ComposeResult:
        """Yield the area, a field for a file, and buttons."""
        area = TextArea(self._text, id="log", show_line_numbers=True, soft_wrap=False, tab_behavior="focus")
        area.cursor_blink = False
        yield area
        if not self.here.web:
            # Whoever reaches the port of a browser session would read this user's files.
            yield Input(placeholder=self.say("paste file"), id="file", compact=True)
        with Horizontal(classes="dialog-buttons"):
            yield Button(f"{self.say('paste do')}  Ctrl+S", id="answer", variant="primary", compact=True)
            yield Button(self.say("paste clear"), id="clear", compact=True)
            yield Button(self.say("cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        """Go to the text; say what was read of it."""
        self.query_one("#log", TextArea).focus()
        self._describe()

    def action_accept(self) -> None:
        """Answer the text."""
        self.here.draft = ""
        self.dismiss(self.query_one("#log", TextArea).text)

    async def action_close(self) -> None:
        """Close; what was changed is there again when the area is opened next."""
        text = self.query_one("#log", TextArea).text
        if text != self._text:
            self.here.draft = text
        self.dismiss(None)

    @on(TextArea.Changed)
    def _describe(self) -> None:
        text = self.query_one("#log", TextArea).text
        if text.strip():
            start(self, partial(self._read, text), "describing", exclusive=True)
        else:
            self.retitle(self.say("paste title"))

    async def _read(self, text: str) -> None:
        title = self.say("paste title read", lines=len(text.splitlines()))
        self.retitle(title)
        await asyncio.sleep(0.2)
        try:
            diagnosis = await self.here.library.ask(text, self.here.lang, self.here.settings.filters, 1)
        except MsfaqError:
            return
        if diagnosis.answers:
            line = diagnosis.answers[0].line
            self.retitle(f"{title} · {self.say('paste used', line=line)}: {diagnosis.query}")
            if text == self._text:
                area = self.query_one("#log", TextArea)
                # The line is shown by the cursor standing on it: what is typed must not replace it.
                if area.selection == Selection():
                    area.move_cursor((line - 1, 0), center=True)

    @on(Input.Submitted, "#file")
    def _open(self, event: Input.Submitted) -> None:
        file = Path(event.value.strip()).expanduser()
        try:
            with file.open("rb") as stream:
                text = decode(stream.read(_LONGEST))
        except (OSError, ValueError, InputError) as error:
            why = getattr(error, "strerror", None) or str(error)
            self.notify(self.say("no file", file=file, why=why), severity="error", markup=False)
            return
        self.query_one("#log", TextArea).text = text
        self.query_one("#answer", Button).focus()

    @on(Button.Pressed, "#answer")
    def _answer(self) -> None:
        self.action_accept()

    @on(Button.Pressed, "#clear")
    def _clear(self) -> None:
        area = self.query_one("#log", TextArea)
        area.text = ""
        area.focus()

    @on(Button.Pressed, "#cancel")
    async def _cancel(self) -> None:
        await self.action_close()
