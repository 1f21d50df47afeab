"""Writes the index of a book into an open SQLite database."""

import json
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from zlib import crc32

from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.corpus.passages import entry_passages, guide_passages
from msfaq.corpus.template import literal_text
from msfaq.index.codec import to_json
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

_Numbers = Mapping[tuple[str, bool], int]
"""Id of an entry or guide, and whether it is a guide → its number."""

_NAMING: Final = 10
"""Entries up to which a word may stand in and still name one that lists it as a keyword; codes stand in few."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A text that gets a vector of its own."""

    id: str
    """Id of the entry or guide."""
    is_guide: bool
    """Whether it belongs to a guide."""
    lang: str
    """``zh`` or ``en``."""
    heading: str
    """The passage's heading; empty for titles and phrases."""
    text: str
    """What is embedded."""
    first_line: int
    """1-based first line in the file; 0 for titles and phrases."""
    last_line: int
    """1-based last line in the file; 0 for titles and phrases."""


def build(connection: sqlite3.Connection, book: Book, encoder: Encoder, stamp: str) -> None:
    """Write tables, words, vectors and the book itself; ``stamp`` is the fingerprint the index answers to."""
    with connection, closing(connection.cursor()) as cursor:
        cursor.executescript(TABLES)
        entries = tuple(book.entries.values())
        _write_entries(cursor, entries, book.guides.values())
        cursor.executemany("INSERT INTO alias VALUES (?, ?)", book.aliases.items())
        _write_words(cursor, entries)
        common = _common_words(cursor)
        numbers = _number_owners(cursor, entries, book.guides.values())
        names = ((name_hash(text), numbers[name, False]) for text, name in _names(entries, common))
        cursor.executemany("INSERT OR IGNORE INTO name VALUES (?, ?)", (row for row in names if row[0] is not None))
        _write_vectors(cursor, list(units(book)), numbers, encoder)
        _write_lexicon(cursor, encoder)
        signatures = SignatureIndex.from_entries(entries).to_json()
        cursor.execute("INSERT INTO blob VALUES ('signatures', ?, ?)", (signatures, crc32(signatures.encode())))
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


def units(book: Book) -> Iterator[Unit]:
    """Yield every text of the book that gets a vector."""
    for entry in book.entries.values():
        for lang in ("zh", "en"):
            for text in (entry.title.of(lang), *entry.asks.of(lang)):
                yield Unit(entry.id, False, lang, "", text, 0, 0)
        for template in (signature.match for signature in entry.signatures):
            yield Unit(entry.id, False, "en", "", literal_text(template), 0, 0)
    for passages in (
        *(entry_passages(entry) for entry in book.entries.values()),
        *(guide_passages(guide) for guide in book.guides.values()),
    ):
        for p in passages:
            yield Unit(p.document_id, p.is_guide, p.lang, p.heading, p.text, p.first_line, p.last_line)


def _common_words(cursor: sqlite3.Cursor) -> frozenset[str]:
    """Return the words that stand in too many entries to be the name of one."""
    found = cursor.execute("SELECT term FROM vocabulary WHERE doc > ?", (2 * _NAMING,))
    return frozenset(str(term) for (term,) in found)


