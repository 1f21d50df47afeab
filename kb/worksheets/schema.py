"""The form of the worksheets' file, and the steps that lead to it from every earlier form."""

from typing import Final

APPLICATION: Final = 0x6D736671
"""SQLite application id, ``msfq``: tells the file from another program's."""

_FIRST: Final = (
    """CREATE TABLE worksheet (
        id INTEGER PRIMARY KEY, project TEXT NOT NULL, checklist TEXT NOT NULL, created INTEGER NOT NULL,
        UNIQUE (project, checklist))""",
    # One row an item that was ever touched; entry ids never change their meaning.
    """CREATE TABLE item (
        worksheet INTEGER NOT NULL REFERENCES worksheet ON DELETE CASCADE, entry TEXT NOT NULL,
        state TEXT NOT NULL, note TEXT NOT NULL, first INTEGER NOT NULL, changed INTEGER NOT NULL,
        PRIMARY KEY (worksheet, entry)) WITHOUT ROWID""",
    # AUTOINCREMENT: a number once told to a person never comes to mean another attachment.
    """CREATE TABLE attachment (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        worksheet INTEGER NOT NULL REFERENCES worksheet ON DELETE CASCADE, entry TEXT NOT NULL,
        kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, size INTEGER NOT NULL,
        left_out INTEGER NOT NULL, code TEXT NOT NULL, added INTEGER NOT NULL)""",
    "CREATE INDEX attachment_of ON attachment (worksheet, entry)",
    # The walk as JSON of msfaq.worksheets.contents.KeptWalk, in the words it had when it was taken.
    """CREATE TABLE walk (
        worksheet INTEGER NOT NULL REFERENCES worksheet ON DELETE CASCADE, entry TEXT NOT NULL,
        data TEXT NOT NULL, first INTEGER NOT NULL, changed INTEGER NOT NULL,
        PRIMARY KEY (worksheet, entry)) WITHOUT ROWID""",
)

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (_FIRST,)
"""Statements by form: those at index n lead from form n to n + 1, form 0 being the empty file. Never edit, only add."""
