"""Copies a running command's output to where it was meant to go."""

import os
import select
import selectors
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from msfaq.running.channels import Channel

_PIECE: Final = 1 << 16
"""Bytes read at once."""

_QUIET: Final = 0.05
"""Seconds without output after the command's end, after which what it wrote has arrived."""

_LEFT_BEHIND: Final = 1 << 20
"""Bytes read after the command's end: no pipe holds more, so what comes later is others'."""

Write = Callable[[Channel, bytes], None]


def copy(channels: Iterable[Channel], wake: int, has_ended: Callable[[], bool], write: Write) -> None:
    """Copy until the command has ended and all that it wrote is copied.

    ``wake`` is a descriptor that becomes readable when ``has_ended`` may have changed. Processes that the command left
    behind may hold a channel open; such a channel is left open, see `leave_behind`.
    """
    after_end = 0
    with selectors.DefaultSelector() as selector:
        selector.register(wake, selectors.EVENT_READ)
        for channel in channels:
            selector.register(channel.read_end, selectors.EVENT_READ, channel)
        while True:
            ended = has_ended()
            if len(selector.get_map()) == 1 and ended:
                return
            events = selector.select(_QUIET if ended else None)
            if ended and not any(key.data for key, _ in events):
                return
            for key, _ in events:
                if key.data is None:
                    os.read(wake, _PIECE)
                    continue
                taken = _step(selector, key.data, write)
                after_end += taken if ended else 0
            if after_end > _LEFT_BEHIND:
                return


def _step(selector: selectors.BaseSelector, channel: Channel, write: Write) -> int:
    """Copy one piece; at its end, or when nobody reads what we write, close the channel."""
    data = _read(channel.read_end)
    # A reader gone or a full disk is for the command to notice.
    with suppress(OSError):
        channel.follow()
        if data:
            write(channel, data)
            return len(data)
    selector.unregister(channel.read_end)
    channel.close()
    return 0


def _read(fd: int) -> bytes:
    """Read one piece; nothing at the end, which a pseudo-terminal announces by an error."""
    with suppress(OSError):
        return os.read(fd, _PIECE)
    # Linux looks for data first and for the other side's end second (n_tty_read): what is written between the two, the
    # command's last words, is still there to be read.
    with suppress(OSError):
        return os.read(fd, _PIECE)
    return b""


def write_all(fd: int, data: bytes) -> None:
    """Write everything, waiting where the descriptor does not block.

    Raises OSError.
    """
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(fd, rest) :]
        except BlockingIOError:
            select.select((), (fd,), ())


def leave_behind(channels: Iterable[Channel]) -> None:
    """Let another process go on copying what processes left in the background write, as long as they do."""
    for channel in channels:
        if channel.read_end >= 0:
            with suppress(OSError):
                subprocess.Popen(["cat"], stdin=channel.read_end, stdout=channel.target, stderr=subprocess.DEVNULL)
            channel.close()
