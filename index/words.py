"""Finds entries by their words: BM25 over both languages' texts, and how much of the question an entry covers."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from msfaq.index.lists import rows_among
from msfaq.index.postings import Posting, Postings
from msfaq.index.store import Store
from msfaq.index.tokens import tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_WORDS: Final = 48
"""Words of a question that are searched for, the rarest first: a long question's common words only blur it."""

_COMMON: Final = 0.5
"""Share of the documents from which a word is not searched for: it decides nothing."""

_MOST_KEPT: Final = 20_000
"""Words whose documents are remembered: a conversation says the same words again."""

_MOST_HITS: Final = 40
"""Documents looked at; an entry has two."""


class WordHit(NamedTuple):
    """What the words say of one entry; the best of its two languages."""

    share: float
    """BM25 score as a share of the best document's, 0..1; comparable within a query only."""
    coverage: float
    """Share of the question's words, weighted by rarity, that the entry has, 0..1."""


_NOTHING: Final = WordHit(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class WordSearch:
    """The outcome of one search by words."""

    hits: Mapping[str, WordHit]
    """Entry id → what was found, best first."""
    unknown_share: float
    """Share of the question's words, weighted by rarity, that stand nowhere in the book, 0..1."""
    words: int
    """Number of distinct words in the question."""


class WordIndex:
    """The words of an open store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._documents = 2 * int(store.meta()["entries"])
        self._postings = Postings(self._documents)
        self._least = self._rarity(round(_COMMON * self._documents))
        self._read: dict[str, Posting] = {}
        self._entries = store.entry_owners()

    def search(self, text: str) -> WordSearch:
        """Search for the words of ``text``; a text without any word finds nothing.

        Raises IndexStale when the store is damaged.
        """
        words = list(dict.fromkeys(tokens(text)))
        read = self._postings_of(words)
        weights = {word: self._rarity(len(read[word].documents)) for word in words}
        total = sum(weights.values())
        known = sorted((word for word in words if len(read[word].documents)), key=lambda word: -weights[word])
        if not known:
            return WordSearch({}, 1.0, len(words))
        unknown = total - sum(weights[word] for word in known)
        telling = {word for word in known[:_MOST_WORDS] if weights[word] >= self._least} or set(known[:_MOST_WORDS])
        scores, covered = self._postings.sums(
            [read[word] for word in known],
            [weights[word] if word in telling else 0.0 for word in known],
            [weights[word] for word in known],
        )
        return WordSearch(self._hits(scores, covered / total), unknown / total, len(words))

    def rarity(self, words: Collection[str]) -> dict[str, tuple[float, bool]]:
        """Return word → its inverse document frequency and whether the book has it; the greatest where it has not."""
        counts = {word: len(one.documents) for word, one in self._postings_of(list(words)).items()}
        return {word: (self._rarity(count), count > 0) for word, count in counts.items()}

    def _hits(self, scores: "NDArray[Any]", covered: "NDArray[Any]") -> dict[str, WordHit]:
        nearest = np.argsort(-scores, kind="stable")[:_MOST_HITS]
        nearest = nearest[scores[nearest] > 0]
        shares, coverages = (scores[nearest] / scores[nearest[:1]]).tolist(), covered[nearest].tolist()
        hits: dict[str, WordHit] = {}
        for number, share, coverage in zip(nearest.tolist(), shares, coverages, strict=True):
            # An entry's two documents follow each other.
            entry_id = self._entries[number // 2]
            other = hits.get(entry_id, _NOTHING)
            hits[entry_id] = WordHit(max(share, other.share), max(coverage, other.coverage))
        return hits

    def _rarity(self, count: int) -> float:
        """Return the inverse document frequency of a word that ``count`` documents have."""
        return math.log(1 + (self._documents - count + 0.5) / (count + 0.5))

    def _postings_of(self, words: Sequence[str]) -> dict[str, Posting]:
        """Return word → the documents that have it."""
        read = self._read
        if len(read) > _MOST_KEPT:
            # A new one, not the same emptied: another thread may be reading from it.
            self._read = read = {}
        if fresh := [word for word in words if word not in read]:
            sql = "SELECT word, documents FROM word WHERE word IN (*)"
            found = {str(word): data for word, data in rows_among(self._store.query, sql, fresh)}
            read.update((word, self._postings.read(found.get(word, b""))) for word in fresh)
        return {word: read[word] for word in words}


def document_counts(store: Store, words: Sequence[str]) -> dict[str, int]:
    """Return word → number of documents that have it, two an entry; words that none has are left out."""
    postings = Postings(2 * int(store.meta()["entries"]))
    found = rows_among(store.query, "SELECT word, length(documents) FROM word WHERE word IN (*)", words)
    return {str(word): postings.count(int(str(size))) for word, size in found}
