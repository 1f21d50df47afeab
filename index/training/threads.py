"""Keeps torch to one thread where more would harm."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch compute with a single thread inside the block.

    The steps on a table are so short that threads mostly wait for each other, on a busy machine ten times longer than
    they compute; and with one thread sums have one order, so that the same seed gives the same numbers everywhere.
    """
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
