"""The field for the question: typed, composed by an input method, or pasted whole."""

from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.widgets import Input

from msfaq.tui.actions import bindings
from msfaq.tui.context import context
from msfaq.tui.messages import Pasted

_LONGEST_TYPED: Final = 2000
"""Characters above which a pasted line is kept as a log instead of in the field."""


def is_log(text: str) -> bool:
    """Tell whether a pasted text is to be kept whole instead of in the one-line field."""
    return "\n" in text.strip() or "\r" in text.strip() or len(text) > _LONGEST_TYPED


class QuestionInput(Input):
    """A line to type in; what does not fit into a line is passed on as pasted."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("search", "submit", "older_question", "to_answers")]

    def __init__(self) -> None:
        super().__init__(id="question", compact=True)
        # A blinking cursor sends bytes for ever; over a slow line that is felt.
        self.cursor_blink = False
        self._older = -1

    def _on_paste(self, event: events.Paste) -> None:
        if not is_log(event.text):
            # What the field does with a paste follows by itself.
            return
        event.stop()
        event.prevent_default()
        self.post_message(Pasted(event.text))

    def restart_history(self) -> None:
        """Begin with the latest of the earlier questions again."""
        self._older = -1

    def action_older_question(self) -> None:
        """Put an earlier question into the field."""
        self._recall(self._older + 1)

    def action_to_answers(self) -> None:
        """Go back to a later question, or down to the answers."""
        if self._older >= 0:
            self._recall(self._older - 1)
        else:
            self.screen.query_one("#answers").focus()

    def _recall(self, place: int) -> None:
        asked = [text for text in context(self).session.asked if "\n" not in text]
        if place < len(asked):
            self._older = place
            self.value = asked[place] if place >= 0 else ""
            self.cursor_position = len(self.value)
