"""The screens of the checklist and of walks, driven by keys in an app of their own."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from textual.message import Message
from textual.pilot import Pilot
from textual.widgets import Input, Markdown, OptionList, Static, TextArea
from tui_session import running

from msfaq import Engine
from msfaq.tui.app import MsfaqApp
from msfaq.tui.checklist.dialogs import NoteDialog
from msfaq.tui.checklist.export import ExportDialog
from msfaq.tui.checklist.item import ItemScreen
from msfaq.tui.checklist.run import RunScreen
from msfaq.tui.checklist.screen import ChecklistScreen
from msfaq.tui.screens.search import SearchScreen
from msfaq.tui.settings import Settings
from msfaq.tui.walk.screen import WalkScreen
from msfaq.tui.widgets.hints import Hints
from msfaq.tui.widgets.page import AnswerPage
from msfaq.worksheets.contents import Attachment
from msfaq.worksheets.worksheet import Worksheet

pytestmark = pytest.mark.slow

DS01 = "checklist-ds-01-missing-values"


class Host(MsfaqApp):
    """The interface, which notes what the screens say."""

    def __init__(self, engine: Engine, lang: str) -> None:
        super().__init__(engine, settings=Settings(lang=lang))
        self.heard: list[Message] = []

    def on_item_changed(self, event: Message) -> None:
        self.heard.append(event)

    on_report_written = on_entry_wanted = on_item_changed

    def names(self) -> list[str]:
        return [type(message).__name__ for message in self.heard]


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait for a condition; the machine may be slow."""
    for _ in range(6000):
        await pilot.pause(0.01)
        if condition():
            return
    raise AssertionError("it never came to pass")


def drive(
    engine: Engine,
    lang: str,
    screen: "ChecklistScreen | WalkScreen",
    session: Callable[[Host, Pilot[None]], Coroutine[None, None, None]],
    size: tuple[int, int] = (80, 24),
    theme: str = "msfaq-dark",
) -> None:
    async def run() -> None:
        app = Host(engine, lang)
        async with running(app, size) as pilot:
            app.theme = theme
            app.push_screen(screen)
            title = "#items" if isinstance(screen, ChecklistScreen) else "#choices"
            await until(
                pilot, lambda: bool(screen.query(title)) and screen.query_one(title, OptionList).option_count > 1
            )
            await session(app, pilot)

    asyncio.run(run())


@pytest.fixture
def sheet(tmp_path: Path) -> Worksheet:
    project = tmp_path / "resnet50"
    project.mkdir()
    return Worksheet(project, folder=tmp_path / "data")


def text_of(screen: "ChecklistScreen | WalkScreen", selector: str) -> str:
    return str(screen.query_one(selector, Static).render())


def test_states_are_chosen_by_keys_and_kept(engine: Engine, sheet: Worksheet) -> None:
    screen = ChecklistScreen(sheet)

    async def session(app: Host, pilot: Pilot[None]) -> None:
        await pilot.press("p", "down", "o", "down", "x")
        await until(pilot, lambda: len(app.heard) == 3)
        records = sheet.read().records
        assert [records[e].state for e in sorted(records)] == ["found", "fine", "not-applicable"]
        assert "3 of 24 looked at" in text_of(screen, "#progress")
        assert "ds.01 ds.02: a verdict without" in text_of(screen, "#progress")
        await pilot.press("u")
        await until(pilot, lambda: "2 of 24" in text_of(screen, "#progress"))
        count = screen.query_one("#items", OptionList).option_count
        await pilot.press("v")
        await until(pilot, lambda: screen.query_one("#items", OptionList).option_count == count - 2)
        await pilot.press("ctrl+t")
        await until(pilot, lambda: "2/24 项已检查" in text_of(screen, "#progress"))
        assert app.context.lang == "zh"

    drive(engine, "en", screen, session)


def test_an_items_page_note_file_and_removal(engine: Engine, sheet: Worksheet) -> None:
    (sheet.project / "check.log").write_text("nan=12 [b]x[/b]\n")
    screen = ChecklistScreen(sheet)

    async def session(app: Host, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ItemScreen))
        assert "What to look for" in app.screen.query_one(Markdown).source
        await pilot.press("n", *"12 rows", "escape")
        await until(pilot, lambda: isinstance(app.screen, NoteDialog))
        assert "once more drops it" in str(app.screen.query_one("#hint", Static).render())
        await pilot.press("ctrl+s")
        await until(pilot, lambda: sheet.read().record(DS01).note == "12 rows")
        await pilot.press("a")
        await until(pilot, lambda: bool(app.screen.query(Input)))
        await pilot.press(*"none.log", "enter")
        await until(pilot, lambda: "there is no such file" in str(app.screen.query_one("#hint", Static).render()))
        app.screen.query_one(Input).value = "check.log"
        await pilot.press("enter")
        await until(pilot, lambda: len(sheet.read().record(DS01).attachments) == 1)
        assert isinstance(app.screen, ItemScreen)
        await until(pilot, lambda: "nan=12 [b]x[/b]" in app.screen.query_one(Markdown).source)
        await pilot.press("d")
        await until(pilot, lambda: bool(app.screen.query(OptionList)))
        await pilot.press("enter")
        await until(pilot, lambda: not sheet.read().record(DS01).attachments)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert "¶" in str(screen.query_one("#items", OptionList).get_option_at_index(1).prompt)

    drive(engine, "en", screen, session)


