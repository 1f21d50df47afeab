"""Kept conversations: private, whole after a kill, limited in size."""

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from msfaq.chat import sessions as module
from msfaq.chat.reply import Reply
from msfaq.chat.sessions import Sessions
from msfaq.chat.state import Option, Pending, State, Visit
from msfaq.errors import InputError, SessionFault

REPLY = Reply("**Title**\n", ("an-entry",), "answered", ("yes", "no"), {"platform": "GPU"}, "en")
STATE = State(
    lang="en",
    topic="an-entry",
    question="why",
    trail=(Visit("other", "first"),),
    pending=Pending("walk", "an-entry:first", (Option("yes", "0"),)),
    slots={"platform": "GPU"},
)


@pytest.fixture
def kept(tmp_path: Path) -> Sessions:
    return Sessions(tmp_path / "data")


def test_a_conversation_is_kept_as_it_was(kept: Sessions) -> None:
    number = kept.add(None, "first\nturn", REPLY, State(lang="en"))
    assert kept.add(number, "second", REPLY, STATE) == number
    found, state, turns = kept.load()
    assert (found.id, found.title, found.turns) == (number, "first turn", 2)
    assert state == STATE
    assert [turn.user for turn in turns] == ["first\nturn", "second"]
    assert turns[0].reply["reply"] == "**Title**\n"


def test_the_last_used_one_comes_first(kept: Sessions) -> None:
    first, second = (kept.add(None, name, REPLY, STATE) for name in ("a", "b"))
    assert [one.id for one in kept.list()] == [second, first]
    kept.add(first, "again", REPLY, STATE)
    assert kept.load()[0].id == first
    kept.delete(second)
    assert [one.id for one in kept.list()] == [first]
    with pytest.raises(InputError, match=f"no conversation has the number {second}"):
        kept.delete(second)
    with pytest.raises(InputError, match="no conversation has the number 99"):
        kept.load(99)


def test_nothing_is_written_before_the_first_turn(kept: Sessions) -> None:
    assert kept.list() == ()
    with pytest.raises(InputError, match="no conversation is kept yet"):
        kept.load()
    assert not kept.file.parent.exists()


def test_only_the_owner_can_read_it(kept: Sessions) -> None:
    before = os.umask(0)
    try:
        kept.add(None, "x", REPLY, STATE)
    finally:
        os.umask(before)
    assert stat.S_IMODE(kept.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.file.parent.stat().st_mode) == 0o700


def test_what_was_deleted_leaves_no_trace(kept: Sessions) -> None:
    number = kept.add(None, "a secret word", REPLY, STATE)
    kept.delete(number)
    assert b"secret" not in kept.file.read_bytes()


def test_old_ones_make_room(kept: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_KEPT", 3)
    numbers = [kept.add(None, str(n), REPLY, STATE) for n in range(5)]
    assert [one.id for one in kept.list()] == numbers[:1:-1]
    monkeypatch.setattr(module, "_KEPT_BYTES", 2000)
    last = kept.add(None, "x" * 3000, REPLY, STATE)
    assert [one.id for one in kept.list()] == [last]


def test_a_long_log_is_cut(kept: Sessions) -> None:
    kept.add(None, "start" + "x" * 10_000_000 + "end", REPLY, STATE)
    user = kept.load()[2][0].user
    assert len(user) < 100_000
    assert user.startswith("start")
    assert user.endswith("end")


def test_what_is_written_is_redacted_where_msfaq_can(kept: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "redact", lambda text: text.replace("alice", "<user>"))
    kept.add(
        None, "/home/alice/x", Reply("alice\n", (), "unknown", (), {}, "en"), State(question="alice", excerpt="alice")
    )
    assert b"alice" not in kept.file.read_bytes()


def test_damage_is_one_clear_error(kept: Sessions) -> None:
    number = kept.add(None, "x", REPLY, STATE)
    with sqlite3.connect(kept.file) as connection:
        connection.execute("UPDATE session SET state = '{\"topic\": 3}'")
    connection.close()
    with pytest.raises(SessionFault, match=f"conversation {number} in .* is damaged"):
        kept.load()
    kept.file.write_bytes(b"no database at all" * 100)
    with pytest.raises(SessionFault, match="--no-save does without"):
        kept.list()


def test_a_kill_at_any_moment_loses_no_finished_turn(tmp_path: Path) -> None:
    code = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from msfaq.chat.reply import Reply
        from msfaq.chat.sessions import Sessions
        from msfaq.chat.state import State
        kept, number = Sessions(Path(sys.argv[1])), None
        for turn in range(100000):
            reply = Reply("r" * 3000, (), "answered", (), {}, "en")
            number = kept.add(number, str(turn) * 500, reply, State(question=str(turn)))
            print(turn, flush=True)
        """
    )
    for round_ in range(4):
        folder = tmp_path / str(round_)
        process = subprocess.Popen([sys.executable, "-c", code, str(folder)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        finished = [process.stdout.readline() for _ in range(3 + 5 * round_)]
        process.send_signal(signal.SIGKILL)
        finished += process.stdout.readlines()
        process.stdout.close()
        process.wait()
        _, state, turns = Sessions(folder).load()
        assert len(turns) >= len([line for line in finished if line.endswith("\n")])
        assert state.question == str(len(turns) - 1)
        assert turns[-1].user == str(len(turns) - 1) * 500
        Sessions(folder).add(1, "goes on", REPLY, STATE)


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    code = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from msfaq.chat.reply import Reply
        from msfaq.chat.sessions import Sessions
        from msfaq.chat.state import State
        kept, number = Sessions(Path(sys.argv[1])), None
        for turn in range(15):
            number = kept.add(number, str(turn), Reply("r", (), "answered", (), {}, "en"), State())
        """
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert [one.turns for one in Sessions(tmp_path).list()] == [15, 15, 15]


def test_a_state_of_another_making_is_refused() -> None:
    with pytest.raises(ValueError, match="no state"):
        State.from_dict(json.loads('{"unheard": 1}'))
