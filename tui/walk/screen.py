"""A decision procedure, one question at a time, with the path so far and what it led to."""

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Markdown, OptionList, Static
from textual.widgets.option_list import Option

from msfaq.answers.compose import answer_markdown, escape_markdown
from msfaq.answers.walking import Walk, resume
from msfaq.answers.walking import start as begin
from msfaq.corpus.entry import Entry
from msfaq.engine import Engine
from msfaq.errors import MsfaqError, UnknownEntry
from msfaq.tui.actions import bindings
from msfaq.tui.checklist.page import page_css
from msfaq.tui.checklist.sheet import project_sheet
from msfaq.tui.context import Change
from msfaq.tui.links import follow_link, linked
from msfaq.tui.messages import EntryWanted
from msfaq.tui.screens.base import View
from msfaq.tui.words import word as said
from msfaq.tui.work import start
from msfaq.worksheets.words import word
from msfaq.worksheets.worksheet import Worksheet


class WalkScreen(View):
    """Walks through one procedure, chosen first where none is given."""

    CSS = """
    WalkScreen #title { padding: 0 1; text-style: bold; height: auto; }
    WalkScreen #path { padding: 0 1; height: auto; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    WalkScreen #path-scroll { height: auto; max-height: 30%; }
    WalkScreen #asked { padding: 0 1; height: auto; margin: 1 0; text-style: bold; }
    WalkScreen #choices { height: 1fr; border: none; background: $background; }
    WalkScreen #result { height: 1fr; padding: 0 1; }
    """ + page_css("WalkScreen")
    NAME = "walk"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(number), f"choose({number})", show=False) for number in range(1, 10)),
        *bindings("walk"),
    ]

    def __init__(self, entry_id: str = "", *, worksheet: Worksheet | None = None) -> None:
        """Make the screen for a procedure, or for choosing one.

        ``worksheet`` keeps the path for the report, the current folder's by default.
        """
        super().__init__()
        self.walk: Walk | None = None
        """Where the walk stands; None while a procedure is being chosen."""
        self._wanted = entry_id
        self._worksheet = worksheet or project_sheet()
        self._entries: dict[str, Entry] = {}

    @property
    def lang(self) -> str:
        """The language shown."""
        return self.here.lang

    def body(self) -> ComposeResult:
        """Yield title, the path so far, the question, and its choices or the result."""
        yield Static(id="title", markup=False)
        with VerticalScroll(id="path-scroll", can_focus=False):
            yield Static(id="path", markup=False)
        yield Static(id="asked", markup=False)
        yield OptionList(id="choices")
        with VerticalScroll(id="result"):
            yield Markdown(open_links=False)

    async def on_mount(self) -> None:
        """Read the procedures in the background; the index may have to be built."""
        self.query_one("#title", Static).update("…")
        self.query_one("#result").display = False
        start(self, self._load, "loading")

    async def changed(self, _change: Change) -> None:
        """Show the same in the other language."""
        if self._entries:
            await self._show()

    def begin(self, entry_id: str) -> None:
        """Walk through a procedure: on from where it was left unfinished, else from its first question."""
        self._wanted = entry_id
        if self._entries:
            start(self, self._begin_wanted, "showing")

    async def _load(self) -> None:
        try:
            self._entries = await self.here.library.do(_procedures)
        except MsfaqError as fault:
            self.query_one("#title", Static).update(Text(str(fault)))
            return
        await self._begin_wanted()

    async def _begin_wanted(self) -> None:
        if self._wanted in self._entries:
            await self._begin(self._entries[self._wanted])
        else:
            await self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done where the walk stands."""
        walk = self.walk
        if action in ("back", "open_entry", "leave"):
            return walk is not None
        if action == "restart":
            return walk is not None and bool(walk.steps)
        if action == "walk_on":
            return self._next_procedure() is not None
        return super().check_action(action, parameters)

    async def _begin(self, entry: Entry) -> None:
        self.walk = begin(entry)
        if not self.here.web:
            try:
                kept = next((w for w in self._worksheet.read().walks if w.entry_id == entry.id and w.asks), None)
            except MsfaqError as fault:
                self._complain(fault)
                kept = None
            if kept is not None:
                self.walk = resume(entry, ((step.name, step.when.en) for step in kept.steps))
        await self._show()

    async def _move(self, walk: Walk) -> None:
        self.walk = walk
        await self._show()
        if not self.here.web:
            try:
                self._worksheet.keep_walk(walk)
            except MsfaqError as fault:
                self._complain(fault)

    def _complain(self, fault: MsfaqError) -> None:
        self.notify(str(fault), severity="error", timeout=12, markup=False)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the answer, or the procedure, under the cursor."""
        event.stop()
        await self.action_choose(event.option_index + 1)

    @on(Markdown.LinkClicked)
    def _follow(self, event: Markdown.LinkClicked) -> None:
        event.stop()
        follow_link(self, event.href)

    async def action_choose(self, number: int = 0) -> None:
        """Take the answer or procedure with this number, from 1; 0 is the one under the cursor."""
        choices = self.query_one("#choices", OptionList)
        number = number or (choices.highlighted or 0) + 1
        if not choices.display or not 1 <= number <= choices.option_count:
            return
        if self.walk is None:
            await self._begin(list(self._entries.values())[number - 1])
        elif self.walk.question is not None:
            await self._move(self.walk.answer(number))

    async def action_back(self) -> None:
        """Take back the last answer; from the first question go back to the list of procedures."""
        if self.walk is not None and self.walk.steps:
            await self._move(self.walk.back())
        else:
            await self.action_leave()

    async def action_restart(self) -> None:
        """Begin the procedure again."""
        if self.walk is not None and self.walk.steps:
            await self._move(self.walk.restart())

    def action_open_entry(self) -> None:
        """Open the entry that the walk led to, or else the procedure's own."""
        if self.walk is not None:
            ending = self.walk.ending
            self.post_message(EntryWanted(ending.see if ending and ending.see else self.walk.entry_id))

    async def action_walk_on(self) -> None:
        """Go on with the procedure that the walk led to."""
        if (entry := self._next_procedure()) is not None:
            await self._begin(entry)

    async def action_leave(self) -> None:
        """Go back to all procedures."""
        self.walk = None
        await self._show()

    def _next_procedure(self) -> Entry | None:
        ending = self.walk.ending if self.walk else None
        return self._entries.get(ending.see) if ending else None

    async def _show(self) -> None:
        walk, lang = self.walk, self.lang
        ended = walk is not None and walk.ending is not None
        self.query_one("#choices").display = not ended
        self.query_one("#result").display = ended
        self.query_one("#path-scroll").display = bool(walk and walk.steps)
        self.query_one("#asked").display = walk is not None
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
            await self._show_result()
        else:
            self._show_choices()
        self.refresh_bindings()

    def _show_choices(self) -> None:
        walk, lang = self.walk, self.lang
        asked = walk.question.ask.of(lang) + "  " if walk and walk.question else ""
        self.query_one("#asked", Static).update(
            Content.assemble(asked, (said("walk hint", lang), "not bold $text-muted"))
        )
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        if walk is None:
            rows = [Text(entry.title.of(lang)) for entry in self._entries.values()]
        else:
            question = walk.question
            offered = question.choices if question else ()
            rows = [Text(f"{number}  {choice.when.of(lang)}") for number, choice in enumerate(offered, start=1)]
        choices.add_options([Option(row) for row in rows])
        choices.highlighted = 0 if rows else None
        choices.focus()

    async def _show_result(self) -> None:
        ending = self.walk.ending if self.walk else None
        if ending is None:
            return
        heading = word("result", self.lang)
        self.query_one("#asked", Static).update(Text(heading))
        if ending.result is not None:
            text = escape_markdown(ending.result.of(self.lang))
        else:
            try:
                text = answer_markdown(await self.here.library.entry(ending.see), self.lang)
            except UnknownEntry as fault:
                text = escape_markdown(str(fault))
        await self.query_one(Markdown).update(linked(text))
        result = self.query_one("#result", VerticalScroll)
        result.scroll_home(animate=False)
        result.focus()


def _procedures(engine: Engine) -> dict[str, Entry]:
    """Return the decision entries with a walk by id, sorted."""
    return {entry.id: entry for entry in map(engine.entry, engine.entry_ids("decision")) if entry.walk}
