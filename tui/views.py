"""The registry of views: the one place to add a screen that stands beside the others.

A view is a `textual.screen.Screen` that is made without arguments. It reaches the engine and the language through
`msfaq.tui.context.context`; deriving from `msfaq.tui.screens.base.View` gives it the bar above and the keys below.
Its module is imported when it is first opened. Views get the keys F2, F3 … in this order.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, cast

from textual.screen import Screen

from msfaq.corpus.entry import Bilingual


@dataclass(frozen=True, slots=True)
class ViewSpec:
    """One view."""

    name: str
    """Its name in the session file and in actions."""
    label: Bilingual
    """What the bar calls it."""
    where: str
    """``module:class`` of its screen."""

    def make(self) -> "Screen[Any]":
        """Import and make the screen."""
        module, _, name = self.where.partition(":")
        return cast("Screen[Any]", getattr(import_module(module), name)())


VIEWS: Final = (
    ViewSpec("search", Bilingual("提问", "Search"), "msfaq.tui.screens.search:SearchScreen"),
    ViewSpec("entries", Bilingual("条目", "Entries"), "msfaq.tui.screens.entries:EntriesScreen"),
    ViewSpec("status", Bilingual("状态", "Status"), "msfaq.tui.screens.status:StatusScreen"),
    ViewSpec("chat", Bilingual("对话", "Chat"), "msfaq.tui.screens.chat:ChatScreen"),
    ViewSpec("log", Bilingual("日志", "Log"), "msfaq.tui.screens.log:LogScreen"),
    ViewSpec("checklist", Bilingual("检查表", "Checklist"), "msfaq.tui.checklist.screen:ChecklistScreen"),
    ViewSpec("walk", Bilingual("判断", "Decide"), "msfaq.tui.walk.screen:WalkScreen"),
)
"""All views, in the order of the bar."""

_KEYS: Final = ("f2", "f3", "f4", "f5", "f6", "f7", "f9", "f10", "f11", "f12")
"""F1 is help everywhere, F8 the theme."""


def view_keys(place: int) -> str:
    """Return the keys of the view at a 0-based place: F2 … anywhere, 1 … where nothing is typed."""
    return f"{_KEYS[place]},{place + 1}"
