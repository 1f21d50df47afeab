"""A log file that is still being written, under a name that may come to stand for another file."""

import io
import os
from contextlib import suppress
from pathlib import Path


class GrowingLog:
    """Reads on as the file grows, to its end also when it is rotated meanwhile."""

    def __init__(self, path: str) -> None:
        """Open the file; raises OSError when it cannot be read."""
        self.change = ""
        """``rotated`` or ``truncated`` once the log is over and read to its end: `begin_anew` goes on; else empty."""
        self._path = path
        self._stream = _opened(path)
        self._successor: io.FileIO | None = None

    def readinto(self, space: memoryview) -> int:
        """Put what has been written since into ``space``; return how many bytes, 0 when there is nothing for now.

        Raises OSError when it cannot be read.
        """
        if self.change:
            return 0
        count = self._stream.readinto(space) or 0
        if count == 0 and self._successor is None and not self._is_cut_short():
            self._successor = self._other()
            # Before its name was given away more may have been written to it, its last words among that.
            count = (self._stream.readinto(space) or 0) if self._successor is not None else 0
        if count == 0 and self._successor is not None:
            self.change = "rotated"
        return count

    def begin_anew(self) -> None:
        """Go on with what the name stands for now, from its start."""
        if self._successor is not None:
            self._stream.close()
            self._stream, self._successor = self._successor, None
        else:
            self._stream.seek(0)
        self.change = ""

    def close(self) -> None:
        """Close what is open."""
        self._stream.close()
        if self._successor is not None:
            self._successor.close()

    def _is_cut_short(self) -> bool:
        if os.fstat(self._stream.fileno()).st_size < self._stream.tell():
            self.change = "truncated"
        return bool(self.change)

    def _other(self) -> "io.FileIO | None":
        """Return the file that the name stands for now, opened, if that is another one."""
        # A file that is gone for the moment is being rotated; its successor is waited for.
        with suppress(OSError):
            if not os.path.samestat(Path(self._path).stat(), os.fstat(self._stream.fileno())):
                return _opened(self._path)
        return None


def _opened(path: str) -> io.FileIO:
    return Path(path).open("rb", buffering=0)
