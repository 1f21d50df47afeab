"""Tells how far texts have what another one says, word by word: the same word, or one near it in meaning.

Each piece of the one is compared to all pieces of the other, and its best cosine counts as much as the piece says: late
interaction (O. Khattab, M. Zaharia, "ColBERT", 2020), with the rows of a static model for contextual vectors.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from msfaq.index.encoders import Encoder

_KEPT: Final = 16
"""Sequences of texts whose pieces are kept: a conversation stays with few entries."""

_LONGEST: Final = 8000
"""Characters of a text that are read."""


class Coverage:
    """Compares texts by the pieces of an encoder."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._spread = lru_cache(maxsize=_KEPT)(self._read)

    def of(self, text: str, others: Sequence[str]) -> list[float]:
        """Return how far each of ``others`` has what ``text`` says, 0..1; 0 where one of them has no known piece."""
        (asked,) = self._encoder.pieces([text])
        weights = np.linalg.norm(asked, axis=1)
        total = float(weights.sum())
        if not others or not total:
            return [0.0] * len(others)
        pieces, starts = self._spread(tuple(others))
        best = np.maximum.reduceat(_unit(asked) @ pieces.T, starts, axis=1)
        shares = weights @ np.maximum(best, 0.0) / total
        return [min(1.0, float(share)) for share in shares]

    def _read(self, texts: tuple[str, ...]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return the unit rows of all pieces one after another, shape (pieces, dim), and where each text begins."""
        blank = np.zeros((1, self._encoder.dim), np.float32)
        rows = [one if len(one) else blank for one in self._encoder.pieces([text[:_LONGEST] for text in texts])]
        starts = np.cumsum([0, *(len(one) for one in rows[:-1])], dtype=np.int64)
        return _unit(np.concatenate(rows)), starts


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
