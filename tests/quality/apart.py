"""Leaves a turn out of those that it is compared to, for fits on the turns that the index has."""

from collections.abc import Collection, Mapping
from typing import Final

from msfaq.index.followups import Followed, FollowUps

SAME: Final = 0.985
"""Cosine from which two turns are one."""


def compare_to_others() -> None:
    """From now on no turn is compared to itself."""
    compared = FollowUps.compared

    def others(self: FollowUps, text: str, entries: Collection[str]) -> Mapping[str, tuple[Followed, ...]]:
        found = compared(self, text, entries)
        return {name: tuple(one for one in said if one.cosine < SAME) for name, said in found.items()}

    # Nobody else leaves one out, so the index has no place to hook in.
    FollowUps.compared = others  # type: ignore[method-assign]

    looked_at = FollowUps.looked_at

    def others_looked_at(self: FollowUps, text: str) -> list[tuple[bool, float]]:
        return [(goes_on, cosine) for goes_on, cosine in looked_at(self, text) if cosine < SAME]

    FollowUps.looked_at = others_looked_at  # type: ignore[method-assign]
