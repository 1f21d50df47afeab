"""How far the reading of logs has come, for whoever watches it, and whether it is to go on."""

from pathlib import Path
from threading import Lock
from typing import Final

STOPPED: Final = "not read: stopped"
"""The problem of a log that nobody waited for."""

CUT_SHORT: Final = "read in part: stopped"
"""The problem of a log whose reading was ended on the way."""


class Stopped(Exception):
    """Reading was ended by whoever watches it."""


class Progress:
    """Is told by those who read, looked at and stopped by another thread."""

    def __init__(self) -> None:
        self.logs = 0
        """Logs to read; 0 while they are being looked for."""
        self.read = 0
        """Logs that have been read, those that cannot be read among them."""
        self.size = 0
        """Bytes to read, as they lie on the disk; 0 when that tells nothing."""
        self.done = 0
        """Bytes read, decompressed; of logs that other processes read, once they are read whole."""
        self.stopped = False
        """Set by whoever wants to wait no longer: what has been read by then is what is told."""
        self._lock = Lock()

    def begin(self, paths: list[str]) -> None:
        """Say what is to be read."""
        self.size = sum(map(size_of, paths))
        self.logs = len(paths)

    def count(self, piece: memoryview) -> None:
        """Count a piece of a log; raises Stopped once nobody waits for more."""
        self.add(len(piece))
        if self.stopped:
            raise Stopped

    def add(self, size: int, *, logs: int = 0) -> None:
        """Count bytes, and logs that have been read to their end."""
        with self._lock:
            self.done += size
            self.read += logs


def size_of(path: str) -> int:
    """Return the bytes of a regular file on the disk; 0 for anything else."""
    try:
        return Path(path).stat().st_size if Path(path).is_file() else 0
    except (OSError, ValueError):
        return 0
