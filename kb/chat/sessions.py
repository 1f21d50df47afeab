"""Keeps conversations: one SQLite file in the user's data folder, readable by its owner only.

Each turn is one transaction, so a kill at any moment leaves the conversation as it was after the turn before. What is
written has passed redaction.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from msfaq.chat.reply import Reply
from msfaq.chat.state import State
from msfaq.errors import InputError, SessionFault
from msfaq.places import data_folder
from msfaq.redaction.redact import redact

_KEPT: Final = 200
"""Conversations kept; the least recently used ones go first."""

_KEPT_BYTES: Final = 16 << 20
"""Characters of turns kept, over all conversations."""

_LONGEST: Final = 64 << 10
"""Characters kept of what the user said in one turn: start and end of a longer log."""

_TITLE: Final = 60
_WAIT: Final = 10.0
"""Seconds that a write waits for another process's."""

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS session (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started REAL NOT NULL, changed REAL NOT NULL, title TEXT NOT NULL,
    state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS turn (
    session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, number INTEGER NOT NULL, user TEXT NOT NULL,
    reply TEXT NOT NULL, PRIMARY KEY (session, number)) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Session:
    """One kept conversation in a list."""

    id: int
    """Its number, never used again."""
    started: float
    """Seconds since the epoch at its first turn."""
    changed: float
    """Seconds since the epoch at its last turn."""
    title: str
    """The beginning of its first turn."""
    turns: int
    """Number of turns."""


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """One kept turn."""

    user: str
    """What the user said, redacted and cut."""
    reply: dict[str, Any]
    """The reply in its JSON form."""


class Sessions:
    """The kept conversations of one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use ``folder``, `data_folder` by default; nothing is written before the first turn."""
        self._file = (folder or data_folder()) / "chats.sqlite"

    @property
    def file(self) -> Path:
        """The file."""
        return self._file

    def add(self, session: int | None, user: str, reply: Reply, state: State) -> int:
        """Keep a turn and the state after it; return the conversation's number, a new one for None.

        Raises SessionFault when it cannot be written.
        """
        now = time.time()
        said = redact(_cut(user))
        written = json.dumps(_redacted_state(state).to_dict(), ensure_ascii=False)
        shown = json.dumps({**reply.to_dict(), "reply": redact(reply.markdown), "lang": reply.lang}, ensure_ascii=False)
        with self._open(write=True) as connection, connection:
            if session is None:
                title = " ".join(said.split())[:_TITLE]
                session = connection.execute(
                    "INSERT INTO session (started, changed, title, state) VALUES (?, ?, ?, ?)",
                    (now, now, title, written),
                ).lastrowid
            else:
                connection.execute("UPDATE session SET changed = ?, state = ? WHERE id = ?", (now, written, session))
            connection.execute(
                "INSERT INTO turn SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM turn WHERE session = ?",
                (session, said, shown, session),
            )
            _prune(connection, int(session or 0))
        return int(session or 0)

    def list(self) -> tuple[Session, ...]:
        """Return all conversations, the last used first."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT id, started, changed, title, (SELECT count(*) FROM turn WHERE session = id) FROM session"
                " ORDER BY changed DESC, id DESC"
            ).fetchall()
        return tuple(Session(*row) for row in rows)

    def load(self, session: int | None = None) -> tuple[Session, State, tuple[KeptTurn, ...]]:
        """Return a conversation, the last used one for None.

        Raises InputError when there is none, SessionFault when it is damaged.
        """
        known = self.list()
        found = next((one for one in known if session is None or one.id == session), None)
        if found is None:
            what = "no conversation is kept yet" if not known else f"no conversation has the number {session}"
            raise InputError(f"{what}; msfaq chat --list shows those that are kept")
        with self._open() as connection:
            (state,) = connection.execute("SELECT state FROM session WHERE id = ?", (found.id,)).fetchone()
            rows = connection.execute(
                "SELECT user, reply FROM turn WHERE session = ? ORDER BY number", (found.id,)
            ).fetchall()
        try:
            turns = tuple(KeptTurn(str(user), json.loads(reply)) for user, reply in rows)
            return found, State.from_dict(json.loads(state)), turns
        except ValueError as error:
            raise SessionFault(f"conversation {found.id} in {self._file} is damaged: {error}") from error

    def delete(self, session: int) -> None:
        """Forget a conversation.

        Raises InputError when there is none.
        """
        with self._open(write=True) as connection, connection:
            if not connection.execute("DELETE FROM session WHERE id = ?", (session,)).rowcount:
                raise InputError(
                    f"no conversation has the number {session}; msfaq chat --list shows those that are kept"
                )

    @contextmanager
    def _open(self, *, write: bool = False) -> Iterator[sqlite3.Connection]:
        try:
            if write or self._file.exists():
                _make_private(self._file)
                connection = sqlite3.connect(self._file, timeout=_WAIT)
            else:
                connection = sqlite3.connect(":memory:")
            with closing(connection):
                connection.execute("PRAGMA foreign_keys = ON")
                # What was deleted leaves no trace in the file.
                connection.execute("PRAGMA secure_delete = ON")
                connection.executescript(_TABLES)
                yield connection
        except (OSError, sqlite3.Error) as error:
            raise SessionFault(
                f"conversations cannot be kept in {self._file}: {error}; --no-save does without"
            ) from error


def _redacted_state(state: State) -> State:
    trail = tuple(replace(visit, question=redact(visit.question)) for visit in state.trail)
    return replace(state, question=redact(state.question), excerpt=redact(state.excerpt), trail=trail)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}\n…\n{text[-_LONGEST // 2 :]}"


def _make_private(file: Path) -> None:
    if not file.parent.is_dir():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not file.exists():
        # Made by ourselves, so that no moment sees it with wider rights; SQLite gives its journal the same.
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def _prune(connection: sqlite3.Connection, present: int) -> None:
    """Forget the least recently used conversations beyond the limits, never the present one."""
    rows = connection.execute(
        "SELECT id, (SELECT coalesce(sum(length(user) + length(reply)), 0) FROM turn WHERE session = id) FROM session"
        " ORDER BY id = ? DESC, changed DESC, id DESC",
        (present,),
    ).fetchall()
    size = 0
    for place, (session, length) in enumerate(rows):
        size += length
        if place and (place >= _KEPT or size > _KEPT_BYTES):
            connection.execute("DELETE FROM session WHERE id = ?", (session,))
