"""Tells whether a turn with words of its own is about something that the book and the conversation know."""

from collections.abc import Mapping
from itertools import chain
from math import exp
from typing import Final

import re2

from msfaq.chat.context import Context
from msfaq.chat.focus import POSSIBLE, Focus
from msfaq.chat.network import open_network
from msfaq.chat.products import products_of
from msfaq.chat.turn import Turn
from msfaq.index.belonging import asks_elsewhere, belonging, brings_over, foreign_names
from msfaq.index.domain import words_of
from msfaq.index.names import codes_in
from msfaq.request import ANSWERED, SURE

NETWORK: Final = "relevance"
"""Name of the network of whether a turn belongs to the conversation, with the features of `features`.

``python tests/quality/relevance.py`` fits it to the follow-ups of the conversations to tune on, to turns written for
it, and to the questions to tune by, each put in the midst of a conversation: what belongs is to score above a turn of
which nothing is known, what does not below it.
"""

NOTHING: Final[Mapping[str, float]] = {}
"""The features of a turn of which nothing is known."""

_MOST_WEIGHT: Final = 6.0
"""Weight of a turn's words beyond which more say no more."""

_MOST_WORDS: Final = 12
"""Distinct words of a turn beyond which more say no more."""

_MOST_UNCOVERED: Final = 6
"""Latin words that the topic lacks beyond which more say no more."""

_MOST_EVIDENCE: Final = 5.0
"""Evidence of the book's matter beyond which more says no more."""

_LIKELY: Final = 0.6
"""Probability from which a turn belongs to the conversation."""

_EVEN: Final = 0.5
"""Probability from which a turn that names another program or matter goes on none the less."""

_SURELY: Final = 0.6
"""Probability from which a sentence belongs to it though the turn around it does not."""

_HARDLY: Final = 0.2
"""Probability below which it does not, whatever its words ask for."""

_NEAR: Final = 0.1
"""Nearness that a passage of the topic needs to be shown to a turn whose words speak rather of something else."""

_POSSIBLE: Final = 0.4
"""Probability from which it may: what the topic has is then given as no direct answer, so that little is lost."""


_ASKS_ON: Final = ("doubt", "why", "meaning", "verify")
"""Intents of who asks on about the topic."""

_FEW: Final = 2.0
"""Weight of the words that such a turn has beside them."""

_KNOWN: Final = 0.5
"""Share of these, by rarity, that the book may lack."""

_BACK: Final = re2.compile(
    r"(?i)[这那它该此]|\b(?:it|its|that|this|those|these|they|them|then|one|there|instead|else|same|both)\b"
    r"|^\s*(?:done|did (?:so|as|both|all)|fixed|tried|suppose|assume|what if|and if)\b"
    r"|^\s*(?:好了|改[了完]|试[了过]|做完|装完|要是|如果|万一)"
)
"""Words that point back to what was said, and beginnings that report on it or suppose it otherwise."""


def belongs(context: Context, found: tuple[Focus, ...]) -> bool:
    """Tell whether anything supports that the turn is about the best candidate; ``found`` has one at least."""
    if "order" in context.turn.intents:
        return False
    best = found[0].alone
    if not context.state.topic:
        return max(one.alone for one in found) >= POSSIBLE
    if says_nothing(context.turn) or best >= SURE or brings_over(context.turn.text):
        return True
    return likelihood(features(context, found)) >= (_HARDLY if best >= ANSWERED else _LIKELY)


def goes_on_surely(context: Context) -> bool:
    """Tell whether a turn goes on with the conversation beyond doubt, by words that point to nothing else."""
    found, turn = context.candidates, context.turn
    if not found or says_nothing(turn) or points_back(turn):
        return False
    return likelihood(features(context, found)) >= _SURELY


