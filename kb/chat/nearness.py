"""Tells how near a turn is to a text: half by meaning, half by the words of the turn that the text has."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msfaq.engine import Engine
from msfaq.index.passages import NearPassages
from msfaq.index.tokens import Texts, tokens_there

_COMPARED_WITH: Final = 800
"""Characters of a turn that are compared to passages."""


def share_had(text: str, weights: Mapping[str, float]) -> float:
    """Return the share of some words, by weight, that a text has, 0..1; 0 of no words.

    >>> share_had("显存不足", {"显存": 3.0, "碎片": 1.0})
    0.75
    """
    return _share(tokens_there(text, weights), weights, sum(weights.values()))


def shares_had(texts: Texts, weights: Mapping[str, float]) -> list[float]:
    """Return `share_had` of each text.

    >>> shares_had(Texts(["显存不足", "内存"]), {"显存": 3.0, "碎片": 1.0})
    [0.75, 0.0]
    """
    said = [0.0] * len(texts)
    for word, numbers in texts.having(weights).items():
        for number in numbers:
            said[number] += weights[word]
    total = sum(weights.values())
    return [one / total for one in said] if total else said


def nearness(cosine: float, text: str, weights: Mapping[str, float]) -> float:
    """Return how near a text is, 0..1: the mean of its cosine and `share_had`; the cosine, where there are no words."""
    total = sum(weights.values())
    near = max(0.0, cosine)
    return 0.5 * near + 0.5 * _share(tokens_there(text, weights), weights, total) if total else near


def near_passages(
    engine: Engine, text: str, weights: Mapping[str, float], lang: str, names: Collection[str]
) -> Mapping[str, NearPassages]:
    """Return id of a document → its passages beside a text; documents without any in that language are left out.

    ``weights`` is word of the text → how much it says.
    """
    return engine.search(lambda retriever: retriever.passages(text[:_COMPARED_WITH], weights, names, lang))


def _share(held: Sequence[str], weights: Mapping[str, float], total: float) -> float:
    return sum(weights[one] for one in held) / total if total else 0.0
