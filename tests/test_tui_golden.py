"""What the terminal interface looks like, at three sizes and in both languages; MSFAQ_UPDATE_GOLDEN=1 rewrites it."""

import difflib
import os
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
from layout import ROOT
from textual.widgets import Input
from tui_session import Session, opened, play

from msfaq import Engine
from msfaq.tui import facts
from msfaq.tui.library import IndexFacts, Library
from msfaq.tui.screens.log import LogScreen
from msfaq.tui.settings import Settings
from msfaq.tui.walk.screen import WalkScreen
from msfaq.worksheets.worksheet import Worksheet

pytestmark = pytest.mark.slow

FOLDER = ROOT / "tests" / "golden" / "screens"
BOOK = ROOT / "tests" / "data" / "screens"
DRAWN_BY = FOLDER / "textual.txt"
SIZES = ((80, 24), (110, 30), (170, 40))
TAKES = (((80, 24), "zh"), ((80, 24), "en"), ((110, 30), "zh"), ((170, 40), "en"))
"""Size and language of the views and dialogs that are forms and lists: words are tight in the smallest alone."""

HOME = Path("/home/me/resnet50")
"""The folder that the pictures show in place of the test's own."""

LOG = "step 1\nRuntimeError: The widget of size 2048 broke\n"

Play = Callable[[Session], Awaitable[None]]


@pytest.fixture
def book(small_book: Path) -> Path:
    """Return a book with a widget, a checklist of five items, a decision procedure and a guide."""
    shutil.copytree(BOOK / "entries", small_book, dirs_exist_ok=True)
    return small_book


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_screens_look_as_they_did(
    small_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], lang: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.log").write_text(LOG, "utf-8")

    async def run() -> None:
        with Engine(cache=tmp_path / "cache", entries=small_book, guides=tmp_path / "none") as engine:
            async with opened(engine, LOG, size=size, settings=settings(lang)) as session:
                await session.shown("widget")
                drawn["answer"] = await answer_at_rest(session)
                await session.press("f3")
                await session.shown("widget")
                drawn["entries"] = await answer_at_rest(session)
                await session.press("f6")
                screen = session.app.screen
                assert isinstance(screen, LogScreen)
                screen.open_logs(("train.log",))
                await session.shown("widget")
                drawn["log"] = await answer_at_rest(session)

    with compared(size, lang) as drawn:
        play(run)


@pytest.mark.parametrize(("size", "lang"), TAKES, ids=str)
def test_the_other_views_look_as_they_did(
    book: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], lang: str
) -> None:
    a_known_machine(monkeypatch)
    sheet = Worksheet(HOME)
    sheet.set_state("item-ds-01", "fine")
    sheet.set_note("item-ds-01", "NaN: 0 / 50000", before="")
    sheet.set_state("item-ds-02", "found")

    async def run() -> None:
        with Engine(cache=tmp_path / "cache", entries=book, guides=tmp_path / "none") as engine:
            async with opened(engine, size=size, settings=settings(lang)) as session:
                await session.press("f4")
                await session.until(lambda: "9f2c" in session.text, "the facts")
                drawn["status"] = await at_rest(session)
                await session.press("f7")
                await session.until(lambda: "hp.01" in session.text, "the items")
                drawn["checklist"] = await at_rest(session)
                await session.press("f9")
                await session.until(lambda: isinstance(session.app.screen, WalkScreen))
                walk = session.app.screen
                assert isinstance(walk, WalkScreen)
                await session.until(lambda: walk._entries, "the procedures")
                await session.press("1")
                await session.until(lambda: walk.walk is not None)
                await session.press("1")
                await session.until(lambda: walk.walk is not None and walk.walk.steps)
                drawn["walk"] = await at_rest(session)
                await session.press("2")
                await session.until(lambda: walk.walk is not None and walk.walk.ending)
                drawn["walk-result"] = await at_rest(session)

    with compared(size, lang) as drawn:
        play(run)


