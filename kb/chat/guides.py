"""Finds the passage of a guide that a turn is nearest to: guides are longer texts, cited by passage."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.chat.context import Context
from msfaq.chat.focus import EVEN, Focus
from msfaq.chat.nearness import near_passages
from msfaq.corpus.passage import Span
from msfaq.request import ANSWERED

_NEAR: Final = 0.55
"""Nearness from which a passage answers; questions about other things come to 0.4 at most."""

_AHEAD: Final = 0.15
"""How much nearer than the best entry's nearest passage it must be to be worth its length."""


@dataclass(frozen=True, slots=True)
class GuideHit:
    """A passage of a guide."""

    guide_id: str
    """Id of the guide."""
    near: float
    """How near the turn is, 0..1."""
    span: Span
    """Where the passage stands in it."""


def nearest_guide(context: Context) -> GuideHit | None:
    """Return the nearest passage of all guides, or None when there is no guide."""
    names = context.engine.search(lambda retriever: retriever.guides())
    found = near_passages(context.engine, context.turn.text, context.turn.rarity, context.lang, names)
    if not found:
        return None
    name = max(found, key=lambda name: found[name].most)
    near, span = found[name].nearest_first()[0]
    return GuideHit(name, near, span)


def leads(hit: GuideHit, found: Sequence[Focus], topic: str) -> bool:
    """Tell whether a guide's passage answers better than any entry: it is near, and no entry is an answer.

    Beside a ``topic`` a turn that brings up nothing new, joined with it, goes on with the topic.
    """
    goes_on = bool(topic) and all(one.joined <= EVEN for one in found)
    return not goes_on and stands_beside(hit, found) and all(one.alone < ANSWERED for one in found)


def stands_beside(hit: GuideHit, found: Sequence[Focus]) -> bool:
    """Tell whether a guide's passage is worth showing beside an entry."""
    return hit.near >= max(_NEAR, _AHEAD + max((one.near for one in found), default=0.0))
