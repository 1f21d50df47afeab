"""Finds entries by their words: BM25 in SQLite's FTS5, and how much of the question an entry covers.

BM25: S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009); FTS5 fixes k1 = 1.2
and b = 0.75.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.index.packing import unpack
from msfaq.index.store import Store
from msfaq.index.tokens import tokens

_WEIGHTS: Final = "4.0, 3.0, 3.0, 1.0, 0.5"
"""Weight of a word in the title, the phrases, the signatures and keywords, the text, and the code."""

_MOST_WORDS: Final = 48
"""Words of a question that are searched for, the rarest first: more only cost time."""

_COMMON: Final = 0.5
"""Share of the documents from which a word is not searched for: it decides nothing, and finding it costs most."""

_MOST_COUNTS: Final = 20_000
"""Words whose number of documents is remembered."""

_MOST_HITS: Final = 40
"""Documents looked at; an entry has two."""


@dataclass(frozen=True, slots=True)
class WordHit:
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
    """Entry id → what was found."""
    unknown_share: float
    """Share of the question's words, weighted by rarity, that stand nowhere in the book, 0..1."""
    words: int
    """Number of distinct words in the question."""


class WordIndex:
    """The words of an open store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._documents = 2 * int(store.meta()["entries"])
        self._least = self._rarity(round(_COMMON * self._documents))
        self._counts: dict[str, int] = {}
        self._documents_read: dict[int, tuple[str, frozenset[str]]] = {}

    def search(self, text: str) -> WordSearch:
        """Search for the words of ``text``; a text without any word finds nothing."""
        words = list(dict.fromkeys(tokens(text)))
        weights = self._weights(words)
        known = [word for word in words if weights[word][1]]
        total = sum(weight for weight, _ in weights.values())
        if not known:
            return WordSearch({}, 1.0, len(words))
        known.sort(key=lambda word: -weights[word][0])
        telling = [word for word in known if weights[word][0] >= self._least] or known
        unknown = total - sum(weights[word][0] for word in known)
        asked = {word: weights[word][0] for word in words}
        return WordSearch(self._hits(telling[:_MOST_WORDS], asked, total), unknown / total, len(words))

    def rarity(self, words: Collection[str]) -> dict[str, tuple[float, bool]]:
        """Return word → its inverse document frequency and whether the book has it; the greatest where it has not."""
        return self._weights(list(words)) if words else {}

    def _weights(self, words: list[str]) -> dict[str, tuple[float, bool]]:
        """Return word → (inverse document frequency, whether the book has it)."""
        pairs = zip(words, self._counted(words), strict=True)
        return {word: (self._rarity(count), count > 0) for word, count in pairs}

    def _rarity(self, count: int) -> float:
        """Return the inverse document frequency of a word that ``count`` documents have."""
        return math.log(1 + (self._documents - count + 0.5) / (count + 0.5))

    def _counted(self, words: Sequence[str]) -> list[int]:
        """Return the number of documents that have each word; a conversation says the same words again."""
        fresh = [word for word in words if word not in self._counts]
        if fresh:
            if len(self._counts) > _MOST_COUNTS:
                self._counts.clear()
                fresh = list(words)
            found = document_counts(self._store, fresh)
            self._counts.update((word, found.get(word, 0)) for word in fresh)
        return [self._counts[word] for word in words]

    def _hits(self, known: list[str], asked: Mapping[str, float], total: float) -> dict[str, WordHit]:
        expression = " OR ".join(f'"{word}"' for word in known)
        rows = self._store.query(
            f"SELECT rowid, -bm25(words, {_WEIGHTS}) AS score FROM words WHERE words MATCH ?"
            " ORDER BY score DESC LIMIT ?",
            (expression, _MOST_HITS),
        )
        best = (float(str(rows[0][1])) if rows else 0.0) or 1.0
        hits: dict[str, WordHit] = {}
        for row, score in rows:
            entry_id, held = self._document(int(str(row)))
            covered = sum(weight for word, weight in asked.items() if word in held)
            share, coverage = max(0.0, float(str(score)) / best), covered / total
            other = hits.get(entry_id, _NOTHING)
            hits[entry_id] = WordHit(max(share, other.share), max(coverage, other.coverage))
        return hits

    def _document(self, row: int) -> tuple[str, frozenset[str]]:
        found = self._documents_read.get(row)
        if found is None:
            entry_id, words = self._store.query("SELECT id, words FROM document WHERE row = ?", (row,))[0]
            found = (str(entry_id), frozenset(unpack(words, self._store.dictionary("words")).split()))
            self._documents_read[row] = found
        return found


def document_counts(store: Store, words: Sequence[str]) -> dict[str, int]:
    """Return word → number of documents that have it, two an entry; words that none has are left out."""
    marks = ", ".join("?" * len(words))
    found = store.query(f"SELECT term, doc FROM vocabulary WHERE term IN ({marks})", tuple(words))
    return {str(term): int(str(count)) for term, count in found}
