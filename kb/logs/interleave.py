"""Takes apart what several processes wrote into one log, as far as prefixes tell them apart."""

from collections.abc import Sequence

from msfaq.logs.failure import Line
from msfaq.logs.tracebacks import EXCEPTION_LINE, TRACEBACK_START

_LONGEST_TRACEBACK = 200
"""Lines after which a traceback is no longer waited for."""


def writers(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines of each writer, in order; lines without a launcher's prefix are one writer's.

    Within a writer's lines the records of other processes that fell into a traceback stand behind it.
    """
    by_source: dict[str, list[Line]] = {}
    for line in lines:
        by_source.setdefault(line.source, []).append(line)
    return [_closed_tracebacks(own) for own in by_source.values()]


def _closed_tracebacks(lines: list[Line]) -> list[Line]:
    """Move single records out of tracebacks: a dying process writes those in several pieces."""
    ordered: list[Line] = []
    held: list[Line] = []
    opened = -1
    for at, line in enumerate(lines):
        if line.text.startswith(TRACEBACK_START):
            opened = at
        elif opened >= 0 and line.is_record and _goes_on(lines, at) and at - opened < _LONGEST_TRACEBACK:
            held.append(line)
            continue
        elif opened >= 0 and line.indent == 0:
            opened = -1
        ordered.append(line)
        if opened < 0 and held:
            ordered += held
            held = []
    return ordered + held


def _goes_on(lines: Sequence[Line], at: int) -> bool:
    """Tell whether the traceback goes on behind a record: with a frame, or its exception after no frame at all."""
    for line in lines[at + 1 : at + 12]:
        if line.is_record:
            continue
        # The exception's own line counts too: the record stood between it and the last frame.
        return line.indent > 0 or EXCEPTION_LINE.match(line.text) is not None
    return False
