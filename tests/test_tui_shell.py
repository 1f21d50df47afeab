"""The shell of the terminal interface: views, help, palette, themes, sizes, what is kept."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.command import CommandPalette
from textual.widgets import Input, OptionList
from tui_session import LOG, opened, play

from msfaq import Engine
from msfaq.corpus.vocabulary import AREAS, KINDS
from msfaq.tui.actions import ACTIONS, GROUPS, actions_of
from msfaq.tui.filters import Filters
from msfaq.tui.saving import Saver
from msfaq.tui.screens.help import HelpScreen, shown_key
from msfaq.tui.screens.status import StatusScreen
from msfaq.tui.session import History, load_session
from msfaq.tui.session import Session as Kept
from msfaq.tui.settings import Settings, load_settings
from msfaq.tui.themes import CYCLE
from msfaq.tui.views import VIEWS, view_keys
from msfaq.tui.widgets.hints import Hint, Hints, fitting
from msfaq.tui.words import WORDS, word


def test_the_entries_are_browsed_by_area_and_word(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.press("f3")
            count = len(engine.entry_ids())
            await session.until(lambda: f"{count} of {count} entries" in session.text)
            areas = session.get("#areas", OptionList)
            assert areas.option_count == len(AREAS) + 1
            await session.press(*"hccl")
            await session.until(lambda: session.answers.option_count < count)
            assert session.answers.option_count > 0
            await session.press("enter", "}")
            await session.until(lambda: areas.highlighted == 1)
            await session.press("{")
            areas.highlighted = 1 + AREAS.index("distributed")
            await session.until(lambda: all(engine.entry(n).area == "distributed" for n in session.answers.ids))
            await session.press("enter")
            await session.until(lambda: session.page.has_focus and session.page.entry is not None)
            session.app.context.set_filters(Filters(kind="concept"))
            await session.until(lambda: all(engine.entry(n).kind == "concept" for n in session.answers.ids))
            await session.press("ctrl+t", "/")
            await session.until(lambda: "全部" in session.text)
            assert session.get("#filter", Input).has_focus

    play(run)


def test_the_status_names_versions_and_rebuilds(small_book: Path, tmp_path: Path) -> None:
    async def run() -> None:
        with Engine(cache=tmp_path / "cache", entries=small_book, guides=tmp_path / "none") as engine:
            async with opened(engine) as session:
                await session.press("f4")
                screen = session.app.screen
                assert isinstance(screen, StatusScreen)
                await session.until(lambda: str(tmp_path / "cache") in screen.text)
                assert "msfaq: 0." in screen.text
                assert "Entries: 1" in screen.text
                await session.press("b")
                await session.until(lambda: "Rebuilt in" in session.said("#step"))
                await session.press("ctrl+t")
                await session.until(lambda: "重建索引" in session.text)

    play(run)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_help_screen_lists_the_whole_registry(engine: Engine, lang: str) -> None:
    async def run() -> None:
        async with opened(engine, settings=Settings(lang=lang), size=(120, 220)) as session:
            await session.press("f1")
            assert isinstance(session.app.screen, HelpScreen)
            await session.until(lambda: GROUPS["dialog"].of(lang) in session.text)
            shown = session.text
            for group in GROUPS:
                for action in actions_of(group):
                    assert shown_key(action.keys.split(",")[0]) in shown
                    assert action.help.of(lang) in shown, action
            await session.press("escape")
            assert not isinstance(session.app.screen, HelpScreen)

    play(run)


def test_the_palette_finds_commands_views_and_entries(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, settings=Settings(lang="zh")) as session:
            await session.press("ctrl+p")
            assert isinstance(session.app.screen, CommandPalette)
            await session.press(*"accumulation")
            await session.until(lambda: "没有" not in session.text and "梯度累" in session.text)
            await session.press("enter")
            await session.shown("gradient-accumulation")
            await session.press("ctrl+p")
            await session.press(*"high contrast")
            await session.until(lambda: "换成这种配色" in session.text)
            await session.press("enter")
            await session.until(lambda: session.app.theme == "msfaq-contrast")

    play(run)


def test_the_theme_key_goes_round(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, settings=Settings(theme="msfaq-dark")) as session:
            seen = []
            for _ in CYCLE:
                await session.press("f8")
                seen.append(session.app.theme)
            assert sorted(seen) == sorted(CYCLE)

    play(run)


@pytest.mark.slow
def test_sizes_from_tiny_to_huge_in_a_storm(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, LOG) as session:
            await session.shown("generator-column-count-mismatch")
            dice = random.Random(7)
            for _ in range(12):
                await session.pilot.resize_terminal(dice.randint(1, 260), dice.randint(1, 80))
            await session.pilot.resize_terminal(80, 24)
            await session.until(lambda: session.app.screen.has_class("-narrow"))
            assert "GeneratorDataset" in session.text
            assert session.answers.region.bottom <= session.page.region.y
            await session.press("enter")
            await session.until(lambda: not session.answers.region.height, "the page alone")
            await session.pilot.resize_terminal(180, 40)
            await session.until(lambda: session.app.screen.has_class("-wide"))
            codes, text = session.page.query_one("#codes"), session.page.query_one("#text")
            await session.until(lambda: codes.region.x > text.region.x, "the code beside the text")

    play(run)


@pytest.mark.parametrize("lang", ["zh", pytest.param("en", marks=pytest.mark.slow)])
def test_every_view_survives_a_storm_and_its_keys_fit(engine: Engine, tmp_path: Path, lang: str) -> None:
    (tmp_path / "train.log").write_text(LOG, "utf-8")

    async def run() -> None:
        logs = (str(tmp_path / "train.log"),)
        async with opened(engine, LOG, settings=Settings(lang=lang), logs=logs) as session:
            dice = random.Random(11)
            for place, spec in enumerate(VIEWS):
                await session.press(view_keys(place).partition(",")[0])
                await session.until(lambda spec=spec: session.app.current_mode == spec.name, spec.name)  # type: ignore[misc]
                for size in ((dice.randint(1, 40), dice.randint(1, 12)), (dice.randint(100, 260), 50), (80, 24)):
                    await session.pilot.resize_terminal(*size)
                # Help lists what has no room here; a resize is laid out a moment later.
                await session.until(
                    lambda: session.lines[-1].count("F1 ") == 1 and cell_len(session.lines[-1]) <= 80, spec.name
                )

    play(run)


@given(st.lists(st.tuples(st.text("ab中", min_size=1, max_size=12), st.booleans()), max_size=20), st.integers(0, 120))
def test_hints_keep_their_order_and_never_help_out(labels: list[tuple[str, bool]], width: int) -> None:
    hints = [Hint(str(at), "k", text, f"screen.{at}", enabled) for at, (text, enabled) in enumerate(labels)]
    hints.insert(len(hints) // 2, Hint("f1", "F1", "Help", "app.help", True))
    shown = fitting(hints, width)
    assert [hint for hint in hints if hint in shown] == shown
    assert any(hint.key == "f1" for hint in shown)
    if len(shown) > 1:
        assert sum(hint.width for hint in shown) + 2 * (len(shown) - 1) <= width


def test_a_click_on_a_hint_does_what_its_key_does(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, settings=Settings(lang="en")) as session:
            column = session.lines[-1].index("F1 Help")
            await session.pilot.hover(Hints, offset=(column, 0))
            await session.pilot.click(Hints, offset=(column, 0))
            await session.until(lambda: isinstance(session.app.screen, HelpScreen))

    play(run)


def test_without_colours_the_cursor_is_still_seen(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def run() -> None:
        async with opened(engine, "OOM") as session:
            await session.shown("oom-ascend-malloc")
            assert session.app.native_ansi_color, "colours are left to the terminal, and the driver drops them"

            def is_marked() -> bool:
                strips = session.app.screen._compositor.render_strips(session.app.size)
                row = next(strip for strip in strips if "Out of Memory" in strip.text)
                return any(s.style and s.style.reverse for s in row)

            await session.until(is_marked, "the cursor")

    play(run)


def test_what_was_done_is_kept_and_taken_up_again(engine: Engine, tmp_path: Path) -> None:
    files = tmp_path / "settings.json", tmp_path / "session.json"

    async def first() -> None:
        savers = Saver(files[0], print), Saver(files[1], print)
        async with opened(engine, savers=savers) as session:
            await session.press(*"OOM")
            await session.shown("oom-ascend-malloc")
            await session.press("enter", "f8", "ctrl+t")
            # No farewell: a kill would find the files as they are at this moment.
            await session.until(lambda: files[1].exists() and "oom-ascend" in files[1].read_text())
            await session.until(lambda: load_settings(files[0])[0].lang in ("zh", "en"))

    async def second() -> None:
        settings, session_ = load_settings(files[0]), load_session(files[1])
        assert settings[1] == session_[1] == ""
        async with opened(engine, settings=settings[0], session=session_[0]) as session:
            assert session.get("#question", Input).value == "OOM"
            await session.shown("oom-ascend-malloc")
            assert session.app.context.lang == "zh"
            assert session.app.theme == settings[0].theme != ""
            assert session.page.history.here is not None

    play(first)
    play(second)
    assert session_files(tmp_path) == {"settings.json", "session.json"}


def session_files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.is_file()}


DAMAGED = (
    "",
    "{",
    "[]",
    "null",
    '{"lang": 3}',
    '{"filters": "x"}',
    "\0" * 100,
    '{"theme": "' + "x" * 70_000,
    "[" * 9000,
)


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_means_defaults_and_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text)
    settings, complaint = load_settings(file)
    assert settings == Settings()
    assert "damaged" in complaint
    assert "\n" not in complaint
    kept, complaint = load_session(tmp_path / "absent.json")
    assert (kept, complaint) == (Kept(), "")


def test_an_unknown_value_in_the_settings_is_named_and_the_rest_kept(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    value = {
        "lang": "fr",
        "theme": "msfaq-light",
        "filters": {"platform": "TPU", "kind": "error"},
        "keys": {"no.such": "x"},
    }
    file.write_text(json.dumps(value | {"later": 1}))
    settings, complaint = load_settings(file)
    assert settings == Settings(theme="msfaq-light", filters=Filters(kind="error"))
    assert "no.such" in complaint
    assert "'fr'" in complaint


def test_a_key_that_another_action_has_is_named(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"keys": {"answer.copy_code": "y", "answer.save_code": "f1"}}))
    settings, complaint = load_settings(file)
    assert settings.keys == {"answer.copy_code": "y", "answer.save_code": "f1"}
    assert "'y' is both answer.copy_code and answer.copy_answer" in complaint
    assert "'f1' is both answer.save_code and app.help" in complaint
    file.write_text(json.dumps({"keys": {"answer.copy_code": "x", "answer.copy_answer": "c"}}))
    assert load_settings(file)[1] == ""


def test_keys_can_be_remapped(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, settings=Settings(keys={"app.language": "f9"})) as session:
            await session.press("f9")
            await session.until(lambda: "F2 提问" in session.text)

    play(run)


def test_history_is_bounded_and_cuts_what_was_ahead() -> None:
    from msfaq.tui.session import Visit

    way = History()
    for number in range(300):
        way = way.visit(Visit(f"e{number}"))
    assert len(way.visits) == 100
    back = way.moved(-3)
    assert back is not None
    assert back.here == Visit("e296")
    other = back.visit(Visit("x"))
    assert other.visits[-2:] == (Visit("e296"), Visit("x"))
    assert other.moved(1) is None
    assert other.visit(Visit("x", "q")).visits[-1] == Visit("x", "q")
    assert len(other.visit(Visit("x")).visits) == len(other.visits)


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    lines: list[str] = []
    saver = Saver(tmp_path / "file" / "settings.json", lines.append)
    for lang in ("zh", "en", "zh"):
        saver.put(Settings(lang=lang))
    saver.close(30)
    assert len(lines) == 1
    assert "cannot be written" in lines[0]


def test_every_word_is_said_in_both_languages() -> None:
    import re

    for key, (zh, en) in WORDS.items():
        assert zh, key
        assert en, key
        assert set(re.findall(r"\{(\w+)\}", zh)) == set(re.findall(r"\{(\w+)\}", en)), key
    for area in AREAS:
        assert word(f"area {area}", "zh") != word(f"area {area}", "en")
    for kind in KINDS:
        assert word(f"kind {kind}", "zh")


def test_the_registry_is_sound() -> None:
    ids = [action.id for action in ACTIONS if "(" not in action.name]
    assert len(ids) == len(set(ids))
    for group in GROUPS:
        keys = [key for action in actions_of(group) for key in action.keys.split(",")]
        assert len(keys) == len(set(keys)), group
    assert all(action.label.zh and action.label.en and action.help.zh and action.help.en for action in ACTIONS)
    assert all(spec.make().__class__.__name__ in spec.where for spec in VIEWS)
