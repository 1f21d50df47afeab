"""The help screen, made from the action registry."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.keys import format_key
from textual.widgets import Static

from msfaq.tui.actions import GROUPS, actions_of
from msfaq.tui.folders import settings_file
from msfaq.tui.screens.base import Dialog
from msfaq.tui.views import VIEWS, view_keys

_KEYS = 22
"""Columns for the keys."""


class HelpScreen(Dialog[None]):
    """Lists every key, group by group."""

    TITLE_KEY = "help title"

    def __init__(self) -> None:
        super().__init__(classes="-large")

    def body(self) -> ComposeResult:
        """Yield the groups."""
        lang = self.here.lang
        with VerticalScroll(id="help"):
            rows = [
                _row(view_keys(at), self.say("help view", name=spec.label.of(lang))) for at, spec in enumerate(VIEWS)
            ]
            yield Static(_group(self.say("help views"), rows), markup=False)
            for group, title in GROUPS.items():
                own = self.here.settings.keys
                rows = [_row(own.get(a.id, a.keys), a.help.of(lang)) for a in actions_of(group)]
                yield Static(_group(title.of(lang), rows), markup=False)
            yield Static(self.say("help mouse"), markup=False, classes="help-note")
            example = '{"keys": {"answer.copy_code": "x"}}'
            yield Static(self.say("help keys", file=settings_file(), example=example), markup=False)

    def on_mount(self) -> None:
        """Let the keys scroll it."""
        self.query_one("#help").focus()


def _group(title: str, rows: list[Content]) -> Content:
    return Content("\n").join([Content.styled(title, "bold $text-primary"), *rows, Content("")])


def _row(keys: str, text: str) -> Content:
    shown = "  ".join(shown_key(key) for key in keys.split(","))
    return Content.assemble("  ", (shown.ljust(_KEYS), "bold $text-accent"), text)


def shown_key(key: str) -> str:
    """Return a key as people write it, e.g. ``Ctrl+P``."""
    names = {"question_mark": "?", "slash": "/", "left_square_bracket": "[", "right_square_bracket": "]"}
    names |= {"left_curly_bracket": "{", "right_curly_bracket": "}", "escape": "Esc", "up": "Up", "down": "Down"}
    if key in names:
        return names[key]
    if "+" in key:
        first, _, last = key.partition("+")
        return f"{first.capitalize()}+{shown_key(last) if len(last) > 1 else last.upper()}"
    return key.upper() if key[0] == "f" and key[1:].isdigit() else format_key(key) if len(key) > 1 else key
