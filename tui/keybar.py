"""The line of keys at the foot of a screen, in the reader's language, each one also to be clicked."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual.widgets import Static

from msfaq.corpus.entry import Bilingual

_GAP: Final = 2
"""Columns between keys."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a screen."""

    shown: str
    """How the key is written."""
    words: Bilingual
    """What it does, in a word or two."""
    action: str
    """The action, as Textual writes it."""


class KeyBar(Static):
    """Keys and what they do, over as many lines as they need; a key and its words stay together."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: auto; padding: 0 1; background: $panel; color: $foreground;
        link-color: $foreground; link-style: none; link-background: $panel; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._keys: Sequence[Key] = ()
        self._lang = "en"

    def show(self, keys: Sequence[Key], lang: str) -> None:
        """Show these keys in ``lang``."""
        self._keys, self._lang = keys, lang
        self._lay_out()

    def on_resize(self) -> None:
        """Break the lines for the width there is."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.content_size.width or 80
        lines = _broken([(cell_len(f"{key.shown} {key.words.of(self._lang)}"), key) for key in self._keys], width)
        text = "\n".join((" " * _GAP).join(self._marked(key) for key in line) for line in lines)
        self.update(text)

    def _marked(self, key: Key) -> str:
        return f"[@click={key.action}][b]{key.shown}[/b] {key.words.of(self._lang)}[/]"


def _broken(keys: Iterable[tuple[int, Key]], width: int) -> Iterator[list[Key]]:
    """Yield the keys of each line; ``keys`` come with the columns they take."""
    line: list[Key] = []
    taken = 0
    for columns, key in keys:
        if line and taken + _GAP + columns > width:
            yield line
            line, taken = [], 0
        taken += columns + (_GAP if line else 0)
        line.append(key)
    if line:
        yield line
