"""Keeps the index: opens what lies in the cache, builds it when it is missing or stale, and never trusts a doubt.

The index is one SQLite file named after its fingerprint. It is written aside and renamed, so that a reader sees all of
it or none, and any number of processes may build at once. Every piece carries a checksum that is tested as it is read.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar
from zlib import crc32

from msfaq.aside import written_aside
from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.corpus.passage import Span
from msfaq.corpus.scope import Scope
from msfaq.errors import IndexStale, UnknownEntry
from msfaq.index.codec import entry_from_json, guide_from_json, scope_from_row
from msfaq.index.fingerprint import FORMAT, BookState
from msfaq.index.names import name_hash
from msfaq.index.packing import unpack

Document = TypeVar("Document", Entry, Guide)

Builder = Callable[[sqlite3.Connection, str], None]
Talk = Callable[[str], None]

RELEASED: Final = Path(__file__).with_name("released.sqlite")
"""The index that the package was built with; a checkout has none."""

_UNPACKING: Final = 3_600 * 10**9
"""Nanoseconds within which all files of a package are written."""

_BUILDING: Final = 3_600 * 10**9
"""Nanoseconds after its last change from which a build that was not finished is taken to have been killed."""

_NAMED: Final = "coalesce((SELECT id FROM alias WHERE alias = ?), ?)"
"""The id of what is called by an id or alias, in SQL."""

_KEPT: Final = 4
"""Index files left in the cache: those of other installations that share it."""


class Owner(NamedTuple):
    """An entry or a guide, as what is whose."""

    id: str
    """Its id."""
    is_guide: bool
    """Whether it is a guide."""
    chinese: int
    """Number of its sections in Chinese, which come first."""
    sections: int
    """Number of all its sections."""

    def language_of(self, span: Span) -> str:
        """Return the language, ``zh`` or ``en``, of what stands there."""
        return "zh" if span.section < self.chinese else "en"


class Store:
    """An open index."""

    def __init__(self, connection: sqlite3.Connection, place: str) -> None:
        self._connection = connection
        self.place = place
        """The file, or ``memory``."""
        # One service asks the same entries again and again; they are immutable.
        self.entry = lru_cache(maxsize=1024)(self._entry)
        self.scope = lru_cache(maxsize=1024)(self._scope)
        self.entry_ids = lru_cache(maxsize=None)(self._entry_ids)
        self.guide = lru_cache(maxsize=None)(self._guide)
        self._dictionary = lru_cache(maxsize=1)(lambda: self.blob("dictionary"))

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def query(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """Return all rows of a query.

        Raises IndexStale when the file is damaged.
        """
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise IndexStale(f"the index {self.place} is damaged: {error}") from error

    def meta(self) -> dict[str, str]:
        """Return what the index says of itself: stamp, model, dim, entries, guides, built."""
        return {str(key): str(value) for key, value in self.query("SELECT key, value FROM meta")}

    def blob(self, name: str) -> bytes:
        """Return a stored piece.

        Raises IndexStale when it is absent or its checksum differs.
        """
        rows = self.query("SELECT data, crc FROM blob WHERE name = ?", (name,))
        if not rows:
            raise IndexStale(f"the index {self.place} is damaged: {name} is missing")
        return self._checked(name, *rows[0])

    def text(self, name: str) -> str:
        """Return a stored piece that is a text.

        Raises IndexStale when it is absent or damaged.
        """
        return unpack(self.blob(name))

    def named(self, text: str) -> tuple[str, ...]:
        """Return the ids of the entries of which ``text`` is a title, a phrase, a keyword or the id."""
        number = name_hash(text)
        if number is None:
            return ()
        sql = "SELECT id FROM name JOIN owner ON owner.number = name.owner WHERE hash = ? ORDER BY id"
        return tuple(str(row[0]) for row in self.query(sql, (number,)))

    def _guide(self, name: str) -> Guide:
        """Return the guide with this id.

        Raises UnknownEntry, or IndexStale when its checksum differs or it was written by another release.
        """
        found = self.query("SELECT data, crc FROM guide WHERE id = ?", (name,))
        if not found:
            raise UnknownEntry(f"no guide is called '{name}'")
        return self._read(guide_from_json, name, found[0])

    def guide_ids(self) -> tuple[str, ...]:
        """Return the ids of all guides, sorted."""
        return tuple(str(row[0]) for row in self.query("SELECT id FROM guide ORDER BY id"))

    def owners(self) -> list[Owner]:
        """Return all entries and guides by the numbers that other pieces know them by.

        Raises IndexStale when the numbers have gaps.
        """
        rows: list[Any] = self.query("SELECT number, id, guide, chinese, sections FROM owner ORDER BY number")
        if any(at != row[0] for at, row in enumerate(rows)):
            raise IndexStale(f"the index {self.place} is damaged: documents are missing")
        return [Owner(name, bool(guide), chinese, sections) for _, name, guide, chinese, sections in rows]

    def entry_owners(self) -> list[str]:
        """Return the ids of all entries by the numbers that other tables know them by."""
        return [str(row[0]) for row in self.query("SELECT id FROM owner WHERE NOT guide ORDER BY number")]

    def _entry_ids(self, kind: str | None = None) -> tuple[str, ...]:
        """Return the ids of all entries, or of those of one kind, sorted."""
        where = "" if kind is None else " WHERE kind = ?"
        rows = self.query(f"SELECT id FROM entry{where} ORDER BY id", () if kind is None else (kind,))
        return tuple(str(row[0]) for row in rows)

    def _entry(self, name: str) -> Entry:
        """Return the entry with this id or alias.

        Raises UnknownEntry, or IndexStale when its checksum differs or it was written by another release.
        """
        found = self.query(f"SELECT data, crc FROM entry WHERE id = {_NAMED}", (name, name))
        if not found:
            raise UnknownEntry(f"no entry is called '{name}'")
        return self._read(entry_from_json, name, found[0])

    def _scope(self, name: str) -> Scope:
        """Return the scope of the entry with this id or alias.

        Raises UnknownEntry, or IndexStale when its checksum differs.
        """
        found = self.query(
            "SELECT id, kind, area, title_zh, title_en, platforms, modes, versions, general, scope_crc FROM entry"
            f" WHERE id = {_NAMED}",
            (name, name),
        )
        if not found:
            raise UnknownEntry(f"no entry is called '{name}'")
        try:
            return scope_from_row(found[0])
        except ValueError as error:
            raise IndexStale(f"the index {self.place} is damaged: {name}") from error

    def _read(self, from_json: Callable[[str], Document], name: str, row: tuple[object, ...]) -> Document:
        text = unpack(self._checked(name, *row), self._dictionary())
        try:
            return from_json(text)
        except (TypeError, ValueError) as error:
            raise IndexStale(f"the index {self.place} was written by another msfaq: {name} has other fields") from error

    def _checked(self, name: str, data: object, crc: object) -> bytes:
        if not isinstance(data, bytes) or crc32(data) != crc:
            raise IndexStale(f"the index {self.place} is damaged: {name}")
        return data


def open_store(folder: Path, state: BookState, model: str, build: Builder, talk: Talk) -> Store:
    """Open the index of the book in this state and of the model with this digest, building it first where need be.

    The one in the cache ``folder`` goes before the one of the package, which a person may have wanted built anew.
    ``build`` fills an empty database that is to answer to a fingerprint; ``talk`` receives one line when the index
    cannot be kept, which is then built in memory.
    """
    stamp = state.stamp(model)
    try:
        return _open(_file(folder, stamp), stamp)
    except IndexStale:
        pass
    try:
        return _open_released(state, model)
    except IndexStale:
        return rebuild_store(folder, stamp, build, talk)


def _open_released(state: BookState, model: str) -> Store:
    """Open the package's own index, unless a document was edited since, which may have kept its size."""
    store = _open(RELEASED, state.released(model))
    if state.changed > RELEASED.stat().st_mtime_ns + _UNPACKING:
        store.close()
        raise IndexStale(f"a document is younger than {RELEASED}")
    return store


