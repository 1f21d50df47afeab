"""What conversations need is opened before the first turn asks for it, and nothing else comes of that."""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from test_checklist_cli import Terminal

from msfaq.chat import preparing
from msfaq.chat.conversation import Chat
from msfaq.chat.preparing import Preparation, prepare
from msfaq.engine import Engine
from msfaq.errors import IndexFault

TURNS = ("Launch kernel failed", "why?", "loss 变成 nan 怎么办")


@pytest.fixture
def fresh(engine: Engine) -> Iterator[Engine]:
    """Return an engine over the same index that has opened nothing yet."""
    assert engine.store.place != "memory"
    with Engine() as opened:
        yield opened


def test_replies_are_the_same_and_the_first_one_comes_at_once(engine: Engine, fresh: Engine) -> None:
    said = [Chat(engine=engine).say(turn).markdown for turn in TURNS]
    prepare(fresh)
    opened = fresh.search(lambda retriever: set(vars(retriever)))
    assert [Chat(engine=fresh).say(turn).markdown for turn in TURNS] == said
    assert fresh.search(lambda retriever: set(vars(retriever))) == opened


def test_an_engine_is_prepared_once(fresh: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(fresh)
    monkeypatch.setattr(preparing, "_REHEARSED", ("this turn is not taken",))
    monkeypatch.setattr(Chat, "say", pytest.fail)
    prepare(fresh)


def test_it_leaves_off_when_it_is_told_to(fresh: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped, taken = Event(), list[str]()

    def say(_: Chat, turn: str) -> None:
        taken.append(turn)
        stopped.set()

    monkeypatch.setattr(Chat, "say", say)
    prepare(fresh, stopped)
    assert len(taken) == 1


def test_a_preparation_ends_with_the_first_turn(fresh: Engine) -> None:
    preparation = Preparation(fresh)
    preparation.end()
    preparation.end()
    assert Chat(engine=fresh).say(TURNS[0]).answers == ("launch-kernel-failed",)


def test_what_cannot_be_opened_is_left_for_the_first_turn_to_tell(
    fresh: Engine, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise IndexFault("the disk is gone")

    monkeypatch.setattr(Engine, "search", fails)
    Preparation(fresh).end()
    assert capfd.readouterr() == ("", "")
    with pytest.raises(IndexFault, match="the disk is gone"):
        Chat(engine=fresh).say("why does it fail?")


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.0, 1.5])
def test_a_typed_chat_answers_and_ends_however_soon_it_is_asked(engine: Engine, tmp_path: Path, seconds: float) -> None:
    assert engine.store.place != "memory"
    terminal = Terminal("chat", "--no-save", "--lang", "en", cwd=tmp_path)
    terminal.wait_for("> ")
    time.sleep(seconds)
    terminal.type("Launch kernel failed\n")
    terminal.wait_for("launch-kernel-failed")
    terminal.type("quit\n")
    assert terminal.end() == 0


@pytest.mark.slow
def test_who_leaves_at_once_leaves_cleanly(engine: Engine, tmp_path: Path) -> None:
    assert engine.store.place != "memory"
    terminal = Terminal("chat", "--no-save", "--lang", "en", cwd=tmp_path)
    terminal.wait_for("> ")
    terminal.type("quit\n")
    assert terminal.end() == 0
