"""Compares the passages of documents to a text, by meaning and by words, without reading the documents."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import islice
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
    shares: list[float]
    """Share by weight of the words looked for that each has, heading included, 0..1."""


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
        cosines = iter(self._meaning.cosines(text, rows).tolist())
        shares = iter(self._words.shares(weights)[rows].tolist())
        return {
            name: NearPassages(
                found.spans, list(islice(cosines, len(found.spans))), list(islice(shares, len(found.spans)))
            )
            for name, found in held.items()
        }

    def _find(self, document: str, lang: str) -> _Held:
        places = self._meaning.places(document, lang)
        return _Held(np.array([row for row, _ in places], np.int64), tuple(span for _, span in places))
