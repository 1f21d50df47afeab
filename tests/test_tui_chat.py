"""The chat view: turns, choices, citations, kept conversations."""

import threading
from pathlib import Path

import pytest
from model_server import Exchange, says, serving, waits
from textual.containers import VerticalScroll
from textual.widgets import Button, Markdown
from tui_session import LOG, OOM, Session, opened, play

from msfaq import Engine
from msfaq.chat.conversation import Chat
from msfaq.chat.reply import Reply
from msfaq.chat.responder import Grounded
from msfaq.chat.sessions import Sessions
from msfaq.chat.state import State
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


def drafted(reply: Reply) -> tuple[Reply, Grounded]:
    return reply, Grounded("", "en", reply.outcome, reply.markdown, (), ())


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


def test_the_reply_to_a_long_paste_is_in_sight_and_can_be_read_while_typing(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, settings=Settings(lang="en"), size=(80, 24)) as session:
            await session.press("f5")
            await say(session, "[INFO] all is well\n" * 400 + LOG)
            await session.until(lambda: "generator-column-count-mismatch" in session.text, "the reply's title")
            assert "(409 lines)" in session.text
            transcript = session.get("#transcript", VerticalScroll)
            top = transcript.scroll_y
            await session.press("w", "pagedown")
            assert session.get("#turn", TurnInput).text == "w"
            await session.until(lambda: transcript.scroll_y > top)
            await session.press("ctrl+end")
            await session.until(lambda: transcript.scroll_y == transcript.max_scroll_y)

    play(run)


def test_choices_are_taken_by_number_and_by_button(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def asks(chat: Chat, text: str) -> tuple[Reply, Grounded]:
        said.append(text)
        return drafted(Reply("Which?", (), "asked", ("on Ascend", "on [b]GPU[/b]"), {}, "en"))

    monkeypatch.setattr(Chat, "draft", asks)

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
            await say(session, "²")
            assert said[-1] == "²"
            session.get("#turn", TurnInput).text = ""
            await session.press("a", "ctrl+j", "b")
            assert session.get("#turn", TurnInput).text == "a\nb"

    play(run)


def test_a_reply_that_is_not_waited_for_changes_nothing(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()

    def slow(chat: Chat, text: str) -> tuple[Reply, Grounded]:
        if text == "slow":
            assert free.wait(60)
        return drafted(Reply(f"reply to {text}", (), "answered", (), {}, "en"))

    monkeypatch.setattr(Chat, "draft", slow)

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


@pytest.mark.parametrize(
    ("answers", "opened_entry"),
    [(("memory-problems", "oom-ascend-malloc"), "oom-ascend-malloc"), (("memory-problems", "gone-since"), "")],
    ids=["guide and entry", "guide alone"],
)
def test_a_resumed_conversation_opens_entries_only(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: tuple[str, ...], opened_entry: str
) -> None:
    monkeypatch.setenv("MSFAQ_DATA", str(tmp_path))
    assert answers[0] not in engine.entry_ids()
    Sessions().add(
        None, "where does memory go", Reply("From a guide.", answers, "answered", ("one",), {}, "en"), State()
    )

    async def run() -> None:
        async with opened(engine, settings=Settings(lang="en"), savers=savers(tmp_path)) as session:
            await session.press("f5", "ctrl+r")
            await session.until(lambda: len(session.app.screen.query("#choices-row Button")) == 1)
            assert replies(session) == ["From a guide."]
            assert bool(session.app.screen.check_action("open_cited", ())) is bool(opened_entry)
            if opened_entry:
                await session.press("escape", "g")
                await session.shown(opened_entry)

    play(run)


SOCKET = "EI0006: Getting socket times out. Reason: 1."
GOOD = "The card that reports is mostly the victim [1]. Collect the logs of all ranks on all hosts [3]."


def test_a_model_words_the_replies(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(says(GOOD)) as server:
        monkeypatch.setenv("MSFAQ_CHAT_ENDPOINT", server.url)
        monkeypatch.setenv("MSFAQ_CHAT_MODEL", "tiny")

        async def run() -> None:
            async with opened(engine, settings=Settings(lang="en")) as session:
                await session.press("f5")
                assert "tiny at 127.0.0.1" in session.text
                await say(session, SOCKET)
                await session.until(lambda: "Worded by tiny" in replies(session)[-1])
                assert "mostly the victim [1]. Collect" in replies(session)[-1]
                assert "(entry:ei0006-socket-timeout)" in replies(session)[-1]
                await say(session, "hello")
                assert len(replies(session)) == 2

        play(run)
    assert len(server.asked) == 1


def test_a_model_that_is_not_waited_for_leaves_the_offline_reply(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(exchange: Exchange) -> None:
        waits(server.closing, GOOD + " And")(exchange)

    with serving(script) as server:
        monkeypatch.setenv("MSFAQ_CHAT_ENDPOINT", server.url)
        monkeypatch.setenv("MSFAQ_CHAT_MODEL", "tiny")
        monkeypatch.setenv("MSFAQ_CHAT_TIMEOUT", "20")

        async def run() -> None:
            async with opened(engine, settings=Settings(lang="en")) as session:
                await session.press("f5")
                await say(session, SOCKET)
                await session.until(lambda: "[3]" in replies(session)[-1])
                await session.press("ctrl+c")
                await session.until(lambda: "The model was stopped" in replies(session)[-1])
                assert "HCCL_CONNECT_TIMEOUT" in replies(session)[-1]
                server.closing.set()

        play(run)


def test_a_wrong_endpoint_is_said_and_the_book_still_answers(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MSFAQ_CHAT_ENDPOINT", "nowhere")

    async def run() -> None:
        async with opened(engine, settings=Settings(lang="en")) as session:
            await session.press("f5")
            await session.until(lambda: "no address" in session.text)
            await say(session, SOCKET)
            assert "HCCL_CONNECT_TIMEOUT" in replies(session)[-1]

    play(run)
