"""Finds entries by how people ask for them: in how many of its phrases an entry has the words of a question.

The score is that of multinomial naive Bayes with additive smoothing, all lengths and priors taken as equal (C. Manning,
P. Raghavan, H. Schütze, "Introduction to Information Retrieval", 13.2), over words and over pairs of English words that
stand near each other (skip-bigrams; C.-Y. Lin, "ROUGE", 2004). Where BM25 trusts rare words, this learns from fifty
phrases an entry what the common ones are worth: "how", "why" and "where" tell questions apart too.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import numpy as np

from msfaq.errors import IndexStale
from msfaq.index.columns import delta, pack_columns, unpack_columns, unpack_sizes
from msfaq.index.store import Store
from msfaq.index.tokens import tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

_REACH: Final = 3
"""How far apart two English words may stand and be a pair: neighbours, or one or two words between them."""

_LEAST: Final = 2
"""Phrases of the book that have a term which is kept: one alone says nothing of how people ask."""

_SMOOTHING: Final = 0.3
"""What is added to every count."""

_FEW: Final = 25
"""Fewer phrases count as if there were so many like them: one's own entries have a handful, the book's have fifty."""

_MOST: Final = 255
"""Greatest count that is kept."""

_SHORT: Final = 65_536
"""Entries from which on two bytes do not number them."""

_WORTH: Final = np.log1p(np.arange(_MOST + 1) / _SMOOTHING)
"""Number of an entry's phrases that have a term → what that adds to its score."""

_KEY: Final = np.dtype("<u4")
_COUNT: Final = np.dtype("u1")


def terms(text: str) -> list[str]:
    """Return the distinct words of a text, its pairs of near English words, and its single Chinese characters.

    >>> terms("loss is 无穷")
    ['loss', 'is', '无穷', 'is loss', '无', '穷']
    """
    words = tokens(text)
    english = [word for word in words if word.isascii()]
    pairs = (
        f"{min(one, other)} {max(one, other)}"
        for at, one in enumerate(english)
        for other in english[at + 1 : at + 1 + _REACH]
    )
    characters = (character for word in words if not word.isascii() for character in word)
    return list(dict.fromkeys((*words, *pairs, *characters)))


def pack_usage(entries: Sequence[Sequence[str]]) -> bytes:
    """Return what the phrases of each entry say, packed as `UsageIndex` reads it."""
    said = [
        np.unique(np.fromiter((key for phrase in phrases for key in _keys(phrase)), _KEY), return_counts=True)
        for phrases in entries
    ]
    small = _number_form(len(entries))
    numbers = np.repeat(np.arange(len(entries), dtype=small), [len(keys) for keys, _ in said])
    keys = np.concatenate([np.empty(0, _KEY), *(keys for keys, _ in said)])
    found = np.concatenate([np.empty(0, np.int64), *(counts for _, counts in said)])
    # Stable: the entries of a term stay in their order.
    order = np.argsort(keys, kind="stable")
    distinct, at, sizes = np.unique(keys[order], return_index=True, return_counts=True)
    kept = np.add.reduceat(found[order], at) >= _LEAST if len(at) else np.empty(0, bool)
    order = order[np.repeat(kept, sizes)]
    shares = np.array([max(1.0, _FEW / max(1, len(phrases))) for phrases in entries])
    counts = np.minimum(_MOST, np.rint(shares[numbers[order]] * found[order]))
    columns = (
        delta(distinct[kept]),
        sizes[kept].astype(small),
        delta(numbers[order]),
        counts.astype(_COUNT),
    )
    return pack_columns([len(entries), len(distinct[kept]), len(order)], columns)


class UsageSearch:
    """What the phrases of all entries say of one text."""

    def __init__(self, entries: Mapping[str, int], scores: "NDArray[Any]") -> None:
        self._entries = entries
        self._scores = scores
        self._each: list[float] = scores.tolist()
        self._most = float(scores.max(initial=0.0))

    def behind(self, name: str) -> float:
        """Return by how much an entry's score falls short of the greatest, at most 0."""
        return self._each[self._entries[name]] - self._most

    def nearest(self, limit: int) -> list[str]:
        """Return the ids of the entries with the greatest scores, the greatest first; none without any."""
        best = np.argsort(-self._scores, kind="stable")[:limit]
        names = tuple(self._entries)
        return [names[at] for at in best.tolist() if self._scores[at] > 0]


class UsageIndex:
    """The phrases of an open store."""

    def __init__(self, store: Store) -> None:
        """Read what `pack_usage` wrote.

        Raises IndexStale when the store is damaged.
        """
        self._entries = {name: number for number, name in enumerate(store.entry_owners())}
        try:
            (entries, kept, counts), raw = unpack_sizes(store.blob("usage"), 3)
            small = _number_form(entries)
            keys, sizes, numbers, found = unpack_columns(
                raw, [(kept, _KEY), (kept, small), (counts, small), (counts, _COUNT)]
            )
        except ValueError as error:
            raise IndexStale(f"the index is damaged: {error}") from error
        self._keys = np.cumsum(keys, dtype=_KEY)
        self._ends = [0, *np.cumsum(sizes, dtype=np.int64).tolist()]
        self._numbers = np.cumsum(numbers, dtype=small)
        self._counts = found
        if entries != len(self._entries) or self._ends[-1] != counts or (counts and self._numbers.max() >= entries):
            raise IndexStale("the index is damaged: phrases of an entry that is not there")

    def search(self, text: str) -> UsageSearch:
        """Search for the entries whose phrases have the words of ``text``.

        An entry's score is the sum over the text's terms of log(1 + n / 0.3), where n of its phrases have the term.
        """
        asked = np.fromiter(_keys(text), _KEY)
        places = np.searchsorted(self._keys, asked)
        found = places[self._keys[np.minimum(places, len(self._keys) - 1)] == asked] if len(self._keys) else places[:0]
        rows = [slice(self._ends[at], self._ends[at + 1]) for at in found.tolist()]
        numbers = np.concatenate([self._numbers[:0], *(self._numbers[one] for one in rows)])
        counts = np.concatenate([self._counts[:0], *(self._counts[one] for one in rows)])
        scores = np.bincount(numbers, _WORTH[counts], len(self._entries))
        return UsageSearch(self._entries, scores)


def _keys(text: str) -> Iterator[int]:
    return (crc32(term.encode()) for term in terms(text))


def _number_form(entries: int) -> np.dtype[Any]:
    """Return the form in which an entry is numbered, or a number of entries given."""
    return np.dtype("<u2" if entries < _SHORT else "<u4")
