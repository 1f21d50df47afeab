"""The field of a conversation: several lines may be pasted or typed, Enter sends them."""

from typing import ClassVar

from textual.binding import BindingType
from textual.events import Key
from textual.message import Message
from textual.widgets import TextArea

from msfaq.tui.actions import bindings


class TurnInput(TextArea):
    """Takes one turn."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("chat", "send")]

    class Sent(Message):
        """A turn is complete."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text
            """What was said, not empty."""

    def __init__(self) -> None:
        super().__init__(id="turn", soft_wrap=True, show_line_numbers=False, tab_behavior="focus", compact=True)
        # A blinking cursor sends bytes for ever; over a slow line that is felt.
        self.cursor_blink = False

    async def _on_key(self, event: Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.action_send()
        elif event.key == "ctrl+j":
            event.stop()
            event.prevent_default()
            self.insert("\n")
        else:
            await super()._on_key(event)

    def action_send(self) -> None:
        """Send what stands in the field."""
        if self.text.strip():
            text = self.text
            self.text = ""
            self.post_message(self.Sent(text))
