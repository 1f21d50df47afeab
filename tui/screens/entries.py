"""The entries by area, with a full-text filter and counts."""

from collections import Counter
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from msfaq.corpus.entry import Entry
from msfaq.corpus.vocabulary import AREAS
from msfaq.errors import MsfaqError
from msfaq.tui.actions import bindings
from msfaq.tui.context import Change
from msfaq.tui.marking import marked
from msfaq.tui.screens.reading import ReadingView
from msfaq.tui.widgets.answers import AnswerList, Row
from msfaq.tui.widgets.page import AnswerPage
from msfaq.tui.words import named, word
from msfaq.tui.work import start


class EntriesScreen(ReadingView):
    """Browses the book."""

    NAME = "entries"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("entries")]
    TIGHT = ("-narrow", "-normal")

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[Entry, ...] = ()
        self._texts: dict[str, str] = {}
        self._area = ""

    def body(self) -> ComposeResult:
        """Yield filter, areas, list and page."""
        field = Input(id="filter", compact=True, select_on_focus=False)
        field.cursor_blink = False
        yield field
        yield Static(id="count", markup=False)
        with Container(id="reading"):
            yield OptionList(id="areas", markup=False, compact=True)
            yield AnswerList()
            yield AnswerPage()

    async def on_mount(self) -> None:
        """Read the book and list it."""
        self.query_one("#filter", Input).placeholder = word("filter hint", self.here.lang)
        self.query_one("#count", Static).update(word("loading", self.here.lang))
        self.query_one("#filter", Input).focus()
        start(self, self._load, "loading", exclusive=True)

    async def changed(self, _change: Change) -> None:
        """List the same in the other language, or what passes other filters."""
        self.query_one("#filter", Input).placeholder = word("filter hint", self.here.lang)
        self._list()
        if self.page.document and _change.lang:
            await self.show_entry(self.page.document, visit=False)

    def action_to_filter(self) -> None:
        """Go to the filter."""
        self.query_one("#filter", Input).focus()

    def action_area(self, steps: int) -> None:
        """Choose the area some steps on."""
        areas = self.query_one("#areas", OptionList)
        if areas.option_count:
            areas.highlighted = ((areas.highlighted or 0) + steps) % areas.option_count

    async def _load(self) -> None:
        try:
            with self.busy(self.query_one("#count", Static).update):
                self._entries = await self.here.library.catalogue()
        except MsfaqError as error:
            self.query_one("#count", Static).update(str(error))
            return
        self._texts = {entry.id: _text(entry) for entry in self._entries}
        self._list()

    def _list(self) -> None:
        lang = self.here.lang
        words = tuple(self.query_one("#filter", Input).value.lower().split())
        passing = [e for e in self._entries if self.here.settings.filters.admits(e)]
        passing = [e for e in passing if all(w in self._texts[e.id] for w in words)]
        self._list_areas(Counter(entry.area for entry in passing))
        shown = [e for e in passing if self._area in ("", e.area)]
        shown.sort(key=lambda e: (AREAS.index(e.area), not _in_title(e, words), e.title.of(lang).casefold()))
        keep = self.answers.chosen
        self.answers.show([self._row(entry, words) for entry in shown], keep=keep)
        self.query_one("#count", Static).update(word("count", lang, shown=len(shown), all=len(self._entries)))

    def _list_areas(self, counts: "Counter[str]") -> None:
        lang = self.here.lang
        areas = self.query_one("#areas", OptionList)
        names = ["", *AREAS]
        options = []
        for name in names:
            label = named("area", name, lang) if name else word("all", lang)
            count = counts[name] if name else counts.total()
            options.append(Option(Content.assemble(label, (f"  {count}", "$text-muted")), id=name or "all"))
        with self.prevent(OptionList.OptionHighlighted):
            areas.set_options(options)
            areas.highlighted = names.index(self._area)

    def _row(self, entry: Entry, words: tuple[str, ...]) -> Row:
        lang = self.here.lang
        area = "" if self._area else f"{named('area', entry.area, lang)} · "
        note = Content.styled(f"{area}{named('kind', entry.kind, lang)}", "$text-muted")
        return Row(entry.id, marked(entry.title.of(lang), words), note)

    @on(Input.Changed, "#filter")
    def _filtered(self) -> None:
        if self._entries:
            self._list()

    @on(Input.Submitted, "#filter")
    def _entered(self) -> None:
        self.answers.focus()

    @on(OptionList.OptionHighlighted, "#areas")
    def _area_chosen(self, event: OptionList.OptionHighlighted) -> None:
        name = "" if event.option.id == "all" else event.option.id or ""
        if name != self._area:
            self._area = name
            self._list()

    @on(OptionList.OptionSelected, "#areas")
    def _area_entered(self) -> None:
        self.answers.focus()

    @on(OptionList.OptionHighlighted, "#answers")
    def _moved(self) -> None:
        self.show_soon()

    @on(OptionList.OptionSelected, "#answers")
    def _chosen(self) -> None:
        self.show_now(visit=True)
        self.page.focus()


def _text(entry: Entry) -> str:
    """Return everything of an entry that the filter looks in, lower-case."""
    parts = [entry.id, entry.title.zh, entry.title.en, *entry.asks.zh, *entry.asks.en, *entry.keywords, *entry.aliases]
    parts += [signature.match for signature in entry.signatures]
    parts += [section.markdown for section in (*entry.sections_zh, *entry.sections_en)]
    parts += [snippet.code for snippet in entry.snippets]
    return "\n".join(parts).lower()


def _in_title(entry: Entry, words: tuple[str, ...]) -> bool:
    title = f"{entry.title.zh} {entry.title.en} {entry.id}".lower()
    return all(word in title for word in words)
