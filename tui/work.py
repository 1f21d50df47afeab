"""Starts what takes time, so that keys are answered meanwhile."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from textual.app import ScreenError
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.widget import MountError


@contextmanager
def dropped_when_closed(node: DOMNode) -> Iterator[None]:
    """Drop what within the block cannot show itself because ``node`` began to close; in a living view it is an error.

    A view closes from its leaves upwards and ends its workers last. A node that is going is never displayed.
    """
    try:
        yield
    except (NoMatches, MountError, ScreenError):
        if node.display and node.is_attached:
            raise


def start(node: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], group: str, *, exclusive: bool = False) -> None:
    """Run ``work`` beside the handling of keys; ``exclusive`` ends what still runs in the group.

    It takes a function, not a coroutine: one that is overtaken before it began leaves no coroutine behind. What ends
    after its view began to close is dropped.
    """

    async def guarded() -> None:
        with dropped_when_closed(node):
            await work()

    node.run_worker(guarded, group=group, exclusive=exclusive)  # type: ignore[arg-type]
