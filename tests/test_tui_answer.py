"""What can be done with an answer: copied, saved, run, followed, gone back to."""

import asyncio
import base64
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.containers import Vertical
from textual.widgets import Button, Input, Log
from tui_session import Session, opened, play

from msfaq import Engine
from msfaq.tui.running import Run, plan
from msfaq.tui.screens.confirm import ConfirmScreen
from msfaq.tui.screens.fill import FillScreen
from msfaq.tui.screens.output import OutputScreen
from msfaq.tui.screens.save import SaveScreen
from msfaq.tui.widgets.snippet import SnippetBlock

MORE = """
```python runs destructive
import pathlib
pathlib.Path("gone").unlink()
print("deleted")
```

## 等待 / Wait

```bash runs
echo started; sleep 600 & echo child $!; wait
```

## 看 / Look

```bash runs
echo "looking at {folder} ${HOME:+home}"
```
"""


@pytest.fixture
def widgets(small_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Return an engine over a book with one entry that deletes, waits and asks for a folder."""
    file = small_book / "operators" / "widget.md"
    text = file.read_text("utf-8") + "\n## 删除 / Delete\n" + MORE
    placeholder = "placeholders:\n  - name: folder\n    default: /data\n    find: {zh: 看, en: look}\n"
    file.write_text(text.replace("sources:\n", f"related: []\n{placeholder}sources:\n", 1), "utf-8")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return Engine(cache=tmp_path / "cache", entries=small_book, guides=tmp_path / "none")


async def at_block(session: Session, number: int) -> SnippetBlock:
    """Go to a code block of the widget's answer."""
    await session.shown("widget")
    await session.press("enter")
    await session.until(lambda: len(session.page.query(SnippetBlock)) == 4)
    block = list(session.page.query(SnippetBlock))[number]
    block.focus()
    await session.until(lambda: block.has_focus)
    return block


BROKEN = "The widget of size 2048 broke"


def test_the_readout_holds_the_readers_own_numbers(widgets: Engine) -> None:
    async def run() -> None:
        async with opened(widgets, BROKEN) as session:
            await session.shown("widget")
            assert "The size is 2.0 KiB." in session.said("#case")

    play(run)


def test_code_is_copied_through_the_terminal(widgets: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msfaq.tui.clipboard.programs", lambda env: [])
    written: list[str] = []

    async def run() -> None:
        async with opened(widgets, BROKEN) as session:
            await session.shown("widget")
            driver = session.app._driver
            assert driver is not None
            monkeypatch.setattr(driver, "write", written.append)
            await session.press("enter", "c")
            await session.until(lambda: "Copied the code: Oil it" in session.notices)
            await session.press("y")
            await session.until(lambda: "Copied the whole answer" in session.notices)

    play(run)
    copied = [base64.b64decode(text[7:-1]).decode() for text in written if text.startswith("\x1b]52;c;")]
    assert copied[0] == 'print("oiled")\n'
    assert copied[1].startswith("# The widget went wrong")


def test_the_machines_clipboard_is_fed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from msfaq.tui.clipboard import programs

    for name in ("xclip", "wl-copy", "tmux"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    path = str(tmp_path)
    assert [c[0] for c in programs({"PATH": path})] == []
    assert [c[0] for c in programs({"PATH": path, "DISPLAY": ":0", "TMUX": "/x"})] == ["xclip", "tmux"]
    assert [c[0] for c in programs({"PATH": path, "WAYLAND_DISPLAY": "w"})] == ["wl-copy"]


def test_saving_never_overwrites_unasked(widgets: Engine, tmp_path: Path) -> None:
    file = tmp_path / "work" / "widget.py"
    file.write_text("mine")

    async def run() -> None:
        async with opened(widgets, BROKEN) as session:
            await session.shown("widget")
            await session.press("enter", "s")
            assert isinstance(session.app.screen, SaveScreen)
            await session.press("enter")
            await session.until(lambda: "exists" in session.said("#trouble"))
            assert file.read_text() == "mine"
            await session.press("escape")
            assert file.read_text() == "mine"
            await session.press("s")
            session.get("#file", Input).value = "other.py"
            await session.press("enter")
            await session.until(lambda: "Saved to" in session.notices)
            await session.press("s", "enter")
            await session.pilot.click("#overwrite")
            await session.until(lambda: file.read_text() != "mine")

    play(run)
    assert file.read_text() == (tmp_path / "work" / "other.py").read_text() == 'print("oiled")\n'


def test_nothing_runs_before_the_exact_command_was_confirmed(widgets: Engine, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(widgets, BROKEN) as session:
            await session.shown("widget")
            await session.press("enter", "r")
            screen = session.app.screen
            assert isinstance(screen, ConfirmScreen)
            command = session.said("#command")
            assert command.startswith(sys.executable)
            assert session.get("#folder", Input).value == str(tmp_path / "work")
            await session.press("enter")
            assert not isinstance(session.app.screen, OutputScreen), "a stray Enter runs nothing"
            await session.press("r", "y")
            assert isinstance(session.app.screen, ConfirmScreen), "no letter runs anything"
            await session.press("ctrl+r")
            output = session.app.screen
            assert isinstance(output, OutputScreen)
            await session.until(lambda: output.ended)
            assert output.text == "oiled"
            assert "succeeded" in session.said("#run-state")
            assert session.get("#output", Log).lines[0] == "oiled"

    play(run)


@pytest.mark.parametrize("size", [(80, 16), (80, 24), (170, 40)], ids=str)
def test_a_long_block_leaves_room_for_what_confirms_it(widgets: Engine, size: tuple[int, int]) -> None:
    snippet = replace(widgets.entry("widget").snippets[0], destructive=True, because="it ends a process")

    async def run() -> None:
        async with opened(widgets, size=size) as session:
            screen = ConfirmScreen(snippet, "\n".join(f"line_{number} = 0" for number in range(60)))
            await session.app.push_screen(screen)
            frame = session.get(".dialog", Vertical)
            word, button = session.get("#word", Input), session.get("#run", Button)
            await session.until(lambda: frame.region.height > word.region.height > 0)
            await session.until(lambda: frame.region.contains_region(word.region), "the field")
            await session.until(lambda: frame.region.contains_region(button.region), "the button")
            await session.until(lambda: "line_1 =" in session.text, "the code")

    play(run)


def test_what_destroys_needs_the_word(widgets: Engine, tmp_path: Path) -> None:
    gone = tmp_path / "work" / "gone"
    gone.write_text("")

    async def run() -> None:
        async with opened(widgets, BROKEN) as session:
            await at_block(session, 1)
            await session.press("r")
            assert session.get("#run", Button).disabled
            await session.press("shift+tab", "y", "tab")
            assert isinstance(session.app.screen, ConfirmScreen)
            await session.press(*"yes", "ctrl+r")
            assert isinstance(session.app.screen, ConfirmScreen)
            assert gone.exists()
            session.get("#word", Input).value = ""
            await session.press(*"run", "enter")
            assert isinstance(session.app.screen, ConfirmScreen)
            await session.press("ctrl+r")
            output = session.app.screen
            assert isinstance(output, OutputScreen)
            await session.until(lambda: output.ended)
            assert not gone.exists()

    play(run)


def test_a_run_can_be_stopped_with_its_children(widgets: Engine) -> None:
    async def run() -> None:
        async with opened(widgets, BROKEN) as session:
            await at_block(session, 2)
            await session.press("r")
            await session.pilot.click("#run")
            output = session.app.screen
            assert isinstance(output, OutputScreen)
            await session.until(lambda: "child" in output.text)
            child = int(output.text.split("child ")[1].split()[0])
            await session.press("x")
            await session.until(lambda: output.ended)
            assert "stopped" in session.said("#run-state")
            await session.until(lambda: not _lives(child), "the child's end")

    play(run)


def test_what_has_ended_is_not_ended_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        one = Run(plan("print('done')", "python", tmp_path))
        assert [line async for line in one.lines()] == ["done"]
        monkeypatch.setattr(os, "killpg", lambda group, number: asked.append(group))
        one.kill()

    asked: list[int] = []
    play(run)
    assert not asked, "its number may be another program's by now"


def test_what_a_run_leaves_running_ends_with_it(tmp_path: Path) -> None:
    async def run() -> None:
        lines = [line async for line in Run(plan("sleep 600 & echo $!", "bash", tmp_path)).lines()]
        for _ in range(500):
            if not _lives(int(lines[0])):
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the child outlived its run")

    play(run)


def _lives(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_placeholders_are_filled_in_first(widgets: Engine) -> None:
    async def run() -> None:
        async with opened(widgets, BROKEN) as session:
            await at_block(session, 3)
            await session.press("r")
            assert isinstance(session.app.screen, FillScreen)
            field = session.app.screen.query(Input).first()
            assert field.value == "/data"
            field.value = "/mnt/data"
            await session.press("enter")
            await session.pilot.click("#run")
            output = session.app.screen
            assert isinstance(output, OutputScreen)
            await session.until(lambda: output.ended)
            assert output.text == "looking at /mnt/data home"

    play(run)


def test_the_browser_runs_and_saves_nothing(widgets: Engine) -> None:
    async def run() -> None:
        async with opened(widgets, BROKEN, web=True) as session:
            await session.shown("widget")
            assert "Run here" not in session.text
            assert "Save code" not in session.text
            await session.press("ctrl+o")
            assert not session.app.screen.query("#file"), "no field for a path"
            await session.press("escape", "f4", "b")
            await session.until(lambda: "not built from the browser" in session.notices)
            session.app.clear_notifications()
            await session.press("f2")
            for key in ("r", "s"):
                await session.press("enter", key)
                assert "from the browser" in session.notices
                assert len(session.app.screen_stack) == 1

    play(run)
