"""Reads a log that is still being written, and says when something in it has failed."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from msfaq.logs.logfile import LogReader, LogReading
from msfaq.tui.lane import Lane

_PAUSE: Final = 0.25
"""Seconds between two looks at the file."""

_SILENCE: Final = 4
"""Looks without a byte after which what failed is taken to be complete."""


async def readings(lane: Lane, path: str, grows: Callable[[], bool], *, name: str = "") -> AsyncIterator[LogReading]:
    """Yield what the log tells each time its writer has fallen silent after writing more; a file cut short begins anew.

    It ends when ``grows`` tells that nobody writes any more and all has been read. ``name`` is what the log is called,
    where that is not its path.

    Raises InputError when it is no text, OSError when it cannot be read.
    """
    while True:
        reader = await lane.do(lambda engine: engine.reader(name or path))
        with Path(path).open("rb", buffering=0) as stream:
            silent, is_told = 0, False
            while not _is_other(path, stream.fileno(), stream.tell()):
                # Asked before reading: what is written between the two is read on the next round.
                is_last = not grows()
                count = await asyncio.to_thread(stream.readinto, reader.space)
                if count:
                    await asyncio.to_thread(_feed, reader, count)
                    silent, is_told = 0, False
                    continue
                silent += 1
                if (is_last or silent >= _SILENCE) and not is_told:
                    is_told = True
                    yield await asyncio.to_thread(reader.result)
                if is_last:
                    return
                await asyncio.sleep(_PAUSE)


def _feed(reader: LogReader, count: int) -> None:
    for _ in reader.feed(count):
        pass


def _is_other(path: str, handle: int, place: int) -> bool:
    """Tell whether the name stands for another file, or the file has been cut short."""
    with suppress(OSError):
        there, here = Path(path).stat(), os.fstat(handle)
        return (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino) or here.st_size < place
    # A file that is gone for the moment is being rotated; its successor is waited for.
    return False
