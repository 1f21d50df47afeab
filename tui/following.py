"""Reads a log that is still being written, and says when something in it has failed."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from msfaq.logs.logfile import LogReader, LogReading
from msfaq.tui.library import Library

_PAUSE: Final = 0.25
"""Seconds between two looks at the file."""

_SILENCE: Final = 4
"""Looks without a byte after which what failed is taken to be complete."""


async def readings(library: Library, path: str) -> AsyncIterator[LogReading]:
    """Yield what the log tells each time its writer has fallen silent after writing more; a file cut short begins anew.

    Raises InputError when it is no text, OSError when it cannot be read.
    """
    while True:
        reader = await library.do(lambda engine: engine.reader(path))
        with Path(path).open("rb", buffering=0) as stream:
            silent, is_told = 0, False
            while not _is_other(path, stream.fileno(), stream.tell()):
                count = await asyncio.to_thread(stream.readinto, reader.space)
                if count:
                    await asyncio.to_thread(_feed, reader, count)
                    silent, is_told = 0, False
                    continue
                silent += 1
                if silent >= _SILENCE and not is_told:
                    is_told = True
                    yield await asyncio.to_thread(reader.result)
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
