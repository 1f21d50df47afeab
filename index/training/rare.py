"""Settles the rows of rare pieces, which contrast teaches little but noise.

The contrastive training turns and stretches the space that the teacher gave. A linear map learned from the frequent
pieces carries the others along, so that a word of the users that the documentation lacks keeps its meaning (the
vocabulary expansion of Kiros et al. 2015, "Skip-Thought Vectors").
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from msfaq.index.training.bags import Ints

FREQUENT: Final = 20
"""Pieces that stand so often in the pairs teach the map."""

HEAVIEST: Final = 200
"""A piece counts for the map as often as it stands in the pairs, but not more often than this."""

TRUST: Final = 10
"""A piece that stands so often in the pairs lies halfway between its trained and its mapped row."""

RIDGE: Final = 30.0
"""Keeps the map small where few pieces speak: added to the squares, whose mean is about a hundred times larger."""


def settle_rare(start: NDArray[np.float32], trained: NDArray[np.float32], counts: Ints) -> NDArray[np.float32]:
    """Return the trained rows, those of rare pieces moved towards where their start is mapped.

    ``start`` and ``trained`` are (vocabulary, dim), before and after the contrastive training; ``counts`` is
    (vocabulary,), how often each piece stands in the pairs. Rows without a start stay as trained.
    """
    norms = np.linalg.norm(start, axis=1, keepdims=True)
    known = norms[:, 0] > 0
    teaching = known & (counts >= FREQUENT)
    if not teaching.any():
        return trained
    directions = np.divide(start, norms, out=np.zeros_like(start), where=norms > 0)
    weights = np.sqrt(np.minimum(counts[teaching], HEAVIEST))[:, None]
    left, right = directions[teaching] * weights, trained[teaching] * weights
    turn = np.linalg.solve(left.T @ left + RIDGE * np.eye(left.shape[1]), left.T @ right)
    share = np.where(known, TRUST / (TRUST + counts), 0)[:, None]
    return np.asarray(trained * (1 - share) + (directions @ turn) * share, np.float32)
