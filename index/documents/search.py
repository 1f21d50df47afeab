"""Searches the user's own documents by words and meaning, and says how likely a passage answers.

Words are BM25 in SQLite's FTS5, which takes in and gives up files one by one; meaning is the nearest vectors in FAISS.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from msfaq.index.documents.likelihood import DocumentFeatures, likelihood, score
from msfaq.index.documents.schema import DATABASE
from msfaq.index.documents.store import DocumentStore, StoredFile, store_damaged
from msfaq.index.documents.texts import checksum, searchable
from msfaq.index.documents.update import file_state
from msfaq.index.encoders import Encoder
from msfaq.index.lists import rows_among
from msfaq.index.scale import Scale
from msfaq.index.store import Store
from msfaq.index.tokens import tokens
from msfaq.index.vectors import VectorIndex
from msfaq.index.words import document_counts

_WEIGHTS: Final = "2.0, 1.0"
"""Weight of a word in the headings and in the text."""

_MOST_WORDS: Final = 32
"""Words of a question that are searched for, the rarest first."""

_MOST_HITS: Final = 30
"""Passages looked at from either search."""


@dataclass(frozen=True, slots=True)
class DocumentHit:
    """A passage that may answer."""

    path: Path
    """Absolute path of the document."""
    state: str
    """``current``, or ``changed`` or ``gone`` since it was read."""
    heading: str
    """The headings it stands under."""
    text: str
    """What it says."""
    first_line: int
    """1-based number of its first line in the file; in a notebook, in the cell."""
    last_line: int
    """1-based number of its last line, inclusive."""
    cell: int
    """1-based number of the notebook's cell; 0 in other documents."""
    lang: str
    """``zh`` or ``en``."""
    likelihood: float
    """Probability, 0..1, that it answers the question."""
    features: DocumentFeatures
    """What the probability was made of."""