def test_a_note_changed_elsewhere_is_not_lost(engine: Engine, sheet: Worksheet) -> None:
    screen = ChecklistScreen(sheet)

    async def session(app: Host, pilot: Pilot[None]) -> None:
        await pilot.press("n", *"mine")
        sheet.set_note(DS01, "theirs")
        await pilot.press("ctrl+s")
        await until(
            pilot, lambda: isinstance(app.screen, NoteDialog) and "theirs" in app.screen.query_one(TextArea).text
        )
        assert app.screen.query_one(TextArea).text == "theirs\n\nmine"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: sheet.read().record(DS01).note == "theirs\n\nmine")

    drive(engine, "en", screen, session)


def test_a_script_is_adapted_run_and_kept(engine: Engine, sheet: Worksheet) -> None:
    (sheet.project / "mydata.py").write_text("ROWS = 42\n")
    screen = ChecklistScreen(sheet)

    async def session(app: Host, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RunScreen) and bool(app.screen.query("#code")))
        code = app.screen.query_one("#code", TextArea)
        await until(pilot, lambda: "import numpy" in code.text)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "run it to its end" in str(app.screen.query_one("#hint", Static).render()))
        code.text = "import mydata\nprint('rows', mydata.ROWS)"
        await pilot.press("ctrl+r")
        await until(pilot, lambda: "rows 42" in app.screen.query_one("#output", TextArea).text)
        await until(pilot, lambda: "done" in str(app.screen.query_one("#hint", Static).render()))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: len(sheet.read().record(DS01).attachments) == 1)
        (kept,) = sheet.read().record(DS01).attachments
        assert (kept.kind, kept.text, "mydata" in kept.code) == ("snippet", "rows 42\n", True)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RunScreen) and bool(app.screen.query("#code")))
        await until(pilot, lambda: "mydata" in app.screen.query_one("#code", TextArea).text)
        app.screen.query_one("#code", TextArea).text = "import time\nprint('begun', flush=True)\ntime.sleep(600)"
        await pilot.press("ctrl+r")
        await until(pilot, lambda: "begun" in app.screen.query_one("#output", TextArea).text)
        await pilot.press("ctrl+r")
        await until(pilot, lambda: "ended: stopped" in str(app.screen.query_one("#hint", Static).render()))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)

    drive(engine, "en", screen, session)


@pytest.mark.parametrize(("at", "form"), [(0, "md"), (1, "html"), (2, "json")])
def test_the_report_is_written_and_never_over_a_file_unasked(
    engine: Engine, sheet: Worksheet, at: int, form: str
) -> None:
    screen = ChecklistScreen(sheet)
    file = sheet.project / f"accuracy-report.{form}"
    file.write_text("mine")

    async def session(app: Host, pilot: Pilot[None]) -> None:
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, ExportDialog) and bool(app.screen.query(Input)))
        await pilot.press("shift+tab", *["right"] * at, "enter")
        await until(pilot, lambda: app.screen.query_one(Input).value == file.name)
        await pilot.press("tab", "enter")
        await until(pilot, lambda: "已存在" in str(app.screen.query_one("#hint", Static).render()))
        assert file.read_text() == "mine"
        await pilot.press("enter")
        await until(pilot, lambda: "ReportWritten" in app.names())
        assert "精度检查报告" in file.read_text("utf-8") or '"lang": "zh"' in file.read_text("utf-8")

    drive(engine, "zh", screen, session)


def test_a_worksheet_that_cannot_be_written_is_said(engine: Engine, sheet: Worksheet) -> None:
    sheet.file.parent.mkdir()
    sheet.file.write_bytes(b"no database " * 500)
    screen = ChecklistScreen(sheet)

    async def session(app: Host, pilot: Pilot[None]) -> None:
        await pilot.press("p")
        await until(pilot, lambda: any("damaged" in note.message for note in app._notifications))
        assert sheet.file.read_bytes() == b"no database " * 500

    drive(engine, "en", screen, session)


