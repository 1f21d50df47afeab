"""The checklist as a list by groups, with how far one is; the page beside it where there is room."""

from collections.abc import Mapping
from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option

from msfaq.corpus.entry import Bilingual, Entry
from msfaq.engine import Engine
from msfaq.errors import MsfaqError
from msfaq.tui.checklist.actions import ITEM_KEYS, ItemActions
from msfaq.tui.checklist.export import ExportDialog
from msfaq.tui.checklist.item import ItemScreen
from msfaq.tui.checklist.messages import ChecklistLoaded, LanguageChosen, LoadFailed, ReportWritten
from msfaq.tui.checklist.page import item_markdown, item_text, marks_text, page_css
from msfaq.tui.keybar import Key, KeyBar
from msfaq.tui.walk.screen import WalkScreen
from msfaq.worksheets.checklist import Checklist, Item, read_checklist
from msfaq.worksheets.contents import OPEN, Contents
from msfaq.worksheets.words import word
from msfaq.worksheets.worksheet import Worksheet

_KEYS: Final = (
    Key("enter", Bilingual("打开", "open it"), "screen.open_item"),
    *ITEM_KEYS,
    Key("v", Bilingual("只看未检查", "open only"), "screen.filter"),
    Key("w", Bilingual("判断流程", "decide"), "screen.walk"),
    Key("e", Bilingual("导出报告", "report"), "screen.export"),
    Key("ctrl+t", Bilingual("English", "中文"), "screen.switch_language"),
    Key("esc", Bilingual("返回", "back"), "screen.leave"),
)


class ChecklistScreen(ItemActions):
    """All items of the checklist; every key works on the one under the cursor."""

    CSS = """
    ChecklistScreen #title { padding: 0 1; text-style: bold; }
    ChecklistScreen #progress { padding: 0 1; height: auto; margin: 0 0 1 0; }
    ChecklistScreen #items { width: 1fr; height: 1fr; border: none; padding: 0;
      text-wrap: nowrap; text-overflow: ellipsis; }
    ChecklistScreen #page { display: none; width: 1fr; height: 1fr; padding: 0 1; border-left: solid $panel; }
    ChecklistScreen.-wide #items { width: 52; }
    ChecklistScreen.-wide #page { display: block; }
    """ + page_css("ChecklistScreen")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012  # declared so by Textual
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "filter", show=False),
        Binding("w", "walk", show=False),
        Binding("e", "export", show=False),
    ]

    def __init__(self, engine: Engine, worksheet: Worksheet, lang: str) -> None:
        super().__init__(engine, worksheet, lang)
        self._checklist = Checklist(())
        self._entries: Mapping[str, Entry] = {}
        self._only_open = False
        self._shown_page = ""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(id="title", markup=False)
        yield Static(id="progress", markup=False)
        with Horizontal():
            yield OptionList(id="items")
            with VerticalScroll(id="page", can_focus=False):
                yield Markdown()
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the book in the background; the index may have to be built."""
        self.query_one("#progress", Static).update("…")
        self._load()

    def on_screen_resume(self) -> None:
        """Show what other programs, or the item's page, have changed meanwhile."""
        if self._entries:
            self.reload()

    @work(thread=True)
    def _load(self) -> None:
        try:
            checklist = read_checklist(self.engine)
            entries = {item.entry_id: self.engine.entry(item.entry_id) for item in checklist.items}
        except MsfaqError as fault:
            self.post_message(LoadFailed(str(fault)))
        else:
            self.post_message(ChecklistLoaded(checklist, entries))

    def on_checklist_loaded(self, event: ChecklistLoaded) -> None:
        """Show the items, the first open one under the cursor."""
        self._checklist, self._entries = event.checklist, event.entries
        self.reload()
        self.query_one("#items", OptionList).focus()

    def on_load_failed(self, event: LoadFailed) -> None:
        """Say why there is nothing to show."""
        self.query_one("#progress", Static).update(Text(event.reason))

    @property
    def entry(self) -> Entry | None:
        """The entry under the cursor."""
        items = self.query_one("#items", OptionList)
        if items.highlighted is None:
            return None
        return self._entries.get(items.get_option_at_index(items.highlighted).id or "")

    def keys(self) -> tuple[Key, ...]:
        """Return the keys shown at the foot."""
        return _KEYS

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
                items.add_option(Option(Text(f"{title.of(self.lang)} {done}/{len(members)}", "bold"), disabled=True))
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
        title = f"{word('checklist', self.lang)}: {self.contents.project}"
        self.query_one("#title", Static).update(Text(title, no_wrap=True, overflow="ellipsis"))
        progress = Text(word("progress", self.lang, done=done, all=len(self._checklist.items)))
        if bare := [i.code for i in self._checklist.items if self.contents.record(i.entry_id).lacks_evidence]:
            progress.append("\n" + word("no evidence", self.lang, codes=" ".join(bare)), "dim")
        self.query_one("#progress", Static).update(Text.assemble(marks_text(states), " ", progress))

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
            self.app.push_screen(ItemScreen(self.engine, self.worksheet, self.lang, self.entry))

    def action_filter(self) -> None:
        """Show only what nobody has looked at, or all."""
        self._only_open = not self._only_open
        self.reload()

    def action_walk(self) -> None:
        """Go to the decision procedures."""
        self.app.push_screen(WalkScreen(self.engine, self.lang, worksheet=self.worksheet))

    def action_export(self) -> None:
        """Write the report."""
        contents: Contents = self.contents
        self.app.push_screen(ExportDialog(self.engine, self._checklist, contents, self.lang), self._written)

    def _written(self, message: ReportWritten | None) -> None:
        if message is not None:
            self.notify(str(message.file), markup=False)
            self.post_message(message)

    def on_language_chosen(self, event: LanguageChosen) -> None:
        """Follow a language chosen on the item's page."""
        if event.lang != self.lang:
            self.lang = event.lang
            self.reload()
