"""The log view: failures, ranks, lines, answers, other logs, logs that grow."""

import gzip
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.widgets import Input, OptionList
from tui_session import LIMIT, LOG, OOM, opened, play

from msfaq import Engine
from msfaq.logs.gather import read_one
from msfaq.logs.logfile import LogFile, LogReader, LogReading
from msfaq.logs.progress import Stopped
from msfaq.reports.report import Report
from msfaq.tui import excerpt
from msfaq.tui.actions import find_action
from msfaq.tui.excerpt import Excerpts
from msfaq.tui.filters import Filters
from msfaq.tui.following import readings
from msfaq.tui.lane import Lane
from msfaq.tui.reports import GivenUp, Progress, read_report
from msfaq.tui.screens.chat import ChatScreen
from msfaq.tui.screens.log import LogScreen
from msfaq.tui.settings import Settings
from msfaq.tui.words import word

pytestmark = pytest.mark.slow

FIRST = 'Traceback (most recent call last):\n  File "train.py", line 7, in <module>\n    net(x)\n'


def a_log(folder: Path, name: str = "train.log") -> Path:
    file = folder / name
    calm = "".join(f"[INFO] epoch 1 step {n}\n" for n in range(500))
    file.write_text(f"{calm}{FIRST}RuntimeError: {OOM}\n{calm}{LOG}", "utf-8")
    return file


def a_folder(folder: Path, logs: int = 6) -> Path:
    """Make a folder of logs, one per rank; rank 1 fails first."""
    folder.mkdir()
    for rank in range(logs):
        failed = f"{FIRST}RuntimeError: {OOM}\n" if rank == 1 else ""
        (folder / f"rank_{rank}.log").write_text(f"[INFO] epoch 1 step 1\n{failed}", "utf-8")
    return folder


def test_failures_are_listed_with_their_lines_and_answers(engine: Engine, tmp_path: Path) -> None:
    file = a_log(tmp_path)

    async def run() -> None:
        async with opened(engine, settings=Settings(lang="en"), logs=(str(file),)) as session:
            assert isinstance(session.app.screen, LogScreen)
            await session.until(lambda: session.answers.option_count >= 2)
            await session.shown("generator-column-count-mismatch")
            await session.until(lambda: "▶ 1006" in session.text)
            assert "root cause" in session.text
            await session.press("n")
            await session.shown("oom-ascend-malloc")
            await session.until(lambda: "▶ 501" in session.text)
            await session.press("ctrl+t")
            await session.until(lambda: "根因" in session.text)
            await session.press("h")
            await session.shown("generator-column-count-mismatch")
            await session.press("n")
            await session.shown("oom-ascend-malloc")
            await session.press("a")
            await session.until(lambda: isinstance(session.app.screen, ChatScreen))
            await session.until(lambda: "oom-ascend-malloc" in session.text)

    play(run)


def test_ranks_lead_to_what_they_say(engine: Engine, tmp_path: Path) -> None:
    for rank in range(3):
        text = f"RuntimeError: {OOM}\n" if rank == 1 else "[INFO] step 1\n"
        (tmp_path / f"rank_{rank}.log").write_text(text, "utf-8")

    async def run() -> None:
        async with opened(engine, logs=(str(tmp_path),), settings=Settings(lang="en")) as session:
            ranks = session.get("#ranks", OptionList)
            await session.until(lambda: ranks.option_count == 3)
            assert "rank 0  no failure" in session.text
            assert "rank 1  root cause" in session.text
            ranks.focus()
            await session.press("down", "enter")
            await session.shown("oom-ascend-malloc")

    play(run)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
def test_a_key_leads_to_the_ranks_whatever_the_width(engine: Engine, tmp_path: Path, size: tuple[int, int]) -> None:
    folder = a_folder(tmp_path / "run", 3)

    async def run() -> None:
        async with opened(engine, logs=(str(folder),), settings=Settings(lang="en"), size=size) as session:
            await session.shown("oom-ascend-malloc")
            is_narrow = size[0] < 100
            await session.until(lambda: "v Ranks" in session.lines[-1])
            assert ("rank 0  no failure" in session.text) != is_narrow
            await session.press("v")
            ranks = session.get("#ranks", OptionList)
            assert ranks.has_focus
            await session.until(lambda: "rank 0  no failure" in session.text)
            assert session.answers.display != is_narrow
            await session.press("v")
            await session.until(lambda: session.answers.has_focus and session.answers.display)
            assert ("rank 0  no failure" in session.text) != is_narrow
            await session.press("v", "escape")
            await session.until(lambda: session.answers.has_focus)
            await session.press("v", "up", "enter")
            await session.until(lambda: "rank 0  no failure" in session.notices)
            assert ranks.has_focus
            await session.press("down", "enter")
            await session.until(lambda: session.answers.has_focus and session.answers.display)
            assert session.answers.chosen == "0"

    play(run)


