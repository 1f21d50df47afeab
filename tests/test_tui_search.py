"""Searching in the terminal interface: typed, composed, pasted, filtered, in both languages."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual import events
from textual.widgets import Input, Select, TextArea
from tui_session import LOG, OOM, Session, opened, play, quiet

from msfaq import Diagnosis, Engine
from msfaq.tui.building import Building
from msfaq.tui.filters import Filters
from msfaq.tui.screens.filter import FilterScreen
from msfaq.tui.screens.paste import PasteScreen
from msfaq.tui.settings import Settings
from msfaq.tui.widgets.readbar import ReadBar

Lookup = Callable[..., Diagnosis]


def test_answers_appear_while_the_question_is_typed(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            assert "What went wrong?" in session.text
            await session.press(*"OOM")
            await session.shown("oom-ascend-malloc")
            assert session.answers.option_count >= 1
            await session.press("enter")
            await session.until(lambda: session.page.has_focus)
            await session.press("escape")
            assert session.answers.has_focus
            await session.press("escape")
            assert session.get("#question", Input).has_focus

    play(run)


def test_the_list_says_how_sure_it_is_in_words_and_marks_what_was_asked(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.until(lambda: session.answers.option_count)
            prompt = session.answers.get_option_at_index(0).prompt
            assert "sure 97%" in str(prompt)
            marks = {str(prompt)[span.start : span.end] for span in prompt.spans if "underline" in str(span.style)}  # type: ignore[union-attr]
            assert "Memory" in marks

    play(run)


def test_chinese_arrives_in_bursts(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, settings=Settings(lang="zh")) as session:
            for part in ("怎么只保存", " loss ", "最低的权重"):
                for character in part:
                    session.app.screen.post_message(events.Key(character, character))
            await session.until(lambda: session.get("#question", Input).value == "怎么只保存 loss 最低的权重")
            await session.shown("save-checkpoint-at-lowest-loss")
            assert "loss" in session.said("#case")

    play(run)


def test_an_overtaken_question_is_never_shown(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, began, asked = Event(), Event(), []
    real: Lookup = engine.lookup

    def slow(text: str, **options: Any) -> Diagnosis:
        asked.append(text)
        if text == "O":
            began.set()
            assert gate.wait(60)
        return real(text, **options)

    monkeypatch.setattr(engine, "lookup", slow)

    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: "warm up" in asked)
            await session.press("O")
            await session.until(began.is_set)
            await session.press("O", "M", "x", "backspace")
            gate.set()
            await session.shown("oom-ascend-malloc")
            assert [text for text in asked if text != "warm up"] == ["O", "OOM"]

    play(run)


def test_what_is_waited_for_is_said(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, building, real = Event(), Building(), engine.lookup

    def slow(text: str, **options: Any) -> Diagnosis:
        if text == "OOM":
            assert gate.wait(60)
        return real(text, **options)

    monkeypatch.setattr(engine, "lookup", slow)

    async def run() -> None:
        async with opened(engine, building=building) as session:
            await session.press(*"OOM")
            await session.until(lambda: "looking it up" in session.said("#outcome"))
            building.begin()
            await session.until(lambda: "Building the index" in session.said("#outcome"))
            gate.set()
            await session.shown("oom-ascend-malloc")
            assert building.seconds is None
            assert "index" not in session.said("#outcome")

    play(run)


def test_a_pasted_traceback_is_read_as_a_log(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: session.app.focused is not None)
            session.app.screen.post_message(events.Paste(LOG))
            await session.shown("generator-column-count-mismatch")
            assert "9 lines read · judged by line 9: " in session.said("#read")
            assert session.get("#question", Input).value == ""
            assert "train.py:42  model.train(10, dataset)" in session.said("#case")
            await session.press("ctrl+o")
            assert isinstance(session.app.screen, PasteScreen)
            area = session.get("#log", TextArea)
            assert area.text == LOG
            await session.until(lambda: area.cursor_location[0] == 8, "the cursor on the line that was used")
            await session.press("escape")
            await session.press("ctrl+n")
            assert not session.get("#readbar", ReadBar).display

    play(run)


def test_a_short_pasted_line_goes_into_the_field(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: session.app.focused is not None)
            session.app.screen.post_message(events.Paste("Launch kernel failed"))
            await session.shown("launch-kernel-failed")
            assert session.get("#question", Input).value == "Launch kernel failed"

    play(run)


def test_a_paste_outside_the_field_counts_too(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, "OOM") as session:
            await session.shown("oom-ascend-malloc")
            await session.press("enter")
            session.app.screen.post_message(events.Paste(LOG))
            await session.shown("generator-column-count-mismatch")

    play(run)


def test_a_large_paste_is_read(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            await session.until(lambda: session.app.focused is not None)
            session.app.screen.post_message(events.Paste("[INFO] all is well\n" * 100_000 + LOG))
            await session.shown("generator-column-count-mismatch")
            assert session.said("#read").startswith("100009 lines read")
            assert not session.app.context.session.question, "half a log is not kept"

    play(run)


def test_the_paste_area_takes_a_text_and_a_file(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "train.log"
    file.write_bytes(LOG.encode("gb18030"))

    async def run() -> None:
        async with opened(engine, settings=Settings(lang="zh")) as session:
            await session.press("ctrl+o")
            session.get("#file", Input).value = str(tmp_path / "absent.log")
            session.get("#file", Input).focus()
            await session.press("enter")
            assert "读不了" in session.notices
            session.get("#file", Input).value = str(file)
            await session.press("enter")
            await session.until(lambda: "已读 9 行 · 依据第 9 行" in session.said(".dialog-title"))
            await session.press("ctrl+s")
            await session.shown("generator-column-count-mismatch")

    play(run)


def test_what_is_not_known_is_said_with_what_helps(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, "how do I bake bread", settings=Settings(filters=Filters(platform="CPU"))) as session:
            await session.until(lambda: "Not known" in session.said("#case"))
            assert "Drop the filters (CPU)" in session.said("#case")

    play(run)


def test_filters_narrow_the_answers(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, "shape mismatch") as session:
            await session.until(lambda: session.answers.option_count)
            await session.press("ctrl+f")
            assert isinstance(session.app.screen, FilterScreen)
            session.get("#filter-area", Select).value = "checkpoint"
            session.get("#filter-ms_version", Input).value = "new"
            await session.pilot.click("#apply")
            assert "is no release" in session.notices
            session.get("#filter-ms_version", Input).value = "2.3.1"
            await session.press("ctrl+s")
            await session.until(lambda: "Filters: checkpoints · 2.3.1" in session.text)
            await session.until(
                lambda: (
                    session.answers.option_count
                    and all(engine.entry(name).area == "checkpoint" for name in session.answers.ids)
                )
            )
            await session.press("ctrl+f")
            await session.pilot.click("#reset")
            await session.until(lambda: "Filters:" not in session.text)

    play(run)


@pytest.mark.parametrize(
    ("filters", "field"), [({"area": "memory"}, "area"), ({"kind": "howto"}, "kind"), ({"mode": "graph"}, "modes")]
)
def test_the_engine_leaves_out_what_a_filter_does(engine: Engine, filters: dict[str, str], field: str) -> None:
    found = engine.lookup("how do I reduce memory", lang="en", limit=20, **filters)  # type: ignore[arg-type]
    names = [answer.id for answer in found.answers] + [near.id for near in found.nearest]
    assert names
    (wanted,) = filters.values()
    for name in names:
        value = getattr(engine.entry(name), field)
        assert value == wanted or wanted in value or "any" in value


def test_the_language_changes_in_place(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.shown("oom-ascend-malloc")
            assert "30.4 GiB were requested" in session.said("#case")
            await session.press("ctrl+t")
            await session.until(lambda: "申请 30.4 GiB" in session.said("#case"))
            assert "F2 提问" in session.text
            assert "粘贴日志" in session.text
            await session.press("ctrl+t")
            await session.until(lambda: "30.4 GiB were requested" in session.said("#case"))

    play(run)


def test_earlier_questions_come_back(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            for question in ("OOM", "EI0006"):
                await session.press("ctrl+n")
                await session.press(*question)
                await session.until(lambda: session.answers.option_count)
                await session.press("enter", "escape", "escape")
            field = session.get("#question", Input)
            await session.press("ctrl+n")
            await session.press("up")
            assert field.value == "EI0006"
            await session.press("up")
            assert field.value == "OOM"
            await session.press("down")
            assert field.value == "EI0006"
            await session.press("down", "down")
            assert session.app.focused is session.answers

    play(run)


WIKI = """\
# Gateway

