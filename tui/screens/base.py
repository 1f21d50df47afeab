"""What views and dialogs have in common."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widgets import Static

from msfaq.tui.actions import bindings
from msfaq.tui.context import Change, Context, context, on_change
from msfaq.tui.sheet import STYLES
from msfaq.tui.views import VIEWS, view_keys
from msfaq.tui.widgets.hints import Hints
from msfaq.tui.widgets.viewbar import ViewBar
from msfaq.tui.words import word

_SOON: Final = 0.4
"""Seconds after which it is said that something is waited for."""

_TICK: Final = 0.2
"""Seconds between two looks at how long it has been."""


class View(Screen[Any]):
    """A screen that stands beside the others: the bar above, the keys below, and between them what ``body`` yields."""

    NAME: ClassVar[str] = ""
    """Its name in `msfaq.tui.views.VIEWS`."""
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before the field that is typed into: a text area has a use of its own for F6 and F7.
        Binding(key, f"app.view('{spec.name}')", spec.label.en, show=False, priority=len(key) > 1)
        for place, spec in enumerate(VIEWS)
        for key in view_keys(place).split(",")
    ]

    @property
    def here(self) -> Context:
        """The engine, the language, the settings, the session."""
        return context(self)

    def compose(self) -> ComposeResult:
        """Yield bar, body and keys."""
        yield ViewBar(self.NAME)
        yield from self.body()
        yield Hints()

    def body(self) -> ComposeResult:
        """Yield what is between the bar and the keys."""
        yield from ()

    @contextmanager
    def busy(self, say: Callable[[str], object]) -> Iterator[None]:
        """Have ``say`` called with what is waited for, and for how long, until it has come; not for what comes soon."""
        started = time.monotonic()

        def tick() -> None:
            built, waited = self.here.library.building.seconds, time.monotonic() - started
            if built is not None:
                say(word("building", self.here.lang, seconds=built))
            elif waited >= _SOON:
                say(word("asking", self.here.lang, seconds=int(waited)))

        ticking = self.set_interval(_TICK, tick)
        try:
            yield
        finally:
            ticking.stop()

    async def on_mount(self) -> None:
        """Follow language and filters; views that define their own get both called, as Textual does."""
        on_change(self, self.changed)

    async def changed(self, _change: Change) -> None:
        """Show the same in another language, or under other filters."""


class Dialog(ModalScreen[ScreenResultType]):
    """A screen above another, closed with Escape."""

    CSS_PATH = STYLES / "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("dialog")]
    TITLE_KEY: ClassVar[str] = ""
    """Key of its title in ``words``."""
    is_careful: ClassVar[bool] = False
    """Whether it leads to something lasting, so that it takes no key that was pressed before it was there."""

    def __init__(self, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.since = events.Event().time
        """When it opened, on the clock of the keys."""

    @property
    def here(self) -> Context:
        """The engine, the language, the settings, the session."""
        return context(self)

    def say(self, key: str, **values: object) -> str:
        """Return words in the reader's language."""
        return word(key, self.here.lang, **values)

    def compose(self) -> ComposeResult:
        """Yield title, body and keys in a frame."""
        with Vertical(classes="dialog"):
            yield Static(self.say(self.TITLE_KEY), classes="dialog-title", markup=False)
            yield from self.body()
        yield Hints()

    def body(self) -> ComposeResult:
        """Yield what is beneath the title."""
        yield from ()

    def retitle(self, text: str) -> None:
        """Change the title."""
        self.query_one(".dialog-title", Static).update(text)

    async def action_close(self) -> None:
        """Close without a result."""
        self.dismiss(None)
