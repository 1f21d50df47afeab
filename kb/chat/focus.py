"""Finds what a turn is about, with the conversation in mind.

Every entry that the turn alone, the turn joined with the topic, or the topic's links bring up gets one score from a few
measured features.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from msfaq.chat.content import content_words, detail_share
from msfaq.chat.intents import find_intents
from msfaq.chat.nearness import near_passages
from msfaq.chat.network import leads_of, open_network
from msfaq.chat.pieces import links
from msfaq.chat.state import State
from msfaq.chat.turn import Turn, rarity_of
from msfaq.corpus.scope import Scope
from msfaq.engine import Engine
from msfaq.index.passages import NearPassages
from msfaq.index.tokens import tokens_there

POSSIBLE: Final = 0.15
"""Confidence of a lookup from which an entry is worth offering in a conversation."""

_JOINED: Final = 6
"""Entries taken from the search with the question that the topic answered before the turn."""

_JOINED_LENGTH: Final = 400
"""Characters of the turn that are searched for with that question."""

EVEN: Final = 0.5
"""What the topic has when the turn is joined with it: another entry that has more goes before it."""

_LINKED: Final = 8
"""Entries taken from the topic's links."""


NETWORK: Final = "focus"
"""Name of the network that scores the candidates by the features of `focus`.

``python tests/quality/focus.py`` fits it to the follow-ups of the conversations to tune on and, with less weight, to
the turns that were written for the book (`msfaq.index.turns`) and to new questions in the midst of a conversation;
with more weight to turns said in talks held with the chat.
"""

_COMPARED: Final = ("alone", "joined", "near", "said", "asked:alone", "asked:near", "asked:said")
"""Features in which a candidate is compared to the others."""

_SPOKEN: Final = 300
"""Characters of a turn that are compared to what people say."""

_WRITTEN: Final = 0.6
"""Nearness of a turn written for the entry that a turn is about, by the median."""

_SURELY: Final = 0.9
"""Confidence of the turn alone from which it is an entry's own question."""

_HARDLY: Final = 0.1
"""Confidence below which it says nothing of the topic."""

_NEARER: Final = 0.3
"""How much nearer than the topic such an entry is."""

_LONG: Final = 6
"""Words from which a turn is long: it says by itself what it is about."""


@dataclass(frozen=True, slots=True)
class Focus:
    """An entry as the subject of a turn."""

    entry_id: str
    """Id of the entry."""
    features: Mapping[str, float]
    """What is known of it, each -1..1; see `focus`."""
    passages: NearPassages | None
    """Its passages beside the turn; None without any in the turn's language."""
    score: float
    """Log odds, comparable within a turn."""

    @property
    def alone(self) -> float:
        """Confidence of the turn alone, 0..1."""
        return self.features["alone"]

    @property
    def joined(self) -> float:
        """Probability of the turn joined with the topic, 0..1; `EVEN` of the topic itself."""
        return self.features["joined"]

    @property
    def near(self) -> float:
        """Nearness of the best passage, 0..1."""
        return self.features["near"]


def focus(turn: Turn, state: State, engine: Engine) -> tuple[Focus, ...]:
    """Return the candidates for what a turn is about, best first.

    Of each is known: ``alone``, the confidence of the turn by itself; ``joined``, its odds against the topic for the
    turn behind the question that the topic answered, as a probability; ``near``, the nearness of its best passage;
    ``said``, that of a turn that it answers; ``asked:…``, three of these for what the turn asks apart from what it
    reports; whether it is the ``topic``, the topic ``before`` this one, of this one's ``area``, or ``new``: joined to
    it by nothing. Of each as well: ``length``, how long the turn is, ``details``, how far its words only ask for a
    detail, ``news``, whether it follows something that is reported as done or set aside, and ``refused``, see
    `refused_share`. Some are compared: ``lead:…``, how far it is before the best of the others; ``best:…``, what the
    best of all has; ``topic:…``, what the topic has.
    """
    alone = {one.id: one.confidence for one in turn.alone.answers}
    asked = {one.id: one.confidence for one in turn.asked.answers}
    topic = engine.entry(state.topic) if state.topic else None
    joined = _joined(turn, state, engine) if topic is not None else {}
    linked = links(topic)[:_LINKED] if topic is not None else ()
    area = topic.area if topic is not None else ""
    visited = [visit.entry_id for visit in state.trail]
    names = tuple(dict.fromkeys((*alone, *asked, *joined, *linked, *visited, *((state.topic,) if state.topic else ()))))
    whole = apart = _beside(engine, turn.text, turn.rarity, turn.lang, names, state.topic)
    if turn.questions:
        text = " ".join(turn.questions)
        weights = rarity_of(engine, content_words(find_intents(text).rest))
        apart = _beside(engine, text, weights, turn.lang, names, state.topic)
    details = detail_share(turn.rarity)
    length = min(1.0, len(turn.words) / _LONG)
    rows = []
    for name in names:
        is_topic = name == state.topic
        was_tried = name in state.tried and not is_topic
        row = {
            "alone": alone.get(name, 0.0),
            # The question that brought up an entry tried in vain does not speak for it any more.
            "joined": 0.0 if was_tried else joined.get(name, 0.0),
            "near": whole.near(name),
            "said": whole.said[name],
            "asked:alone": asked.get(name, 0.0),
            "asked:near": apart.near(name),
            "asked:said": apart.said[name],
            "topic": float(is_topic),
            "before": float(not is_topic and not was_tried and name in visited[-1:]),
            "area": float(not is_topic and engine.scope(name).area == area),
            "new": float(bool(state.topic) and not is_topic and name not in linked and name not in visited),
            "length": length,
            "details": details,
            "news": float(turn.is_news),
            "refused": refused_share(turn, engine.scope(name)),
        }
        rows.append(row)
    _compare(rows)
    scores = open_network(NETWORK).scores(rows)
    candidates = [
        Focus(name, row, whole.passages.get(name), score) for name, row, score in zip(names, rows, scores, strict=True)
    ]
    return tuple(sorted(candidates, key=lambda one: (not _is_surely(one, candidates), -one.score, one.entry_id)))


