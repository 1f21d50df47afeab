"""Where an answer leads: links, guides, history, and what stands above an echo."""

import pytest
from textual.widgets import Input, OptionList
from tui_session import OOM, opened, play, quiet

from msfaq import Engine
from msfaq.tui.actions import find_action
from msfaq.tui.messages import EntryWanted
from msfaq.tui.screens.chat import ChatScreen
from msfaq.tui.screens.links import LinksScreen
from msfaq.tui.settings import Settings
from msfaq.tui.widgets.snippet import SnippetBlock
from msfaq.tui.words import word


def test_links_lead_on_and_history_leads_back(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.shown("oom-ascend-malloc")
            await session.press("enter")
            await session.until(lambda: session.page.history.here is not None)
            await session.press("o")
            assert isinstance(session.app.screen, LinksScreen)
            await session.until(lambda: session.get("#links", OptionList).option_count > 3)
            await session.press("enter")
            await session.shown("oom-graph-mode")
            await session.press("[")
            await session.shown("oom-ascend-malloc")
            assert "30.4 GiB" in session.said("#case")
            await session.press("]")
            await session.shown("oom-graph-mode")
            await session.press("]")
            assert "Nothing further" in session.notices
            await session.press("alt+left")
            await session.shown("oom-ascend-malloc")
            await session.press("f")
            await session.until(lambda: session.page.scroll_y > 0)
            await session.press("n")
            await session.until(lambda: session.answers.highlighted == min(1, session.answers.option_count - 1))

    play(run)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_an_entrys_guides_are_links_and_open_on_the_page(engine: Engine, lang: str) -> None:
    from textual.widgets import Markdown

    (name,) = engine.entry("oom-ascend-malloc").guides
    guide = engine.guide(name)
    title = guide.title.of(lang)

    async def run() -> None:
        async with opened(engine, OOM, settings=Settings(lang=lang)) as session:
            await session.shown("oom-ascend-malloc")
            await session.press("enter")
            tail = session.page.query_one("#tail", Markdown)
            await session.until(lambda: f"](entry:{name})" in tail.source)
            assert title.split(":")[0] in tail.source
            tail.post_message(Markdown.LinkClicked(tail, f"entry:{name}"))
            await session.until(lambda: session.page.document == name)
            assert title in session.said("#case")
            assert guide.sections(lang)[0].heading in session.page.query_one("#text", Markdown).source
            assert session.app.context.session.entry == name, "the next start goes on here"
            assert not session.page.query(SnippetBlock)
            await session.press("y")
            await session.until(lambda: word("what guide", lang) in session.notices)
            code, back = find_action("answer", "copy_code"), find_action("answer", "back")
            assert code.label.of(lang) not in session.lines[-1], "a guide has no code to offer"
            await session.until(lambda: back.label.of(lang) in session.lines[-1])
            await session.press("ctrl+t")
            other = guide.title.of("en" if lang == "zh" else "zh")
            await session.until(lambda: other in session.said("#case"))
            await session.press("[")
            await session.shown("oom-ascend-malloc")
            await session.press("]")
            await session.until(lambda: session.page.document == name)
            await session.press("a")
            await session.until(lambda: isinstance(session.app.screen, ChatScreen))
            await session.until(lambda: other in session.text, "what the guide is about, asked in the chat")

    play(run)


def test_guides_are_among_the_links_and_in_the_palette(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, OOM, settings=Settings(lang="en")) as session:
            await session.shown("oom-ascend-malloc")
            await session.press("enter", "o")
            links = session.get("#links", OptionList)
            await session.until(lambda: links.option_count)
            assert "entry:memory-problems" in [links.get_option_at_index(n).id for n in range(links.option_count)]
            links.highlighted = links.get_option_index("entry:memory-problems")
            await session.press("enter")
            await session.until(lambda: session.page.document == "memory-problems")
            await session.press("[")
            await session.shown("oom-ascend-malloc")
            await session.press("ctrl+p")
            session.get("CommandInput", Input).value = "which memory, what the numbers say"
            await session.until(lambda: "Open the guide" in session.text)
            await session.press("enter")
            await session.until(lambda: session.page.document == "memory-problems")

    play(run)


def test_a_link_in_the_text_opens_the_entry(engine: Engine) -> None:
    from textual.widgets import Markdown

    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.shown("oom-ascend-malloc")
            text = session.page.query_one("#text", Markdown)
            text.post_message(Markdown.LinkClicked(text, "entry:gradient-accumulation"))
            await session.shown("gradient-accumulation")
            text.post_message(Markdown.LinkClicked(text, "entry:no-such-entry"))
            await session.until(lambda: "no-such-entry" in session.notices)

    play(run)


def test_a_link_is_not_overtaken_by_what_waited_before_it(engine: Engine) -> None:
    async def run() -> None:
        async with opened(engine, OOM) as session:
            await session.shown("oom-ascend-malloc")
            view = session.view
            view.show_latest("operator-shape-dtype-error", visit=False)
            await quiet(session.app)
            view.show_latest("oom-ascend-malloc", visit=True)
            view.show_soon()
            view.post_message(EntryWanted("gradient-accumulation"))
            await session.shown("gradient-accumulation")
            for _ in range(30):
                await session.pilot.pause(0.01)
            await session.shown("gradient-accumulation")
            await session.press("[")
            await session.shown("oom-ascend-malloc")
            assert [visit.entry for visit in session.page.history.visits][-2:] == [
                "oom-ascend-malloc",
                "gradient-accumulation",
            ]

    play(run)


def test_an_echo_points_at_what_stands_above(engine: Engine) -> None:
    log = "RuntimeError: Device 0 memory is short\nRuntimeError: Distribute Task Failed\n"

    async def run() -> None:
        async with opened(engine, log) as session:
            await session.until(lambda: "Only the echo of an earlier failure" in session.said("#case"))
            assert "Device 0 memory is short" in session.said("#case")

    play(run)
