"""Tells whether a turn with words of its own is about something that the book and the conversation know."""

from collections.abc import Mapping
from math import exp
from typing import Final

from msfaq.chat.context import Context
from msfaq.chat.focus import POSSIBLE, Focus, points_back
from msfaq.chat.products import products_of
from msfaq.index.belonging import asks_elsewhere, belonging, foreign_names
from msfaq.request import ANSWERED

BELONGS: Final = {
    "bias": 1.1,
    "topic": 5.7,
    "near": 2.3,
    "surest": 2.5,
    "foreign": -1.4,
    "weight": -3.8,
    "back": 0.7,
    "asks": -0.9,
    "strange": -2.0,
    "domain": 3.4,
}
"""A logistic model of whether a turn belongs to the conversation, with the features of `features`.

``python tests/quality/relevance.py`` fits it to the follow-ups of the conversations to tune on and to the questions
about other things among the questions to tune by, each put in the midst of a conversation.
"""

_MOST_WEIGHT: Final = 6.0
"""Weight of a turn's words beyond which more say no more."""

_MOST_EVIDENCE: Final = 5.0
"""Evidence of the book's matter beyond which more says no more."""

_LIKELY: Final = 0.55
"""Probability from which a turn belongs to the conversation."""

_NEAR: Final = 0.1
"""Nearness that a passage of the topic needs to be shown to a turn whose words speak rather of something else."""

_POSSIBLE: Final = 0.3
"""Probability from which it may: what the topic has is then given as no direct answer, so that little is lost."""


_ASKS_ON: Final = ("doubt", "why", "meaning", "verify")
"""Intents of who asks on about the topic."""

_FEW: Final = 2.0
"""Weight of the words that such a turn has beside them."""

_KNOWN: Final = 0.5
"""Share of these, by rarity, that the book may lack."""


def belongs(context: Context, found: tuple[Focus, ...]) -> bool:
    """Tell whether anything supports that the turn is about the best candidate; ``found`` has one at least."""
    turn, best, topic = context.turn, found[0], context.state.topic
    if "order" in turn.intents:
        return False
    if topic and turn.leans:
        return True
    surest = max(one.alone for one in found)
    if best.alone >= ANSWERED or (not topic and surest >= POSSIBLE):
        return True
    if not topic or turn.only_slots:
        return bool(topic)
    return likelihood(features(context, found)) >= _LIKELY


def may_belong(context: Context, found: tuple[Focus, ...]) -> bool:
    """Tell whether a turn that does not surely belong may still be about the topic."""
    if not context.state.topic or "order" in context.turn.intents:
        return False
    turn = context.turn
    if turn.intents.any(_ASKS_ON) and turn.weight <= _FEW and turn.domain >= 0 and turn.foreign <= _KNOWN:
        return not _is_strange(context, _recent(context))
    values = features(context, found)
    is_apart = values["domain"] < 0 and values["topic"] < _NEAR and not values["back"]
    return not values["strange"] and not is_apart and likelihood(values) >= _POSSIBLE


def is_about_another(context: Context) -> bool:
    """Tell whether a turn is about another program or matter.

    It is when it asks how something is done in a framework that the topic is not made for, or when neither the topic
    nor what would answer the turn speaks of what it names.
    """
    recent = _recent(context) if context.state.topic else ()
    if recent and asks_elsewhere(context.turn.text):
        hosted = {name for one in recent for name in products_of(context.engine.entry(one))}
        return foreign_names(context.turn.text).isdisjoint(hosted)
    best = tuple(one.id for one in context.turn.alone.answers[:1])
    return belonging(context.turn.text).elsewhere and _is_strange(context, (*recent, *best))


def features(context: Context, found: tuple[Focus, ...]) -> dict[str, float]:
    """Return what is known of a turn beside a topic.

    Nearness of the topic or the one before it and of any candidate, confidence of the turn alone, share of words
    unknown to the book, how much the words say (`_MOST_WEIGHT` being 1), whether it points back, whether it has an
    intent, whether it names another framework or matter of which the conversation has not spoken, and nothing of ours;
    all 0..1; and the evidence that it speaks of the book's matter at all, -1..1.
    """
    turn = context.turn
    return {
        "topic": max((one.near for one in found if one.entry_id in _recent(context)), default=0.0),
        "near": max(one.near for one in found),
        "surest": max(one.alone for one in found),
        "foreign": turn.foreign,
        "weight": min(_MOST_WEIGHT, turn.weight) / _MOST_WEIGHT,
        "back": float(points_back(turn)),
        "asks": float(bool(turn.intents.names)),
        "strange": float(_is_strange(context, _recent(context))),
        "domain": max(-1.0, min(1.0, turn.domain / _MOST_EVIDENCE)),
    }


def likelihood(values: Mapping[str, float]) -> float:
    """Return the probability, 0..1, that a turn with these features belongs to the conversation."""
    z = BELONGS["bias"] + sum(BELONGS[name] * value for name, value in values.items())
    return 1.0 / (1.0 + exp(-z))


def _is_strange(context: Context, beside: tuple[str, ...]) -> bool:
    """Tell whether a turn names another framework or matter, nothing of ours, and what these entries do not have."""
    text = context.turn.text
    names = foreign_names(text)
    if not names or belonging(text).own:
        return False
    entries = [context.engine.entry(name) for name in beside]
    parts = [
        (one.title.of(lang), *one.keywords, *(part.markdown for part in one.sections(lang)))
        for one in entries
        for lang in ("zh", "en")
    ]
    spoken = " ".join(word for part in parts for word in part).lower()
    return not any(name in spoken for name in names)


def _recent(context: Context) -> tuple[str, ...]:
    """Return the topic and the one before it: what a turn belongs to, it may belong to by either."""
    return (context.state.topic, *(visit.entry_id for visit in context.state.trail[-1:]))
