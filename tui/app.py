"""The Textual app: ask, see the answers ranked, read one."""

import argparse
import sys
from threading import Lock
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, Markdown, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from msfaq.cli.ask import question
from msfaq.cli.exits import Exit
from msfaq.compose import answer_markdown
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.errors import InputError, MsfaqError
from msfaq.language import locale_language
from msfaq.render.document import confidence_word
from msfaq.tui.checklist.messages import LanguageChosen
from msfaq.tui.checklist.screen import ChecklistScreen
from msfaq.tui.walk.messages import EntryWanted
from msfaq.tui.walk.screen import WalkScreen
from msfaq.worksheets.places import project_folder
from msfaq.worksheets.worksheet import Worksheet

_HINTS = {
    "zh": "粘贴报错、日志，或直接提问",
    "en": "Paste an error or a log, or ask a question",
}


_PATIENCE = 3.0
"""Seconds to wait for another program that is writing the worksheet: a screen must not stand still for long."""


class Answered(Message):
    """The engine has answered a question."""

    def __init__(self, diagnosis: Diagnosis) -> None:
        super().__init__()
        self.diagnosis = diagnosis


class Refused(Message):
    """The engine could not read a question."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class MsfaqApp(App[None]):
    """A question above, its answers at the left, the chosen one at the right."""

    TITLE = "msfaq"
    CSS = """
    #question { dock: top; margin: 0 0 1 0; }
    #answers { width: 34%; max-width: 48; height: 1fr; border: none; }
    #page { width: 1fr; height: 1fr; padding: 0 1; }
    #status { height: 1; color: $text-muted; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "switch_language", "中文/English"),
        Binding("ctrl+n", "ask_again", "New question"),
        Binding("ctrl+l", "checklist", "Checklist", priority=True),
        Binding("ctrl+g", "walk", "Decide", priority=True),
        Binding("ctrl+q", "quit", "Quit"),
    ]

    def __init__(self, engine: Engine, first: str | bytes = "") -> None:
        super().__init__()
        self._engine = engine
        self._source: str | bytes = first
        self._lang = locale_language()
        self._turn = Lock()
        self._worksheet = Worksheet(project_folder(None), patience=_PATIENCE)

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Input(placeholder=_HINTS[self._lang], id="question")
        with Horizontal():
            yield OptionList(id="answers")
            with VerticalScroll(id="page"):
                yield Markdown(id="answer")
        yield Static(id="status", markup=False)
        yield Footer()

    @property
    def _main(self) -> Screen[object]:
        """The screen of questions and answers, whichever lies on top."""
        return self.screen_stack[0]

    def on_mount(self) -> None:
        """Answer the first question, if there is one."""
        self._main.query_one("#question", Input).focus()
        if self._source:
            self._ask()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Answer while the question is typed."""
        self._source = event.value
        if event.value.strip():
            self._ask()

    def on_input_submitted(self) -> None:
        """Move to the answers."""
        self._main.query_one("#answers", OptionList).focus()

    @work(thread=True, exclusive=True)
    def _ask(self) -> None:
        # The thread only asks and posts; handlers own the widgets, and an answer overtaken by typing is dropped.
        worker = get_current_worker()
        # Threads take turns at the engine, and one that was overtaken while it waited asks nothing.
        with self._turn:
            if worker.is_cancelled:
                return
            try:
                message: Message = Answered(self._engine.lookup(self._source, lang=self._lang, limit=8))
            except MsfaqError as error:
                message = Refused(str(error))
        if not worker.is_cancelled:
            self.post_message(message)

    def on_answered(self, event: Answered) -> None:
        """Show the answers, or what came near."""
        diagnosis = event.diagnosis
        answers = self._main.query_one("#answers", OptionList)
        answers.clear_options()
        for answer in diagnosis.answers:
            word = confidence_word(answer.confidence, diagnosis.lang)
            answers.add_option(Option(f"{answer.title}\n  {word} · {answer.confidence:.0%}", id=answer.id))
        for near in diagnosis.nearest:
            answers.add_option(Option(f"{near.title}", id=near.id))
        self._main.query_one("#status", Static).update(diagnosis.message or diagnosis.query)
        if answers.option_count:
            answers.highlighted = 0

    def on_refused(self, event: Refused) -> None:
        """Say why the question could not be read."""
        self._main.query_one("#status", Static).update(event.reason)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the entry under the cursor."""
        if event.option.id:
            entry = self._engine.entry(event.option.id)
            self._main.query_one("#answer", Markdown).update(answer_markdown(entry, self._lang))
            self._main.query_one("#page", VerticalScroll).scroll_home(animate=False)

    def action_switch_language(self) -> None:
        """Show the same in the other language."""
        self._lang = "en" if self._lang == "zh" else "zh"
        self._main.query_one("#question", Input).placeholder = _HINTS[self._lang]
        if self._source:
            self._ask()

    def action_checklist(self) -> None:
        """Work through the accuracy checklist of the current folder."""
        if len(self.screen_stack) == 1:
            self.push_screen(ChecklistScreen(self._engine, self._worksheet, self._lang))

    def action_walk(self) -> None:
        """Walk through a decision procedure."""
        if len(self.screen_stack) == 1:
            self.push_screen(WalkScreen(self._engine, self._lang, worksheet=self._worksheet))

    def on_entry_wanted(self, event: EntryWanted) -> None:
        """Go back to the answers with an entry asked for by its id."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._main.query_one("#question", Input).value = event.entry_id

    def on_language_chosen(self, event: LanguageChosen) -> None:
        """Keep the language that was chosen on another screen."""
        if event.lang != self._lang:
            self.action_switch_language()

    def action_ask_again(self) -> None:
        """Go back to the question and clear it."""
        entry = self._main.query_one("#question", Input)
        entry.value = ""
        entry.focus()


def run(arguments: argparse.Namespace) -> Exit:
    """``msfaq tui [TEXT…]``: open the app.

    Raises InputError when there is no terminal to open it on.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError('the terminal interface needs a terminal; in a pipe ask with msfaq "…"')
    with Engine() as engine:
        MsfaqApp(engine, question(arguments.text) if arguments.text else "").run()
    return Exit.ANSWERED
