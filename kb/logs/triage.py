"""Judges by its line whether a place found in a log is worth reading: cheap, and remembered by the line's shape."""

import re
from typing import Final

from msfaq.logs.prefixes import strip_prefixes

_READ: Final = 400
"""Bytes of a line that are judged."""

_SHAPE: Final = re.compile(rb"0[xX][0-9a-fA-F]+|[0-9a-fA-F]{8,}|\d+")
_QUIET: Final = re.compile(rb"(?:[^\n]{0,60}?[\]:|>] ?)??\[(?:INFO|DEBUG|EVENT|WARNING|TRACE)\] ?\w+\(")
"""A MindSpore or CANN record that tells of no failure, behind a launcher's prefix or none."""

QUIET: Final = 0
"""Nothing failed here."""
KNOWN: Final = 1
"""Enough lines of this shape were read; this one only counts."""
FRESH: Final = 2
"""Worth reading."""

_REPEATS: Final = 3
"""Lines of one shape that are read."""

_SHAPES: Final = 4096
"""Shapes remembered; a log with more forgets them and reads each three times again."""


class Triage:
    """The judge of one log."""

    def __init__(self) -> None:
        self._seen: dict[bytes, int] = {}

    def judge(self, line: bytes) -> int:
        """Return QUIET, KNOWN or FRESH for a line without its end; each call counts the line."""
        if _QUIET.match(line):
            return QUIET
        shape = shape_of(line)
        seen = self._seen.get(shape)
        if seen is None:
            if len(self._seen) >= _SHAPES:
                self._seen.clear()
            seen = -1 if _is_quiet(line) else 0
        if seen < 0:
            self._seen[shape] = seen
            return QUIET
        self._seen[shape] = seen + 1
        return FRESH if seen < _REPEATS else KNOWN

    def count(self, shape: bytes) -> int:
        """Return how many lines of this shape were judged and not found quiet."""
        return max(0, self._seen.get(shape, 0))


def shape_of(line: bytes) -> bytes:
    """Return the line's first part with its numbers made equal."""
    return _SHAPE.sub(b"0", line[:_READ].strip())


def _is_quiet(line: bytes) -> bool:
    level = strip_prefixes(line[:_READ].decode("utf-8", "replace").strip()).level
    return level in ("DEBUG", "INFO", "WARNING", "SUCCESS")
