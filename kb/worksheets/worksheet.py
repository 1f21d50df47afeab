"""A worksheet: what was said about a checklist's items in one project, kept between runs."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from msfaq.answers.walking import Walk
from msfaq.errors import InputError, WorksheetChanged
from msfaq.logs.decode import clean
from msfaq.places import data_folder
from msfaq.worksheets import codec
from msfaq.worksheets.checklist import ACCURACY
from msfaq.worksheets.contents import STATES, Attachment, Contents, KeptWalk, Record
from msfaq.worksheets.database import PATIENCE, Database

T = TypeVar("T")

MOST_ATTACHMENTS: Final = 20
"""Attachments an item may have; a report with more is read by nobody."""

LONGEST_NOTE: Final = 20_000
"""Characters of a note; longer texts are attachments."""

_ITEM: Final = (
    "INSERT OR IGNORE INTO item (worksheet, entry, state, note, first, changed) "
    "VALUES (:sheet, :entry, 'open', '', :at, :at)",
    "UPDATE item SET changed = :at WHERE worksheet = :sheet AND entry = :entry",
)
_WALK: Final = (
    "INSERT OR IGNORE INTO walk (worksheet, entry, data, first, changed) VALUES (:sheet, :entry, :data, :at, :at)",
    "UPDATE walk SET data = :data, changed = :at WHERE worksheet = :sheet AND entry = :entry",
)
"""Statements as the SQLite of old systems knows them: upserts came later."""


class Worksheet:
    """The worksheet of one project.

    It holds no connection and no state of its own: each call reads or changes the file, so that any number of
    worksheets, threads and processes may work on one project. All methods raise WorksheetFault when the file cannot be
    read or written; what lies in it stays as it is then.
    """

    def __init__(
        self,
        project: Path,
        *,
        folder: Path | None = None,
        checklist: str = ACCURACY,
        clock: Callable[[], float] = time.time,
        patience: float = PATIENCE,
    ) -> None:
        """Make the worksheet of ``project``, an absolute path.

        ``folder`` keeps the file and defaults to `data_folder()`; ``checklist`` names the checklist; ``clock`` gives
        the seconds since 1970; ``patience`` is the number of seconds to wait for other programs that are writing.
        """
        self.project = project
        self._database = Database((folder or data_folder()) / "worksheets.sqlite", patience)
        self._checklist = checklist
        self._clock = clock

    @property
    def file(self) -> Path:
        """The file in which it is kept."""
        return self._database.file

    @property
    def _key(self) -> tuple[str, str]:
        # A path may hold bytes that are no text.
        return os.fsencode(self.project).decode("utf-8", "backslashreplace"), self._checklist

    def read(self) -> Contents:
        """Return all that it holds."""
        return self._database.read(self._contents, Contents(self._key[0]))

    def set_state(self, entry_id: str, state: str) -> None:
        """Say of an item that it is one of `STATES`; raise InputError for another word."""
        if state not in STATES:
            raise InputError(f"'{state}' is no state; choose {', '.join(STATES)}")
        self._change(
            entry_id,
            lambda connection, at: connection.execute(
                "UPDATE item SET state = :state WHERE worksheet = :sheet AND entry = :entry", {**at, "state": state}
            ),
        )

    def set_note(self, entry_id: str, note: str, *, before: str | None = None) -> None:
        """Put a note in place of the item's; an empty one removes it.

        ``before`` is the note as the person saw it; when it is another by now, WorksheetChanged carries it and nothing
        is written. None replaces whatever stands there. Raises InputError for a note that is too long.
        """
        note = clean(note)
        if len(note) > LONGEST_NOTE:
            raise InputError(f"the note has {len(note)} characters, at most {LONGEST_NOTE}; attach it as a file")

        def put(connection: sqlite3.Connection, at: dict[str, object]) -> None:
            (current,) = connection.execute(
                "SELECT note FROM item WHERE worksheet = :sheet AND entry = :entry", at
            ).fetchone()
            if before is not None and current != before:
                raise WorksheetChanged("the note was changed by another program meanwhile", current)
            connection.execute(
                "UPDATE item SET note = :note WHERE worksheet = :sheet AND entry = :entry", {**at, "note": note}
            )

        self._change(entry_id, put)

    def attach(self, entry_id: str, attachment: Attachment) -> Attachment:
        """Keep an output as evidence for an item; return it with its number and time.

        Raises InputError when the item has `MOST_ATTACHMENTS` already.
        """

        def put(connection: sqlite3.Connection, at: dict[str, object]) -> Attachment:
            (count,) = connection.execute(
                "SELECT count(*) FROM attachment WHERE worksheet = :sheet AND entry = :entry", at
            ).fetchone()
            if count >= MOST_ATTACHMENTS:
                raise InputError(f"the item has {count} attachments already; remove one with msfaq checklist detach")
            row = {**at, **codec.attachment_row(attachment)}
            number = connection.execute(
                "INSERT INTO attachment (worksheet, entry, kind, name, text, size, left_out, code, added) "
                "VALUES (:sheet, :entry, :kind, :name, :text, :size, :left_out, :code, :at)",
                row,
            ).lastrowid
            return replace(attachment, id=int(number or 0), added=int(str(at["at"])))

        return self._change(entry_id, put)

    def detach(self, number: int) -> str:
        """Remove the attachment with this number; return the id of the entry it belonged to.

        Raises InputError when the worksheet has no such attachment.
        """

        def remove(connection: sqlite3.Connection) -> str:
            sheet = self._sheet(connection)
            key = (number, sheet)
            row = connection.execute("SELECT entry FROM attachment WHERE id = ? AND worksheet = ?", key).fetchone()
            if row is None:
                raise InputError(f"there is no attachment {number}; msfaq checklist show ITEM lists them")
            connection.execute("DELETE FROM attachment WHERE id = ? AND worksheet = ?", key)
            return str(row[0])

        return self._database.write(remove)

    def keep_walk(self, walk: Walk) -> None:
        """Keep where a walk stands, in place of an earlier walk through the same procedure."""

        def put(connection: sqlite3.Connection) -> None:
            sheet = self._sheet(connection)
            row = {"sheet": sheet, "entry": walk.entry_id, "at": self._now(), "data": codec.walk_to_json(walk)}
            for statement in _WALK:
                connection.execute(statement, row)

        self._database.write(put)

    def reset(self, entry_ids: Iterable[str] | None = None) -> None:
        """Forget items and walks with all that belongs to them; None forgets the whole worksheet."""
        chosen = None if entry_ids is None else tuple(entry_ids)

        def remove(connection: sqlite3.Connection) -> None:
            # What a person removes is not to be found in the file afterwards.
            connection.execute("PRAGMA secure_delete = ON")
            sheet = self._sheet(connection)
            if chosen is None:
                connection.execute("DELETE FROM worksheet WHERE id = ?", (sheet,))
            for entry in chosen or ():
                for table in ("item", "attachment", "walk"):
                    connection.execute(f"DELETE FROM {table} WHERE worksheet = ? AND entry = ?", (sheet, entry))

        self._database.write(remove)

    def _change(self, entry_id: str, put: "Callable[[sqlite3.Connection, dict[str, object]], T]") -> T:
        def work(connection: sqlite3.Connection) -> T:
            at: dict[str, object] = {"sheet": self._sheet(connection), "entry": entry_id, "at": self._now()}
            for statement in _ITEM:
                connection.execute(statement, at)
            return put(connection, at)

        return self._database.write(work)

    def _sheet(self, connection: sqlite3.Connection) -> int:
        """Return the worksheet's row, made when there is none."""
        key = self._key
        connection.execute(
            "INSERT OR IGNORE INTO worksheet (project, checklist, created) VALUES (?, ?, ?)", (*key, self._now())
        )
        (sheet,) = connection.execute("SELECT id FROM worksheet WHERE project = ? AND checklist = ?", key).fetchone()
        return int(sheet)

    def _contents(self, connection: sqlite3.Connection) -> Contents:
        # One transaction, so that what is read is what stood there at one moment.
        connection.execute("BEGIN")
        found = connection.execute("SELECT id FROM worksheet WHERE project = ? AND checklist = ?", self._key).fetchone()
        if found is None:
            return Contents(self._key[0])
        evidence: dict[str, list[Attachment]] = {}
        for entry, *row in connection.execute(
            "SELECT entry, id, kind, name, text, size, left_out, code, added FROM attachment WHERE worksheet = ? "
            "ORDER BY id",
            found,
        ):
            evidence.setdefault(entry, []).append(Attachment(*row))
        records = {
            entry: Record(entry, state, note, first, changed, tuple(evidence.get(entry, ())))
            for entry, state, note, first, changed in connection.execute(
                "SELECT entry, state, note, first, changed FROM item WHERE worksheet = ? ORDER BY entry", found
            )
        }
        walks: list[KeptWalk] = [
            codec.walk_from_json(data, first, changed)
            for data, first, changed in connection.execute(
                "SELECT data, first, changed FROM walk WHERE worksheet = ? ORDER BY first, entry", found
            )
        ]
        return Contents(self._key[0], records, tuple(walks))

    def _now(self) -> int:
        return int(self._clock())
