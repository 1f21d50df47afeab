"""What a rule of the conversation sees of a turn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from msfaq.chat.draft import Draft
from msfaq.chat.echoes import Echoes, echoes
from msfaq.chat.focus import Focus, focus
from msfaq.chat.machine import Machine
from msfaq.chat.state import State
from msfaq.chat.turn import Turn
from msfaq.chat.words import word
from msfaq.corpus.entry import Entry
from msfaq.engine import Engine

_QUESTION: Final = 300
"""Characters of a question that are remembered."""


@dataclass(frozen=True)
class Context:
    """A turn in its conversation."""

    engine: Engine
    """The open engine."""
    state: State
    """The conversation before the turn, language and slots of the turn already in it."""
    turn: Turn
    """The turn."""
    machine: Machine
    """What is known of the machine msfaq runs on."""

    @property
    def lang(self) -> str:
        """Language of the reply."""
        return self.turn.lang

    @property
    def topic(self) -> Entry | None:
        """The entry talked about."""
        return self.engine.entry(self.state.topic) if self.state.topic else None

    @property
    def question(self) -> str:
        """The turn as it is remembered; what was asked before, where the turn only leans on that."""
        if self.turn.leans and self.state.question:
            return self.state.question
        key = self.turn.reading.key_lines
        return (key[0].text if self.turn.is_failure and key else " ".join(self.turn.text.split()))[:_QUESTION]

    def draft(self, outcome: str = "answered", **changes: object) -> Draft:
        """Begin a reply; whatever was asked before is settled unless ``changes`` say otherwise."""
        return Draft(replace(self.state, **{"pending": None, **changes}), outcome)  # type: ignore[arg-type]

    def word(self, key: str, *values: object, **named: object) -> str:
        """Return one of the conversation's sentences in the reply's language, values put in."""
        return word(key, self.lang).format(*values, **named)

    @cached_property
    def echoes(self) -> Echoes:
        """Return what the turn is near to of what was said before; there must be a topic."""
        return echoes(self.engine, self.turn.text, self.state.topic, self.lang)

    @cached_property
    def candidates(self) -> tuple[Focus, ...]:
        """Return what the turn may be about, best first."""
        return focus(self.turn, self.state, self.engine)


Rule = Callable[[Context], Draft | None]
"""One way of taking a turn; None leaves it to the next rule."""
