"""The words of every passage as an inverted file: for each word the passages that have it.

A turn of a conversation is compared to the passages of some twenty entries by its words. Looking into their texts would
mean to read and unpack the entries, most of which are not told.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import numpy as np

from msfaq.errors import IndexStale
from msfaq.index.columns import delta, pack_columns, unpack_columns, unpack_sizes
from msfaq.index.tokens import tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FORM: Final = np.dtype("<u4")


def pack_passage_words(texts: Sequence[str]) -> bytes:
    """Return what `PassageWords` reads: the words of the passages, in their order."""
    rows: dict[int, list[int]] = defaultdict(list)
    for row, text in enumerate(texts):
        for key in {_key(word) for word in tokens(text)}:
            rows[key].append(row)
    keys = sorted(rows)
    sizes = np.array([len(rows[key]) for key in keys], _FORM)
    held = np.array([row for key in keys for row in rows[key]], _FORM)
    columns = delta(np.array(keys, _FORM)), sizes, delta(held)
    return pack_columns([len(texts), len(keys), len(held)], columns)


class PassageWords:
    """The words of passages, which are known by their row."""

    def __init__(self, data: bytes) -> None:
        """Read what `pack_passage_words` wrote.

        Raises IndexStale when it is damaged.
        """
        try:
            (self._rows, words, pairs), raw = unpack_sizes(data, 3)
            keys, sizes, held = unpack_columns(raw, [(words, _FORM), (words, _FORM), (pairs, _FORM)])
        except ValueError as error:
            raise IndexStale(f"the index is damaged: {error}") from error
        self._keys = np.cumsum(keys, dtype=_FORM)
        self._ends = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
        self._held = np.cumsum(held, dtype=_FORM)
        if self._ends[-1] != pairs or (pairs and self._held.max() >= self._rows):
            raise IndexStale("the index is damaged: a word stands in a passage that is not there")

    def __len__(self) -> int:
        """Number of passages."""
        return self._rows

    def shares(self, weights: Mapping[str, float]) -> "NDArray[np.float64]":
        """Return the share of some words of `msfaq.index.tokens` that each passage has, by their weight.

        The shape is (passages,), the range 0..1; 0 of no words.
        """
        total = sum(weights.values())
        if not total or not len(self._keys):
            return np.zeros(self._rows)
        asked = np.fromiter(map(_key, weights), _FORM, len(weights))
        places = np.minimum(np.searchsorted(self._keys, asked), len(self._keys) - 1)
        known = [
            (self._held[self._ends[place] : self._ends[place + 1]], weight)
            for place, is_known, weight in zip(places, self._keys[places] == asked, weights.values(), strict=True)
            if is_known
        ]
        if not known:
            return np.zeros(self._rows)
        each = np.repeat([weight for _, weight in known], [len(rows) for rows, _ in known])
        found: NDArray[Any] = np.bincount(np.concatenate([rows for rows, _ in known]), each, self._rows) / total
        return found


def _key(word: str) -> int:
    return crc32(word.encode())
