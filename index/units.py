"""Whose the vectors of the index are: of titles, phrases and signatures first, then of passages with their places."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from msfaq.corpus.passage import Span
from msfaq.errors import IndexStale
from msfaq.index.columns import delta, pack_columns, unpack_columns, unpack_sizes

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FORM: Final = np.dtype("<u4")


def pack_units(owners: Sequence[int], spans: Sequence[Span]) -> bytes:
    """Return what `Units` reads: the number of each row's owner, and the places of the passages, the last rows."""
    starts = np.array([span.start for span in spans], _FORM)
    columns = (
        delta(np.array(owners, _FORM)),
        np.array([span.section for span in spans], _FORM),
        starts,
        np.array([span.end for span in spans], _FORM) - starts,
    )
    return pack_columns([len(owners), len(spans)], columns)


class Units:
    """Row of a vector → its owner's number, and where its passage stands."""

    def __init__(self, data: bytes) -> None:
        """Read what `pack_units` wrote.

        Raises IndexStale when it is damaged.
        """
        try:
            (rows, passages), raw = unpack_sizes(data, 2)
            owners, *spans = unpack_columns(raw, [(rows, _FORM), *[(passages, _FORM)] * 3])
        except ValueError as error:
            raise IndexStale(f"the index is damaged: {error}") from error
        self._owners: NDArray[Any] = np.cumsum(owners, dtype=_FORM)
        self._spans = spans
        self.first = rows - passages
        """Row of the first passage."""

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._owners)

    def owners(self, rows: Sequence[int]) -> list[int]:
        """Return the number of the entry or guide that each row is of."""
        numbers: list[int] = self._owners[list(rows)].tolist()
        return numbers

    def lie_within(self, sections: Sequence[int]) -> bool:
        """Tell whether every passage stands in one of the ``sections`` that its owner has so many of."""
        if not len(self._owners):
            return True
        return int(self._owners.max()) < len(sections) and bool(
            (self._spans[0] < np.array(sections, _FORM)[self._owners[self.first :]]).all()
        )

    def passages(self, owner: int) -> tuple[tuple[int, Span], ...]:
        """Return the number, among all passages, and the place of each passage of an owner; they follow each other."""
        begin, end = self._stretches.get(owner, (0, 0))
        columns = (column[begin:end].tolist() for column in self._spans)
        spans = (Span(section, start, start + length) for section, start, length in zip(*columns, strict=True))
        return tuple(enumerate(spans, begin))

    @cached_property
    def _stretches(self) -> dict[int, tuple[int, int]]:
        """Owner → the first of its passages, and the one after the last."""
        held = self._owners[self.first :]
        borders = [0, *(np.flatnonzero(held[1:] != held[:-1]) + 1).tolist(), len(held)]
        return {int(held[begin]): (begin, end) for begin, end in pairwise(borders) if begin < end}
