"""Writes the index of a book into an open SQLite database."""

import json
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final
from zlib import crc32

from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.corpus.passage import Span
from msfaq.corpus.passages import passages_of
from msfaq.corpus.scope import Scope
from msfaq.corpus.template import literal_text
from msfaq.index.codec import scope_row, to_json
from msfaq.index.encoders import Encoder, shipped_encoder
from msfaq.index.homophones import common_words
from msfaq.index.names import name_hash
from msfaq.index.packing import Packer, dictionary_of
from msfaq.index.scale import Scale, fit_scale
from msfaq.index.schema import TABLES
from msfaq.index.signatures import SignatureIndex
from msfaq.index.spelling import lexicon
from msfaq.index.tokens import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from msfaq.index.postings import Column

_Numbers = Mapping[tuple[str, bool], int]
"""Id of an entry or guide, and whether it is a guide → its number."""

_TITLE: Final = 4.0
_ASKS: Final = 3.0
_MARKS: Final = 3.0
_BODY: Final = 1.0
_CODE: Final = 0.5
"""What a word counts in the title, the phrases, signatures and keywords, the text, and the code."""

_NAMING: Final = 10
"""Entries up to which a word may stand in and still name one that lists it as a keyword; codes stand in few."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A text that gets a vector of its own."""

    id: str
    """Id of the entry or guide."""
    is_guide: bool
    """Whether it belongs to a guide."""
    text: str
    """What is embedded."""
    span: Span | None = None
    """Where it stands, of a passage."""


def build(connection: sqlite3.Connection, book: Book, encoder: Encoder, stamp: str) -> None:
    """Write tables, words, vectors and the book itself; ``stamp`` is the fingerprint the index answers to."""
    with connection, closing(connection.cursor()) as cursor:
        cursor.executescript(TABLES)
        entries = tuple(book.entries.values())
        _write_entries(cursor, entries, book.guides.values())
        cursor.executemany("INSERT INTO alias VALUES (?, ?)", book.aliases.items())
        counts = _write_words(cursor, entries)
        # What stands in too many entries is the name of none.
        common = frozenset(word for word, count in counts.items() if count > 2 * _NAMING)
        numbers = _number_owners(cursor, entries, book.guides.values())
        names = ((name_hash(text), numbers[name, False]) for text, name in _names(entries, common))
        cursor.executemany("INSERT OR IGNORE INTO name VALUES (?, ?)", (row for row in names if row[0] is not None))
        _write_phrases(cursor, entries)
        _write_vectors(cursor, list(units(book)), numbers, encoder)
        _write_follow_ups(cursor, entries, numbers, encoder)
        _write_lexicon(cursor, counts, encoder)
        signatures = SignatureIndex.from_entries(entries).to_json()
        _keep(cursor, "signatures", signatures)
        meta = {
            "stamp": stamp,
            "model": encoder.name,
            "model_digest": encoder.digest,
            "dim": encoder.dim,
            "normalised": "yes",
            "entries": len(entries),
            "own": sum(entry.origin != "book" for entry in entries),
            "guides": len(book.guides),
            "built": int(time.time()),
        }
        cursor.executemany("INSERT INTO meta VALUES (?, ?)", [(key, str(value)) for key, value in meta.items()])
    # Rows went in table by table; packed anew, pages are full and those that are read together lie together.
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("VACUUM")


def units(book: Book) -> Iterator[Unit]:
    """Yield every text of the book that gets a vector, passages last and those of a document together."""
    for entry in book.entries.values():
        for lang in ("zh", "en"):
            for text in (entry.title.of(lang), *entry.asks.of(lang)):
                yield Unit(entry.id, False, text)
        for text in dict.fromkeys(literal_text(signature.match) for signature in entry.signatures):
            yield Unit(entry.id, False, text)
    documents: tuple[Entry | Guide, ...] = (*book.entries.values(), *book.guides.values())
    for document in documents:
        for passage in passages_of(document):
            text = f"{passage.heading}\n{passage.text}"
            yield Unit(document.id, passage.is_guide, text, passage.span)


def _names(entries: tuple[Entry, ...], common: Collection[str]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        keywords = (text for text in entry.keywords if text.lower() not in common or _names_its_bearer(text, entry))
        texts = (*entry.asks.zh, *entry.asks.en, entry.title.zh, entry.title.en, *keywords, entry.id)
        for text in (*texts, *entry.aliases):
            yield text, entry.id


def _names_its_bearer(text: str, entry: Entry) -> bool:
    """Tell whether a keyword that stands in many entries names this one: in its title, and no everyday word."""
    is_everyday = text.isascii() and text.isalpha() and text.islower()
    return not is_everyday and any(text.lower() in one.lower() for one in (entry.id, entry.title.zh, entry.title.en))


def _number_owners(cursor: sqlite3.Cursor, entries: tuple[Entry, ...], guides: Iterable[Guide]) -> _Numbers:
    found: list[tuple[Entry | Guide, bool]] = [*((one, False) for one in entries), *((one, True) for one in guides)]
    rows = [
        (at, one.id, is_guide, len(one.sections_zh), len(one.sections_zh) + len(one.sections_en))
        for at, (one, is_guide) in enumerate(found)
    ]
    cursor.executemany("INSERT INTO owner VALUES (?, ?, ?, ?, ?)", rows)
    return {(one.id, is_guide): number for number, (one, is_guide) in enumerate(found)}


def _write_entries(cursor: sqlite3.Cursor, entries: tuple[Entry, ...], guides: Iterable[Guide]) -> None:
    texts = [to_json(entry) for entry in entries]
    dictionary = dictionary_of(texts)
    _keep(cursor, "dictionary", dictionary)
    packer = Packer(dictionary)
    for entry, text in zip(entries, texts, strict=True):
        data = packer.pack(text)
        row = scope_row(Scope.of(entry))
        cursor.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, data, crc32(data)))
    for guide in guides:
        data = packer.pack(to_json(guide))
        cursor.execute("INSERT INTO guide VALUES (?, ?, ?)", (guide.id, data, crc32(data)))