def test_a_walk_by_numbers_back_and_to_its_result(engine: Engine, sheet: Worksheet) -> None:
    screen = WalkScreen("loss-diff-first-step", worksheet=sheet)

    async def session(app: Host, pilot: Pilot[None]) -> None:
        assert "Run one script twice" in text_of(screen, "#asked")
        await pilot.press("2", "down", "enter")
        await until(pilot, lambda: "The loss of step 2" in text_of(screen, "#asked"))
        assert "→ Step 1 agrees" in text_of(screen, "#path")
        await pilot.press("b")
        await until(pilot, lambda: "With the same input" in text_of(screen, "#asked"))
        await pilot.press("9", "4")
        await until(pilot, lambda: "very probably has the same problem" in screen.query_one(Markdown).source)
        await pilot.press("ctrl+t")
        await until(pilot, lambda: "标杆脚本多半" in screen.query_one(Markdown).source)
        (kept,) = sheet.read().walks
        assert kept.result is not None
        await pilot.press("r", "1")
        await until(pilot, lambda: "固定随机性" in screen.query_one(Markdown).source)
        await pilot.press("g")
        await until(pilot, lambda: app.names()[-1] == "EntryWanted")
        assert getattr(app.heard[-1], "entry_id", "") == "fix-randomness"

    drive(engine, "en", screen, session)


def test_a_walk_goes_on_where_it_was_left_and_into_the_next(engine: Engine, sheet: Worksheet) -> None:
    from msfaq.answers.walking import start

    sheet.keep_walk(start(engine.entry("loss-diff-first-step")).answer(2).answer(3))
    screen = WalkScreen("loss-diff-first-step", worksheet=sheet)

    async def session(app: Host, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "the curves fork later" in text_of(screen, "#asked"))
        await pilot.press("2", "w")
        await until(pilot, lambda: screen.walk is not None and screen.walk.entry_id == "reproduce-accuracy-problem")
        await pilot.press("b")
        await until(pilot, lambda: screen.walk is None)
        await pilot.press("1")
        await until(pilot, lambda: screen.walk is not None)

    drive(engine, "en", screen, session)


@pytest.mark.parametrize("size", [(80, 24), (200, 60), (60, 20)])
@pytest.mark.parametrize(("lang", "theme"), [("en", "msfaq-dark"), ("zh", "msfaq-light")])
def test_it_fits_the_terminal(engine: Engine, sheet: Worksheet, size: tuple[int, int], lang: str, theme: str) -> None:
    sheet.attach(DS01, Attachment(0, "file", "check.log", "nan=12\n", 7, 0, "", 0))
    screen = ChecklistScreen(sheet)

    async def session(app: Host, pilot: Pilot[None]) -> None:
        items, bar = screen.query_one("#items", OptionList), screen.query_one(Hints)
        assert items.region.height >= 3
        assert items.region.bottom <= bar.region.y
        assert bar.region.bottom == size[1]
        assert screen.query_one("#page").display == (size[0] >= 110)
        if size[0] >= 110:
            await until(pilot, lambda: "ds.01" in screen.query_one(Markdown).source)
            await until(pilot, lambda: len(list(screen.query_one(Markdown).children)) > 5)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WalkScreen) and app.screen.query_one("#choices").has_focus)

    drive(engine, lang, screen, session, size, theme)


def test_the_app_opens_both(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MSFAQ_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    async def session() -> None:
        app = MsfaqApp(engine)
        async with running(app, (100, 30)) as pilot:
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, ChecklistScreen))
            await until(pilot, lambda: app.screen.query_one("#items", OptionList).option_count > 1)
            await pilot.press("w")
            await until(pilot, lambda: isinstance(app.screen, WalkScreen))
            await until(pilot, lambda: app.screen.query_one("#choices", OptionList).option_count > 1)
            walks = [name for name in engine.entry_ids("decision") if engine.entry(name).walk]
            app.screen.query_one("#choices", OptionList).highlighted = walks.index("loss-diff-first-step")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, WalkScreen) and app.screen.walk is not None)
            await pilot.press("1", "g")
            await until(pilot, lambda: isinstance(app.screen, SearchScreen))
            page = app.screen.query_one(AnswerPage)
            await until(pilot, lambda: page.entry is not None and page.entry.id == "fix-randomness")
            await app.open_entry("loss-diff-first-step")
            await until(pilot, lambda: page.entry is not None and page.entry.id == "loss-diff-first-step")
            await pilot.press("w")
            await until(pilot, lambda: isinstance(app.screen, WalkScreen) and app.screen.walk is not None)
            walk = app.screen
            assert isinstance(walk, WalkScreen)
            await until(pilot, lambda: walk.walk is not None and walk.walk.entry_id == "loss-diff-first-step")
            await pilot.press("escape")
            await until(pilot, lambda: walk.walk is None)

    asyncio.run(session())


def test_nothing_is_kept_from_a_browser(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MSFAQ_DATA", str(tmp_path / "data"))

    async def session() -> None:
        app = MsfaqApp(engine, web=True)
        async with running(app, (100, 30)) as pilot:
            await app.show_view("checklist")
            await until(pilot, lambda: app.screen.query_one("#items", OptionList).option_count > 1)
            await pilot.press("p", "n", "r", "e")
            assert isinstance(app.screen, ChecklistScreen)
            await app.walk("loss-diff-first-step")
            await until(pilot, lambda: isinstance(app.screen, WalkScreen) and app.screen.walk is not None)
            await pilot.press("2")
            await pilot.pause()
            assert not (tmp_path / "data").exists()

    asyncio.run(session())