## The scheduler says: no flux badge for this project

Badges run out after 30 days. Run `badge --renew PROJECT` on the gateway, then queue the job again.
"""


@pytest.mark.parametrize("web", [False, True], ids=["terminal", "browser"])
def test_ones_own_documents_are_shown_as_ones_own(small_book: Path, tmp_path: Path, web: bool) -> None:
    wiki = tmp_path / "wiki" / "gateway.md"
    wiki.parent.mkdir()
    wiki.write_text(WIKI, "utf-8")

    async def run() -> None:
        cache, data = tmp_path / "cache", tmp_path / "own"
        with Engine(entries=small_book, guides=tmp_path / "none", cache=cache, data=data) as engine:
            engine.documents.add([str(wiki.parent)])
            async with opened(engine, "no flux badge for this project", web=web) as session:
                if web:
                    await session.until(lambda: "Not known" in session.text)
                    assert not any(name.startswith("own:") for name in session.answers.ids)
                    assert "badge --renew" not in session.text
                    return
                await session.until(lambda: "badge --renew" in session.text)
                row = str(session.answers.get_option_at_index(0).prompt)
                assert "your document" in row
                assert "gateway.md:5" in row
                assert "From your own documents, not from msfaq" in session.said("#case")
                assert f"{wiki}:5" in session.page.markdown
                await session.press("enter", "y")
                await session.until(lambda: "Copied the passage" in session.notices)

    play(run)


def test_a_refusal_is_one_line(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from msfaq.errors import IndexFault

    def broken(text: str, **options: Any) -> Diagnosis:
        raise IndexFault("the index [cannot] be opened")

    monkeypatch.setattr(engine, "lookup", broken)

    async def run() -> None:
        async with opened(engine, "OOM") as session:
            await session.until(lambda: "the index [cannot] be opened" in session.said("#outcome"))

    play(run)


async def settled(session: Session) -> None:
    """Wait until nothing is asked or shown any more."""
    await session.until(lambda: not [w for w in session.app.workers if not w.is_finished])
    await asyncio.sleep(0.2)
    await session.until(lambda: not [w for w in session.app.workers if not w.is_finished])


@pytest.mark.slow
def test_ten_thousand_keys_leave_nothing_behind(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine) as session:
            field = session.get("#question", Input)

            async def burst(times: int) -> tuple[int, int]:
                for at in range(times):
                    field.value = "loss is nan after some steps"[: at % 29]
                    if at % 100 == 0:
                        await quiet(session.app)
                field.value = "OOM"
                await session.shown("oom-ascend-malloc")
                await settled(session)
                return len(session.app.query("*")), len(asyncio.all_tasks())

            first = await burst(200)
            second = await burst(10_000)
            assert second[0] == first[0]
            assert second[1] <= first[1] + 2

    play(run)


def test_a_new_question_is_not_overwritten_by_what_was_on_its_way(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.shown("oom-ascend-malloc")
            for _ in range(2):
                await session.pilot.press("ctrl+t", "ctrl+n")
                await settled(session)
                assert session.page.entry is None
                assert session.answers.option_count == 0
                await session.press(*"OOM")
                await session.shown("oom-ascend-malloc")

    play(run)
