"""Finds the turns that are like this one: those that an item of an entry answered, and those about something else.

The text of an item says what is so, a turn asks in other words for it; turns ask like turns. Each turn that was written
for an entry (`msfaq.index.turns`) is a vector, and stands for the items that answer it: expansion of documents by the
questions they answer (R. Nogueira, J. Lin, "From doc2query to docTTTTTquery", 2019), kept apart from the documents.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import exp
from typing import TYPE_CHECKING, Final

import numpy as np

from msfaq.errors import IndexStale
from msfaq.index.encoders import Encoder
from msfaq.index.store import Store
from msfaq.index.turns import SaidNext, turns
from msfaq.index.vectors import VectorIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BESIDE: Final = 0.7
"""What a turn counts for the items that answer it besides the most telling one."""

_SHARP: Final = 0.12
"""Cosine by which a turn that is nearer counts e times as much."""

_SAME: Final = 0.8
"""Cosine from which two turns ask the same: what was said word for word before is asked again of something else."""

_KEPT: Final = 1024
"""Entries whose turns are kept in memory: some thirty each."""

_LOOKED_AT: Final = 64
"""Nearest turns among which one of either kind is looked for."""


def written_turns(entries: Collection[str]) -> list[SaidNext]:
    """Return the turns that were written for these entries, those that go on with them before the others."""
    return sorted((one for one in turns() if one.topic in entries), key=lambda one: not one.goes_on)


def write_follow_ups(cursor: sqlite3.Cursor, numbers: Mapping[str, int], encoder: Encoder) -> bytes:
    """Write the turns of a book's entries into a store, and return their vectors.

    ``numbers`` is id of an entry → its number there.
    """
    found = written_turns(numbers)
    rows = [(numbers[one.topic], row, one.goes_on, ",".join(one.items)) for row, one in enumerate(found)]
    cursor.executemany("INSERT INTO follow_up VALUES (?, ?, ?, ?)", rows)
    return VectorIndex.from_rows(encoder.encode([one.text for one in found])).to_bytes() if found else b""


@dataclass(frozen=True, slots=True)
class Followed:
    """A turn that was written for an entry, beside what somebody says."""

    items: tuple[str, ...]
    """The items that answer it, as in `msfaq.index.turns.SaidNext`."""
    cosine: float
    """Its cosine to what is said, -1..1."""
    goes_on: bool = True
    """Whether it goes on with the entry."""

    @property
    def likeness(self) -> float:
        """How far it asks the same, -1..0.8; a turn that is nearer yet asks it no more."""
        return min(_SAME, self.cosine)


@dataclass(frozen=True, slots=True)
class Nearest:
    """How near the nearest turn of either kind is to what is said, whatever entry it was written for."""

    goes_on: float
    """Cosine of one that goes on with its entry, -1..1; 0 where there is none."""
    digresses: float
    """Cosine of one about something else."""


def nearest_items(said: Iterable[Followed]) -> dict[str, float]:
    """Return name of an item → the greatest likeness of a turn that it answers.

    >>> nearest_items([Followed(("fix.0", "fix.1"), 0.8), Followed(("fix.1",), 0.2)])
    {'fix.0': 0.8, 'fix.1': 0.56}
    """
    near: dict[str, float] = {}
    for one in said:
        for place, name in enumerate(one.items):
            near[name] = max(near.get(name, 0.0), one.likeness * (_BESIDE if place else 1.0))
    return {name: round(value, 6) for name, value in near.items()}


def nearest_turn(said: Iterable[Followed], *, goes_on: bool = True) -> float:
    """Return the greatest cosine of a turn of one kind, 0 where there is none.

    >>> nearest_turn([Followed((), 0.8), Followed((), 0.9, goes_on=False)])
    0.8
    """
    return max((one.cosine for one in said if one.goes_on is goes_on), default=0.0)


def votes(said: Iterable[Followed]) -> dict[str, float]:
    """Return name of an item → the share, 0..1, that the turns have which it answers, near ones far more than others.

    >>> votes([Followed(("fix.0",), 0.8), Followed(("fix.1",), 0.8), Followed(("fix.1",), -1.0)])
    {'fix.0': 0.5, 'fix.1': 0.5}
    """
    counts: dict[str, float] = defaultdict(float)
    total = 0.0
    for one in said:
        if not one.items:
            continue
        weight = exp((one.likeness - 1.0) / _SHARP)
        total += weight
        for place, name in enumerate(one.items):
            counts[name] += weight * (_BESIDE if place else 1.0)
    return {name: round(count / total, 6) for name, count in counts.items()}


class FollowUps:
    """The turns of an open store."""

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder
        self._turns = lru_cache(maxsize=_KEPT)(self._read)
        self._answered = lru_cache(maxsize=_KEPT)(self._read_answered)

    def compared(self, text: str, entries: Collection[str]) -> Mapping[str, tuple[Followed, ...]]:
        """Return id of an entry → its turns compared to ``text``; entries without turns are left out.

        Raises IndexStale when the store is damaged.
        """
        held = {name: turns for name in dict.fromkeys(entries) if (turns := self._turns(name))}
        if not held:
            return {}
        rows = [row for turns in held.values() for row, _, _ in turns]
        cosines = iter(self._cosines(text, rows).tolist())
        return {
            name: tuple(Followed(items, next(cosines), goes_on) for _, items, goes_on in turns)
            for name, turns in held.items()
        }

    def likeness(self, text: str, entries: Collection[str]) -> Mapping[str, float]:
        """Return id of an entry → how far the nearest of its turns that some item answers asks the same as ``text``.

        It is 0..0.8, as `Followed.likeness` says; 0 where there are turns and none is answered. Entries without turns
        are left out. Raises IndexStale when the store is damaged.
        """
        near = {name: 0.0 for name in dict.fromkeys(entries) if self._turns(name)}
        answered = {name: rows for name in near if (rows := self._answered(name))}
        if answered:
            cosines = self._cosines(text, [row for rows in answered.values() for row in rows])
            starts = list(accumulate((len(rows) for rows in answered.values()), initial=0))[:-1]
            for name, most in zip(answered, np.maximum.reduceat(cosines, starts).tolist(), strict=True):
                near[name] = round(min(_SAME, max(0.0, most)), 6)
        return near

    def _cosines(self, text: str, rows: Sequence[int]) -> "NDArray[np.float32]":
        """Return the cosine of ``text`` to the turn of each row, shape (len(rows),)."""
        found: NDArray[np.float32] = self._vectors.rows(rows) @ self._encoder.encode([text])[0]
        return found

    def _read(self, name: str) -> tuple[tuple[int, tuple[str, ...], bool], ...]:
        """Return of each turn of an entry its row, the items that answer it, and whether it goes on with the entry."""
        sql = (
            "SELECT row, items, goes_on FROM follow_up JOIN owner ON owner.number = follow_up.owner"
            " WHERE NOT guide AND id = ? ORDER BY row"
        )
        found = self._store.query(sql, (name,))
        return tuple(
            (int(str(row)), tuple(str(items).split(",")) if items else (), bool(goes_on))
            for row, items, goes_on in found
        )

    def _read_answered(self, name: str) -> tuple[int, ...]:
        """Return the rows of an entry's turns that some item answers."""
        return tuple(row for row, items, _ in self._turns(name) if items)

    def nearest(self, text: str) -> Nearest:
        """Return how near the nearest turns are; of a kind that is not among those looked at, it is less than said.

        Raises IndexStale when the store is damaged.
        """
        found = self.looked_at(text)
        farthest = min((cosine for _, cosine in found), default=0.0)
        going_on, digressing = (
            max((cosine for goes_on, cosine in found if goes_on is kind), default=farthest) for kind in (True, False)
        )
        return Nearest(going_on, digressing)

    def looked_at(self, text: str) -> list[tuple[bool, float]]:
        """Return of the nearest turns whether they go on with their entry, and their cosine, nearest first."""
        if not self._going_on:
            return []
        hits = self._vectors.search(self._encoder.encode([text])[0], _LOOKED_AT)
        return [(row < self._going_on, cosine) for row, cosine in hits]

    @cached_property
    def _going_on(self) -> int:
        """Number of the turns that go on with their entry: they come first."""
        ((count,),) = self._store.query("SELECT count(*) FROM follow_up WHERE goes_on")
        return int(str(count))

    @cached_property
    def _vectors(self) -> VectorIndex:
        try:
            return VectorIndex.from_bytes(self._store.blob("follow-ups"))
        except ValueError as error:
            raise IndexStale(str(error)) from error
