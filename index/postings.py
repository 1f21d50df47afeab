"""The book's words as an inverted file: for each word the documents that have it, and what it weighs in each.

What of BM25 does not depend on the question is computed once, when the index is built, and kept in one byte: a question
then costs one sum over the lists of its words. SQLite's FTS5, which computes all of it for every question, takes ten
times as long and three times the space.

BM25: S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from msfaq.errors import IndexStale

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SATURATION: Final = 1.2
"""BM25's k1: how soon another occurrence of a word counts for little more."""

_LENGTH: Final = 0.75
"""BM25's b: how far a long document's words count for less."""

_FINEST: Final = 255
"""Greatest weight as it is kept: that of a word which stands in a document without end."""

_SHORT: Final = 65_536
"""Documents up to which two bytes name one."""

Column = tuple[float, Sequence[str]]
"""What a word of a part of a document counts, and the words of the part, with repetitions."""


def posting_lists(documents: Sequence[Sequence[Column]]) -> Iterator[tuple[str, bytes]]:
    """Yield each word of the documents with its list: the numbers of the documents that have it, and its weights."""
    counted = [_counts(columns) for columns in documents]
    lengths = [sum(len(words) for _, words in columns) for columns in documents]
    mean = sum(lengths) / max(1, len(lengths)) or 1.0
    rows: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, (counts, length) in enumerate(zip(counted, lengths, strict=True)):
        slack = _SATURATION * (1 - _LENGTH + _LENGTH * length / mean)
        for word, count in counts.items():
            rows[word].append((number, max(1, round(_FINEST * count / (count + slack)))))
    form = _form(len(documents))
    for word, held in rows.items():
        yield word, np.array(held, form).tobytes()


class Posting(NamedTuple):
    """The documents that have a word; none for a word that is not there."""

    documents: "NDArray[np.intp]"
    """Their numbers, shape (documents,)."""
    weights: "NDArray[np.float64]"
    """What the word weighs in each, 1..255."""


class Postings:
    """Reads the lists of a number of documents."""

    def __init__(self, documents: int) -> None:
        self._documents = documents
        self._form = _form(documents)

    def count(self, size: int) -> int:
        """Return the number of documents that a list of ``size`` bytes names."""
        return size // self._form.itemsize

    def read(self, data: object) -> Posting:
        """Return a list as it was written.

        Raises IndexStale when ``data`` is no such list, or names a document that is not there.
        """
        if not isinstance(data, bytes) or len(data) % self._form.itemsize:
            raise IndexStale("the index is damaged: a word's documents are missing")
        rows = np.frombuffer(data, self._form)
        numbers = rows["document"].astype(np.intp)
        if len(numbers) and int(numbers.max()) >= self._documents:
            raise IndexStale("the index is damaged: a word stands in a document that is not there")
        return Posting(numbers, rows["weight"].astype(np.float64))

    def sums(
        self, postings: Sequence[Posting], weights: Sequence[float], presences: Sequence[float]
    ) -> "tuple[NDArray[Any], NDArray[Any]]":
        """Return what some lists say of each document: two arrays of shape (documents,), float64.

        The first is the sum of BM25 parts, each list's times its of the ``weights``; the second that of the
        ``presences`` of the lists in which the document stands at all.
        """
        numbers = np.concatenate([one.documents for one in postings])
        sizes = [len(one.documents) for one in postings]
        parts = np.concatenate([one.weights for one in postings])
        parts *= np.repeat(weights, sizes)
        scores = np.bincount(numbers, parts, self._documents) * ((_SATURATION + 1) / _FINEST)
        return scores, np.bincount(numbers, np.repeat(presences, sizes), self._documents)


def _counts(columns: Sequence[Column]) -> Mapping[str, float]:
    counts: dict[str, float] = defaultdict(float)
    for weight, words in columns:
        for word in words:
            counts[word] += weight
    return counts


def _form(documents: int) -> np.dtype[Any]:
    return np.dtype([("document", "<u2" if documents <= _SHORT else "<u4"), ("weight", "u1")])