def _names(entries: tuple[Entry, ...], common: Collection[str]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        bearing = " ".join((entry.id, entry.title.zh, entry.title.en)).lower()
        keywords = (text for text in entry.keywords if text.lower() not in common or text.lower() in bearing)
        texts = (*entry.asks.zh, *entry.asks.en, entry.title.zh, entry.title.en, *keywords, entry.id)
        for text in (*texts, *entry.aliases):
            yield text, entry.id


def _number_owners(cursor: sqlite3.Cursor, entries: tuple[Entry, ...], guides: Iterable[Guide]) -> _Numbers:
    found = [*((entry.id, False) for entry in entries), *((guide.id, True) for guide in guides)]
    cursor.executemany("INSERT INTO owner VALUES (?, ?, ?)", [(at, *row) for at, row in enumerate(found)])
    return {owner: number for number, owner in enumerate(found)}


def _write_entries(cursor: sqlite3.Cursor, entries: tuple[Entry, ...], guides: Iterable[Guide]) -> None:
    texts = [to_json(entry) for entry in entries]
    packer = _packer(cursor, "entries", texts)
    for entry, text in zip(entries, texts, strict=True):
        data = packer.pack(text)
        row = (entry.id, entry.kind, " ".join(entry.platforms), data, crc32(data))
        cursor.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
    for guide in guides:
        data = packer.pack(to_json(guide))
        cursor.execute("INSERT INTO guide VALUES (?, ?, ?)", (guide.id, data, crc32(data)))


def _packer(cursor: sqlite3.Cursor, name: str, texts: list[str]) -> Packer:
    """Return a packer for texts like these, and keep its dictionary."""
    dictionary = dictionary_of(texts)
    cursor.execute("INSERT INTO blob VALUES (?, ?, ?)", (f"dictionary of {name}", dictionary, crc32(dictionary)))
    return Packer(dictionary)


def _write_words(cursor: sqlite3.Cursor, entries: tuple[Entry, ...]) -> None:
    row = 0
    documents: list[tuple[str, str, str]] = []
    for entry in entries:
        marks = [literal_text(t) for s in entry.signatures for t in (s.match, *s.also)]
        marks += [*entry.keywords, *entry.aliases, entry.id]
        mark_words = tokens(" \n".join(marks))
        code_words = tokens(" \n".join(snippet.code for snippet in entry.snippets))
        for lang in ("zh", "en"):
            row += 1
            body = " \n".join(section.markdown for section in entry.sections(lang))
            title, asks = tokens(entry.title.of(lang)), tokens(" \n".join(entry.asks.of(lang)))
            columns = [title, asks, mark_words, tokens(body), code_words]
            cursor.execute(
                "INSERT INTO words (rowid, title, asks, marks, body, code) VALUES (?, ?, ?, ?, ?, ?)",
                (row, *(" ".join(column) for column in columns)),
            )
            words = {word for column in columns for word in column}
            documents.append((entry.id, lang, " ".join(sorted(words))))
    packer = _packer(cursor, "words", [words for *_, words in documents])
    cursor.executemany(
        "INSERT INTO document VALUES (?, ?, ?, ?)",
        [(number, name, lang, packer.pack(words)) for number, (name, lang, words) in enumerate(documents, start=1)],
    )


def _write_lexicon(cursor: sqlite3.Cursor, encoder: Encoder) -> None:
    counts = {str(term): int(doc) for term, doc in cursor.execute("SELECT term, doc FROM vocabulary")}
    lexicons = {"lexicon": lexicon(counts), "homophones": common_words(counts, encoder.is_word)}
    for name, words in lexicons.items():
        data = json.dumps(dict(words), ensure_ascii=False)
        cursor.execute("INSERT INTO blob VALUES (?, ?, ?)", (name, data, crc32(data.encode())))


def _write_vectors(cursor: sqlite3.Cursor, found: list[Unit], numbers: _Numbers, encoder: Encoder) -> None:
    # Imported here: only building and meaning need it.
    from msfaq.index.vectors import VectorIndex

    texts = [f"{unit.heading}\n{unit.text}" if unit.heading else unit.text for unit in found]
    rows = encoder.encode(texts)
    data = VectorIndex.from_rows(rows).to_bytes()
    cursor.execute("INSERT INTO blob VALUES ('vectors', ?, ?)", (data, crc32(data)))
    scale = _scale(texts, rows, encoder).to_json()
    cursor.execute("INSERT INTO blob VALUES ('scale', ?, ?)", (scale, crc32(scale.encode())))
    # Titles and phrases stand in their entries; only passages are read from here.
    packer = _packer(cursor, "passages", [text for unit, text in zip(found, texts, strict=True) if unit.heading])
    cursor.executemany(
        "INSERT INTO unit VALUES (?, ?, ?, ?)",
        [
            (row, numbers[unit.id, unit.is_guide], *((unit.lang, packer.pack(text)) if unit.heading else (None, None)))
            for row, (unit, text) in enumerate(zip(found, texts, strict=True))
        ],
    )


def _scale(texts: list[str], rows: "NDArray[np.float32]", encoder: Encoder) -> Scale:
    shipped = shipped_encoder()
    return Scale() if encoder.digest == shipped.digest else fit_scale(rows, shipped.encode(texts))
