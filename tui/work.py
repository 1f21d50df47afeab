"""Starts what takes time, so that keys are answered meanwhile."""

from collections.abc import Callable, Coroutine
from typing import Any

from textual.dom import DOMNode


def start(node: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], group: str, *, exclusive: bool = False) -> None:
    """Run ``work`` beside the handling of keys; ``exclusive`` ends what still runs in the group.

    It takes a function, not a coroutine: one that is overtaken before it began leaves no coroutine behind.
    """
    node.run_worker(work, group=group, exclusive=exclusive)  # type: ignore[arg-type]
