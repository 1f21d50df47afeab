"""Hands keys to the interface one after another: the next one once all that the last one does is done.

A key that a field has no use for climbs from widget to widget up to the app before it does anything; those behind it
would overtake it, so that letters and backspaces that arrive together would be carried out in another order.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from textual import events
from textual.app import App

from msfaq.tui.work import dropped_when_closed

_PATIENCE: Final = 1.0
"""Seconds after which the next key is handed on even if nobody says that the last one is done with."""

_Input = events.Key | events.Paste


class Typist:
    """Keys and pastes that wait for their turn."""

    def __init__(self, app: App[Any], give: Callable[[_Input], Awaitable[None]]) -> None:
        """``give`` hands one of them to whatever has the focus."""
        self._app = app
        self._give = give
        self._waiting: asyncio.Queue[_Input] = asyncio.Queue()
        self._is_working = False

    def take(self, event: _Input) -> None:
        """Put one behind those that wait."""
        self._waiting.put_nowait(event)
        if not self._is_working:
            self._is_working = True
            self._app.run_worker(self._work, group="typing")  # type: ignore[arg-type]

    async def _work(self) -> None:
        try:
            while self._app.is_running and not self._waiting.empty():
                event = self._waiting.get_nowait()
                reached = self._app.focused or self._app.screen
                # A key may close the interface while what an earlier one began still runs here.
                with dropped_when_closed(self._app.screen):
                    await self._give(event)
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._settled([*reached.ancestors_with_self]), _PATIENCE)
        finally:
            self._is_working = False

    async def _settled(self, nodes: list[Any]) -> None:
        """Wait until a message that began at the first of these nodes has come to the last."""
        for node in nodes:
            done = asyncio.Event()
            if node.is_running and node.call_later(done.set):
                await done.wait()
