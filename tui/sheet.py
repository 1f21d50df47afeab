"""A style sheet that is not read again while the colours stay: opening a screen costs only what that screen adds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet

STYLES: Final = Path(__file__).parent / "styles"
"""Folder of the styles; what one screen alone needs is named by that screen, and read when it opens."""

_MOST: Final = 1024
"""Styles whose rules are kept: more than there are kinds of widgets. Textual's own 64 are fewer than the interface has,
so that each of them would be dropped before it is wanted again."""


class LastingStylesheet(Stylesheet):
    """Keeps the rules it has read until a variable, such as a theme's colour, changes."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        super().__init__(variables=dict(variables))
        self._parse_cache = LRUCache(_MOST)

    def set_variables(self, variables: dict[str, str]) -> None:
        """Set the variables; the same ones cost nothing."""
        if variables != self._variables:
            super().set_variables(variables)

    def reparse(self) -> None:
        """Bring the rules up to date; where one of the sources is faulty they stay as they were, and it is raised."""
        self.parse()
