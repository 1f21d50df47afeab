"""Work beside the keys: what comes back too late for its view is dropped, what goes wrong in a living one is not."""

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.css.query import NoMatches
from textual.events import Event, Key
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import WorkerFailed
from tui_session import play

from msfaq.tui.typist import Typist
from msfaq.tui.work import start


class LeavingStatic(Static):
    """Says when it has left its view."""

    def __init__(self, left: asyncio.Event) -> None:
        super().__init__(id="outcome")
        self.left = left

    def on_unmount(self) -> None:
        """Say so."""
        self.left.set()


class LateScreen(Screen[None]):
    """Shows a result on a line that has gone by then."""

    def __init__(self, wanted: str = "#outcome") -> None:
        super().__init__()
        self.left, self.wanted, self.missed = asyncio.Event(), wanted, False

    def compose(self) -> ComposeResult:
        """Yield the line."""
        yield LeavingStatic(self.left)

    def on_mount(self) -> None:
        """Begin to work."""
        start(self, self._work, "late")

    async def _work(self) -> None:
        if self.wanted == "#outcome":
            await self.left.wait()
        try:
            self.query_one(self.wanted, Static).update("done")
        except NoMatches:
            self.missed = True
            raise


@pytest.mark.parametrize("closing", ["the view", "everything"])
def test_a_result_for_a_view_that_closes_is_dropped(closing: str) -> None:
    async def run() -> None:
        app: App[None] = App()
        async with app.run_test() as pilot:
            screen = LateScreen()
            await app.push_screen(screen)
            await pilot.pause()
            if closing == "the view":
                await app.pop_screen()
                await pilot.pause()
        assert screen.missed

    play(run)


@pytest.mark.parametrize("closing", ["the view", "everything"])
def test_what_a_key_shows_in_a_view_that_closes_is_dropped(closing: str) -> None:
    steps: list[str] = []

    async def run() -> None:
        app: App[None] = App()
        screen = LateScreen()

        async def give(_event: Event) -> None:
            steps.append("taken")
            await screen.left.wait()
            steps.append("late")
            screen.query_one("#outcome", Static).update("done")
            steps.append("shown")

        async with app.run_test() as pilot:
            await app.push_screen(screen)
            Typist(app, give).take(Key("x", "x"))
            await pilot.pause()
            if closing == "the view":
                await app.pop_screen()
                await pilot.pause()

    play(run)
    assert steps == ["taken", "late"]


def test_a_missing_line_in_a_living_view_is_an_error() -> None:
    async def run() -> None:
        app: App[None] = App()
        async with app.run_test() as pilot:
            await app.push_screen(LateScreen("#misspelt"))
            await pilot.pause()

    with pytest.raises(WorkerFailed, match="misspelt"):
        play(run)
