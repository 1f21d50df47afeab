"""The bar at the top: the views, which of them is open, and what narrows the answers."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from msfaq.tui.context import Change, context, on_change
from msfaq.tui.views import VIEWS, ViewSpec, view_keys
from msfaq.tui.words import word


class ViewTab(Static):
    """One view's name; a click opens it."""

    def __init__(self, spec: ViewSpec, place: int) -> None:
        super().__init__(markup=False)
        self.spec = spec
        self._key = view_keys(place).partition(",")[0].upper()

    def label(self, lang: str) -> None:
        """Show the name in a language."""
        self.update(Content.assemble((self._key, "bold"), " ", self.spec.label.of(lang)))

    async def on_click(self, event: events.Click) -> None:
        """Open the view."""
        event.stop()
        await self.app.run_action(f"app.view('{self.spec.name}')")


class ViewBar(Horizontal):
    """All views, the open one marked."""

    def __init__(self, opened: str) -> None:
        super().__init__()
        self._opened = opened

    def compose(self) -> ComposeResult:
        """Yield a tab per view, and the filters in force."""
        for place, spec in enumerate(VIEWS):
            tab = ViewTab(spec, place)
            tab.set_class(spec.name == self._opened, "-open")
            yield tab
        yield Static(id="filters-shown", markup=False)

    def on_mount(self) -> None:
        """Follow language and filters."""
        on_change(self, self._label)
        self._label(Change(lang=True))

    def _label(self, _change: Change) -> None:
        here = context(self)
        for tab in self.query(ViewTab):
            tab.label(here.lang)
        words = here.settings.filters.words(here.lang)
        shown = self.query_one("#filters-shown", Static)
        shown.update(word("filtered", here.lang, filters=words) if words else "")

    async def on_click(self, event: events.Click) -> None:
        """Open the filters where they are shown."""
        if event.widget is self.query_one("#filters-shown", Static):
            await self.app.run_action("app.filters")
