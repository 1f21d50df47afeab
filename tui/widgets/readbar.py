"""What was read of a pasted text: how many lines, and which of them was used."""

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from msfaq.diagnosis import Diagnosis
from msfaq.tui.context import context
from msfaq.tui.words import word


class ReadBar(Horizontal):
    """One line beneath the question, there only when something was pasted."""

    class Dropped(Message):
        """The pasted text is to be forgotten."""

    def __init__(self) -> None:
        super().__init__(id="readbar")
        self.lines = 0
        """Lines of the pasted text."""
        self._diagnosis: Diagnosis | None = None

    def compose(self) -> ComposeResult:
        """Yield the sentence and two buttons."""
        yield Static(id="read", markup=False)
        for name in ("view", "drop"):
            button = Button("", compact=True, id=f"{name}-log")
            button.can_focus = False
            yield button

    def on_mount(self) -> None:
        """Stay out of sight until there is something to say."""
        self.display = self.lines > 0

    def show(self, text: str) -> None:
        """Show what was pasted; nothing hides the bar."""
        self.lines = len(text.splitlines())
        self.display = bool(text)
        self._diagnosis = None
        lang = context(self).lang
        for name in ("view", "drop"):
            self.query_one(f"#{name}-log", Button).label = word(f"{name} log", lang)
        self._update()

    def judged(self, diagnosis: Diagnosis) -> None:
        """Show which line was used."""
        self._diagnosis = diagnosis
        self._update()

    def _update(self) -> None:
        lang = context(self).lang
        parts: list[str | tuple[str, str]] = [(word("read", lang, lines=self.lines), "bold")]
        if self._diagnosis is not None and self._diagnosis.answers:
            line = self._diagnosis.answers[0].line
            parts += [" · ", word("judged by", lang, line=line), (self._diagnosis.query, "$text-accent")]
        self.query_one("#read", Static).update(Content.assemble(*parts))

    @on(Button.Pressed, "#view-log")
    async def _view(self, event: Button.Pressed) -> None:
        event.stop()
        await self.app.run_action("app.paste")

    @on(Button.Pressed, "#drop-log")
    def _drop(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.Dropped())

    async def on_click(self, event: events.Click) -> None:
        """Show the text."""
        if event.widget is self.query_one("#read", Static):
            await self.app.run_action("app.paste")
