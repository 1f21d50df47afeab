"""Weighs a passage of the user's own documents as the answer to a question.

Both models are logistic; see `msfaq.index.fusion` for the method. The coefficients were fitted to 2,400 questions over
the MindSpore documentation (headings and sentences that point at their passage; questions of other fields and of pages
that were taken out, which no passage answers).
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


RANKING: Final = {"share": 1.22, "coverage": 12.35, "heading_coverage": 2.85, "cosine": 2.97}
"""Weight of each feature in the order of passages."""

LIKELIHOOD: Final = {"bias": -6.0, "coverage": 4.0, "heading_coverage": 2.0, "cosine": 4.0, "brevity": -1.0}
"""Weight of each feature, and of 1 / number of distinct words, in the probability."""


def score(features: DocumentFeatures) -> float:
    """Return the ranking score of a passage: larger is better; comparable within a question."""
    return sum(RANKING[name] * float(value) for name, value in asdict(features).items())


def likelihood(features: DocumentFeatures, words: int) -> float:
    """Return the probability, 0..1, that a passage answers a question of so many distinct words."""
    z: float = LIKELIHOOD["bias"] + sum(LIKELIHOOD.get(name, 0.0) * value for name, value in terms(features, words).items())
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
