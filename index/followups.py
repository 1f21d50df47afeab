"""Finds what answered turns like this one: items of an entry by what people asked who were told of it.

The text of an item says what is so, a turn asks in other words for it; turns ask like turns. Each turn that was written
for an entry (`msfaq.index.turns`) is a vector, and stands for the items that answer it: expansion of documents by the
questions they answer (R. Nogueira, J. Lin, "From doc2query to docTTTTTquery", 2019), kept apart from the documents.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Final

from msfaq.errors import IndexStale
from msfaq.index.encoders import Encoder
from msfaq.index.store import Store
from msfaq.index.turns import SaidNext, turns
from msfaq.index.vectors import VectorIndex

_BESIDE: Final = 0.7
"""What a turn counts for the items that answer it besides the most telling one."""


def answered_turns(entries: Collection[str]) -> list[SaidNext]:
    """Return the turns that one of these entries answers, those of an entry together."""
    return [one for one in turns() if one.items and one.topic in entries]


def write_follow_ups(cursor: sqlite3.Cursor, numbers: Mapping[str, int], encoder: Encoder) -> bytes:
    """Write the turns of a book's entries into a store, and return their vectors.

    ``numbers`` is id of an entry → its number there.
    """
    found = answered_turns(numbers)
    rows = [(numbers[one.topic], row, ",".join(one.items)) for row, one in enumerate(found)]
    cursor.executemany("INSERT INTO follow_up VALUES (?, ?, ?)", rows)
    return VectorIndex.from_rows(encoder.encode([one.text for one in found])).to_bytes() if found else b""


def nearest_items(said: Mapping[str, float]) -> dict[str, float]:
    """Return name of an item → the greatest cosine of a turn that it answers.

    ``said`` is the items that answer a turn, parted by commas → its cosine.

    >>> nearest_items({"fix.0,fix.1": 0.8, "fix.1": 0.2})
    {'fix.0': 0.8, 'fix.1': 0.56}
    """
    near: dict[str, float] = {}
    for items, cosine in said.items():
        for place, name in enumerate(items.split(",")):
            near[name] = max(near.get(name, 0.0), cosine * (_BESIDE if place else 1.0))
    return {name: round(value, 6) for name, value in near.items()}


class FollowUps:
    """The turns of an open store."""

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder

    def nearest(self, text: str, entries: Collection[str]) -> Mapping[str, Mapping[str, float]]:
        """Return id of an entry → name of an item → how near the nearest turn is that it answers, 0..1.

        Entries without turns are left out. Raises IndexStale when the store is damaged.
        """
        said: dict[str, dict[str, float]] = defaultdict(dict)
        for name, items, cosine in self.compared(text, entries):
            said[name][items] = max(said[name].get(items, 0.0), cosine)
        return {name: nearest_items(by_items) for name, by_items in said.items()}

    def compared(self, text: str, entries: Collection[str]) -> list[tuple[str, str, float]]:
        """Return of each turn of these entries its entry, the items that answer it, and its cosine to ``text``."""
        marks = ", ".join("?" * len(entries))
        sql = (
            "SELECT id, row, items FROM follow_up JOIN owner ON owner.number = follow_up.owner"
            f" WHERE NOT guide AND id IN ({marks})"
        )
        found = [(str(name), int(str(row)), str(items)) for name, row, items in self._store.query(sql, tuple(entries))]
        if not found:
            return []
        cosines = self._vectors.rows([row for _, row, _ in found]) @ self._encoder.encode([text])[0]
        return [(name, items, cosine) for (name, _, items), cosine in zip(found, cosines.tolist(), strict=True)]

    @cached_property
    def _vectors(self) -> VectorIndex:
        try:
            return VectorIndex.from_bytes(self._store.blob("follow-ups"))
        except ValueError as error:
            raise IndexStale(str(error)) from error
