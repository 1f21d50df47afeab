"""Tells how far texts have what another one says, word by word: the same word, or one near it in meaning.

Each piece of the one is compared to all pieces of the other, and its best cosine counts as much as the piece says: late
interaction (O. Khattab, M. Zaharia, "ColBERT", 2020), with the rows of a static model for contextual vectors.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from msfaq.index.encoders import Encoder

_KEPT: Final = 16
"""Sequences of texts whose pieces are kept: a conversation stays with few entries."""

_LONGEST: Final = 8000
"""Characters of a text that are read."""


class _Spread(NamedTuple):
    """The pieces of some texts, ready to be compared."""

    rows: NDArray[np.float32]
    """Unit row of each distinct piece, shape (pieces, dim), and one of zeros."""
    places: NDArray[np.int64]
    """Number of the row of each piece, one text's after another's, one at least of each."""
    starts: NDArray[np.int64]
    """Where each text begins among them."""


class Coverage:
    """Compares texts by the pieces of an encoder."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._spread = lru_cache(maxsize=_KEPT)(self._read)

    def of(self, text: str, others: Sequence[str]) -> list[float]:
        """Return how far each of ``others`` has what ``text`` says, 0..1; 0 where one of them has no known piece."""
        asked, (places,) = self._encoder.pieces([text])
        lengths = _lengths(asked)
        weights = lengths * np.bincount(places, minlength=len(asked))
        total = float(weights.sum())
        if not others or not total:
            return [0.0] * len(others)
        spread = self._spread(tuple(others))
        near = spread.rows @ _unit(asked, lengths).T
        best = np.maximum.reduceat(near.take(spread.places, axis=0), spread.starts, axis=0)
        shares: list[float] = np.minimum(np.maximum(best, 0.0) @ weights / total, 1.0).tolist()
        return shares

    def _read(self, texts: tuple[str, ...]) -> _Spread:
        rows, places = self._encoder.pieces([text[:_LONGEST] for text in texts])
        # A text without any known piece has one that is near nothing.
        blank = np.array([len(rows)])
        places = [one if len(one) else blank for one in places]
        starts = np.cumsum([0, *(len(one) for one in places[:-1])], dtype=np.int64)
        unit = np.concatenate([_unit(rows, _lengths(rows)), np.zeros((1, self._encoder.dim), np.float32)])
        return _Spread(unit, np.concatenate(places), starts)


def _lengths(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the length of each row."""
    found: NDArray[np.float32] = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return found


def _unit(rows: NDArray[np.float32], lengths: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows brought to length one, those of length 0 as they are."""
    unit: NDArray[np.float32] = rows / np.where(lengths > 0, lengths, np.float32(1))[:, None]
    return unit
