"""Finds the turns that are like this one: those that an item of an entry answered, and those about something else.

The text of an item says what is so, a turn asks in other words for it; turns ask like turns. Each turn that was written
for an entry (`msfaq.index.turns`) is a vector, and stands for the items that answer it: expansion of documents by the
questions they answer (R. Nogueira, J. Lin, "From doc2query to docTTTTTquery", 2019), kept apart from the documents.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from msfaq.errors import IndexStale
from msfaq.index.columns import delta, pack_columns, unpack_columns, unpack_sizes
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

_LOOKED_AT: Final = 64
"""Nearest turns among which one of either kind is looked for."""

_KEPT: Final = 256
"""Entries of which the turns are kept ready: a conversation stays with few."""

_FORM: Final = np.dtype("<u4")

Turn = tuple[int, tuple[str, ...], bool]
"""The row of a turn, the items that answer it, and whether it goes on with the entry."""


def written_turns(entries: Collection[str]) -> list[SaidNext]:
    """Return the turns that were written for these entries, those that go on with them before the others."""
    return sorted((one for one in turns() if one.topic in entries), key=lambda one: not one.goes_on)


def pack_follow_ups(numbers: Mapping[str, int], encoder: Encoder) -> dict[str, bytes | str]:
    """Return the pieces of a store that `FollowUps` reads, by name: the turns written for a book's entries.

    ``numbers`` is id of an entry → its number there.
    """
    found = written_turns(numbers)
    kinds = list(dict.fromkeys(one.items for one in found))
    places = {items: place for place, items in enumerate(kinds)}
    columns = (
        delta(np.array([numbers[one.topic] for one in found], _FORM)),
        np.array([places[one.items] for one in found], _FORM),
    )
    return {
        "follow-ups": VectorIndex.from_rows(encoder.encode([one.text for one in found])).to_bytes() if found else b"",
        "follow-up-owners": pack_columns([len(found), sum(one.goes_on for one in found)], columns),
        "follow-up-items": json.dumps([",".join(items) for items in kinds]),
    }


class _Said:
    """The turns of a store without their words: row → whose they are, and what answers them."""

    def __init__(self, store: Store) -> None:
        try:
            (rows, self.going_on), raw = unpack_sizes(store.blob("follow-up-owners"), 2)
            owners, kinds = unpack_columns(raw, [(rows, _FORM), (rows, _FORM)])
            names = [tuple(one.split(",")) if one else () for one in json.loads(store.text("follow-up-items"))]
            items = [names[kind] for kind in kinds.tolist()]
            ids = store.entry_owners()
            turns: dict[str, list[Turn]] = defaultdict(list)
            for row, (owner, held) in enumerate(zip(np.cumsum(owners, dtype=_FORM).tolist(), items, strict=True)):
                turns[ids[owner]].append((row, held, row < self.going_on))
        except (ValueError, IndexError) as error:
            raise IndexStale(f"the index is damaged: {error}") from error
        self.of: Mapping[str, tuple[Turn, ...]] = {name: tuple(found) for name, found in turns.items()}
        """Id of an entry → its turns."""
        self.answered: Mapping[str, tuple[int, ...]] = {
            name: tuple(row for row, held, _ in found if held) for name, found in turns.items()
        }
        """Id of an entry → the rows of those that some item answers."""


class Written:
    """The turns that were written for an entry; never changes."""

    def __init__(self, items: Sequence[tuple[str, ...]], goes_on: Sequence[bool]) -> None:
        """Take the items that answer each turn, as in `msfaq.index.turns.SaidNext`, and whether it goes on."""
        self.names = tuple(dict.fromkeys(chain.from_iterable(items)))
        """The items that answer any of them."""
        places = {name: place for place, name in enumerate(self.names)}
        self.worth = np.zeros((len(items), len(self.names)))
        """What each turn counts for each item, shape (turns, names): 1 for the most telling one, 0 for no answer."""
        for row, held in enumerate(items):
            self.worth[row, [places[name] for name in held]] = [1.0, *[_BESIDE] * (len(held) - 1)][: len(held)]
        self.goes_on = np.array(goes_on, bool)
        """Whether each goes on with the entry, shape (turns,)."""
        self.is_answered = np.array([bool(held) for held in items], bool)
        """Whether some item answers it, shape (turns,)."""


class Followed:
    """The turns that were written for an entry beside what somebody says."""

    def __init__(self, written: Written, cosines: "NDArray[np.floating[Any]]") -> None:
        """Take the turns, and the cosine of each to what is said, shape (turns,), -1..1."""
        self._written = written
        self._cosines = np.asarray(cosines, np.float64)

    @property
    def _likeness(self) -> "NDArray[np.float64]":
        """How far each asks the same, -1..0.8; a turn that is nearer yet asks it no more."""
        return np.minimum(_SAME, self._cosines)

    def nearest_items(self) -> dict[str, float]:
        """Return name of an item → the greatest likeness of a turn that it answers, at least 0.

        >>> Followed(Written([("fix.0", "fix.1"), ("fix.1",)], [True, True]), np.array([0.8, 0.2])).nearest_items()
        {'fix.0': 0.8, 'fix.1': 0.56}
        """
        near = (self._written.worth * self._likeness[:, None]).max(axis=0, initial=0.0)
        return dict(zip(self._written.names, near.round(6).tolist(), strict=True))

    def votes(self) -> dict[str, float]:
        """Return name of an item → the share, 0..1, that the turns have which it answers, near ones far more.

        >>> Followed(Written([("fix.0",), ("fix.1",)], [True, True]), np.array([0.8, 0.9])).votes()
        {'fix.0': 0.5, 'fix.1': 0.5}
        """
        weights = np.exp((self._likeness - 1.0) / _SHARP) * self._written.is_answered
        shares = weights @ self._written.worth / (weights.sum() or 1.0)
        return dict(zip(self._written.names, shares.round(6).tolist(), strict=True))

    def nearest_turn(self, *, goes_on: bool = True) -> float:
        """Return the greatest cosine of a turn of one kind, 0 where there is none.

        >>> Followed(Written([(), ()], [True, False]), np.array([0.8, 0.9])).nearest_turn()
        0.8
        """
        kind = self._cosines[self._written.goes_on == goes_on]
        return float(kind.max()) if len(kind) else 0.0


UNWRITTEN: Final = Followed(Written((), ()), np.empty(0))
"""What is known beside an entry for which no turns were written."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """How near the nearest turn of either kind is to what is said, whatever entry it was written for."""

    goes_on: float
    """Cosine of one that goes on with its entry, -1..1; 0 where there is none."""
    digresses: float
    """Cosine of one about something else."""


class FollowUps:
    """The turns of an open store."""

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder
        self._written = lru_cache(maxsize=_KEPT)(self._of)

    def unpack(self) -> None:
        """Open the turns and unpack their vectors: for whoever goes on asking.

        Raises IndexStale when the store is damaged.
        """
        if self._said.of:
            self._vectors.unpack()

    def compared(self, text: str, entry: str) -> Followed:
        """Return the turns of an entry compared to ``text``, `UNWRITTEN` where there are none.

        Raises IndexStale when the store is damaged.
        """
        turns = self._said.of.get(entry)
        if turns is None:
            return UNWRITTEN
        return Followed(self._written(entry), self._cosines(text, [row for row, _, _ in turns]))

    def _of(self, entry: str) -> Written:
        _, items, goes_on = zip(*self._said.of[entry], strict=True)
        return Written(items, goes_on)

    def likeness(self, text: str, entries: Collection[str]) -> Mapping[str, float]:
        """Return id of an entry → how far the nearest of its turns that some item answers asks the same as ``text``.

        It is 0..0.8: a turn that is nearer yet asks the same no more. It is 0 where there are turns and none is
        answered. Entries without turns are left out. Raises IndexStale when the store is damaged.
        """
        near = {name: 0.0 for name in dict.fromkeys(entries) if name in self._said.of}
        answered = {name: rows for name in near if (rows := self._said.answered[name])}
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
        if not self._said.going_on:
            return []
        hits = self._vectors.search(self._encoder.encode([text])[0], _LOOKED_AT)
        return [(row < self._said.going_on, cosine) for row, cosine in hits]

    @cached_property
    def _said(self) -> _Said:
        return _Said(self._store)

    @cached_property
    def _vectors(self) -> VectorIndex:
        try:
            return VectorIndex.from_bytes(self._store.blob("follow-ups"))
        except ValueError as error:
            raise IndexStale(str(error)) from error
