"""What to do about standard streams that are closed, as cron and daemons leave them."""

import os
import sys


def occupy_closed() -> tuple[int, ...]:
    """Open the standard descriptors that are closed, so that no file of ours takes their numbers; return them."""
    closed = []
    for fd in (0, 1, 2):
        try:
            os.fstat(fd)
        except OSError:
            closed.append(fd)
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != fd:
                os.dup2(opened, fd)
                os.close(opened)
    return tuple(closed)


def open_closed_streams() -> None:
    """Let standard streams that are closed be empty ones: nothing is read from them, and what is written is lost."""
    occupy_closed()
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for the life of the process
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