@pytest.mark.parametrize(("size", "lang"), TAKES, ids=str)
def test_the_dialogs_look_as_they_did(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], lang: str
) -> None:
    a_known_machine(monkeypatch)

    async def run() -> None:
        with Engine(cache=tmp_path / "cache", entries=book, guides=BOOK / "guides") as engine:
            async with opened(engine, LOG, size=size, settings=settings(lang)) as session:
                await session.shown("widget")
                await answer_at_rest(session)

                async def take(name: str, *keys: str) -> None:
                    await session.press(*keys)
                    await session.until(lambda: session.app.screen is not session.view)
                    drawn[name] = await at_rest(session)
                    await session.press("escape")
                    await session.until(lambda: session.app.screen is session.view)

                await session.press("enter")
                await take("run", "r")
                await take("save", "s")
                await take("filters", "ctrl+f")
                await session.view.open_entry("which-widget")
                await session.shown("which-widget")
                await take("run-destructive", "r")
                await session.view.open_entry("care-of-widgets")
                await session.until(lambda: session.page.document == "care-of-widgets")
                drawn["guide"] = await at_rest(session)

    with compared(size, lang) as drawn:
        play(run)


def settings(lang: str) -> Settings:
    """Return settings with a theme per language: both are drawn."""
    return Settings(lang=lang, theme="msfaq-light" if lang == "en" else "msfaq-dark")


def a_known_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the screens tell of one machine, whichever the test runs on."""
    meta = {"entries": "710", "guides": "8", "model": "msfaq-static", "dim": "256", "model_digest": "9f2c41d07a53"}
    meta |= {"built": "1700000000", "stamp": "5d1e8a"}
    index = IndexFacts(f"{HOME.parent}/.cache/msfaq/index-5d1e.sqlite", 9 * 2**20, meta)

    async def known(_: Library) -> IndexFacts:
        return index

    machine = SimpleNamespace(
        python_version=lambda: "3.11.9",
        python_implementation=lambda: "CPython",
        system=lambda: "Linux",
        release=lambda: "5.10.0",
        machine=lambda: "aarch64",
    )
    process = SimpleNamespace(getpid=lambda: 4711, urandom=lambda size: b"\x2a" * size)
    monkeypatch.setattr(Library, "facts", known)
    monkeypatch.setattr(facts, "platform", machine)
    monkeypatch.setattr(facts, "time", SimpleNamespace(strftime=time.strftime, localtime=time.gmtime))
    monkeypatch.setattr(facts, "VERSION", "1.0.0")
    monkeypatch.setattr(facts, "_installed", lambda names, lang: "2.7.0" if "mindspore" in names else "1.0.0")
    monkeypatch.setattr(facts, "settings_file", lambda: HOME.parent / ".config/msfaq/settings.json")
    monkeypatch.setattr(facts, "session_file", lambda: HOME.parent / ".local/state/msfaq/session.json")
    monkeypatch.setattr("msfaq.tui.checklist.sheet.project_folder", lambda chosen: HOME)
    monkeypatch.setattr("msfaq.tui.running.sys", SimpleNamespace(executable="/usr/bin/python3"))
    monkeypatch.setattr("msfaq.tui.running.os", process)
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/tmp")
    monkeypatch.setattr(Path, "cwd", lambda: HOME)


@contextmanager
def compared(size: tuple[int, int], lang: str) -> Iterator[dict[str, str]]:
    """Give a place for pictures by name, and compare those that are there in the end with the golden ones."""
    updating = bool(os.environ.get("MSFAQ_UPDATE_GOLDEN"))
    if not updating and DRAWN_BY.read_text("utf-8").strip() != version("textual"):
        pytest.skip("the pictures were drawn by another release of Textual, which may place things otherwise")
    drawn: dict[str, str] = {}
    yield drawn
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in drawn.items():
        file = FOLDER / f"{name}.{lang}.{size[0]}x{size[1]}.svg"
        if updating:
            file.write_text(text, "utf-8")
            DRAWN_BY.write_text(version("textual") + "\n", "utf-8")
        golden = file.read_text("utf-8")
        if text != golden:
            lines = difflib.unified_diff(golden.split("\n"), text.split("\n"), "golden", "drawn", n=0, lineterm="")
            pytest.fail(f"{file.name}\n" + "\n".join(line[:300] for line in lines))


async def answer_at_rest(session: Session) -> str:
    """Return the picture of a view whose page has been filled."""
    await session.until(lambda: session.page.query("SnippetBlock"))
    return await at_rest(session)


async def at_rest(session: Session) -> str:
    """Return the picture of a screen at rest: the same three times running."""
    await session.until(lambda: not [w for w in session.app.workers if not w.is_finished])
    for field in session.app.screen.query(Input):
        field.cursor_blink = False
    before, same = "", 0
    while same < 3:
        await session.pilot.pause(0.1)
        text = session.app.export_screenshot(simplify=True)
        same = same + 1 if text == before else 0
        before = text
    return before