class DocumentSearch:
    """The words and vectors of an open store; follows what other processes write to it."""

    def __init__(self, store: DocumentStore, encoder: Encoder, book: Store) -> None:
        """Search ``store``; ``book`` is the open index, whose model and cosines the encoder has."""
        self._store = store
        self._encoder = encoder
        self.book = book
        """The open index; a search is of no use once it is closed."""
        self._scale = Scale.from_json(book.text("scale"))
        self._generation = ""
        self._passages = 0
        self._vectors: VectorIndex | None = None
        self._rows: list[int] = []

    @property
    def has_vectors(self) -> bool:
        """Whether the vectors are of the present model; words alone are searched otherwise."""
        return self._store.meta("model_digest") == self._encoder.digest

    def search(self, text: str, limit: int) -> tuple[DocumentHit, ...]:
        """Return the likeliest passages for a text, best first; none when no word of it is in the documents.

        All of it sees one state of the store, whoever writes meanwhile.

        Raises DocumentsDamaged.
        """
        with self._store.reading():
            return self._searched(text, limit)

    def _searched(self, text: str, limit: int) -> tuple[DocumentHit, ...]:
        self._follow()
        words = list(dict.fromkeys(tokens(text)))
        weights, known = self._weights(words)
        if not known or not self._passages:
            return ()
        by_words = self._by_words(sorted(known, key=lambda word: -weights[word])[:_MOST_WORDS])
        by_meaning = self._by_meaning(text)
        found = self._described(by_words, by_meaning, weights)
        return tuple(self._hits(found, len(words), limit))

    def _follow(self) -> None:
        """Read the vectors when the store is another than it was."""
        generation = self._store.meta("generation")
        if generation == self._generation:
            return
        self._passages = int(self._store.query("SELECT count(*) FROM passage")[0][0])
        self._vectors, self._rows = self._read_vectors() if self.has_vectors else (None, [])
        self._generation = generation

    def _read_vectors(self) -> tuple[VectorIndex | None, list[int]]:
        dim = int(self._store.meta("dim"))
        numbers: dict[int, list[int]] = {}
        for row, file in self._store.query("SELECT id, file FROM passage ORDER BY id"):
            numbers.setdefault(int(file), []).append(int(row))
        blocks: list[NDArray[np.float16]] = []
        rows: list[int] = []
        for file, data, crc in self._store.query("SELECT file, rows, crc FROM vectors"):
            if crc32(data) != crc or len(data) != 2 * dim * len(numbers.get(file, ())):
                raise store_damaged(self._store.folder / DATABASE, ValueError("vectors"))
            blocks.append(np.frombuffer(data, np.float16).reshape(-1, dim))
            rows += numbers.get(file, ())
        if not rows:
            return None, []
        return VectorIndex.from_rows(np.concatenate(blocks).astype(np.float32)), rows

    def _weights(self, words: Sequence[str]) -> tuple[dict[str, float], list[str]]:
        """Return word → inverse document frequency, and the words that the documents have.

        The book counts as documents too: three pages alone do not tell how common a word is.
        """
        rows = rows_among(self._store.query, "SELECT term, doc FROM vocabulary WHERE term IN (*)", words)
        counts = {str(term): int(count) for term, count in rows}
        common = document_counts(self.book, words)
        n = self._passages + 2 * int(self.book.meta()["entries"])
        both = {word: counts.get(word, 0) + common.get(word, 0) for word in words}
        weights = {word: math.log(1 + (n - both[word] + 0.5) / (both[word] + 0.5)) for word in words}
        return weights, [word for word in words if word in counts]

    def _by_words(self, words: Sequence[str]) -> dict[int, float]:
        expression = " OR ".join(f'"{word}"' for word in words)
        rows = self._store.query(
            f"SELECT rowid, -bm25(words, {_WEIGHTS}) AS score FROM words WHERE words MATCH ?"
            " ORDER BY score DESC LIMIT ?",
            (expression, _MOST_HITS),
        )
        return {int(row): float(value) for row, value in rows}

    def _by_meaning(self, text: str) -> dict[int, float]:
        if self._vectors is None:
            return {}
        (query,) = self._encoder.encode_queries([text])
        return {self._rows[row]: self._scale(cosine) for row, cosine in self._vectors.search(query, _MOST_HITS)}

    def _described(
        self, by_words: Mapping[int, float], by_meaning: Mapping[int, float], weights: Mapping[str, float]
    ) -> list[tuple[DocumentFeatures, tuple[Any, ...]]]:
        """Return each candidate with what is known of it, best first."""
        rows = list(dict.fromkeys((*by_words, *by_meaning)))
        marks = ", ".join("?" * len(rows))
        found = self._store.query(
            "SELECT p.id, p.heading, p.text, p.first_line, p.last_line, p.cell, p.lang, p.crc,"
            " f.id, f.path, f.size, f.mtime, f.digest, f.passages"
            f" FROM passage p JOIN file f ON f.id = p.file WHERE p.id IN ({marks})",
            rows,
        )
        best = max(by_words.values(), default=0.0) or 1.0
        total = sum(weights.values()) or 1.0
        described = []
        for row in found:
            number, heading, text = row[:3]
            if checksum(heading, text) != row[7]:
                raise store_damaged(self._store.folder / DATABASE, ValueError("a passage"))
            in_heading = set(tokens(heading))
            held = in_heading.union(tokens(searchable(text)))
            features = DocumentFeatures(
                share=by_words.get(number, 0.0) / best,
                coverage=sum(weight for word, weight in weights.items() if word in held) / total,
                heading_coverage=sum(weight for word, weight in weights.items() if word in in_heading) / total,
                cosine=by_meaning.get(number, 0.0),
            )
            described.append((features, row))
        described.sort(key=lambda one: (-score(one[0]), one[1][0]))
        return described

    def _hits(
        self, found: Sequence[tuple[DocumentFeatures, tuple[Any, ...]]], words: int, limit: int
    ) -> list[DocumentHit]:
        hits: list[DocumentHit] = []
        seen: set[str] = set()
        for features, row in found:
            _, heading, text, first, last, cell, lang, _, *file = row
            # The same page may lie in several releases beside each other.
            if text in seen:
                continue
            seen.add(text)
            number, path, size, mtime, digest, count = file
            stored = StoredFile(number, Path(path), size, mtime, digest, count)
            chance = likelihood(features, words)
            hits.append(
                DocumentHit(
                    stored.path, file_state(stored), heading, text, first, last, cell, lang, chance, features
                )
            )  # fmt: skip
            if len(hits) >= limit:
                break
        return hits