def says_nothing(turn: Turn) -> bool:
    """Tell whether a turn has no subject of its own, so that it can only go on with what was talked about."""
    return turn.leans or turn.only_slots


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

    It is when hardly anything speaks for its going on with the topic, when it asks how something is done in a framework
    that the topic is not made for, or when neither the topic nor what would answer the turn speaks of what it names:
    unless that is told from where it happens by an answer to the turn, or by how much else speaks for its going on.
    """
    if context.state.topic and not says_nothing(context.turn) and _hardly_belongs(context):
        return True
    recent = _recent(context) if context.state.topic else ()
    if recent and asks_elsewhere(context.turn.text):
        hosted = {name for one in recent for name in products_of(context.engine.scope(one))}
        return foreign_names(context.turn.text).isdisjoint(hosted)
    alone = context.turn.alone
    if not recent and alone.outcome == "answered":
        # Where it happens is no matter of its own: “the pods on k8s fail with it”.
        return False
    best = tuple(one.id for one in alone.answers[:1])
    if not belonging(context.turn.text).elsewhere or not _is_strange(context, (*recent, *best)):
        return False
    return not recent or likelihood(features(context, context.candidates)) < _EVEN


def _hardly_belongs(context: Context) -> bool:
    found, text = context.candidates, context.turn.text
    # An error code is what a turn is about, whatever stands around it.
    is_answered = any(one.alone >= ANSWERED for one in found) or brings_over(text) or bool(codes_in(text))
    return bool(found) and not is_answered and likelihood(features(context, found)) < _HARDLY


def features(context: Context, found: tuple[Focus, ...]) -> dict[str, float]:
    """Return what is known of a turn beside a topic.

    Nearness of the topic or the one before it and of any candidate, confidence of the turn alone, share of words
    unknown to the book, how much the words say (`_MOST_WEIGHT` being 1) and how many words it has (`_MOST_WORDS`),
    the best odds of an entry for the turn joined with the topic, Latin words that the topic does not have
    (`_MOST_UNCOVERED`), whether it points back, whether it has an intent, whether it names another framework or matter
    of which the conversation has not spoken, and nothing of ours; all 0..1; the evidence that it speaks of the
    book's matter, and that it sounds like a turn that goes on, -1..1; and what it is like of what was said before, as
    in `Echoes`.
    """
    turn = context.turn
    topic = _text_of(context, context.state.topic)
    uncovered = sum(word.isascii() and word not in topic for word in turn.words)
    return {
        "topic": max((one.near for one in found if one.entry_id in _recent(context)), default=0.0),
        "near": max(one.near for one in found),
        "surest": max(one.alone for one in found),
        "foreign": turn.foreign,
        "weight": min(_MOST_WEIGHT, turn.weight) / _MOST_WEIGHT,
        "length": min(_MOST_WORDS, len(words_of(turn.text))) / _MOST_WORDS,
        "joined": max(one.joined for one in found),
        "uncovered": min(_MOST_UNCOVERED, uncovered) / _MOST_UNCOVERED,
        "back": float(points_back(turn)),
        "asks": float(bool(turn.intents.names)),
        "strange": float(_is_strange(context, (*_recent(context), found[0].entry_id))),
        "domain": max(-1.0, min(1.0, turn.domain / _MOST_EVIDENCE)),
        "goes_on": max(-1.0, min(1.0, turn.goes_on / _MOST_EVIDENCE)),
        "like_going_on": context.echoes.goes_on,
        "like_digressing": context.echoes.digresses,
        "like_going_on_here": context.echoes.goes_on_here,
        "like_digressing_here": context.echoes.digresses_here,
        "covered": context.echoes.covered,
    }


def likelihood(values: Mapping[str, float]) -> float:
    """Return the probability, 0..1, that a turn with these features belongs to the conversation."""
    score, of_nothing = open_network(NETWORK).scores([values, NOTHING])
    return 1.0 / (1.0 + exp(of_nothing - score))


def points_back(turn: Turn) -> bool:
    """Tell whether a word of the turn points back to what was said."""
    return _BACK.search(turn.text) is not None


def _is_strange(context: Context, beside: tuple[str, ...]) -> bool:
    """Tell whether a turn names another framework or matter, nothing of ours, and what these entries do not have."""
    text = context.turn.text
    names = foreign_names(text)
    if not names or belonging(text).own:
        return False
    spoken = " ".join(_text_of(context, name) for name in beside)
    return not any(name in spoken for name in names)


def _text_of(context: Context, name: str) -> str:
    """Return all that an entry says, in both languages, lower-case."""
    entry = context.engine.entry(name)
    parts = [
        (entry.title.of(lang), *entry.keywords, *(part.markdown for part in entry.sections(lang)))
        for lang in ("zh", "en")
    ]
    return " ".join((*chain.from_iterable(parts), *(one.code for one in entry.snippets))).lower()


def _recent(context: Context) -> tuple[str, ...]:
    """Return the topic and the one before it: what a turn belongs to, it may belong to by either."""
    return (context.state.topic, *(visit.entry_id for visit in context.state.trail[-1:]))
