"""The ways by which a command's output comes to us: a pseudo-terminal where ours is a terminal, else a pipe."""

import fcntl
import os
import termios
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

_OFLAG: Final = 1
"""Place of the output flags in what tcgetattr returns."""


@dataclass(slots=True)
class Channel:
    """One way from the command to one of our own outputs."""

    target: int
    """Our descriptor, 1 or 2, to which its bytes go."""
    read_end: int
    """Where we read; -1 once closed."""
    write_end: int
    """What the command gets as its output; -1 once handed over."""
    follow: Callable[[], None]
    """Brings our terminal's settings in line with those the command has chosen; does nothing for a pipe."""

    def close(self) -> None:
        """Close our end: the command's next write fails, as it would had our reader been its own."""
        if self.read_end >= 0:
            os.close(self.read_end)
            self.read_end = -1

    def hand_over(self) -> None:
        """Close the command's end here, once the command has it."""
        if self.write_end >= 0:
            os.close(self.write_end)
            self.write_end = -1


def open_channels(outputs: tuple[int, ...]) -> dict[int, Channel]:
    """Return the channel of each output; those that lead to the same place share one, so that their order stays."""
    channels: dict[int, Channel] = {}
    places: dict[tuple[int, int, int], Channel] = {}
    for fd in outputs:
        status = os.fstat(fd)
        place = (status.st_dev, status.st_ino, status.st_rdev)
        if place not in places:
            places[place] = _terminal(fd) if os.isatty(fd) else _pipe(fd)
        channels[fd] = places[place]
    return channels


def copy_size(channel: Channel) -> None:
    """Give the command's terminal the size of ours."""
    with suppress(OSError):
        size = fcntl.ioctl(channel.target, termios.TIOCGWINSZ, b"\0" * 8)
        fcntl.ioctl(channel.read_end, termios.TIOCSWINSZ, size)


class TerminalState:
    """The settings of the terminal among our descriptors as they were; restores them whatever the command left."""

    def __init__(self, descriptors: tuple[int, ...]) -> None:
        self._fd = next((fd for fd in descriptors if os.isatty(fd)), -1)
        self._settings: list[Any] | None = None
        if self._fd >= 0:
            with suppress(termios.error):
                self._settings = termios.tcgetattr(self._fd)

    def restore(self) -> None:
        """Put the settings back, if they differ and the terminal is ours to set."""
        if self._settings is not None:
            _set(self._fd, self._settings)


def _pipe(fd: int) -> Channel:
    read_end, write_end = os.pipe()
    return Channel(fd, read_end, write_end, lambda: None)


def _terminal(fd: int) -> Channel:
    """Make a pseudo-terminal that looks like ours.

    The command keeps our terminal as its input and as its controlling terminal: the keys that interrupt and stop, `fg`,
    password prompts are the kernel's business as ever. Only what it writes takes the way through here. Our terminal
    goes on processing output (newline to return and newline), so this one must not.
    """
    try:
        master, slave = os.openpty()
    except OSError:
        # No pseudo-terminals to be had (a bare container): the command sees a pipe.
        return _pipe(fd)
    ours = termios.tcgetattr(fd)
    plain = list(ours)
    plain[_OFLAG] &= ~termios.OPOST
    termios.tcsetattr(slave, termios.TCSANOW, plain)
    initial = termios.tcgetattr(slave)
    seen = initial

    def follow() -> None:
        # A full-screen program sets the terminal on which it writes: it means the one at which the user sits.
        nonlocal seen
        with suppress(termios.error):
            wanted = termios.tcgetattr(master)
            if wanted != seen:
                seen = wanted
                _set(fd, ours if wanted == initial else wanted)

    channel = Channel(fd, master, slave, follow)
    copy_size(channel)
    return channel


def _set(fd: int, settings: list[Any]) -> None:
    """Set a terminal, if we are in its foreground: from the background that would stop us."""
    with suppress(OSError, termios.error):
        if os.tcgetpgrp(fd) == os.getpgrp() and termios.tcgetattr(fd) != settings:
            termios.tcsetattr(fd, termios.TCSADRAIN, settings)
