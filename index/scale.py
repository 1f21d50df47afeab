"""Brings the cosines of any embedding model to the scale of the shipped one.

Ranking and confidence are fitted to the shipped model's cosines. Another model spreads its own otherwise: what is near
for one is 0.9, for another 0.5. The same questions are put to both over the book, and equal quantiles of the two
models' nearest cosines are taken for equal nearness (quantile mapping, as climate models are fitted to measurements:
A. Wood et al., 2004).
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SAMPLE: Final = 400
"""Texts of the book that are asked."""

_NEAREST: Final = 64
"""Neighbours of each that are compared, as many as a question looks at."""

_QUANTILES: Final = 33


class Scale:
    """A monotone map of cosines."""

    def __init__(self, points: Sequence[tuple[float, float]] = ()) -> None:
        """Take pairs of cosines, own and shipped, both ascending; without any, a cosine stays."""
        self._points = tuple(points)

    def __call__(self, cosine: float) -> float:
        """Return the shipped model's cosine for an equally near pair, -1..1."""
        if not self._points:
            return cosine
        low = (-1.0, -1.0)
        for high in (*self._points, (1.0, 1.0)):
            if cosine <= high[0]:
                width = high[0] - low[0]
                mapped = high[1] if width <= 0 else low[1] + (high[1] - low[1]) * (cosine - low[0]) / width
                # Rounding may carry it a hair beyond.
                return max(low[1], min(high[1], mapped))
            low = high
        return 1.0

    def to_json(self) -> str:
        """Return it as JSON text."""
        return json.dumps(self._points)

    @classmethod
    def from_json(cls, text: str) -> "Scale":
        """Read what `to_json` wrote."""
        return cls([(float(own), float(shipped)) for own, shipped in json.loads(text)])


def fit_scale(own: "NDArray[np.float32]", shipped: "NDArray[np.float32]") -> Scale:
    """Compare two models' unit rows, shapes (n, dim) and (n, other dim), of the same texts."""
    import numpy as np

    if len(own) < 2:
        return Scale()
    chosen = np.linspace(0, len(own) - 1, min(_SAMPLE, len(own))).astype(int)
    shares = np.linspace(0, 1, _QUANTILES)
    points = [np.quantile(_nearest(rows, chosen), shares) for rows in (own, shipped)]
    pairs: dict[float, float] = {}
    for ours, theirs in zip(*points, strict=True):
        # Interpolation needs own cosines that rise.
        if not pairs or ours > max(pairs) + 1e-6:
            pairs[float(ours)] = float(theirs)
    return Scale(list(pairs.items()))


def _nearest(rows: "NDArray[np.float32]", chosen: "NDArray[np.int64]") -> "NDArray[np.float32]":
    """Return the nearest cosines of the chosen rows to all others, flat."""
    import numpy as np

    cosines = rows[chosen] @ rows.T
    cosines[np.arange(len(chosen)), chosen] = -1
    count = min(_NEAREST, rows.shape[0] - 1)
    flat: NDArray[np.float32] = np.partition(cosines, -count, axis=1)[:, -count:].ravel()
    return flat
