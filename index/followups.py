"""Finds what answered turns like this one: items of an entry by what people asked who were told of it.

The text of an item says what is so, a turn asks in other words for it; turns ask like turns. Each turn that was written
for an entry (`msfaq.index.turns`) is a vector, and stands for the items that answer it: expansion of documents by the
questions they answer (R. Nogueira, J. Lin, "From doc2query to docTTTTTquery", 2019), kept apart from the documents.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Final

from msfaq.errors import IndexStale
from msfaq.index.encoders import Encoder
from msfaq.index.store import Store
from msfaq.index.turns import SaidNext, turns
from msfaq.index.vectors import VectorIndex

_BESIDE: Final = 0.7
"""What a turn counts for the items that answer it besides the most telling one."""

_SHARP: Final = 0.12
"""Cosine by which a turn that is nearer counts e times as much."""


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


@dataclass(frozen=True, slots=True)
class Followed:
    """A turn that was written for an entry, beside what somebody says."""

    items: tuple[str, ...]
    """The items that answer it, as in `msfaq.index.turns.SaidNext`."""
    cosine: float
    """Its cosine to what is said, -1..1."""


def nearest_items(said: Iterable[Followed]) -> dict[str, float]:
    """Return name of an item → the greatest cosine of a turn that it answers.

    >>> nearest_items([Followed(("fix.0", "fix.1"), 0.8), Followed(("fix.1",), 0.2)])
    {'fix.0': 0.8, 'fix.1': 0.56}
    """
    near: dict[str, float] = {}
    for one in said:
        for place, name in enumerate(one.items):
            near[name] = max(near.get(name, 0.0), one.cosine * (_BESIDE if place else 1.0))
    return {name: round(value, 6) for name, value in near.items()}


def votes(said: Iterable[Followed]) -> dict[str, float]:
    """Return name of an item → the share, 0..1, that the turns have which it answers, near ones far more than others.

    >>> votes([Followed(("fix.0",), 0.8), Followed(("fix.1",), 0.8), Followed(("fix.1",), -1.0)])
    {'fix.0': 0.5, 'fix.1': 0.5}
    """
    counts: dict[str, float] = defaultdict(float)
    total = 0.0
    for one in said:
        weight = exp((one.cosine - 1.0) / _SHARP)
        total += weight
        for place, name in enumerate(one.items):
            counts[name] += weight * (_BESIDE if place else 1.0)
    return {name: round(count / total, 6) for name, count in counts.items()}


class FollowUps:
    """The turns of an open store."""

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder

    def compared(self, text: str, entries: Collection[str]) -> Mapping[str, tuple[Followed, ...]]:
        """Return id of an entry → its turns compared to ``text``; entries without turns are left out.

        Raises IndexStale when the store is damaged.
        """
        marks = ", ".join("?" * len(entries))
        sql = (
            "SELECT id, row, items FROM follow_up JOIN owner ON owner.number = follow_up.owner"
            f" WHERE NOT guide AND id IN ({marks})"
        )
        found = [(str(name), int(str(row)), str(items)) for name, row, items in self._store.query(sql, tuple(entries))]
        if not found:
            return {}
        cosines = self._vectors.rows([row for _, row, _ in found]) @ self._encoder.encode([text])[0]
        said: dict[str, list[Followed]] = defaultdict(list)
        for (name, _, items), cosine in zip(found, cosines.tolist(), strict=True):
            said[name].append(Followed(tuple(items.split(",")), cosine))
        return {name: tuple(turns) for name, turns in said.items()}

    @cached_property
    def _vectors(self) -> VectorIndex:
        try:
            return VectorIndex.from_bytes(self._store.blob("follow-ups"))
        except ValueError as error:
            raise IndexStale(str(error)) from error
