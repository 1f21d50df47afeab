"""The dialog for a block's placeholders."""

from collections.abc import Mapping

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Static

from msfaq.corpus.entry import Placeholder
from msfaq.tui.screens.base import Dialog


class FillScreen(Dialog[Mapping[str, str]]):
    """Asks for the value of each placeholder; the result maps names to values."""

    TITLE_KEY = "fill title"

    def __init__(self, wanted: tuple[Placeholder, ...]) -> None:
        super().__init__()
        self._placeholders = wanted

    def body(self) -> ComposeResult:
        """Yield a field per placeholder, its default in it, and how to find the right value."""
        lang = self.here.lang
        with VerticalScroll(classes="dialog-rows", can_focus=False):
            for placeholder in self._placeholders:
                text = f"{{{placeholder.name}}}  {placeholder.find.of(lang)}"
                yield Static(text, markup=False, classes="dialog-note")
                yield Input(placeholder.default, name=placeholder.name, compact=True)
        with Horizontal(classes="dialog-buttons"):
            yield Button(self.say("next"), id="next", variant="primary", compact=True)
            yield Button(self.say("cancel"), id="cancel", compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed, "#next")
    def _next(self) -> None:
        fields = {str(field.name): field for field in self.query(Input)}
        for name, field in fields.items():
            if not field.value.strip():
                self.notify(self.say("empty value", name=name), severity="warning", markup=False)
                field.focus()
                return
        self.dismiss({name: field.value for name, field in fields.items()})

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)