def _is_surely(one: Focus, candidates: Sequence[Focus]) -> bool:
    """Tell whether a turn surely is the question of an entry, and says nothing of the topic.

    It holds for 163 turns of the conversations to tune on, of which 155 are about that entry, and for 26 of 3,400 that
    were written to go on with a topic: what the network sums up need not see what is certain.
    """
    topic = next((other for other in candidates if other.features["topic"]), None)
    if topic is None or one is topic or one.alone < _SURELY or topic.alone >= _HARDLY:
        return False
    return one.near >= topic.near + _NEARER and one.features["said"] >= topic.features["said"]


def refused_share(turn: Turn, entry: Scope) -> float:
    """Return the share of what the user does not mean, have or use that an entry's name and title say."""
    words = content_words(turn.refused) if turn.refused else ()
    title = f"{entry.id} {entry.title.zh} {entry.title.en}"
    return len(tokens_there(title, words)) / len(words) if words else 0.0


def _compare(rows: Sequence[dict[str, float]]) -> None:
    """Add to the features of each candidate how it stands beside the others."""
    topic = next((row for row in rows if row["topic"]), {})
    for name in _COMPARED:
        leads, most = leads_of([row[name] for row in rows])
        for row, lead in zip(rows, leads, strict=True):
            row |= {f"lead:{name}": lead, f"best:{name}": most, f"topic:{name}": topic.get(name, 0.0)}


@dataclass(frozen=True, slots=True)
class _Beside:
    """The candidates beside a text."""

    passages: Mapping[str, NearPassages]
    """As in `Focus`, of each entry that has any."""
    said: Mapping[str, float]
    """Entry id → how far the nearest turn that was written for it asks the same, 0..1."""

    def near(self, name: str) -> float:
        """Return the nearness of an entry's best passage, 0..1."""
        found = self.passages.get(name)
        return found.most if found is not None else 0.0


def _beside(
    engine: Engine, text: str, weights: Mapping[str, float], lang: str, names: Sequence[str], topic: str
) -> _Beside:
    """Compare entries to a text; ``weights`` is word of the text → how much it says."""
    near = engine.search(lambda retriever: retriever.likeness_of_turns(text[:_SPOKEN], names))
    # An entry for which no turns were written has what those have that a turn is about, or the topic if that is more.
    unwritten = max(_WRITTEN, near.get(topic, 0.0))
    said = {name: near.get(name, unwritten) for name in names}
    return _Beside(near_passages(engine, text, weights, lang, names), said)


def _joined(turn: Turn, state: State, engine: Engine) -> dict[str, float]:
    """Return entry id → the odds, as a probability, against the topic for the turn behind what was asked before.

    It is behind the user's own words, not the topic's title: a turn goes on from what was asked.
    """
    candidates = engine.search(lambda retriever: retriever.candidates(f"{state.question} {turn.text[:_JOINED_LENGTH]}"))
    # Against the topic's own score: beside its question everything near it ranks high, whatever the turn adds.
    own = next((one.score for one in candidates if one.entry_id == state.topic), 0.0)
    return {one.entry_id: _probability(one.score - own) for one in candidates[:_JOINED]}


def _probability(score: float) -> float:
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, score))))
