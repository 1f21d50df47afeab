"""The search view: a question above, its answers ranked, the chosen one whole."""

from dataclasses import replace
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.widgets import Input, OptionList, Static

from msfaq.diagnosis import Diagnosis
from msfaq.errors import InputError, MsfaqError
from msfaq.tui.actions import bindings
from msfaq.tui.context import Change
from msfaq.tui.messages import Answered, Pasted, Refused, Shown
from msfaq.tui.screens.reading import ReadingView
from msfaq.tui.session import Visit
from msfaq.tui.widgets.answers import AnswerList, rows_of
from msfaq.tui.widgets.case import unknown_content, welcome_content
from msfaq.tui.widgets.page import AnswerPage
from msfaq.tui.widgets.question import QuestionInput, is_log
from msfaq.tui.widgets.readbar import ReadBar
from msfaq.tui.words import word
from msfaq.tui.work import start

_WARM_DELAY: Final = 0.2
"""Seconds after the first screen at which the engine begins to load."""


class SearchScreen(ReadingView):
    """Answers while the question is typed."""

    NAME = "search"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("search")]

    def __init__(self) -> None:
        super().__init__()
        self._diagnosis: Diagnosis | None = None
        self._wanted: str | None = None
        self._asking = False
        self._keep = ""
        # Whether Enter was pressed for an answer that is still to come.
        self._reads = False

    def body(self) -> ComposeResult:
        """Yield question, what was read, answers and page."""
        yield QuestionInput()
        yield ReadBar()
        with Container(id="reading"):
            yield AnswerList()
            yield AnswerPage()
        yield Static(id="outcome", markup=False)

    async def on_mount(self) -> None:
        """Take up the question that was asked last."""
        field = self.query_one(QuestionInput)
        session = self.here.session
        self.page.history = session.history
        self._keep = session.entry
        self._hint()
        if session.pasted and self.here.source:
            self._ask(self.here.source)
        elif session.question:
            with field.prevent(Input.Changed):
                field.value = session.question
            self._ask(session.question)
        else:
            await self.tell(welcome_content(self.here))
        field.focus()
        # The first question would otherwise wait for NumPy and FAISS to load; the first screen must not.
        self.set_timer(_WARM_DELAY, self._start_warming)

    def question(self) -> str:
        """Return the typed question."""
        session = self.here.session
        return "" if session.pasted else session.question[:2000]

    def diagnosis(self) -> Diagnosis | None:
        """Return what the list shows."""
        return self._diagnosis

    def ask_pasted(self, text: str) -> None:
        """Answer a pasted text; one line goes into the field, and so does what is typed next."""
        field = self.query_one(QuestionInput)
        pasted = is_log(text)
        with field.prevent(Input.Changed):
            field.value = "" if pasted else text.strip()
        self._take(text, pasted=pasted)
        self.here.session = self.here.session.remembering(text)
        field.cursor_position = len(field.value)
        field.focus()

    def start_over(self) -> None:
        """Clear the question."""
        field = self.query_one(QuestionInput)
        self.here.session = self.here.session.remembering(self.question())
        field.restart_history()
        with field.prevent(Input.Changed):
            field.value = ""
        self._take("", pasted=False)
        field.focus()

    async def revisit(self, visit: Visit) -> None:
        """Show the entry again, and the question that led to it."""
        field = self.query_one(QuestionInput)
        if visit.question and visit.question != self.question():
            with field.prevent(Input.Changed):
                field.value = visit.question
            self._take(visit.question, pasted=False, keep=visit.entry)
        await self.show_entry(visit.entry, visit=False)
        self._note_place()

    async def changed(self, _change: Change) -> None:
        """Ask again: in the other language, under other filters."""
        self._hint()
        if self.page.document:
            self._keep = self.page.document
            if _change.lang:
                await self.show_entry(self.page.document, visit=False)
        if self.here.source.strip():
            self._ask(self.here.source)
        else:
            await self._welcome()

    def action_to_question(self) -> None:
        """Go to the question."""
        self.query_one(QuestionInput).focus()

    @on(Input.Changed, "#question")
    def _typed(self, event: Input.Changed) -> None:
        self._take(event.value, pasted=False)

    @on(Input.Submitted, "#question")
    def _entered(self) -> None:
        self.here.session = self.here.session.remembering(self.question())
        self.query_one(QuestionInput).restart_history()
        if self._asking:
            self._reads = True
        else:
            self._read()

    def _read(self) -> None:
        if self.page.document or self.answers.option_count:
            self.show_now(visit=True)
            self.page.focus()

    @on(Pasted)
    def _pasted(self, event: Pasted) -> None:
        event.stop()
        self.ask_pasted(event.text)

    def on_paste(self, event: events.Paste) -> None:
        """Answer what is pasted while no field has the focus."""
        event.stop()
        if event.text.strip():
            self.ask_pasted(event.text)

    @on(ReadBar.Dropped)
    def _dropped(self) -> None:
        self.start_over()

    @on(OptionList.OptionHighlighted, "#answers")
    def _moved(self) -> None:
        self.show_soon()

    @on(OptionList.OptionSelected, "#answers")
    def _chosen(self) -> None:
        self.here.session = self.here.session.remembering(self.question())
        self.show_now(visit=True)
        self.page.focus()

    @on(Shown)
    def _shown(self) -> None:
        self._note_place()

    @on(Answered)
    async def _answered(self, event: Answered) -> None:
        if event.question != self.here.source:
            return
        diagnosis = event.diagnosis
        self._diagnosis = diagnosis
        self.query_one(ReadBar).judged(diagnosis)
        rows = rows_of(diagnosis)
        self._say(diagnosis.message)
        # What the page shows next is decided here: it may be what a link led to, which no row stands for.
        with self.answers.prevent(OptionList.OptionHighlighted):
            self.answers.show(rows, keep=self._keep, choose=diagnosis.outcome != "unknown")
        kept, self._keep = self._keep, ""
        if diagnosis.outcome == "unknown" and not (kept and self.page.document):
            await self.tell(unknown_content(diagnosis, self.here))
        elif kept and kept not in self.answers.ids:
            # The open entry was reached by a link: it stays open.
            self.drop_waiting()
            await self.show_entry(kept, visit=False)
        else:
            self.show_soon()
        if self._reads:
            self._reads = False
            self._read()

    @on(Refused)
    def _refused(self, event: Refused) -> None:
        self._say(event.reason, is_error=True)

    def _take(self, text: str, *, pasted: bool, keep: str = "") -> None:
        self.here.source = text
        self.here.session = self.here.session.asking(text, pasted=pasted)
        self._keep = keep
        self._reads = False
        self.here.draft = ""
        self._hint()
        if text.strip():
            self._ask(text)
        else:
            self._wanted = None
            self.call_later(self._welcome)

    def _ask(self, text: str) -> None:
        # One question is on its way at any time, the latest waits; what was overtaken is never asked or shown.
        self._wanted = text
        if not self._asking:
            self._asking = True
            start(self, self._answer, "asking")

    async def _answer(self) -> None:
        try:
            while (text := self._wanted) is not None:
                self._wanted = None
                here = self.here
                try:
                    with self.busy(self._say):
                        diagnosis = await here.library.ask(text, here.lang, here.settings.filters)
                except MsfaqError as error:
                    if self._wanted is None and text == self.here.source:
                        self.post_message(Refused(str(error)))
                else:
                    if self._wanted is None and text == self.here.source:
                        self.post_message(Answered(text, diagnosis))
        finally:
            self._asking = False

    def _start_warming(self) -> None:
        if not self.here.source:
            start(self, self._warm, "warm")

    async def _warm(self) -> None:
        try:
            self._say(word("loading", self.here.lang))
            with self.busy(self._say):
                await self.here.library.ask("warm up", self.here.lang, self.here.settings.filters, 1)
            if not self.here.source:
                self._say("")
        except InputError:
            pass
        except MsfaqError as error:
            self.post_message(Refused(str(error)))

    async def _welcome(self) -> None:
        if self.here.source.strip():
            return
        self._diagnosis = None
        self.answers.show(())
        self._say("")
        await self.tell(welcome_content(self.here))

    def _note_place(self) -> None:
        self.here.session = replace(
            self.here.session, entry=self.page.document, history=self.page.history, view=self.NAME
        )

    def _hint(self) -> None:
        session, lang = self.here.session, self.here.lang
        bar = self.query_one(ReadBar)
        bar.show(self.here.source if session.pasted else "")
        hint = word("log hint", lang, lines=bar.lines) if bar.lines else word("question hint", lang)
        self.query_one(QuestionInput).placeholder = hint

    def _say(self, text: str, *, is_error: bool = False) -> None:
        outcome = self.query_one("#outcome", Static)
        outcome.set_class(is_error, "-error")
        outcome.display = bool(text)
        outcome.update(text)
