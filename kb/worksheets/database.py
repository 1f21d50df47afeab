"""Opens the worksheets' file: safe against a kill, shared by processes, and left alone whenever it is in doubt.

SQLite with its rollback journal, not the write-ahead log: home folders of clusters lie on network disks, where the
latter does not work. Every change is one transaction on a connection of its own, so no lock outlives an operation.
"""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TypeVar

from msfaq.errors import WorksheetFault
from msfaq.worksheets.schema import APPLICATION, MIGRATIONS

T = TypeVar("T")

PATIENCE: Final = 30.0
"""Seconds to wait for other processes; a change takes milliseconds."""

_FORM: Final = (
    "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_master) "
    "FROM pragma_user_version, pragma_application_id"
)
"""One statement sees one state of the file: another process may be giving it its form."""


class Database:
    """The file that keeps worksheets. It is made at the first change; reading makes nothing."""

    def __init__(
        self, file: Path, patience: float = PATIENCE, migrations: Sequence[Sequence[str]] = MIGRATIONS
    ) -> None:
        """Make a face of ``file``; nothing is opened yet. ``patience`` is in seconds."""
        self.file = file
        self._patience = patience
        self._migrations = migrations
        self._is_checked = False

    def read(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """Return what ``work`` reads, or ``otherwise`` when there is no file yet.

        Raises WorksheetFault when the file cannot be read.
        """
        try:
            if not self.file.exists():
                return otherwise
            with closing(self._connect()) as connection:
                if self._form(connection) == 0:
                    return otherwise
                self._check(connection)
                if self._form(connection) < len(self._migrations):
                    self._migrate(connection)
                return work(connection)
        except (OSError, sqlite3.Error) as error:
            raise WorksheetFault(self._sentence("read", error)) from error

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do ``work`` in one transaction: all of it is kept, durably, or none.

        Raises WorksheetFault when that cannot be done, and whatever ``work`` raises; nothing is changed then.
        """
        try:
            self._make()
            with closing(self._connect()) as connection:
                self._check(connection)
                self._migrate(connection)
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("BEGIN IMMEDIATE")
                result = work(connection)
                connection.execute("COMMIT")
                return result
        except (OSError, sqlite3.Error) as error:
            raise WorksheetFault(self._sentence("written", error)) from error

    def _make(self) -> None:
        if self.file.exists():
            return
        # Notes and outputs are their author's business.
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(self.file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def _connect(self) -> sqlite3.Connection:
        # mode=rw: the file is never made in passing, and a disk that cannot be written to still lets it be read.
        return sqlite3.connect(
            f"{self.file.absolute().as_uri()}?mode=rw", uri=True, timeout=self._patience, isolation_level=None
        )

    def _form(self, connection: sqlite3.Connection) -> int:
        form, application, tables = connection.execute(_FORM).fetchone()
        if application != APPLICATION and (form or tables):
            raise WorksheetFault(f"{self.file} is another program's file; set MSFAQ_DATA to a folder of msfaq's own")
        if form > len(self._migrations):
            raise WorksheetFault(f"the worksheets in {self.file} were written by a later msfaq; install that one")
        return int(form)

    def _check(self, connection: sqlite3.Connection) -> None:
        """Look once whether the file is whole: nothing is ever written into a damaged one."""
        if self._is_checked:
            return
        found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
        if found != ["ok"]:
            raise sqlite3.DatabaseError(f"damaged: {found[0]}" if found else "damaged")
        self._is_checked = True

    def _migrate(self, connection: sqlite3.Connection) -> None:
        if self._form(connection) == len(self._migrations):
            return
        connection.execute("BEGIN IMMEDIATE")
        # Another process may have gone ahead while this one waited for the lock.
        form = self._form(connection)
        if 0 < form < len(self._migrations):
            self._keep_copy(form)
        for statements in self._migrations[form:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(self._migrations)}")
        connection.execute("COMMIT")

    def _keep_copy(self, form: int) -> None:
        """Keep the file as it was before its form changes, beside it; called while nobody else can write."""
        copy = self.file.with_name(f"{self.file.stem}.form-{form}{self.file.suffix}")
        if not copy.exists():
            with closing(self._connect()) as source, closing(sqlite3.connect(copy)) as target:
                source.backup(target)
            copy.chmod(0o600)

    def _sentence(self, what: str, error: Exception) -> str:
        reason = " ".join(str(error).split()) or type(error).__name__
        if isinstance(error, sqlite3.OperationalError) and "locked" in reason:
            return f"the worksheets in {self.file} are held by another program ({reason}); try again"
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            return (
                f"the worksheets in {self.file} are damaged ({reason}); they are left as they are, put back a copy "
                "or move the file away"
            )
        if isinstance(error, OSError):
            reason = error.strerror or reason
        return f"the worksheets in {self.file} cannot be {what} ({reason}); see to the disk or set MSFAQ_DATA"
