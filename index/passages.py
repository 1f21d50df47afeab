"""Compares the passages of documents to a text, by meaning and by words, without reading the documents."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from msfaq.corpus.passage import Span
from msfaq.errors import IndexStale
from msfaq.index.meaning import MeaningIndex
from msfaq.index.passage_words import PassageWords
from msfaq.index.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KEPT: Final = 2048
"""Documents, in one language each, of which it is remembered where their passages are."""


class NearPassages(NamedTuple):
    """The passages of a document beside a text; one at least."""

    spans: tuple[Span, ...]
    """Where each stands, in the order of the document."""
    cosines: list[float]
    """Cosine of each to the text, -1..1."""
    near: list[float]
    """How near each is, 0..1: half by meaning, the cosine, and half by the share of the words, by weight, that it has
    with its heading; by meaning alone where there are no words."""

    @property
    def most(self) -> float:
        """How near the nearest is, 0..1."""
        return max(self.near)

    def nearest_first(self) -> list[tuple[float, Span]]:
        """Return the places of the passages with their nearness.

        Of equally near ones the one that is nearer in meaning is first.
        """
        order = sorted(range(len(self.near)), key=lambda at: (-self.near[at], -self.cosines[at]))
        return [(self.near[at], self.spans[at]) for at in order]


class _Held(NamedTuple):
    rows: "NDArray[np.int64]"
    """Row of each passage among all passages, shape (passages,)."""
    spans: tuple[Span, ...]


class PassageIndex:
    """The passages of an open store."""

    def __init__(self, store: Store, meaning: MeaningIndex) -> None:
        """Open them.

        Raises IndexStale when the store is damaged.
        """
        self._meaning = meaning
        self._words = PassageWords(store.blob("passage-words"))
        if len(self._words) != meaning.passages:
            raise IndexStale(f"the index {store.place} is damaged: the words of passages are missing")
        self._held = lru_cache(maxsize=_KEPT)(self._find)

    def beside(
        self, text: str, weights: Mapping[str, float], documents: Collection[str], lang: str
    ) -> Mapping[str, NearPassages]:
        """Return document id → its passages in ``lang`` (``zh`` or ``en``), if it has any.

        ``weights`` is word of `msfaq.index.tokens` → how much it says.
        """
        held = {name: found for name in dict.fromkeys(documents) if (found := self._held(name, lang)).spans}
        if not held:
            return {}
        rows = np.concatenate([found.rows for found in held.values()])
        cosines = self._meaning.cosines(text, rows).astype(np.float64)
        near = np.maximum(0.0, cosines)
        if any(weights.values()):
            near = 0.5 * near + 0.5 * self._words.shares(weights)[rows]
        each, means = cosines.tolist(), near.tolist()
        ends = accumulate((len(found.spans) for found in held.values()), initial=0)
        return {
            name: NearPassages(found.spans, each[begin:end], means[begin:end])
            for (name, found), (begin, end) in zip(held.items(), pairwise(ends), strict=True)
        }

    def _find(self, document: str, lang: str) -> _Held:
        places = self._meaning.places(document, lang)
        return _Held(np.array([row for row, _ in places], np.int64), tuple(span for _, span in places))
