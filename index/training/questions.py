"""The questions that ranking and confidence are fitted to, each put to a book from which its answer was partly taken.

They are the book's own stored phrases, its titles, and its messages with words missing, as later releases print them.
What must not be answered are the phrases of entries that were taken out whole, and the questions of ``negatives.txt``,
which concern other things. Nothing of any test bench is seen.
"""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry, Phrases
from msfaq.index.build import build, literal_text
from msfaq.index.encoders import Encoder
from msfaq.index.fusion import shipped_fusion
from msfaq.index.retriever import Ranking, Retriever
from msfaq.index.signatures import SignatureIndex
from msfaq.index.store import Store

NEGATIVES: Final = Path(__file__).parent / "negatives.txt"
"""Questions that no entry answers, one a line."""

_FOLDS: Final = 5
"""Parts that the phrases are dealt into; each is asked while the others stay in the book."""

_KEPT_WORDS: Final = 0.7
"""Share of a message's words that remain when it is asked for in a drifted wording."""

_GONE_WEIGHT: Final = 0.3
"""Weight of a question whose own entry was taken out: its neighbours in the book often answer it all the same."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question put to a reduced book."""

    right: str
    """Id of the entry that answers it; empty when none may."""
    ranking: Ranking
    """What was found."""
    unknown_share: float
    """See `msfaq.index.fusion.Context`."""
    words: int
    """Number of distinct words."""
    weight: float
    """What the question counts."""


def ask_all(book: Book, encoder: Encoder, chooser: random.Random) -> Iterator[Asked]:
    """Put every question to its reduced book; ``chooser`` drops the words of drifted messages."""
    for fold in range(_FOLDS):
        without_phrases = _reduced(book, [_without_asks(e, fold) for e in book.entries.values()])
        retriever, signatures = _open(without_phrases, encoder)
        for entry in book.entries.values():
            for lang in ("zh", "en"):
                if len(entry.title.of(lang)) % _FOLDS == fold:
                    yield _ask(retriever, signatures, entry.title.of(lang), entry.id)
                for text in entry.asks.of(lang)[fold::_FOLDS]:
                    yield _ask(retriever, signatures, text, entry.id)
            for signature in entry.signatures[fold::_FOLDS]:
                yield _ask(retriever, signatures, _drifted(literal_text(signature.match), chooser), entry.id)
        gone = list(book.entries.values())[fold::_FOLDS]
        kept = [entry for entry in book.entries.values() if entry not in gone]
        retriever, signatures = _open(_reduced(book, kept), encoder)
        for entry in gone:
            for text in (*entry.asks.zh[:2], *entry.asks.en[:2]):
                yield replace(_ask(retriever, signatures, text, ""), weight=_GONE_WEIGHT)
        for text in _negatives()[fold::_FOLDS]:
            yield _ask(retriever, signatures, text, "")


def _ask(retriever: Retriever, signatures: SignatureIndex, text: str, right: str) -> Asked:
    weak = {hit.entry_id for hit in signatures.find(text) if hit.weak}
    ranking, words = retriever.rank_with_words(text, weak)
    return Asked(right, ranking, words.unknown_share, words.words, 1.0)


def _open(book: Book, encoder: Encoder) -> tuple[Retriever, SignatureIndex]:
    connection = sqlite3.connect(":memory:")
    build(connection, book, encoder, "training")
    signatures = SignatureIndex.from_entries(book.entries.values())
    return Retriever(Store(connection, "memory"), encoder, shipped_fusion()), signatures


def _reduced(book: Book, entries: Sequence[Entry]) -> Book:
    return Book({entry.id: entry for entry in entries}, {}, {}, ())


def _without_asks(entry: Entry, fold: int) -> Entry:
    def kept(phrases: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(phrase for at, phrase in enumerate(phrases) if at % _FOLDS != fold)

    return replace(entry, asks=Phrases(kept(entry.asks.zh), kept(entry.asks.en)))


def _drifted(text: str, chooser: random.Random) -> str:
    words = text.split()
    return " ".join(word for word in words if chooser.random() < _KEPT_WORDS) or text


def _negatives() -> list[str]:
    return [line for line in NEGATIVES.read_text("utf-8").splitlines() if line.strip()]
