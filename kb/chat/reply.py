"""What a turn of a conversation yields."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

OUTCOMES: Final = ("answered", "asked", "unsure", "unknown")
"""What a reply may be: an answer, a question back, candidates of which none is certain, or nothing known."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the user reads after a turn."""

    markdown: str
    """The reply, Markdown; never empty."""
    answers: tuple[str, ...]
    """Ids of the entries and guides that its statements come from, the main one first."""
    outcome: str
    """``answered``; ``asked``: it puts a question that the user should answer; ``unsure``; ``unknown``."""
    choices: tuple[str, ...]
    """Short labels that the user may say next; none when the reply asks nothing."""
    slots: Mapping[str, str]
    """What is known of the user's case: ``platform``, ``mode``, ``version`` … → value."""
    lang: str
    """Language of the reply, ``zh`` or ``en``."""
    is_farewell: bool = False
    """Whether the user wants to end the conversation."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as ``msfaq chat --json`` prints it; ``docs/chat.md`` describes it."""
        return {
            "reply": self.markdown,
            "answers": list(self.answers),
            "outcome": self.outcome,
            "choices": list(self.choices),
            "slots": dict(self.slots),
        }
