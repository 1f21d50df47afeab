"""Joins what words and vectors say into one score and one calibrated probability.

Both are logistic models whose coefficients stand, readable, in ``fusion.json``; the command
``python -m msfaq.index.training.fusion`` fits them. Calibration: J. Platt, "Probabilistic Outputs for Support Vector
Machines" (1999).
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter, mul
from pathlib import Path
from typing import Final, NamedTuple

from msfaq.errors import ModelError
from msfaq.index.belonging import Belonging

COEFFICIENTS: Final = Path(__file__).parent / "fusion.json"
"""The shipped coefficients."""


class Features(NamedTuple):
    """What is known of one entry as an answer to one text; all comparable between queries but ``share``.

    A tuple, as `msfaq.index.retriever.Candidate` is: each question makes some fifty.
    """

    share: float = 0.0
    """BM25 score as a share of the best one, 0..1."""
    coverage: float = 0.0
    """Share of the question's words, by rarity, that the entry has, 0..1."""
    cosine: float = 0.0
    """Best cosine of any vector, -1..1."""
    head_cosine: float = 0.0
    """Best cosine of title and phrases, -1..1."""
    support: float = 0.0
    """Mean of the six best cosines, -1..1."""
    usage: float = 0.0
    """How much less the entry's phrases have of the question's words than those of the best one, at most 0; see
    `msfaq.index.usage`."""
    weak: float = 0.0
    """1 when a weak signature of the entry occurs in the text, or an error code that is its name."""
    platform: float = 0.0
    """1 when the entry is for a platform that the question names, -1 when it is for others only, else 0."""


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of the question as a whole, once its best entries are ranked."""

    score: float
    """The best entry's score."""
    margin: float
    """By how much it leads the second."""
    unknown_share: float
    """Share of the question's words, by rarity, that the book does not have, 0..1."""
    brevity: float
    """1 / number of distinct words: one word alone says little."""
    agreement: float
    """1 when words and meaning both rank the best entry first, 0.5 when one of them does."""
    own: float
    """1 when a name of MindSpore's stands in the question."""
    framework: float
    """1 when only other frameworks' names do."""
    domain: float
    """Evidence that the question is about what the book is about, negative when about other things; see
    `msfaq.index.domain`."""


class Fusion:
    """The two fitted models."""

    def __init__(self, ranking: Mapping[str, float], confidence: Mapping[str, float]) -> None:
        self.ranking: Final = dict(ranking)
        """Coefficients of the ranking, by the name of the feature."""
        self._score = _linear(ranking)
        self._confidence = _linear(confidence)

    def score(self, features: Features) -> float:
        """Return the ranking score of an entry: larger is better, without bounds."""
        return self._score(features)

    def confidence(self, context: Context) -> float:
        """Return the probability, 0..1, that the best entry answers the question."""
        z = self._confidence(context)
        return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, z))))


@lru_cache(maxsize=1)
def shipped_fusion() -> Fusion:
    """Return the shipped models.

    Raises ModelError when their file is damaged.
    """
    try:
        data = json.loads(COEFFICIENTS.read_text("utf-8"))
        return Fusion(data["ranking"], data["confidence"])
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"{COEFFICIENTS} cannot be read ({error}); install msfaq again") from error


@dataclass(frozen=True, slots=True)
class Question:
    """What is known of a question before its entries are ranked."""

    unknown_share: float
    """As of `Context`."""
    words: int
    """Number of distinct words."""
    whose: Belonging
    """The names in it."""
    domain: float
    """As of `Context`."""


def context_of(question: Question, scores: Sequence[float], ranks: tuple[int, int]) -> Context:
    """Describe a question by its ranked scores, best first, and the best entry's ranks.

    ``ranks`` are the best entry's 1-based ranks by words and by meaning, 0 where it was not found.
    """
    whose = question.whose
    return Context(
        score=scores[0],
        margin=scores[0] - scores[1] if len(scores) > 1 else scores[0],
        unknown_share=question.unknown_share,
        brevity=1.0 / max(1, question.words),
        agreement=sum(rank == 1 for rank in ranks) / 2,
        own=float(whose.own),
        framework=float(whose.framework and not whose.own),
        domain=question.domain,
    )


def _linear(coefficients: Mapping[str, float]) -> Callable[[Features | Context], float]:
    """Return the function that sums up what it is given, each field times its coefficient."""
    weights = {name: weight for name, weight in coefficients.items() if name != "bias"}
    bias = coefficients.get("bias", 0.0)
    if len(weights) < 2:
        # `attrgetter` returns no tuple of one.
        return lambda values: bias + sum(weight * getattr(values, name) for name, weight in weights.items())
    fields, factors = attrgetter(*weights), tuple(weights.values())
    return lambda values: sum(map(mul, factors, fields(values)), bias)
