"""Leaves a turn out of those that it is compared to, for fits on the turns that the index has."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from msfaq.index.followups import FollowUps, written_turns
from msfaq.index.turns import turns

SAME: Final = 0.985
"""Cosine from which two turns are one."""


class Apart:
    """What a turn is not compared to besides itself: what was said in the same talk is about the same things."""

    def __init__(self, groups: Mapping[str, str]) -> None:
        """Take the talk or conversation of each turn that was said in one, by its text."""
        rows = written_turns({one.topic for one in turns()})
        self._groups = np.array([groups.get(one.text, "") for one in rows])
        self.group = ""
        """The talk or conversation in which turns are said now; empty for none."""

    def hides(self, rows: Sequence[int]) -> NDArray[np.bool_]:
        """Tell which rows are of the same talk, shape (len(rows),)."""
        same: NDArray[np.bool_] = (self._groups[list(rows)] == self.group) & (self.group != "")
        return same


def compare_to_others(apart: Apart | None = None) -> None:
    """From now on no turn is compared to itself, nor to those that ``apart`` hides."""
    cosines = FollowUps._cosines

    def of_others(self: FollowUps, text: str, rows: Sequence[int]) -> NDArray[np.float32]:
        found = np.where((given := cosines(self, text, rows)) < SAME, given, np.float32(-1.0))
        return found if apart is None else np.where(apart.hides(rows), np.float32(-1.0), found)

    # Nobody else leaves one out, so the index has no place to hook in.
    FollowUps._cosines = of_others  # type: ignore[method-assign]

    looked_at = FollowUps.looked_at

    def others_looked_at(self: FollowUps, text: str) -> list[tuple[bool, float]]:
        return [(goes_on, cosine) for goes_on, cosine in looked_at(self, text) if cosine < SAME]

    FollowUps.looked_at = others_looked_at  # type: ignore[method-assign]
