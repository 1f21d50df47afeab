"""The dialog for filters."""

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, Select

from msfaq.errors import InputError
from msfaq.tui.actions import bindings
from msfaq.tui.filters import OPTIONS, Filters
from msfaq.tui.screens.base import Dialog
from msfaq.tui.words import named

_ALL: Final = ""


class FilterScreen(Dialog[Filters]):
    """Chooses what answers and entries are narrowed to; the result is the choice."""

    TITLE_KEY = "filters title"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form", "accept")]

    def body(self) -> ComposeResult:
        """Yield a list per filter, a field for the release, and buttons."""
        chosen, lang = self.here.settings.filters, self.here.lang
        with VerticalScroll(classes="dialog-rows", can_focus=False):
            for name, values in OPTIONS.items():
                with Horizontal(classes="dialog-row"):
                    yield Label(self.say(name))
                    options = [(self.say("all"), _ALL), *((named(name, value, lang), value) for value in values)]
                    value = str(getattr(chosen, name))
                    yield Select(options, value=value, allow_blank=False, id=f"filter-{name}", compact=True)
            with Horizontal(classes="dialog-row"):
                yield Label(self.say("ms_version"))
                yield Input(chosen.ms_version, placeholder="2.3.1", id="filter-ms_version", compact=True)
        with Horizontal(classes="dialog-buttons"):
            yield Button(f"{self.say('apply')}  Ctrl+S", id="apply", variant="primary", compact=True)
            yield Button(self.say("reset"), id="reset", compact=True)
            yield Button(self.say("cancel"), id="cancel", compact=True)

    def action_accept(self) -> None:
        """Apply what is chosen."""
        self._apply()

    @on(Button.Pressed, "#apply")
    @on(Input.Submitted)
    def _apply(self) -> None:
        lists = {name: str(self.query_one(f"#filter-{name}", Select).value) for name in OPTIONS}
        version = self.query_one("#filter-ms_version", Input).value.strip()
        chosen = Filters(**lists, ms_version=version)
        try:
            chosen.request("en", 1)
        except InputError:
            self.notify(self.say("bad version", value=version), severity="error", markup=False)
            self.query_one("#filter-ms_version", Input).focus()
            return
        self.dismiss(chosen)

    @on(Button.Pressed, "#reset")
    def _reset(self) -> None:
        self.dismiss(Filters())

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)
