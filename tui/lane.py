"""One engine and the thread that asks it: in turn, never on the thread that draws, and never in the way of leaving."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from msfaq.engine import Engine

T = TypeVar("T")

_PATIENCE: Final = 2.0
"""Seconds that leaving waits for the running call; a longer one is left behind."""

_Task = tuple[Callable[["Engine"], Any], "Future[Any]"]


class Lane:
    """Does work on an engine of its own, one piece after another.

    The thread is a daemon: whoever leaves does not wait for a log of gigabytes.
    """

    def __init__(
        self, make: "Callable[[], Engine]", *, keeps_open: bool = False, after: Callable[[], None] = lambda: None
    ) -> None:
        """Make a lane; ``make`` gives the engine, at the first piece of work and on the lane's thread.

        ``keeps_open`` means that somebody else closes it; ``after`` is called there behind each piece of work.
        """
        self._after = after
        self._make = make
        self._keeps_open = keeps_open
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._closed = False

    async def do(self, work: "Callable[[Engine], T]") -> T:
        """Return what ``work`` makes of the engine; raises what it raises.

        What is given up before its turn is skipped.
        """
        done: Future[T] = Future()
        self._tasks.put((work, done))
        if self._thread is None:
            self._thread = Thread(target=self._run, name="lane", daemon=True)
            self._thread.start()
        return await asyncio.wrap_future(done)

    def close(self) -> None:
        """Close the engine once the running call has ended; what waits is dropped."""
        self._closed = True
        if self._thread is not None:
            self._tasks.put(None)
            self._thread.join(_PATIENCE)

    def _run(self) -> None:
        engine: Engine | None = None
        while (task := self._tasks.get()) is not None:
            work, done = task
            if self._closed or not done.set_running_or_notify_cancel():
                continue
            try:
                engine = engine or self._make()
                done.set_result(work(engine))
            except BaseException as error:  # whoever asked is to hear of it, whatever it is
                done.set_exception(error)
            finally:
                self._after()
        if engine is not None and not self._keeps_open:
            engine.close()
