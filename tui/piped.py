"""A log piped into the interface: copied aside while it comes, so that keys can be read from the terminal."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

_PIECE: Final = 1 << 16


def has_terminal() -> bool:
    """Tell whether there is a terminal behind standard input."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return False
    return True


@contextmanager
def spooled_input() -> Iterator[str]:
    """Give standard input to the terminal's keys; yield the name of a file that what was piped goes on growing in."""
    pipe = os.dup(0)
    terminal = os.open("/dev/tty", os.O_RDWR)
    os.dup2(terminal, 0)
    os.close(terminal)
    with tempfile.TemporaryDirectory(prefix="msfaq-") as folder:
        file = Path(folder) / "stdin.log"
        file.touch(mode=0o600)
        # A daemon: a program that never ends must not keep the interface from closing.
        Thread(target=_copy, args=(pipe, file), daemon=True).start()
        yield str(file)


def _copy(pipe: int, file: Path) -> None:
    with file.open("wb", buffering=0) as out:
        try:
            while piece := os.read(pipe, _PIECE):
                out.write(piece)
        except OSError:
            # What came so far is a log too.
            return
