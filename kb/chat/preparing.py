"""Opens what conversations need before the first turn asks for it: models, tables, patterns."""

from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from msfaq.chat.conversation import Chat
from msfaq.engine import Engine
from msfaq.errors import MsfaqError

if TYPE_CHECKING:
    from msfaq.index.retriever import Retriever

_REHEARSED: Final = (
    "Launch kernel failed",
    "why?",
    "只给命令",
    "still fails on 2.3",
    "loss 是 nan 怎么办",
    "昇腾上呢",
)
"""Turns that go through most of what a turn can go through."""

_PROMPT_FIRST: Final = 0.1
"""Seconds until it begins: two threads that import take turns, and somebody waits for the prompt."""


def prepare(engine: Engine, stopped: Event | None = None) -> None:
    """Open all that a turn needs, and hold a conversation that nobody sees; leave off where ``stopped`` is set.

    An engine that is open already is left alone. Raises IndexFault and ModelError when the index cannot be had.
    """
    stopped = stopped or Event()
    if not engine.search(lambda retriever: _opened(retriever, stopped)):
        return
    chat = Chat(engine=engine)
    for turn in _REHEARSED:
        if stopped.is_set():
            return
        chat.say(turn)


def _opened(retriever: "Retriever", stopped: Event) -> bool:
    """Open what is not open yet; return whether there was anything, and nobody stopped it."""
    is_fresh = False
    for _ in retriever.opening():
        is_fresh = True
        if stopped.is_set():
            return False
    return is_fresh


class Preparation:
    """The same on a thread of its own, while somebody types the first turn."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="preparation", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Leave off, at once where all is done and within a turn's time where it is not."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        if self._stopped.wait(_PROMPT_FIRST):
            return
        try:
            prepare(self._engine, self._stopped)
        except MsfaqError:
            # The first turn meets with the same, and tells the user.
            return
