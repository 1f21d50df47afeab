"""Shortens the rows of a trained table to the directions in which texts differ."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from msfaq.index.training.bags import Ints


def shorten(rows: NDArray[np.float32], texts: Sequence[Ints], dim: int) -> NDArray[np.float32]:
    """Return rows of at most ``dim`` numbers whose texts have nearly the cosines that they had.

    ``rows`` is (vocabulary, numbers); ``texts`` are ids of pieces, one array a text. Their vectors, each of length
    one, are rotated such that the first numbers hold most of what they hold, and the others are cut off: principal
    components without centring, since cosines are measured from the origin. Model2Vec shortens its tables alike
    (S. Tulkens, T. van Dongen, 2024).
    """
    moments = np.zeros((rows.shape[1], rows.shape[1]))
    for ids in texts:
        total = rows[ids].sum(axis=0, dtype=np.float64)
        square = float(total @ total)
        if square:
            moments += np.outer(total, total) / square
    _, directions = np.linalg.eigh(moments)
    shortened: NDArray[np.float32] = (rows @ directions[:, ::-1][:, :dim]).astype(np.float32)
    return shortened
