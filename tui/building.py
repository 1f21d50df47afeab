"""Whether an index is being built, as told by the thread that builds it."""

import time


class Building:
    """What takes the first answer so long."""

    def __init__(self) -> None:
        self._since = 0.0

    def begin(self, _line: str = "") -> None:
        """Note that it begins; what an engine has to say of it is said by the interface in the reader's language."""
        self._since = time.monotonic()

    def end(self) -> None:
        """Note that the work it was needed for is done."""
        self._since = 0.0

    @property
    def seconds(self) -> int | None:
        """Seconds since it began, or None when none is being built."""
        since = self._since
        return int(time.monotonic() - since) if since else None
