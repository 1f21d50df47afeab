"""The documents' store: opens it, reads it, and writes it in transactions that are whole or not at all.

Beside the database stands a small JSON file with the paths that were added, so that a damaged database can be made
anew. Any number of processes may read and write; a killed one leaves the last whole state.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from msfaq.aside import written_aside
from msfaq.corpus.documents.passage import DocumentPassage
from msfaq.errors import DocumentsDamaged, IndexFault
from msfaq.index.documents.schema import DATABASE, FORMAT, TABLES
from msfaq.index.documents.texts import body_words, checksum, heading_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PATHS: Final = "documents.json"

_WAIT: Final = 60.0
"""Seconds to wait for another process that writes."""

_REBUILD: Final = "msfaq index update --rebuild reads the documents in anew"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A document as it was when it was read."""

    id: int
    """Number within the store."""
    path: Path
    """Absolute path."""
    size: int
    """Bytes."""
    mtime: int
    """Time of change, nanoseconds."""
    digest: str
    """Hexadecimal digest of its bytes."""
    passages: int
    """Number of its passages."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A document that was read and is to be stored."""

    path: Path
    """Absolute path."""
    size: int
    """Bytes."""
    mtime: int
    """Time of change before it was read, nanoseconds."""
    digest: str
    """Hexadecimal digest of its bytes."""
    passages: tuple[DocumentPassage, ...]
    """What it says."""


@dataclass(frozen=True, slots=True)
class Paths:
    """What the user added."""

    roots: tuple[Path, ...]
    """Files and folders that were added."""
    excluded: tuple[Path, ...]
    """What was removed from beneath them."""


