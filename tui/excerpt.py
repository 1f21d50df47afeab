"""The lines of a log round a place in it, without reading the log into memory."""

import io
from bisect import bisect_left
from pathlib import Path
from typing import Final

from msfaq.logs.decode import clean, decode_part
from msfaq.logs.sources import Stream, open_log, put_back

_BLOCK: Final = 1 << 20
"""Bytes that are looked through at a time."""

_LONGEST: Final = 4096
"""Bytes of a line that are kept."""

_MOST: Final = 1 << 22
"""Bytes after which lines that never end are given up."""


class Excerpts:
    """Finds lines of one log by number; remembers where blocks begin, so that going back and forth is quick."""

    def __init__(self, path: str) -> None:
        self._path = path
        # Newlines before a place, and the place, ascending; a place may lie within a line.
        self._counts = [0]
        self._places = [0]

    def lines(self, first: int, last: int) -> list[tuple[int, str]]:
        """Return lines ``first`` to ``last``, 1-based and inclusive, with their numbers; fewer where the log ends.

        Raises InputError and OSError when it cannot be read.
        """
        first = max(1, first)
        is_plain = _is_plain(self._path)
        with Path(self._path).open("rb", buffering=0) if is_plain else open_log(self._path) as stream:
            rest = self._seek(stream, first - 1, is_plain=is_plain)
            if rest is None:
                return []
            buffered: io.BufferedIOBase = io.BufferedReader(put_back(rest, stream), 1 << 16)
            return list(enumerate(_read(buffered, last - first + 1), first))

    def _seek(self, stream: Stream, newlines: int, *, is_plain: bool) -> bytes | None:
        """Bring the stream to just after so many newlines; return what was read beyond, None when it ends before."""
        count, place = 0, 0
        if is_plain and newlines:
            at = bisect_left(self._counts, newlines) - 1
            count, place = self._counts[at], self._places[at]
            stream.seek(place)
        if not newlines:
            return b""
        while block := stream.read(_BLOCK):
            inside = block.count(b"\n")
            if count + inside >= newlines:
                at = -1
                for _ in range(newlines - count):
                    at = block.index(b"\n", at + 1)
                return block[at + 1 :]
            count, place = count + inside, place + len(block)
            if is_plain and place > self._places[-1]:
                self._counts.append(count)
                self._places.append(place)
        return None


def _read(stream: io.BufferedIOBase, count: int) -> list[str]:
    found: list[str] = []
    taken = 0
    while len(found) < count and taken < _MOST:
        line = stream.readline(_LONGEST)
        if not line:
            break
        taken += len(line)
        tail = line
        while not tail.endswith(b"\n") and taken < _MOST and (tail := stream.readline(1 << 16)):
            taken += len(tail)
        found.append(clean(decode_part(line)).rstrip("\r\n"))
    return found


def _is_plain(path: str) -> bool:
    """Tell whether bytes of the file are bytes of the log: neither compressed nor in a wide encoding."""
    with Path(path).open("rb") as raw:
        head = raw.read(4)
    return not head.startswith((b"\x1f\x8b", b"\xfd7zX", b"\x28\xb5\x2f\xfd", b"BZh", b"\xff\xfe", b"\xfe\xff")) and (
        head != b"\x00\x00\xfe\xff" and Path(path).is_file()
    )
