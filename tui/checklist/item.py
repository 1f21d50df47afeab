"""One item: how to check it, and what was said about it."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from msfaq.corpus.entry import Entry
from msfaq.tui.checklist.actions import ItemActions
from msfaq.tui.checklist.page import item_markdown, page_css
from msfaq.worksheets.worksheet import Worksheet


class ItemScreen(ItemActions):
    """The page of one item."""

    CSS = "ItemScreen VerticalScroll { height: 1fr; padding: 0 1; }" + page_css("ItemScreen")

    def __init__(self, worksheet: Worksheet, entry: Entry) -> None:
        super().__init__(worksheet)
        self._entry = entry

    def body(self) -> ComposeResult:
        """Yield the page."""
        with VerticalScroll():
            yield Markdown(open_links=False)

    async def on_mount(self) -> None:
        """Show the item."""
        self.reload()
        self.query_one(VerticalScroll).focus()

    @property
    def entry(self) -> Entry:
        """The item's entry."""
        return self._entry

    def render_contents(self) -> None:
        """Show the page, where it was scrolled to."""
        self.query_one(Markdown).update(item_markdown(self._entry, self.contents.record(self._entry.id), self.lang))

    def action_leave(self) -> None:
        """Go back to the list."""
        self.dismiss()
