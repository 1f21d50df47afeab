"""Leaves a turn out of those that it is compared to, for fits on the turns that the index has."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from msfaq.index.followups import FollowUps

SAME: Final = 0.985
"""Cosine from which two turns are one."""


def compare_to_others() -> None:
    """From now on no turn is compared to itself."""
    cosines = FollowUps._cosines

    def of_others(self: FollowUps, text: str, rows: Sequence[int]) -> NDArray[np.float32]:
        found = cosines(self, text, rows)
        return np.where(found < SAME, found, np.float32(-1.0))

    # Nobody else leaves one out, so the index has no place to hook in.
    FollowUps._cosines = of_others  # type: ignore[method-assign]

    looked_at = FollowUps.looked_at

    def others_looked_at(self: FollowUps, text: str) -> list[tuple[bool, float]]:
        return [(goes_on, cosine) for goes_on, cosine in looked_at(self, text) if cosine < SAME]

    FollowUps.looked_at = others_looked_at  # type: ignore[method-assign]
