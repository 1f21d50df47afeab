"""Compares a turn to those that were written for the book, and to what the topic says."""

from dataclasses import dataclass
from typing import Final

from msfaq.engine import Engine

_SPOKEN: Final = 300
"""Characters of a turn that are compared to what people say."""


@dataclass(frozen=True, slots=True)
class Echoes:
    """How near a turn is to what was said before, each 0..1."""

    goes_on: float
    """To a turn that went on with what was talked about, whatever that was."""
    digresses: float
    """To a turn about something else."""
    goes_on_here: float
    """To one that went on with the same topic."""
    digresses_here: float
    """To one about something else said in the midst of that."""
    covered: float
    """How far the topic says it; see `msfaq.index.coverage`."""


def echoes(engine: Engine, text: str, topic: str, lang: str) -> Echoes:
    """Return what a turn beside a topic is near to; ``topic`` is the id of its entry, ``lang`` is ``zh`` or ``en``."""
    text = text[:_SPOKEN]
    nearest = engine.search(lambda retriever: retriever.nearest_turns(text))
    here = engine.search(lambda retriever: retriever.followed(text, topic))
    said = "\n".join(part.markdown for part in engine.entry(topic).sections(lang))
    (covered,) = engine.search(lambda retriever: retriever.covered(text, (said,)))
    return Echoes(
        goes_on=max(0.0, nearest.goes_on),
        digresses=max(0.0, nearest.digresses),
        goes_on_here=here.nearest_turn(),
        digresses_here=here.nearest_turn(goes_on=False),
        covered=covered,
    )
