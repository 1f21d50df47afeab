"""Reads a log that is still being written, and says when something in it has failed."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import closing
from typing import Final

from msfaq.logs.growing import GrowingLog
from msfaq.logs.logfile import LogReader, LogReading
from msfaq.tui.lane import Lane

_PAUSE: Final = 0.25
"""Seconds between two looks at the file."""

_SILENCE: Final = 4
"""Looks without a byte after which what failed is taken to be complete."""


async def readings(
    lane: Lane, path: str, grows: Callable[[], bool], *, name: str = ""
) -> AsyncGenerator[LogReading, None]:
    """Yield what the log tells each time its writer has fallen silent after writing more; a file cut short begins anew.

    It ends when ``grows`` tells that nobody writes any more and all has been read. ``name`` is what the log is called,
    where that is not its path.

    Raises InputError when it is no text, OSError when it cannot be read.
    """
    with closing(GrowingLog(path)) as log:
        reader = await lane.do(lambda engine: engine.reader(name or path))
        silent, is_told = 0, False
        while True:
            # Asked before reading: what is written between the two is read on the next round.
            is_last = not grows()
            count = await asyncio.to_thread(log.readinto, reader.space)
            if count:
                await asyncio.to_thread(_feed, reader, count)
                silent, is_told = 0, False
                continue
            silent += 1
            if (is_last or log.change or silent >= _SILENCE) and not is_told:
                is_told = True
                yield await asyncio.to_thread(reader.result)
            if log.change:
                log.begin_anew()
                # Until the new one says anything, the last words of the old one stay.
                reader = await lane.do(lambda engine: engine.reader(name or path))
            elif is_last:
                return
            else:
                await asyncio.sleep(_PAUSE)


def _feed(reader: LogReader, count: int) -> None:
    for _ in reader.feed(count):
        pass
