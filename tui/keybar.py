"""The line of keys at the foot of a screen, in the reader's language, each one also to be clicked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.widgets import Static

from msfaq.corpus.entry import Bilingual

_FIXED: Final = "\N{NO-BREAK SPACE}"


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
    """Keys and what they do; wraps when the terminal is narrow."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: auto; max-height: 3; padding: 0 1; background: $panel; color: $foreground;
        link-color: $foreground; link-style: none; link-background: $panel; }
    """

    def show(self, keys: Sequence[Key], lang: str) -> None:
        """Show these keys in ``lang``."""
        # No-break spaces: a key and its words stay together where the line wraps.
        parts = (f"{key.words.of(lang)}".replace(" ", _FIXED) for key in keys)
        pairs = zip(keys, parts, strict=True)
        self.update("  ".join(f"[@click={key.action}][b]{key.shown}[/b]{_FIXED}{words}[/]" for key, words in pairs))
