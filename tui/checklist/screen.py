"""The checklist as a list by groups, with how far one is; the page beside it where there is room."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option

from msfaq.corpus.entry import Entry
from msfaq.engine import Engine
from msfaq.errors import MsfaqError
from msfaq.tui.actions import bindings
from msfaq.tui.checklist.actions import ItemActions
from msfaq.tui.checklist.export import ExportDialog
from msfaq.tui.checklist.item import ItemScreen
from msfaq.tui.checklist.messages import ReportWritten
from msfaq.tui.checklist.page import item_markdown, item_text, marks_text, page_css
from msfaq.tui.checklist.sheet import project_sheet
from msfaq.tui.context import Change
from msfaq.tui.work import start
from msfaq.worksheets.checklist import Checklist, Item, read_checklist
from msfaq.worksheets.contents import OPEN, Contents
from msfaq.worksheets.words import word
from msfaq.worksheets.worksheet import Worksheet


class ChecklistScreen(ItemActions):
    """All items of the checklist; every key works on the one under the cursor."""

    CSS = """
    ChecklistScreen #title { padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    ChecklistScreen #progress { padding: 0 1; height: auto; margin: 0 0 1 0; }
    ChecklistScreen #items { width: 1fr; height: 1fr; border: none; padding: 0; background: $background;
      text-wrap: nowrap; text-overflow: ellipsis; }
    ChecklistScreen #page { display: none; width: 1fr; height: 1fr; padding: 0 1; border-left: solid $panel; }
    ChecklistScreen #items > .option-list--option-disabled { color: $primary; text-style: bold; }
    ChecklistScreen.-wide #items { width: 40%; min-width: 52; max-width: 80; }
    ChecklistScreen.-wide #page { display: block; }
    """ + page_css("ChecklistScreen")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012  # declared so by Textual
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("checklist", "filter", "walk", "export")]

    def __init__(self, worksheet: Worksheet | None = None) -> None:
        """Make the screen for a worksheet, the current folder's by default."""
        super().__init__(worksheet or project_sheet())
        self._checklist = Checklist(())
        self._entries: Mapping[str, Entry] = {}
        self._only_open = False
        self._shown_page = ""

    def body(self) -> ComposeResult:
        """Yield title, progress, the items and the page of one."""
        yield Static(id="title", markup=False)
        yield Static(id="progress", markup=False)
        with Horizontal():
            yield OptionList(id="items")
            with VerticalScroll(id="page", can_focus=False):
                yield Markdown(open_links=False)

    async def on_mount(self) -> None:
        """Read the book in the background; the index may have to be built."""
        self.query_one("#progress", Static).update("…")
        start(self, self._load, "loading")

    def on_screen_resume(self) -> None:
        """Show what other programs, or the item's page, have changed meanwhile."""
        if self._entries:
            self.reload()

    async def changed(self, _change: Change) -> None:
        """Show the same in the other language."""
        if self._entries:
            self.reload()

    async def _load(self) -> None:
        try:
            self._checklist, self._entries = await self.here.library.do(_read)
        except MsfaqError as fault:
            self.query_one("#progress", Static).update(str(fault))
            return
        self.reload()
        self.query_one("#items", OptionList).focus()

    @property
    def entry(self) -> Entry | None:
        """The entry under the cursor."""
        items = self.query_one("#items", OptionList)
        if items.highlighted is None:
            return None
        return self._entries.get(items.get_option_at_index(items.highlighted).id or "")

    def render_contents(self) -> None:
        """Show progress and items, the cursor where it was."""
        entry = self.entry
        self._show_progress()
        items = self.query_one("#items", OptionList)
        items.clear_options()
        wanted = entry.id if entry else next((i.entry_id for i in self._checklist.items if self._is_open(i)), "")
        for title, members in self._checklist.groups():
            shown = [item for item in members if not self._only_open or self._is_open(item) or item.entry_id == wanted]
            if shown:
                done = sum(not self._is_open(item) for item in members)
                items.add_option(
                    Option(Content.styled(f"{title.of(self.lang)} {done}/{len(members)}", "bold"), disabled=True)
                )
            for item in shown:
                record = self.contents.record(item.entry_id)
                items.add_option(Option(item_text(item, record, self.lang), id=item.entry_id))
        at = [n for n in range(items.option_count) if items.get_option_at_index(n).id]
        chosen = next((n for n in at if items.get_option_at_index(n).id == wanted), at[0] if at else None)
        items.highlighted = chosen
        self._show_page()

    def _show_progress(self) -> None:
        states = [[self.contents.record(i.entry_id).state for i in items] for _, items in self._checklist.groups()]
        done = sum(state != OPEN for group in states for state in group)
        title = f"{word('checklist', self.lang)}{'：' if self.lang == 'zh' else ': '}{self.contents.project}"
        self.query_one("#title", Static).update(title)
        progress = word("progress", self.lang, done=done, all=len(self._checklist.items))
        bare = [i.code for i in self._checklist.items if self.contents.record(i.entry_id).lacks_evidence]
        note = "\n" + word("no evidence", self.lang, codes=" ".join(bare)) if bare else ""
        content = Content.assemble(marks_text(states), " ", progress, (note, "$text-muted"))
        self.query_one("#progress", Static).update(content)

    def _is_open(self, item: Item) -> bool:
        return self.contents.record(item.entry_id).state == OPEN

    def on_option_list_option_highlighted(self) -> None:
        """Show the item under the cursor."""
        self._show_page()

    def on_option_list_option_selected(self) -> None:
        """Open the item's page."""
        self.action_open_item()

    def _show_page(self) -> None:
        entry = self.entry
        if entry is None:
            return
        text = item_markdown(entry, self.contents.record(entry.id), self.lang)
        if text != self._shown_page:
            self._shown_page = text
            self.query_one(Markdown).update(text)
            self.query_one("#page", VerticalScroll).scroll_home(animate=False)

    def action_open_item(self) -> None:
        """Open the item's page."""
        if self.entry is not None:
            self.app.push_screen(ItemScreen(self.worksheet, self.entry))

    def action_filter(self) -> None:
        """Show only what nobody has looked at, or all."""
        self._only_open = not self._only_open
        self.reload()

    async def action_walk(self) -> None:
        """Go to the decision procedures."""
        await self.app.walk()  # type: ignore[attr-defined]

    def action_export(self) -> None:
        """Write the report."""
        contents: Contents = self.contents
        self.app.push_screen(ExportDialog(self._checklist, contents, self.lang), self._written)

    def _written(self, message: ReportWritten | None) -> None:
        if message is not None:
            self.notify(str(message.file), markup=False)
            self.post_message(message)


def _read(engine: Engine) -> tuple[Checklist, dict[str, Entry]]:
    checklist = read_checklist(engine)
    return checklist, {item.entry_id: engine.entry(item.entry_id) for item in checklist.items}
