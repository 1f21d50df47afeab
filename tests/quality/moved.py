"""Reads ``moves.jsonl``: turns written to leave a topic for another entry, or to stay with it where that is hard.

A row has ``kind`` (``move`` or ``stay``), ``topic``, what had been ``asked`` when it came up, the turn (``user``) and
the ``entries`` that a right reply comes from, the best first.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msfaq import Chat
from msfaq.chat.state import State
from msfaq.engine import Engine
from msfaq.language import choose_language

_FILE: Final = Path(__file__).resolve().parent / "moves.jsonl"


@dataclass(frozen=True, slots=True)
class Move:
    """A turn in the midst of a conversation."""

    name: str
    """Tells it from the others."""
    stays: bool
    """Whether it stays with the topic."""
    topic: str
    """Id of the entry talked about."""
    asked: str
    """What had been asked when the topic came up."""
    user: str
    """The turn."""
    entries: tuple[str, ...]
    """Ids of the entries that answer it, the best first."""

    def chat(self, engine: Engine) -> Chat:
        """Return the conversation in which the turn is said."""
        state = State(lang=choose_language(self.asked, is_question=True)).move(self.topic, self.asked)
        return Chat(engine=engine, state=state)


def moves() -> Iterator[Move]:
    """Yield the turns in order."""
    for number, line in enumerate(_FILE.read_text("utf-8").splitlines(), start=1):
        row = json.loads(line)
        yield Move(
            f"move {number}", row["kind"] == "stay", row["topic"], row["asked"], row["user"], tuple(row["entries"])
        )