def test_another_log_is_opened_and_a_growing_one_followed(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "live.log"
    file.write_text("[INFO] step 1\n", "utf-8")

    async def run() -> None:
        async with opened(engine, settings=Settings(lang="en"), size=(80, 24)) as session:
            await session.press("f6")
            await session.until(lambda: "No log is open" in session.text)
            await session.press("t")
            await session.until(lambda: "single log file" in session.notices)
            await session.press("l")
            session.get("#path", Input).value = str(tmp_path / "none.log")
            await session.press("enter")
            await session.until(lambda: "cannot be read" in session.text)
            session.get("#path", Input).value = str(file)
            await session.press("enter")
            await session.until(lambda: session.app.screen is session.view and "reading" not in session.said("#story"))
            await session.press("t")
            await session.until(lambda: "following: " in session.said("#story"))
            with file.open("a", encoding="utf-8") as stream:
                stream.write(f"{FIRST}RuntimeError: {OOM}\n")
            await session.until(lambda: session.answers.option_count == 1)
            await session.shown("oom-ascend-malloc")
            file.write_text(LOG, "utf-8")
            await session.until(lambda: session.page.entry is not None and session.page.entry.id != "oom-ascend-malloc")
            await session.press("t")
            await session.until(lambda: "following" not in session.said("#story"))
            await session.press("enter")
            assert session.page.has_focus

    play(run)


def test_the_last_words_before_a_log_is_rotated_are_told(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "live.log"
    file.write_text("[INFO] step 1\n", "utf-8")

    async def run() -> None:
        lane = Lane(lambda: engine, keeps_open=True)
        told = readings(lane, str(file), lambda: True)
        assert not (await anext(told)).groups
        with file.open("a", encoding="utf-8") as stream:
            stream.write(f"{FIRST}RuntimeError: {OOM}\n")
        file.rename(tmp_path / "live.log.1")
        file.touch()
        assert (await anext(told)).groups
        file.write_text("[INFO] begun anew\n", "utf-8")
        reading = await anext(told)
        assert (reading.groups, reading.file.lines) == ((), 1)
        await told.aclose()
        lane.close()

    play(run)


def test_a_browser_opens_no_file(engine: Engine, tmp_path: Path) -> None:
    file = a_log(tmp_path)

    async def run() -> None:
        async with opened(engine, web=True, settings=Settings(lang="en"), logs=(str(file),)) as session:
            assert "not opened from the browser" in session.said("#story")
            assert "Open a log" not in session.lines[-1]
            for key in ("l", "t"):
                await session.press(key)
                await session.until(lambda: "not opened from the browser" in session.notices)
                session.app.clear_notifications()
                assert isinstance(session.app.screen, LogScreen)
            screen = session.app.screen
            assert isinstance(screen, LogScreen)
            screen.open_logs((str(file),))
            await session.pilot.pause()
            assert session.answers.option_count == 0

    play(run)


def test_search_answers_while_a_log_is_read(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine.store.place
    file = a_log(tmp_path)
    gate, began = Event(), Event()

    def held(*arguments: Any) -> Report:
        began.set()
        assert gate.wait(LIMIT)
        return read_report(*arguments)

    monkeypatch.setattr("msfaq.tui.screens.log.read_report", held)

    async def run() -> None:
        async with opened(Engine, settings=Settings(lang="en"), logs=(str(file),)) as session:
            await session.until(began.is_set)
            assert "reading" in session.said("#story")
            await session.press("f2")
            await session.press(*"OOM")
            await session.shown("oom-ascend-malloc")
            gate.set()
            await session.press("f6")
            await session.shown("generator-column-count-mismatch")

    play(run)


def test_logs_are_counted_while_they_are_read_and_can_be_given_up(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = a_folder(tmp_path / "run")
    progress = Progress([str(folder)])
    report = read_report(progress, "en", Filters(), engine)
    assert progress.read == progress.logs == 6
    assert progress.done == progress.size == sum(file.stat().st_size for file in folder.iterdir())
    assert report.log.failures == engine.diagnose(str(folder), lang="en").log.failures
    unwanted = Progress([str(folder)])
    monkeypatch.setattr(LogReader, "feed", lambda self, count: pytest.fail("read on though nobody wants it"))
    unwanted.give_up()
    with pytest.raises(Stopped):
        unwanted.count(memoryview(b"more"))
    with pytest.raises(GivenUp):
        read_report(unwanted, "en", Filters(), engine)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_folder_shows_how_far_it_is_read_and_escape_stops_it(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    assert engine.store.place
    folder, gate, began = a_folder(tmp_path / "run"), Event(), Event()

    def held(path: str, *arguments: Any) -> LogReading | LogFile:
        if path.endswith("rank_3.log"):
            began.set()
            assert gate.wait(LIMIT)
        return read_one(path, *arguments)

    monkeypatch.setattr("msfaq.logs.gather.read_one", held)

    async def run() -> None:
        async with opened(Engine, settings=Settings(lang=lang), logs=(str(folder),)) as session:
            await session.until(began.is_set)
            await session.until(lambda: word("log files", lang, read=3, all=6) in session.said("#story"))
            assert word("log stop hint", lang) in session.said("#story")
            await session.until(lambda: find_action("log", "stop_reading").label.of(lang) in session.lines[-1])
            await session.press("escape")
            await session.until(lambda: "rank_" not in session.said("#story") and "…" in session.said("#story"))
            gate.set()
            await session.shown("oom-ascend-malloc")
            assert session.said("#story").startswith(word("log stopped", lang, read=3, all=6))
            assert session.get("#ranks", OptionList).option_count == 3
            await session.press("enter")
            assert session.page.has_focus
            await session.press("escape")
            assert session.answers.has_focus, "where nothing is read, Escape goes back"

    play(run)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_read_before_the_stop_is_told(engine: Engine, tmp_path: Path, jobs: int) -> None:
    folder = a_folder(tmp_path / "run", 40)
    largest = folder / "rank_1.log"
    # Larger than all others together: who has read as much has read it, whatever the others did meanwhile.
    largest.write_text(largest.read_text("utf-8") + "[INFO] epoch 1 step 1\n" * 60, "utf-8")

    class Impatient(Progress):
        def add(self, size: int, *, logs: int = 0) -> None:
            super().add(size, logs=logs)
            self.stopped = self.read >= 2 and self.done >= largest.stat().st_size

    # The largest log is read first by several processes, the first by one.
    progress = Impatient([str(folder)])
    report = engine.diagnose(str(folder), lang="en", jobs=jobs, progress=progress)
    assert [failure.ranks for failure in report.log.failures] == [(1,)]
    stopped = [log for log in report.log.logs if "stopped" in log.problem]
    assert len(stopped) == 38 if jobs == 1 else len(stopped) <= 38


def test_what_is_piped_in_ends(engine: Engine, tmp_path: Path) -> None:
    file, ended = tmp_path / "stdin.log", Event()
    file.write_text("[INFO] step 1\n", "utf-8")

    async def run() -> None:
        grows = lambda: not ended.is_set()  # noqa: E731
        async with opened(engine, settings=Settings(lang="en"), logs=(str(file),), grows=grows) as session:
            await session.until(lambda: session.said("#story").startswith("following: "))
            with file.open("a", encoding="utf-8") as stream:
                stream.write(f"{FIRST}RuntimeError: {OOM}\n")
            ended.set()
            await session.until(lambda: not session.said("#story").startswith("following: "))
            await session.shown("oom-ascend-malloc")
            assert "of standard input" in session.said("#story")
            assert "line 2" in session.text
            await session.until(lambda: "▶ 2" in session.text, "the lines of what was piped in")

    play(run)


@given(lines=st.lists(st.text("ab\u4e2d \r", max_size=9), min_size=1, max_size=60), first=st.integers(1, 70))
def test_lines_are_found_whatever_the_blocks(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], first: int
) -> None:
    file = tmp_path_factory.mktemp("excerpt") / "a.log"
    file.write_bytes("\n".join(lines).encode())
    packed = file.with_suffix(".gz")
    packed.write_bytes(gzip.compress(file.read_bytes()))
    whole = Excerpts(str(file)).lines(1, 100)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(excerpt, "_BLOCK", 7)
        for path in (file, packed):
            excerpts = Excerpts(str(path))
            for at in (first, 1, first // 2 + 1):
                assert excerpts.lines(at, at + 3) == [row for row in whole if at <= row[0] <= at + 3]
