"""A decision procedure, one question at a time, with the path so far and what it led to."""

from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option

from msfaq.compose import answer_markdown, escape_markdown
from msfaq.corpus.entry import Bilingual, Entry
from msfaq.engine import Engine
from msfaq.errors import MsfaqError, UnknownEntry
from msfaq.tui.checklist.messages import LanguageChosen
from msfaq.tui.checklist.page import page_css
from msfaq.tui.keybar import Key, KeyBar
from msfaq.tui.walk.messages import EntryWanted, ProceduresFailed, ProceduresLoaded, WalkMoved
from msfaq.walking import Walk, resume, start
from msfaq.worksheets.words import word
from msfaq.worksheets.worksheet import Worksheet

_COMMON: Final = (
    Key("ctrl+t", Bilingual("English", "中文"), "screen.switch_language"),
    Key("esc", Bilingual("返回", "leave"), "screen.leave"),
)
_MOVING: Final = (
    Key("b", Bilingual("上一题", "back"), "screen.back"),
    Key("r", Bilingual("重新开始", "begin again"), "screen.restart"),
)
_CHOOSING: Final = Key("1-9 enter", Bilingual("选择", "choose"), "screen.choose")
_ENDED: Final = Key("g", Bilingual("打开该条目", "open this entry"), "screen.open_entry")
_ON: Final = Key("w", Bilingual("继续判断", "walk on"), "screen.walk_on")


