"""Weighs a passage of the user's own documents as the answer to a question.

Both models are logistic; see `msfaq.index.fusion` for the method. ``tests/benchmarks/documents.py`` fits and measures
the coefficients: 2,600 questions over the MindSpore documentation, half of them to measure. Of passages said to be 0.8
to 1 likely 94 % were right, of those said to be 0.4 to 0.6 half.
"""

import math
from dataclasses import asdict, dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class DocumentFeatures:
    """What is known of one passage as an answer to one question."""

    share: float
    """BM25 score as a share of the best one, 0..1."""
    coverage: float
    """Share of the question's words, by rarity, that the passage or its headings have, 0..1."""
    heading_coverage: float
    """The same for the headings alone, 0..1."""
    cosine: float
    """Cosine to the question, -1..1; 0 when other passages are nearer or there are no vectors."""


RANKING: Final = {"share": 0.84, "coverage": 6.22, "heading_coverage": 3.17, "cosine": 3.3}
"""Weight of each feature in the order of passages."""

LIKELIHOOD: Final = {
    "bias": -2.96,
    "coverage": 2.8,
    "closeness": 1.11,
    "heading_coverage": -1.52,
    "heading_closeness": 2.31,
    "cosine": 0.84,
    "nearness": 1.57,
    "brevity": -4.3,
}
"""Weight of each of the `terms` in the probability."""


def score(features: DocumentFeatures) -> float:
    """Return the ranking score of a passage: larger is better; comparable within a question."""
    return sum(RANKING[name] * float(value) for name, value in asdict(features).items())


def likelihood(features: DocumentFeatures, words: int) -> float:
    """Return the probability, 0..1, that a passage answers a question of so many distinct words."""
    known = terms(features, words)
    z: float = LIKELIHOOD["bias"] + sum(LIKELIHOOD.get(name, 0.0) * value for name, value in known.items())
    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, z))))


def terms(features: DocumentFeatures, words: int) -> dict[str, float]:
    """Return what the probability is made of, each term about 0..1.

    The fourth powers tell a near repetition from a mere likeness, which the shares themselves hardly do.
    """
    return {
        "coverage": features.coverage,
        "closeness": features.coverage**4,
        "heading_coverage": features.heading_coverage,
        "heading_closeness": features.heading_coverage**4,
        "cosine": features.cosine,
        "nearness": max(0.0, features.cosine) ** 4,
        "brevity": 1 / max(1, words),
    }
