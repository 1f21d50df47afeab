"""The questions that ranking and confidence are fitted to.

Labelled questions come from files of cases, the part of a bench that is meant for it, what must not be answered among
them. Beside them stand the book's own messages with words missing, as later releases print them.
"""

import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from msfaq.corpus.book import Book
from msfaq.corpus.template import literal_text
from msfaq.index.build import build, own_texts
from msfaq.index.domain import Classes, other_texts
from msfaq.index.encoders import Encoder
from msfaq.index.fusion import shipped_fusion
from msfaq.index.retriever import Ranking, Retriever
from msfaq.index.signatures import SignatureIndex
from msfaq.index.store import Store

_KEPT_WORDS: Final = 0.7
"""Share of a message's words that remain when it is asked for in a drifted wording."""

_LABELLED_WEIGHT: Final = 3.0
"""Weight of a labelled question: people wrote it for this."""

_DRIFTED_WEIGHT: Final = 0.01
"""Weight of a message with words missing: there are thousands of them, and each is easy."""

_LONGEST: Final = 800
"""Characters up to which a text is searched for whole; of a longer one the reader picks lines."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question put to the book."""

    right: frozenset[str]
    """Ids of the entries that answer it; empty when none may."""
    ranking: Ranking
    """What was found."""
    weight: float
    """What it counts."""
    is_labelled: bool
    """Whether it comes from a file of cases: such are asked as often with an answer as without, as users ask."""
    is_other: bool = False
    """Whether it is one of the texts about other things that ship with the book."""


class Desk:
    """A book that can be asked."""

    def __init__(self, book: Book, encoder: Encoder) -> None:
        connection = sqlite3.connect(":memory:")
        build(connection, book, encoder, "training")
        self._store = Store(connection, "memory")
        self._signatures = SignatureIndex.from_entries(book.entries.values())
        self._retriever = Retriever(self._store, encoder, shipped_fusion())

    def ask(self, text: str, right: frozenset[str], weight: float, *, is_labelled: bool = False) -> Asked:
        """Search for a text."""
        weak = {hit.entry_id for hit in self._signatures.find(text) if hit.weak}
        return Asked(right, self._retriever.rank(text, weak), weight, is_labelled)

    def settles(self, text: str) -> bool:
        """Tell whether a text needs no search: a message is recognised in it, or it is a name."""
        return any(not hit.weak for hit in self._signatures.find(text)) or bool(self._store.named(text))


def ask_all(book: Book, encoder: Encoder, chooser: random.Random, cases: Sequence[Path] = ()) -> Iterator[Asked]:
    """Put every question to the book; ``chooser`` drops the words of drifted messages, ``cases`` are labelled files."""
    whole = Desk(book, encoder)
    for file in cases:
        yield from _labelled(whole, book, file)
    for entry in book.entries.values():
        for signature in entry.signatures:
            text = _drifted(literal_text(signature.match), chooser)
            if not whole.settles(text):
                yield whole.ask(text, frozenset({entry.id}), _DRIFTED_WEIGHT)


def ask_others(book: Book, encoder: Encoder) -> Iterator[Asked]:
    """Put every text about other things to the book, each as if it were not among those that the book knows."""
    desk = Desk(book, encoder)
    texts = other_texts()
    classes = Classes(own_texts(book.entries.values()), texts)
    for text in texts:
        if not desk.settles(text):
            asked = desk.ask(text, frozenset(), _LABELLED_WEIGHT)
            question = replace(asked.ranking.question, domain=classes.likeness_without(text))
            yield replace(asked, ranking=replace(asked.ranking, question=question), is_other=True)


def _labelled(desk: Desk, book: Book, file: Path) -> Iterator[Asked]:
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        text = str(row["query"])
        right = frozenset(book.aliases.get(name, name) for name in row.get("topics", ()))
        is_known = not right or bool(right & book.entries.keys())
        if is_known and len(text) <= _LONGEST and not desk.settles(text):
            yield desk.ask(text, right, _LABELLED_WEIGHT, is_labelled=True)


def _drifted(text: str, chooser: random.Random) -> str:
    words = text.split()
    return " ".join(word for word in words if chooser.random() < _KEPT_WORDS) or text