class WalkScreen(Screen[None]):
    """Walks through one procedure, chosen first where none is given."""

    CSS = """
    WalkScreen #title { padding: 0 1; text-style: bold; height: auto; }
    WalkScreen #path { padding: 0 1; height: auto; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    WalkScreen #path-scroll { height: auto; max-height: 30%; }
    WalkScreen #question { padding: 0 1; height: auto; margin: 1 0; text-style: bold; }
    WalkScreen #choices { height: auto; max-height: 1fr; border: none; }
    WalkScreen #result { height: 1fr; padding: 0 1; }
    """ + page_css("WalkScreen")
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(number), f"choose({number})", show=False) for number in range(1, 10)),
        Binding("b", "back", show=False),
        Binding("r", "restart", show=False),
        Binding("g", "open_entry", show=False),
        Binding("w", "walk_on", show=False),
        Binding("ctrl+t", "switch_language", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, engine: Engine, lang: str, entry_id: str = "", *, worksheet: Worksheet | None = None) -> None:
        """Make the screen for a procedure, or for choosing one; ``worksheet`` keeps the path for the report."""
        super().__init__()
        self.engine = engine
        """The engine whose procedures are walked."""
        self.lang = lang
        """``zh`` or ``en``."""
        self.walk: Walk | None = None
        """Where the walk stands; None while a procedure is being chosen."""
        self._wanted = entry_id
        self._worksheet = worksheet
        self._entries: dict[str, Entry] = {}

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(id="title", markup=False)
        with VerticalScroll(id="path-scroll", can_focus=False):
            yield Static(id="path", markup=False)
        yield Static(id="question", markup=False)
        yield OptionList(id="choices")
        with VerticalScroll(id="result"):
            yield Markdown()
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the procedures in the background; the index may have to be built."""
        self.query_one("#title", Static).update("…")
        self.query_one("#result").display = False
        self._load()

    @work(thread=True)
    def _load(self) -> None:
        try:
            names = self.engine.entry_ids("decision")
            entries = tuple(entry for entry in map(self.engine.entry, names) if entry.walk)
        except MsfaqError as fault:
            self.post_message(ProceduresFailed(str(fault)))
        else:
            self.post_message(ProceduresLoaded(entries))

    def on_procedures_loaded(self, event: ProceduresLoaded) -> None:
        """Begin the procedure wanted, or offer all."""
        event.stop()
        self._entries = {entry.id: entry for entry in event.entries}
        if self._wanted in self._entries:
            self._begin(self._entries[self._wanted])
        else:
            self._show()

    def on_procedures_failed(self, event: ProceduresFailed) -> None:
        """Say why there is nothing to show."""
        event.stop()
        self.query_one("#title", Static).update(Text(event.reason))

    def _begin(self, entry: Entry) -> None:
        """Go on where the walk was left unfinished, or begin it."""
        self.walk = start(entry)
        if self._worksheet is not None:
            try:
                kept = next((w for w in self._worksheet.read().walks if w.entry_id == entry.id and w.asks), None)
            except MsfaqError as fault:
                self._complain(fault)
                kept = None
            if kept is not None:
                self.walk = resume(entry, ((step.name, step.when.en) for step in kept.steps))
        self._show()

    def _move(self, walk: Walk) -> None:
        self.walk = walk
        self._show()
        self.post_message(WalkMoved(walk))
        if self._worksheet is not None:
            try:
                self._worksheet.keep_walk(walk)
            except MsfaqError as fault:
                self._complain(fault)

    def _complain(self, fault: MsfaqError) -> None:
        self.notify(str(fault), severity="error", timeout=12, markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the answer, or the procedure, under the cursor."""
        event.stop()
        self.action_choose(event.option_index + 1)

    def action_choose(self, number: int = 0) -> None:
        """Take the answer or procedure with this number, from 1; 0 is the one under the cursor."""
        choices = self.query_one("#choices", OptionList)
        number = number or (choices.highlighted or 0) + 1
        if not choices.display or not 1 <= number <= choices.option_count:
            return
        if self.walk is None:
            self._begin(list(self._entries.values())[number - 1])
        elif self.walk.question is not None:
            self._move(self.walk.answer(number))

    def action_back(self) -> None:
        """Take back the last answer; from the first question go back to the list of procedures."""
        if self.walk is not None and self.walk.steps:
            self._move(self.walk.back())
        elif self.walk is not None:
            self.walk = None
            self._show()

    def action_restart(self) -> None:
        """Begin the procedure again."""
        if self.walk is not None and self.walk.steps:
            self._move(self.walk.restart())

    def action_open_entry(self) -> None:
        """Ask the app to open the entry that the walk led to, or else the procedure's own."""
        if self.walk is not None:
            ending = self.walk.ending
            self.post_message(EntryWanted(ending.see if ending and ending.see else self.walk.entry_id))

    def action_walk_on(self) -> None:
        """Go on with the procedure that the walk led to."""
        if (entry := self._next_procedure()) is not None:
            self._begin(entry)

    def action_switch_language(self) -> None:
        """Show the same in the other language."""
        self.lang = "en" if self.lang == "zh" else "zh"
        self.post_message(LanguageChosen(self.lang))
        self._show()

    def action_leave(self) -> None:
        """Leave the screen."""
        self.dismiss()

    def _next_procedure(self) -> Entry | None:
        ending = self.walk.ending if self.walk else None
        return self._entries.get(ending.see) if ending else None

    def _show(self) -> None:
        walk, lang = self.walk, self.lang
        ended = walk is not None and walk.ending is not None
        self.query_one("#choices").display = not ended
        self.query_one("#result").display = ended
        self.query_one("#path-scroll").display = bool(walk and walk.steps)
        self.query_one("#question").display = walk is not None
        title = walk.title.of(lang) if walk else word("walks", lang)
        self.query_one("#title", Static).update(Text(title))
        path = Text()
        for number, step in enumerate(walk.steps if walk else (), start=1):
            path.append(f"{number}. {step.question.ask.of(lang)}\n").append(
                f"   → {step.choice.when.of(lang)}\n", "bold"
            )
        path.rstrip()
        self.query_one("#path", Static).update(path)
        self.call_after_refresh(self.query_one("#path-scroll", VerticalScroll).scroll_end, animate=False)
        if ended:
            self._show_result()
        else:
            self._show_choices()
        self._show_keys()

    def _show_choices(self) -> None:
        walk, lang = self.walk, self.lang
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        if walk is None:
            rows = [Text(entry.title.of(lang)) for entry in self._entries.values()]
        else:
            question = walk.question
            self.query_one("#question", Static).update(Text(question.ask.of(lang) if question else ""))
            offered = question.choices if question else ()
            rows = [Text(f"{number}  {choice.when.of(lang)}") for number, choice in enumerate(offered, start=1)]
        choices.add_options([Option(row) for row in rows])
        choices.highlighted = 0 if rows else None
        choices.focus()

    def _show_result(self) -> None:
        ending = self.walk.ending if self.walk else None
        if ending is None:
            return
        heading = word("result", self.lang)
        self.query_one("#question", Static).update(Text(heading))
        if ending.result is not None:
            text = escape_markdown(ending.result.of(self.lang))
        else:
            try:
                text = answer_markdown(self.engine.entry(ending.see), self.lang)
            except UnknownEntry as fault:
                text = escape_markdown(str(fault))
        self.query_one(Markdown).update(text)
        result = self.query_one("#result", VerticalScroll)
        result.scroll_home(animate=False)
        result.focus()

    def _show_keys(self) -> None:
        walk = self.walk
        keys: tuple[Key, ...] = (_CHOOSING,) if walk is None or walk.ending is None else (_ENDED,)
        if self._next_procedure() is not None:
            keys += (_ON,)
        if walk is not None:
            keys += _MOVING
        self.query_one(KeyBar).show((*keys, *_COMMON), self.lang)
