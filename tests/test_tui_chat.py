"""The chat view: turns, choices, citations, kept conversations."""

import threading
from pathlib import Path

import pytest
from textual.widgets import Button, Markdown
from tui_session import LOG, OOM, Session, opened, play

from msfaq import Engine
from msfaq.chat.conversation import Chat
from msfaq.chat.reply import Reply
from msfaq.chat.sessions import Sessions
from msfaq.tui.saving import Saver
from msfaq.tui.screens.chat import ChatScreen
from msfaq.tui.settings import Settings
from msfaq.tui.widgets.turn import TurnInput


def replies(session: Session) -> list[str]:
    return [block.source for block in session.app.screen.query("#transcript > Markdown").results(Markdown)]


async def say(session: Session, text: str) -> None:
    count = len(replies(session))
    session.get("#turn", TurnInput).text = text
    await session.press("enter")
    await session.until(lambda: len(replies(session)) > count, text)


def savers(folder: Path) -> tuple[Saver, Saver]:
    return Saver(folder / "settings.json", print), Saver(folder / "session.json", print)


def test_a_pasted_error_is_answered_asked_about_and_kept(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MSFAQ_DATA", str(tmp_path))

    async def run() -> None:
        async with opened(engine, settings=Settings(lang="en"), savers=savers(tmp_path)) as session:
            await session.press("f5")
            assert isinstance(session.app.screen, ChatScreen)
            await say(session, LOG + OOM)
            assert "(entry:" in replies(session)[-1]
            await say(session, "why?")
            await session.press("ctrl+t")
            await say(session, "怎么确认")
            assert any("\u4e00" <= c <= "\u9fff" for c in replies(session)[-1])
            await session.until(lambda: Sessions().list() and Sessions().list()[0].turns == 3)
            await session.press("ctrl+l")
            assert not replies(session)
            await session.press("ctrl+r")
            await session.until(lambda: len(replies(session)) == 3)
            await session.press("escape", "g")
            await session.until(lambda: session.app.context.session.view == "search")
            await session.until(lambda: session.page.entry is not None)

    play(run)


def test_choices_are_taken_by_number_and_by_button(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def asks(chat: Chat, text: str) -> Reply:
        said.append(text)
        return Reply("Which?", (), "asked", ("on Ascend", "on [b]GPU[/b]"), {}, "en")

    monkeypatch.setattr(Chat, "say", asks)

    async def run() -> None:
        async with opened(engine, size=(80, 24)) as session:
            await session.press("f5")
            await say(session, "first")
            await session.press("escape", "2")
            await session.until(lambda: len(replies(session)) == 2)
            await say(session, "1")
            await session.until(lambda: len(session.app.screen.query("#choices-row Button")) == 2)
            session.app.screen.query("#choices-row Button").first(Button).press()
            await session.until(lambda: len(replies(session)) == 4)
            assert said == ["first", "on [b]GPU[/b]", "on Ascend", "on Ascend"]
            session.get("#turn", TurnInput).text = ""
            await session.press("a", "ctrl+j", "b")
            assert session.get("#turn", TurnInput).text == "a\nb"

    play(run)


def test_a_reply_that_is_not_waited_for_changes_nothing(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()

    def slow(chat: Chat, text: str) -> Reply:
        if text == "slow":
            assert free.wait(60)
        return Reply(f"reply to {text}", (), "answered", (), {}, "en")

    monkeypatch.setattr(Chat, "say", slow)

    async def run() -> None:
        async with opened(engine) as session:
            await session.press("f5")
            session.get("#turn", TurnInput).text = "slow"
            await session.press("enter")
            await session.until(lambda: "Ctrl+C" in session.text)
            await session.press("ctrl+c")
            await session.until(lambda: "not waited for" in session.text)
            free.set()
            await say(session, "quick")
            assert replies(session) == ["reply to quick"]

    play(run)


def test_an_answer_is_asked_about(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.shown("oom-ascend-malloc")
            session.page.focus()
            await session.press("a")
            await session.until(lambda: isinstance(session.app.screen, ChatScreen) and replies(session))
            assert "(entry:oom-ascend-malloc)" in replies(session)[0]
            await say(session, "how to check?")
            assert replies(session)[-1]

    play(run)