def rebuild_store(folder: Path, stamp: str, build: Builder, talk: Talk) -> Store:
    """Build the index with this fingerprint anew, whatever lies there."""
    file = _file(folder, stamp)
    try:
        write_store(file, build, stamp)
        store = _open(file, stamp)
    except (OSError, sqlite3.OperationalError, IndexStale) as error:
        talk(f"the index cannot be kept in {folder} ({error}); answering from memory")
    else:
        _forget_old(folder)
        return store
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    build(connection, stamp)
    return Store(connection, "memory")


def _file(folder: Path, stamp: str) -> Path:
    return folder / f"index-{FORMAT}-{stamp}.sqlite"


def _open(file: Path, stamp: str) -> Store:
    if not file.is_file():
        raise IndexStale(f"there is no index at {file}")
    try:
        # Immutable: nobody writes a finished index, so no lock is taken and read-only disks serve.
        connection = sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True, check_same_thread=False)
    except sqlite3.DatabaseError as error:
        raise IndexStale(f"the index {file} cannot be opened: {error}") from error
    store = Store(connection, str(file))
    try:
        if store.meta().get("stamp") != stamp:
            raise IndexStale(f"the index {file} belongs to another book")
    except IndexStale:
        store.close()
        raise
    return store


def write_store(file: Path, build: Builder, stamp: str) -> None:
    """Have ``build`` fill ``file``, which holds all of the index or is not there.

    Raises OSError or sqlite3.OperationalError when it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with (
        written_aside(file, prefix="building-", suffix=".sqlite") as aside,
        closing(sqlite3.connect(aside)) as connection,
    ):
        # The file is thrown away if anything goes wrong, so a journal would only cost time.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        build(connection, stamp)


def _forget_old(folder: Path) -> None:
    """Remove what is no longer of use; whatever hinders that, the index that was built is there."""
    files = sorted(_times(folder, "index-*.sqlite"), reverse=True)[_KEPT:]
    killed = time.time_ns() - _BUILDING
    files += (one for one in _times(folder, "building-*.sqlite") if one[0] < killed)
    for _, file in files:
        with suppress(OSError):
            file.unlink()


def _times(folder: Path, names: str) -> Iterator[tuple[int, Path]]:
    for file in folder.glob(names):
        # Another process may be removing the same files.
        with suppress(OSError):
            yield file.stat().st_mtime_ns, file
