"""Keeps the warnings of a log that an entry may know: they matter where nothing failed."""

from collections.abc import Mapping
from typing import Final

from msfaq.logs.triage import shape_of

_NAMED: Final = 120
"""Bytes of a line, from its start, in which its level stands."""

_MOST_LOOKED_AT: Final = 4096
"""Warnings looked at: a log that repeats a hundred thousand of them is not slower for it."""

_MOST_KEPT: Final = 64
"""Warnings kept that differ in more than their numbers."""


class Warned:
    """The warnings of one log, the first of each shape."""

    def __init__(self) -> None:
        self._kept: dict[bytes, tuple[int, bytes]] = {}
        self._left = _MOST_LOOKED_AT

    def is_fresh(self, line: bytes) -> bool:
        """Tell whether a line in which an entry's anchor stands is a warning unlike all that are kept."""
        if not self._left or len(self._kept) >= _MOST_KEPT or b"WARN" not in line[:_NAMED]:
            return False
        self._left -= 1
        return shape_of(line) not in self._kept

    def keep(self, number: int, line: bytes) -> None:
        """Keep a warning with its 1-based line number."""
        self._kept.setdefault(shape_of(line), (number, line))

    @property
    def lines(self) -> Mapping[int, bytes]:
        """The warnings by line number, in the order in which they came."""
        return dict(self._kept.values())
