"""The turns of conversations that were written for the book: what people say next who were told of an entry."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

TURNS: Final = Path(__file__).parent / "turns.tsv"
"""Lines of four columns: an entry, ``on`` or ``off``, the items that answer it, and the turn."""


@dataclass(frozen=True, slots=True)
class SaidNext:
    """What somebody says in a conversation who was told of an entry."""

    topic: str
    """Id of the entry."""
    goes_on: bool
    """Whether it goes on with that; else it is about something that the book does not have."""
    items: tuple[str, ...]
    """The items of the entry that answer it, the most telling first; none where the entry has no answer.

    ``fix.2`` is the third one of its steps, ``code.0`` its first block."""
    text: str
    """The turn, one line."""


def turns() -> list[SaidNext]:
    """Return all of them."""
    rows = (line.split("\t") for line in TURNS.read_text("utf-8").splitlines() if line)
    return [SaidNext(topic, kind == "on", _named(items), text) for topic, kind, items, text in rows]


def _named(items: str) -> tuple[str, ...]:
    return tuple(items.split(",")) if items else ()
