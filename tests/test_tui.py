"""The terminal interface: typed questions, keys, languages."""

import asyncio

from conftest import Run
from textual.widgets import Input, Markdown, OptionList, Static

from msfaq import Engine
from msfaq.tui.app import MsfaqApp


async def settle(app: MsfaqApp) -> None:
    await app.workers.wait_for_complete()
    for _ in range(3):
        await asyncio.sleep(0.05)


def test_a_question_is_answered_while_it_is_typed(engine: Engine) -> None:
    async def session() -> None:
        app = MsfaqApp(engine)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.press(*"OOM")
            await settle(app)
            answers = app.query_one("#answers", OptionList)
            assert answers.option_count >= 1
            assert answers.get_option_at_index(0).id == "oom-ascend-malloc"
            assert "Out of Memory" in app.query_one("#answer", Markdown).source
            await pilot.press("ctrl+t")
            await settle(app)
            assert "内存不足" in app.query_one("#answer", Markdown).source
            await pilot.press("enter", "down")
            await settle(app)
            assert answers.highlighted == 1
            await pilot.press("ctrl+n")
            assert app.query_one("#question", Input).value == ""

    asyncio.run(session())


def test_what_is_not_known_is_said(engine: Engine) -> None:
    async def session() -> None:
        app = MsfaqApp(engine, "how do I bake bread")
        async with app.run_test(size=(80, 24)):
            await settle(app)
            assert "Not known" in str(app.query_one("#status", Static).render())

    asyncio.run(session())


def test_without_a_terminal_it_says_so(run_msfaq: Run) -> None:
    done = run_msfaq("tui")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("msfaq: the terminal interface needs a terminal")
