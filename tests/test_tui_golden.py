"""What the terminal interface looks like, at three sizes and in both languages; MSFAQ_UPDATE_GOLDEN=1 rewrites it."""

import difflib
import os
from importlib.metadata import version
from pathlib import Path

import pytest
from layout import ROOT
from tui_session import Session, opened, play

from msfaq import Engine
from msfaq.tui.screens.log import LogScreen
from msfaq.tui.settings import Settings

FOLDER = ROOT / "tests" / "golden" / "screens"
DRAWN_BY = FOLDER / "textual.txt"
SIZES = ((80, 24), (110, 30), (170, 40))


LOG = "step 1\nRuntimeError: The widget of size 2048 broke\n"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_screens_look_as_they_did(
    small_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], lang: str
) -> None:
    updating = bool(os.environ.get("MSFAQ_UPDATE_GOLDEN"))
    if not updating and DRAWN_BY.read_text("utf-8").strip() != version("textual"):
        pytest.skip("the pictures were drawn by another release of Textual, which may place things otherwise")
    drawn: dict[str, str] = {}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "train.log").write_text(LOG, "utf-8")

    async def run() -> None:
        theme = "msfaq-light" if lang == "en" else "msfaq-dark"
        with Engine(cache=tmp_path / "cache", entries=small_book, guides=tmp_path / "none") as engine:
            async with opened(engine, LOG, size=size, settings=Settings(lang=lang, theme=theme)) as session:
                await session.shown("widget")
                drawn["answer"] = await at_rest(session)
                await session.press("f3")
                await session.shown("widget")
                drawn["entries"] = await at_rest(session)
                await session.press("f6")
                screen = session.app.screen
                assert isinstance(screen, LogScreen)
                screen.open_logs(("train.log",))
                await session.shown("widget")
                drawn["log"] = await at_rest(session)

    play(run)
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


async def at_rest(session: Session) -> str:
    """Return the picture of a screen at rest: the same three times running."""
    await session.until(lambda: session.page.query("SnippetBlock"))
    await session.until(lambda: not [w for w in session.app.workers if not w.is_finished])
    before, same = "", 0
    while same < 3:
        await session.pilot.pause(0.1)
        text = session.app.export_screenshot(simplify=True)
        same = same + 1 if text == before else 0
        before = text
    return before
