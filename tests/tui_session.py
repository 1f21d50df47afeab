"""A session with the terminal interface, driven by keys, that waits for what it expects."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar
from unittest.mock import patch

from textual.app import ScreenStackError
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from msfaq import Engine
from msfaq.tui.app import MsfaqApp
from msfaq.tui.screens.reading import ReadingView
from msfaq.tui.widgets.answers import AnswerList
from msfaq.tui.widgets.page import AnswerPage

W = TypeVar("W", bound=Widget)

LIMIT = float(os.environ.get("MSFAQ_TEST_LIMIT", "90"))
"""Seconds after which a condition counts as failed; only a broken program takes so long."""

LOG = """\
[INFO] epoch 1 step 10
Traceback (most recent call last):
  File "train.py", line 42, in <module>
    model.train(10, dataset)
RuntimeError: Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'.
------------------------------------------------------------------
- Dataset Pipeline Error Message:
------------------------------------------------------------------
[ERROR] The 'source' should return same number of NumPy arrays as specified in column_names, \
the size of column_names is:1 and number of returned NumPy array is:2
"""

OOM = "Out of Memory!!! total[3212254720] (dynamic[0] memory poll[524288000]) malloc[32611480064] failed!"


class Session:
    """The app, its pilot, and what is read off the screen."""

    def __init__(self, app: MsfaqApp, pilot: "Pilot[None]") -> None:
        self.app = app
        self.pilot = pilot

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Wait until a condition holds."""
        end = asyncio.get_running_loop().time() + LIMIT
        while not condition():
            assert asyncio.get_running_loop().time() < end, f"never came: {what or condition}\n{self.text}"
            await asyncio.sleep(0.01)
            await quiet(self.app)

    async def press(self, *keys: str) -> None:
        """Press keys and let them be handled."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def shown(self, entry: str) -> None:
        """Wait until an entry stands on the page."""
        await self.until(lambda: self.page.entry is not None and self.page.entry.id == entry, entry)

    @property
    def view(self) -> ReadingView:
        """The open view, which has a list and a page."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, ReadingView)
        return screen

    @property
    def page(self) -> AnswerPage:
        """The page of the open view."""
        return self.view.query_one(AnswerPage)

    @property
    def answers(self) -> AnswerList:
        """The list of the open view."""
        return self.view.query_one(AnswerList)

    @property
    def text(self) -> str:
        """Everything on the screen."""
        return "\n".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """The rows of the screen."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips(self.app.size)]

    @property
    def notices(self) -> str:
        """What pops up at this moment."""
        return "\n".join(notice.message for notice in self.app._notifications)

    def get(self, name: str, kind: type[W]) -> W:
        """Return a widget of the screen on top."""
        return self.app.screen.query_one(name, kind)

    def said(self, name: str) -> str:
        """Return the text of a static widget."""
        return str(self.get(name, Static).render())


CALM = 8
"""Turns of the event loop without a message, after which none is taken to be under way."""

REST = 0.002
"""Seconds between two looks at messages that wait for another thread: without them this loop would hold it up."""


async def quiet(app: MsfaqApp) -> None:
    """Wait until every message has been handled, those that were sent meanwhile too, and the screen is drawn."""
    for _ in range(2):
        calm = turns = 0
        while calm < CALM:
            turns += 1
            await asyncio.sleep(0 if turns < 8 * CALM else REST)
            waiting = any(node.message_queue_size for node in (app, *app._registry))
            calm = 0 if waiting else calm + 1
        with suppress(ScreenStackError):
            app.screen._on_timer_update()


@asynccontextmanager
async def running(app: MsfaqApp, size: tuple[int, int] = (120, 36)) -> "AsyncIterator[Pilot[None]]":
    """Run an app without a terminal; its pilot waits for messages.

    Textual's own waits until the process uses no processor, up to a second twice for each key: with an engine at work
    on another thread, or on a busy machine, that is always the whole second.
    """

    async def wait_for_idle(*_: float) -> None:
        await quiet(app)

    with patch("textual.app.wait_for_idle", wait_for_idle), patch("textual.pilot.wait_for_idle", wait_for_idle):
        async with app.run_test(size=size, notifications=True) as pilot:
            yield pilot


@asynccontextmanager
async def opened(
    engine: Engine | Callable[[], Engine], first: str = "", *, size: tuple[int, int] = (120, 36), **options: Any
) -> AsyncIterator[Session]:
    """Open the interface; the first view is ready."""
    async with running(MsfaqApp(engine, first, **options), size) as pilot:
        assert isinstance(pilot.app, MsfaqApp)
        session = Session(pilot.app, pilot)
        await session.until(lambda: session.app.screen_stack and session.app.screen.is_mounted, "the first view")
        await pilot.pause()
        yield session


def play(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a session."""
    asyncio.run(work())