class DocumentStore:
    """An open store."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self._connection = connection
        self.folder = folder
        """The folder it lies in."""

    @classmethod
    def open(cls, folder: Path, *, create: bool = False) -> "DocumentStore":
        """Open the store in a folder, making it first with ``create``.

        Raises DocumentsDamaged when it is damaged or of another release, IndexFault when it cannot be made or read.
        """
        file = folder / DATABASE
        try:
            if create:
                folder.mkdir(parents=True, exist_ok=True)
            mode = "rwc" if create else "rw"
            # Opened for writing even to read: what a killed process left undone is undone by whoever comes next.
            connection = sqlite3.connect(
                f"{file.as_uri()}?mode={mode}", uri=True, timeout=_WAIT, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.OperationalError) as error:
            raise IndexFault(f"the documents' store {file} cannot be opened: {error}") from error
        store = cls(connection, folder)
        try:
            store._prepare(create=create)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close it."""
        self._connection.close()

    def query(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query.

        Raises DocumentsDamaged when the file is damaged, IndexFault when it cannot be read for the present.
        """
        try:
            return self._connection.execute(sql, tuple(values)).fetchall()
        except sqlite3.OperationalError as error:
            # Tables that are missing are no passing trouble as another program's lock is, or a disk without leave.
            if "no such" in str(error):
                raise store_damaged(self.folder / DATABASE, error) from error
            raise IndexFault(f"the documents' store {self.folder / DATABASE} cannot be read: {error}") from error
        except sqlite3.DatabaseError as error:
            raise store_damaged(self.folder / DATABASE, error) from error

    def meta(self, key: str) -> str:
        """Return what the store says of itself: ``format``, ``generation``, ``model``, ``model_digest``, ``dim``."""
        rows = self.query("SELECT value FROM meta WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else ""

    def paths(self) -> Paths:
        """Return what the user added."""
        roots, excluded = (self.query(f"SELECT path FROM {table} ORDER BY path") for table in ("root", "excluded"))
        return Paths(tuple(Path(row[0]) for row in roots), tuple(Path(row[0]) for row in excluded))

    def files(self) -> tuple[StoredFile, ...]:
        """Return the documents, sorted by path."""
        rows = self.query("SELECT id, path, size, mtime, digest, passages FROM file ORDER BY path")
        return tuple(StoredFile(int(i), Path(p), int(s), int(m), str(d), int(n)) for i, p, s, m, d, n in rows)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See one state of the store, whatever other processes write meanwhile.

        Raises DocumentsDamaged when the file is damaged.
        """
        self.query("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._connection.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Cursor]:
        """Hold the store's lock for one transaction, which raises the generation when it ends well.

        Raises DocumentsDamaged when the file is damaged, IndexFault when it cannot be written.
        """
        cursor = self._connection.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
                cursor.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
                cursor.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    cursor.execute("ROLLBACK")
                raise
        except sqlite3.OperationalError as error:
            raise IndexFault(f"the documents' store {self.folder / DATABASE} cannot be written: {error}") from error
        except sqlite3.DatabaseError as error:
            raise store_damaged(self.folder / DATABASE, error) from error

    def keep_paths(self, cursor: sqlite3.Cursor, paths: Paths) -> None:
        """Write what the user added, into the database and beside it."""
        for table, members in (("root", paths.roots), ("excluded", paths.excluded)):
            cursor.execute(f"DELETE FROM {table}")
            cursor.executemany(f"INSERT INTO {table} VALUES (?)", [(str(path),) for path in sorted(set(members))])
        write_paths(self.folder, paths)

    def put(self, cursor: sqlite3.Cursor, file: ReadFile, rows: "NDArray[np.float32]") -> None:
        """Store a document in the place of what was known of it; ``rows`` are its passages' vectors, in order."""
        self.drop(cursor, [str(file.path)])
        cursor.execute(
            "INSERT INTO file (path, size, mtime, digest, passages) VALUES (?, ?, ?, ?, ?)",
            (str(file.path), file.size, file.mtime, file.digest, len(file.passages)),
        )
        number = cursor.lastrowid
        for p in file.passages:
            cursor.execute(
                "INSERT INTO passage (file, heading, text, first_line, last_line, cell, lang, crc)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (number, p.heading, p.text, p.first_line, p.last_line, p.cell, p.lang, checksum(p.heading, p.text)),
            )
            cursor.execute(
                "INSERT INTO words (rowid, heading, body) VALUES (?, ?, ?)",
                (cursor.lastrowid, heading_words(p.heading), body_words(p.text)),
            )
        self.put_vectors(cursor, int(number or 0), rows)

    def put_vectors(self, cursor: sqlite3.Cursor, file: int, rows: "NDArray[np.float32]") -> None:
        """Store the vectors of a document's passages."""
        data = rows.astype("float16").tobytes()
        cursor.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", (file, data, crc32(data)))

    def drop(self, cursor: sqlite3.Cursor, paths: Iterable[str]) -> None:
        """Forget documents."""
        for path in paths:
            for (number,) in cursor.execute("SELECT id FROM file WHERE path = ?", (path,)).fetchall():
                found = cursor.execute("SELECT id, heading, text FROM passage WHERE file = ?", (number,)).fetchall()
                # A table of words without the words themselves must be told again what it is to forget.
                cursor.executemany(
                    "INSERT INTO words (words, rowid, heading, body) VALUES ('delete', ?, ?, ?)",
                    [(row, heading_words(heading), body_words(text)) for row, heading, text in found],
                )
                cursor.execute("DELETE FROM passage WHERE file = ?", (number,))
                cursor.execute("DELETE FROM vectors WHERE file = ?", (number,))
                cursor.execute("DELETE FROM file WHERE id = ?", (number,))

    def note_model(self, cursor: sqlite3.Cursor, name: str, digest: str, dim: int) -> None:
        """Note which model the vectors are of."""
        values = {"model": name, "model_digest": digest, "dim": str(dim)}
        cursor.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", values.items())

    def _prepare(self, *, create: bool) -> None:
        """Make the tables with ``create``, and see that they are of this release."""
        file = self.folder / DATABASE
        try:
            if create:
                self._make()
        except sqlite3.OperationalError as error:
            raise IndexFault(f"the documents' store {file} cannot be opened: {error}") from error
        except sqlite3.DatabaseError as error:
            raise store_damaged(file, error) from error
        if self.meta("format") != str(FORMAT):
            raise DocumentsDamaged(f"the documents' store {file} is of another release of msfaq; {_REBUILD}")

    def _make(self) -> None:
        if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return
        cursor = self._connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        # Another process may have made it while this one waited for the lock.
        if not cursor.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in _statements(TABLES):
                cursor.execute(statement)
            cursor.executemany("INSERT INTO meta VALUES (?, ?)", [("format", str(FORMAT)), ("generation", "0")])
            paths = read_paths(self.folder)
            cursor.executemany("INSERT INTO root VALUES (?)", [(str(path),) for path in paths.roots])
            cursor.executemany("INSERT INTO excluded VALUES (?)", [(str(path),) for path in paths.excluded])
        cursor.execute("COMMIT")


def store_damaged(file: Path, error: Exception) -> DocumentsDamaged:
    """Return what to raise for a damaged store."""
    return DocumentsDamaged(f"the documents' store {file} is damaged ({error}); {_REBUILD}")


def set_aside(folder: Path) -> None:
    """Put a damaged database out of the way; the paths stay, and the next opening makes a new one of them."""
    with suppress(OSError):
        (folder / DATABASE).replace(folder / "documents.damaged.sqlite")
    for ending in ("-journal", "-wal", "-shm"):
        (folder / f"{DATABASE}{ending}").unlink(missing_ok=True)


def read_paths(folder: Path) -> Paths:
    """Return the paths kept beside the database; none when there is no such file or it cannot be read."""
    try:
        data = json.loads((folder / PATHS).read_text("utf-8"))
        return Paths(tuple(map(Path, data["paths"])), tuple(map(Path, data["excluded"])))
    except (OSError, ValueError, KeyError, TypeError):
        return Paths((), ())


def write_paths(folder: Path, paths: Paths) -> None:
    """Write the paths beside the database, whole or not at all.

    Raises IndexFault when that is impossible.
    """
    data = {"paths": [str(path) for path in paths.roots], "excluded": [str(path) for path in paths.excluded]}
    try:
        with written_aside(folder / PATHS) as aside:
            aside.write_text(json.dumps(data, indent=2), "utf-8", errors="surrogateescape")
    except OSError as error:
        raise IndexFault(f"{folder / PATHS} cannot be written: {error.strerror}") from error


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script: `executescript` would end the transaction."""
    held = ""
    for line in script.split("\n"):
        held += line + "\n"
        if sqlite3.complete_statement(held):
            yield held
            held = ""
