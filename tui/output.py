"""The terminal as the interface writes to it: one that was closed takes nothing more, and nothing waits for it."""

from collections.abc import Callable
from typing import IO


class Output:
    """A file that swallows what is written once writing has failed.

    Textual writes in a thread that dies of an error; then its queue fills up, and whoever writes next waits for ever.
    """

    def __init__(self, file: IO[str], lost: Callable[[], None]) -> None:
        """Write to ``file``; ``lost`` is called once, by whoever writes, when that fails."""
        self._file = file
        self._lost = lost
        self._is_gone = False

    def write(self, text: str) -> int:
        """Write; return the number of characters taken, all of them."""
        self._try(lambda: self._file.write(text))
        return len(text)

    def flush(self) -> None:
        """Send what was written."""
        self._try(self._file.flush)

    def isatty(self) -> bool:
        """Tell whether it is a terminal."""
        return self._file.isatty()

    def fileno(self) -> int:
        """Return the number of the file."""
        return self._file.fileno()

    def _try(self, act: Callable[[], object]) -> None:
        if self._is_gone:
            return
        try:
            act()
        except (OSError, ValueError):  # ValueError is that of a file that was closed in the process
            self._is_gone = True
            self._lost()
