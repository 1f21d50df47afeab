"""A log piped into the interface: copied aside while it comes, so that keys can be read from the terminal."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Final

_PIECE: Final = 1 << 16


def has_terminal() -> bool:
    """Tell whether there is a terminal behind standard input."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Spool:
    """What is piped in."""

    path: str
    """The file it is copied to while it comes."""
    ended: Event
    """Set once there is no more to come."""
    problems: list[str]
    """Why the rest of it is not kept; empty when all of it is."""

    def grows(self) -> bool:
        """Tell whether more may come."""
        return not self.ended.is_set()

    def problem(self) -> str:
        """Tell why the rest of it is not kept; an empty text when all of it is."""
        return "".join(self.problems[:1])


@contextmanager
def spooled_input() -> Iterator[Spool]:
    """Give standard input to the terminal's keys; yield where what was piped goes on growing."""
    pipe = os.dup(0)
    terminal = os.open("/dev/tty", os.O_RDWR)
    os.dup2(terminal, 0)
    os.close(terminal)
    # Imported here: few logs are piped in.
    import tempfile

    with tempfile.TemporaryDirectory(prefix="msfaq-") as folder:
        file = Path(folder) / "stdin.log"
        file.touch(mode=0o600)
        spool = Spool(str(file), Event(), [])
        # A daemon: a program that never ends must not keep the interface from closing.
        Thread(target=_copy, args=(pipe, spool), daemon=True).start()
        yield spool


def _copy(pipe: int, spool: Spool) -> None:
    try:
        with Path(spool.path).open("wb", buffering=0) as out:
            while piece := os.read(pipe, _PIECE):
                while piece:
                    piece = piece[out.write(piece) :]
    except OSError as error:
        # What came so far is a log too.
        spool.problems.append(error.strerror or str(error))
    spool.ended.set()
    # Whoever writes must never wait for what is not read: a program would stand still in its next line.
    with suppress(OSError):
        while os.read(pipe, _PIECE):
            pass
