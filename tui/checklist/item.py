"""One item: how to check it, and what was said about it."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from msfaq.corpus.entry import Bilingual, Entry
from msfaq.engine import Engine
from msfaq.tui.checklist.actions import ITEM_KEYS, ItemActions
from msfaq.tui.checklist.page import item_markdown, page_css
from msfaq.tui.keybar import Key, KeyBar
from msfaq.worksheets.worksheet import Worksheet

_KEYS: Final = (
    *ITEM_KEYS,
    Key("ctrl+t", Bilingual("English", "中文"), "screen.switch_language"),
    Key("esc", Bilingual("返回", "back"), "screen.leave"),
)


class ItemScreen(ItemActions):
    """The page of one item."""

    CSS = "ItemScreen VerticalScroll { height: 1fr; padding: 0 1; }" + page_css("ItemScreen")

    def __init__(self, engine: Engine, worksheet: Worksheet, lang: str, entry: Entry) -> None:
        super().__init__(engine, worksheet, lang)
        self._entry = entry

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with VerticalScroll():
            yield Markdown()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the item."""
        self.reload()
        self.query_one(VerticalScroll).focus()

    @property
    def entry(self) -> Entry:
        """The item's entry."""
        return self._entry

    def keys(self) -> tuple[Key, ...]:
        """Return the keys shown at the foot."""
        return _KEYS

    def render_contents(self) -> None:
        """Show the page, where it was scrolled to."""
        self.query_one(Markdown).update(item_markdown(self._entry, self.contents.record(self._entry.id), self.lang))
