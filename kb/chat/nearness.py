"""Tells how near a turn is to a text: half by meaning, half by the words of the turn that the text has."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msfaq.corpus.passage import Passage
from msfaq.engine import Engine
from msfaq.index.retriever import NearPassage
from msfaq.index.tokens import tokens_in_each, tokens_there

_COMPARED_WITH: Final = 800
"""Characters of a turn that are compared to passages."""


def share_had(text: str, weights: Mapping[str, float]) -> float:
    """Return the share of some words, by weight, that a text has, 0..1; 0 of no words.

    >>> share_had("显存不足", {"显存": 3.0, "碎片": 1.0})
    0.75
    """
    return _share(tokens_there(text, weights), weights, sum(weights.values()))


def shares_had(texts: Sequence[str], weights: Mapping[str, float]) -> list[float]:
    """Return `share_had` of each text.

    >>> shares_had(["显存不足", "内存"], {"显存": 3.0, "碎片": 1.0})
    [0.75, 0.0]
    """
    total = sum(weights.values())
    return [_share(held, weights, total) for held in tokens_in_each(texts, weights)]


def nearness(cosine: float, text: str, weights: Mapping[str, float]) -> float:
    """Return how near a text is, 0..1: the mean of its cosine and `share_had`; the cosine, where there are no words."""
    total = sum(weights.values())
    return _mean(cosine, _share(tokens_there(text, weights), weights, total), total)


def near_passages(
    engine: Engine, text: str, weights: Mapping[str, float], lang: str, names: Collection[str]
) -> Mapping[str, tuple[tuple[float, Passage], ...]]:
    """Return id of a document → its passages with their nearness to a text, 0..1, the nearest first.

    ``weights`` is word of the text → how much it says.
    """
    hits = engine.search(lambda retriever: retriever.passages(text[:_COMPARED_WITH], names, lang))
    return {name: _nearest_first(found, weights) for name, found in hits.items()}


def _nearest_first(found: Sequence[NearPassage], weights: Mapping[str, float]) -> tuple[tuple[float, Passage], ...]:
    total = sum(weights.values())
    held = tokens_in_each([f"{hit.passage.heading} {hit.passage.text}" for hit in found], weights)
    near = [_mean(hit.cosine, _share(words, weights, total), total) for hit, words in zip(found, held, strict=True)]
    # Of equally near ones the one that is nearer in meaning.
    order = sorted(range(len(near)), key=lambda at: (-near[at], -found[at].cosine))
    return tuple((near[at], found[at].passage) for at in order)


def _share(held: Sequence[str], weights: Mapping[str, float], total: float) -> float:
    return sum(weights[one] for one in held) / total if total else 0.0


def _mean(cosine: float, share: float, total: float) -> float:
    return 0.5 * max(0.0, cosine) + 0.5 * share if total else max(0.0, cosine)
