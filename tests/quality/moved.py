"""Reads ``moves.jsonl``: turns that leave a topic for another entry, or stay with it where that is hard.

A row has ``kind`` (``move`` or ``stay``), ``topic``, what had been ``asked`` when it came up, the turn (``user``) and
the ``entries`` that a right reply comes from, the best first. Those with a ``talk`` were said in one held with the
chat, each after the reply before it was read; the others were written by themselves.
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
    """What it is held out with: its talk, or itself alone."""
    stays: bool
    """Whether it stays with the topic."""
    said: bool
    """Whether it was said in a talk."""
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
        stays, talk = row["kind"] == "stay", row.get("talk", "")
        name = f"talk {talk}" if talk else f"move {number}"
        yield Move(name, stays, bool(talk), row["topic"], row["asked"], row["user"], tuple(row["entries"]))
