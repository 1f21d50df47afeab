"""Finds what a turn is about, with the conversation in mind.

Every entry that the turn alone, the turn joined with the topic, or the topic's links bring up gets one score from a few
measured features; the weights were chosen on development conversations (docs/chat.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Final

import re2

from msfaq.chat.pieces import links
from msfaq.chat.products import products_in, products_of
from msfaq.chat.state import State
from msfaq.chat.turn import Turn
from msfaq.corpus.passages import Passage
from msfaq.engine import Engine
from msfaq.index.tokens import tokens

POSSIBLE: Final = 0.15
"""Confidence of a lookup from which an entry is worth offering in a conversation."""

_JOINED: Final = 6
"""Entries taken from the search with the topic's title before the turn."""

EVEN: Final = 0.5
"""What the topic has when the turn is joined with it: another entry that has more goes before it."""

_LINKED: Final = 8
"""Entries taken from the topic's links."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature counts."""

    alone: float = 1.25
    """Confidence of the turn alone, 0..1, scaled by how much its words say."""
    joined: float = 0.35
    """Odds of the entry against the topic for the turn joined with the topic's title, as a probability, 0..1."""
    near: float = 0.4
    """Nearness of the entry's best passage, 0..1."""
    topic: float = 0.2
    """Being the topic."""
    linked: float = 0.38
    """Being linked from the topic, scaled by nearness up to ``evident``."""
    evident: float = 0.17
    """Nearness from which the turn itself speaks for an entry."""
    asks: float = 0.12
    """Being the topic when the turn asks why, how, for code or for a check."""
    back: float = 0.18
    """Being the topic when a word of the turn points back."""
    trail: float = 0.08
    """Having been a topic before."""
    left: float = 0.12
    """Having been the topic before the present one."""
    area: float = 0.05
    """Being of the topic's area."""
    added: float = 0.1
    """Being linked when the turn adds a requirement."""
    stray: float = 0.75
    """Share of ``alone`` that an entry keeps which nothing joins to the topic: most turns go on with it."""
    unsaid: float = 0.4
    """Share of ``alone`` that an entry about another product keeps when nobody has named that product."""
    least: float = 0.3
    """Share of ``alone`` that a turn without telling words keeps."""


WEIGHTS: Final = Weights()

_BACK: Final = re2.compile(
    r"(?i)[这那它该此]|\b(?:it|its|that|this|those|these|they|them|then|one|there|instead|else|same|both)\b"
    r"|^\s*(?:done|did|fixed|tried|suppose|assume|what if|and if)\b"
    r"|^\s*(?:好了|改[了完]|试[了过]|做完|装完|要是|如果|万一)"
)
"""Words that point back to what was said, and beginnings that report on it or suppose it otherwise."""


def points_back(turn: Turn) -> bool:
    """Tell whether a word of the turn points back to what was said."""
    return _BACK.search(turn.text) is not None


@dataclass(frozen=True, slots=True)
class Focus:
    """An entry or guide as the subject of a turn."""

    entry_id: str
    """Id of the entry or guide."""
    score: float
    """Comparable within a turn."""
    alone: float
    """Confidence of the turn alone, 0..1."""
    joined: float
    """Probability of the turn joined with the topic, 0..1; `EVEN` of the topic itself."""
    near: float
    """Nearness of the best passage, 0..1."""
    passages: tuple[tuple[float, Passage], ...]
    """Its passages with their nearness, nearest first."""


def focus(turn: Turn, state: State, engine: Engine, weights: Weights = WEIGHTS) -> tuple[Focus, ...]:
    """Return the candidates for what a turn is about, best first."""
    alone = {answer.id: answer.confidence for answer in turn.alone.answers}
    joined: dict[str, float] = {}
    linked: tuple[str, ...] = ()
    area = ""
    if state.topic:
        entry = engine.entry(state.topic)
        text = f"{entry.title.of(turn.lang)} {turn.text[:400]}"
        ranking = engine.search(lambda retriever: retriever.rank(text))
        # Against the topic's own score: beside its title everything near it ranks high, whatever the turn adds.
        own = next((one.score for one in ranking.candidates if one.entry_id == state.topic), 0.0)
        joined = {one.entry_id: _probability(one.score - own) for one in ranking.candidates[:_JOINED]}
        linked = links(entry)[:_LINKED]
        area = entry.area
    visited = {visit.entry_id for visit in state.trail}
    left = state.trail[-1].entry_id if state.trail else ""
    names = dict.fromkeys((*alone, *joined, *linked, *visited, *((state.topic,) if state.topic else ())))
    found = near_passages(engine, turn, tuple(names))
    said = _products_said(turn, state, engine)
    scored = []
    for name in names:
        passages = found.get(name, ())
        near = passages[0][0] if passages else 0.0
        stray = state.topic and name != state.topic and name not in linked and name not in visited
        score = weights.alone * alone.get(name, 0.0) * _said(turn, weights) * (weights.stray if stray else 1.0)
        score *= weights.unsaid if stray and products_of(engine.entry(name)) - said else 1.0
        score += weights.joined * joined.get(name, 0.0) + weights.near * near
        asks = turn.intents.any(("why", "verify", "meaning", "fix", "code"))
        to_topic = weights.topic + weights.asks * asks + weights.back * points_back(turn)
        score += to_topic * (name == state.topic) + weights.trail * (name in visited) + weights.left * (name == left)
        score += weights.area * (name != state.topic and engine.entry(name).area == area)
        evidence = min(1.0, near / weights.evident)
        score += (weights.linked * evidence + weights.added * ("also" in turn.intents)) * (name in linked)
        scored.append(Focus(name, score, alone.get(name, 0.0), joined.get(name, 0.0), near, passages))
    return tuple(sorted(scored, key=lambda one: (-one.score, one.entry_id)))


def _products_said(turn: Turn, state: State, engine: Engine) -> frozenset[str]:
    """Return the products that the conversation has named, the turn included."""
    topics = (state.topic, *(visit.entry_id for visit in state.trail)) if state.topic else ()
    asked = " ".join((turn.text[:800], state.question, *(visit.question for visit in state.trail)))
    said = products_in(asked)
    for name in topics:
        said |= products_of(engine.entry(name))
    return said


def near_passages(engine: Engine, turn: Turn, names: Sequence[str]) -> Mapping[str, tuple[tuple[float, Passage], ...]]:
    """Return entry id → its passages with their nearness to the turn, 0..1: half meaning, half covered words."""
    text = turn.text[:800]
    hits = engine.search(lambda retriever: retriever.passages(text, names, turn.lang))
    return {
        name: tuple(
            sorted(
                (
                    (nearness(hit.cosine, f"{hit.passage.heading} {hit.passage.text}", turn.rarity), hit.passage)
                    for hit in found
                ),
                key=lambda pair: -pair[0],
            )
        )
        for name, found in hits.items()
    }


def nearness(cosine: float, text: str, weights: Mapping[str, float]) -> float:
    """Return how near a text is: the mean of its cosine and the share of the words, by weight, that it has."""
    total = sum(weights.values())
    if not total:
        return max(0.0, cosine)
    there = _token_set(text)
    return 0.5 * max(0.0, cosine) + 0.5 * sum(value for one, value in weights.items() if one in there) / total


@lru_cache(maxsize=4096)
def _token_set(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def _said(turn: Turn, weights: Weights) -> float:
    return weights.least + (1 - weights.least) * min(1.0, turn.weight / 3)


def _probability(score: float) -> float:
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, score))))