def _keep(cursor: sqlite3.Cursor, name: str, piece: str | bytes) -> None:
    """Store a piece that is read whole, a text packed."""
    data = Packer().pack(piece) if isinstance(piece, str) else piece
    cursor.execute("INSERT INTO blob VALUES (?, ?, ?)", (name, data, crc32(data)))


def _write_words(cursor: sqlite3.Cursor, entries: tuple[Entry, ...]) -> dict[str, int]:
    """Write every word of the entries; return word → number of documents that have it, two an entry."""
    # Imported here: only building and searching need it.
    from msfaq.index.postings import Postings, posting_lists

    documents: list[list[Column]] = []
    for entry in entries:
        marks = [literal_text(t) for s in entry.signatures for t in (s.match, *s.also)]
        marks += [*entry.keywords, *entry.aliases, entry.id]
        shared: list[Column] = [
            (_MARKS, tokens(" \n".join(marks))),
            (_CODE, tokens(" \n".join(snippet.code for snippet in entry.snippets))),
        ]
        for lang in ("zh", "en"):
            body = " \n".join(section.markdown for section in entry.sections(lang))
            title, asks = tokens(entry.title.of(lang)), tokens(" \n".join(entry.asks.of(lang)))
            documents.append([(_TITLE, title), (_ASKS, asks), (_BODY, tokens(body)), *shared])
    lists = dict(posting_lists(documents))
    cursor.executemany("INSERT INTO word VALUES (?, ?)", sorted(lists.items()))
    form = Postings(len(documents))
    return {word: form.count(len(data)) for word, data in lists.items()}


def _write_phrases(cursor: sqlite3.Cursor, entries: tuple[Entry, ...]) -> None:
    # Imported here: only building and searching need them.
    from msfaq.index.domain import Classes, other_texts, pack_domain, packed_turns
    from msfaq.index.usage import pack_usage

    phrases = [_phrases(entry) for entry in entries]
    _keep(cursor, "usage", pack_usage(phrases))
    _keep(cursor, "domain", pack_domain(Classes(own_texts(entries), other_texts())))
    _keep(cursor, "turns", packed_turns())


def own_texts(entries: Iterable[Entry]) -> list[str]:
    """Return what people ask for entries with: titles, phrases and messages."""
    texts = list(chain.from_iterable(map(_phrases, entries := tuple(entries))))
    return texts + [literal_text(signature.match) for entry in entries for signature in entry.signatures]


def _phrases(entry: Entry) -> tuple[str, ...]:
    return (entry.title.zh, entry.title.en, *entry.asks.zh, *entry.asks.en)


def _write_follow_ups(cursor: sqlite3.Cursor, entries: tuple[Entry, ...], numbers: _Numbers, encoder: Encoder) -> None:
    # Imported here: only building and conversations need it.
    from msfaq.index.followups import pack_follow_ups

    # The turns name items of the book's own text: an entry in the place of one has others.
    written = {entry.id: numbers[entry.id, False] for entry in entries if entry.origin != "own"}
    for name, piece in pack_follow_ups(written, encoder).items():
        _keep(cursor, name, piece)


def _write_lexicon(cursor: sqlite3.Cursor, counts: Mapping[str, int], encoder: Encoder) -> None:
    lexicons = {"lexicon": lexicon(counts), "homophones": common_words(counts, encoder.is_word)}
    for name, words in lexicons.items():
        _keep(cursor, name, json.dumps(dict(words), ensure_ascii=False))


def _write_vectors(cursor: sqlite3.Cursor, found: list[Unit], numbers: _Numbers, encoder: Encoder) -> None:
    # Imported here: only building and meaning need it.
    from msfaq.index.passage_words import pack_passage_words
    from msfaq.index.units import pack_units
    from msfaq.index.vectors import VectorIndex

    texts = [unit.text for unit in found]
    rows = encoder.encode(texts)
    _keep(cursor, "vectors", VectorIndex.from_rows(rows).to_bytes())
    _keep(cursor, "scale", _scale(texts, rows, encoder).to_json())
    _keep(cursor, "passage-words", pack_passage_words([unit.text for unit in found if unit.span is not None]))
    spans = [unit.span for unit in found if unit.span is not None]
    _keep(cursor, "units", pack_units([numbers[unit.id, unit.is_guide] for unit in found], spans))


def _scale(texts: list[str], rows: "NDArray[np.float32]", encoder: Encoder) -> Scale:
    shipped = shipped_encoder()
    return Scale() if encoder.digest == shipped.digest else fit_scale(rows, shipped.encode(texts))
