"""The keys that work at this moment, at the bottom, in the reader's language: as many as the line has room for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from msfaq.tui.actions import is_first_key, is_local, label_of
from msfaq.tui.context import Change, context, on_change

_GAP: Final = 2
"""Columns between keys."""

_FUNCTION: Final = re.compile(r"f\d+")

_FIRST: Final = ("app.help",)
"""Actions that always have room: the help screen lists what is left out."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One key."""

    key: str
    """The key, in Textual's name."""
    shown: str
    """How it is written."""
    label: str
    """What it does, in a word or two."""
    action: str
    """The action behind it."""
    enabled: bool
    """Whether it can be done at this moment."""

    @property
    def width(self) -> int:
        """Columns it takes."""
        return cell_len(self.shown) + 1 + cell_len(self.label)


def fitting(hints: Sequence[Hint], width: int) -> list[Hint]:
    """Return the hints that fit into so many columns: the first ones, and help whatever else is left out."""
    left = width - sum(hint.width + _GAP for hint in hints if hint.action in _FIRST)
    chosen = []
    for hint in hints:
        if hint.action in _FIRST:
            chosen.append(hint)
        elif hint.width + _GAP <= left + _GAP * (not any(one.action in _FIRST for one in hints)):
            left -= hint.width + _GAP
            chosen.append(hint)
    return chosen


class Hints(Widget):
    """One line of keys, redrawn only where it changes; a click does what the key does."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Hints { dock: bottom; height: 1; padding: 0 1; background: $panel; color: $footer-description-foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._hints: tuple[Hint, ...] = ()
        self._pointed = -1

    def on_mount(self) -> None:
        """Follow what can be done, and the language."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        on_change(self, self._on_change)

    def render(self) -> Content:
        """Return the keys."""
        parts: list[Content] = []
        for _, hint in self._placed():
            is_pointed = hint.key == self._key_at(self._pointed)
            key = Content.styled(hint.shown, "bold $footer-key-foreground" if hint.enabled else "dim")
            label = Content.styled(f" {hint.label}", "underline" if is_pointed else "" if hint.enabled else "dim")
            parts += [key, label, Content(" " * _GAP)]
        return Content.assemble(*parts[:-1])

    @property
    def shown(self) -> tuple[Hint, ...]:
        """The keys there is room for."""
        return tuple(fitting(self._hints, self.content_size.width))

    def on_click(self, event: events.Click) -> None:
        """Do what the key does."""
        if key := self._key_at(event.get_content_offset_capture(self).x):
            self.app.simulate_key(key)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Mark the key under the pointer."""
        self._point(event.get_content_offset_capture(self).x)

    def on_leave(self) -> None:
        """Mark no key."""
        self._point(-1)

    def _point(self, column: int) -> None:
        before, self._pointed = self._key_at(self._pointed), column
        if self._key_at(column) != before:
            self.refresh()

    def _placed(self) -> Iterator[tuple[int, Hint]]:
        at = 0
        for hint in self.shown:
            yield at, hint
            at += hint.width + _GAP

    def _key_at(self, column: int) -> str:
        return next((hint.key for at, hint in self._placed() if at <= column < at + hint.width), "")

    def _follow(self, screen: "Screen[object]") -> None:
        if self.is_attached and screen is self.screen and self.app.app_focus:
            self._show()

    def _on_change(self, change: Change) -> None:
        if change.lang:
            self._show()

    def _show(self) -> None:
        hints = tuple(self._possible())
        if hints != self._hints:
            self._hints = hints
            self.refresh()

    def _possible(self) -> Iterator[Hint]:
        """Yield a hint per action: those of the open view first, then those nearest to the focus."""
        lang, is_web = context(self).lang, context(self).web
        own = f"{getattr(self.screen, 'NAME', '')}."
        found: dict[str, tuple[Binding, bool]] = {}
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show and is_first_key(binding) and not (is_web and is_local(binding)):
                found.setdefault(binding.action, (binding, enabled))
        for binding, enabled in sorted(found.values(), key=lambda one: not (one[0].id or "").startswith(own)):
            yield Hint(binding.key, self._written(binding), label_of(binding, lang), binding.action, enabled)

    def _written(self, binding: Binding) -> str:
        shown = self.app.get_key_display(binding)
        return shown.upper() if _FUNCTION.fullmatch(shown) else shown
