"""What comes through the keyboard: typed, held up, pasted without marks; in order, and never commands by accident."""

import asyncio
from collections import deque
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input, TextArea
from tui_session import LOG, OOM, opened, play

from msfaq import Engine
from msfaq.tui.bursts import BEGIN, END, Bursts
from msfaq.tui.screens.confirm import ConfirmScreen
from msfaq.tui.screens.paste import PasteScreen
from msfaq.tui.screens.save import SaveScreen


def read(*chunks: "str | float") -> list[str]:
    """Return what is made of chunks of input; a number is a pause of so many seconds before the next chunk."""
    queue: deque[str | float] = deque(chunks)

    def more(seconds: float) -> str:
        pause = queue.popleft() if queue and isinstance(queue[0], float) else 0.0
        assert isinstance(pause, float)
        if queue and pause <= seconds:
            return str(queue.popleft())
        if queue:
            queue.appendleft(pause)
        return ""

    bursts = Bursts(more)
    pieces: list[str] = []
    while queue:
        if isinstance(queue[0], float):
            queue.popleft()
        pieces += bursts.pieces(str(queue.popleft()))
    return pieces


@pytest.mark.parametrize(
    ("chunks", "pieces"),
    [
        (("r", 0.15, "e", 0.15, "a", 0.15, "l"), ["r", "e", "a", "l"]),
        (("lo", 0.15, "ss ", 0.15, "na"), ["lo", "ss ", "na"]),
        (("jjjjjjjj",), ["jjjjjjjj"]),
        (("abcdef\x7f\x7fxyz",), ["abcdef\x7f\x7fxyz"]),
        (("s\r",), ["s\r"]),
        (("\x1b[A",), ["\x1b[A"]),
        (("loss is nan",), [f"{BEGIN}loss is nan{END}"]),
        (("l", 0.001, "o", 0.001, "s", 0.001, "s"), [f"{BEGIN}loss{END}"]),
        (("loss is nan\r",), [f"{BEGIN}loss is nan{END}", "\r"]),
        (("one line\r", 0.3, "-----\r", 0.3, "s\r", 0.3, "r y\r"), [f"{BEGIN}one line\n-----\ns\nr y\n{END}"]),
        (("s\r", 0.3, "run: this\r\n"), [f"{BEGIN}s\nrun: this\n{END}"]),
        (("one\rtwo", "\x1b[A"), [f"{BEGIN}one\ntwo{END}", "\x1b[A"]),
        ((f"{BEGIN}one mar", "ked\r", f"log{END}", 0.2, "r"), [f"{BEGIN}one mar", "ked\r", f"log{END}", "r"]),
        (("\x1b", "[200~r", "un", "\x1b[201~"), ["\x1b", "[200~r", "un", "\x1b[201~"]),
    ],
)  # fmt: skip
def test_what_no_hand_types_is_pasted(chunks: tuple[str | float, ...], pieces: list[str]) -> None:
    assert read(*chunks) == pieces


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ([*"abcdef", "backspace", "backspace", *"xyz"], "abcdxyz"),
        ([*"abc", "home", *"xy"], "xyabc"),
        ([*"内存", "backspace", "足"], "内足"),
    ],
)
def test_keys_that_come_together_keep_their_order(engine: Engine, keys: list[str], value: str) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: session.app.focused is not None)
            for key in keys:
                session.app.post_message(events.Key(key, key if len(key) == 1 else None))
            await session.until(lambda: session.get("#question", Input).value == value, value)

    play(run)


def test_what_is_typed_after_a_paste_goes_into_the_field(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: session.app.focused is not None)
            session.app.post_message(events.Paste(LOG))
            await session.shown("generator-column-count-mismatch")
            await session.press(*"really")
            assert session.get("#question", Input).value == "really"
            session.app.post_message(events.Paste(LOG))
            await session.shown("generator-column-count-mismatch")
            await session.press("enter")
            await session.until(lambda: session.page.has_focus, "the page's focus")

    play(run)


def test_a_pasted_line_stands_in_the_field_once(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: session.app.focused is not None)
            session.app.post_message(events.Paste("Launch kernel failed"))
            await session.shown("launch-kernel-failed")
            assert session.get("#question", Input).value == "Launch kernel failed"

    play(run)


def test_enter_before_the_answer_reads_it_when_it_comes(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: session.app.focused is not None)
            session.app.post_message(events.Paste(OOM))
            session.app.post_message(events.Key("enter", "\r"))
            await session.shown("oom-ascend-malloc")
            await session.until(lambda: session.page.has_focus, "the answer")

    play(run)


def test_no_text_confirms_a_run(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.shown("oom-ascend-malloc")
            await session.press("enter", "r")
            asks = session.app.screen
            assert isinstance(asks, ConfirmScreen)
            for key in ("y", "space", *["tab"] * 5):
                await session.press(key)
                if session.app.focused is not None and session.app.focused.id != "cancel":
                    await session.press("enter")
                assert session.app.screen is asks

    play(run)


def test_keys_on_their_way_when_it_opens_do_not_save(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.shown("oom-ascend-malloc")
            await session.press("enter")
            for key, character in (("s", "s"), ("enter", "\r")):
                session.app.post_message(events.Key(key, character))
            await session.until(lambda: isinstance(session.app.screen, SaveScreen) and session.app.focused)
            await asyncio.sleep(0.1)
            assert isinstance(session.app.screen, SaveScreen)
            assert not list(tmp_path.iterdir())

    play(run)


def test_what_is_left_in_the_paste_area_is_found_there_again(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: session.app.focused is not None)
            await session.press("ctrl+o")
            session.app.post_message(events.Paste(LOG))
            await session.until(lambda: session.get("#log", TextArea).text == LOG)
            await session.press("escape", "ctrl+o")
            assert isinstance(session.app.screen, PasteScreen)
            assert session.get("#log", TextArea).text == LOG
            await session.press("escape", "O", "O", "M", "ctrl+o")
            assert session.get("#log", TextArea).text == ""

    play(run)
