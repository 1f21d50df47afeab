"""Reads the times that loggers write, so that the records of several files can be put in order."""

import re
from datetime import datetime, timezone
from typing import Final

_TIME: Final = re.compile(
    r"(\d{4})[-/](\d\d)[-/](\d\d)[T :\-](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?:[.,](\d{1,9}))?(?:[.,](\d{1,9}))?"
    r"(?:([+\-])(\d\d):?(\d\d))?"
)


def seconds(time: str) -> float | None:
    """Return a time as seconds since 1970; one that names no zone is taken for UTC. None without a date.

    >>> seconds("2024-05-20T13:50:46+08:00") - seconds("2024-05-20T05:50:45Z")
    1.0
    >>> seconds("2024-05-20-13:50:46.090.836") - seconds("2024-05-20 13:50:45,090836")
    1.0
    """
    found = _TIME.match(time)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    fraction = "".join(part for part in found.groups()[6:9] if part)
    sign, hours, minutes = found.groups()[9:]
    ahead = (60 * int(hours) + int(minutes)) * (-60 if sign == "-" else 60) if sign else 0
    try:
        whole = datetime(year, month, day, hour, minute, second, tzinfo=timezone.utc).timestamp() - ahead
    except ValueError:
        return None
    return whole + (float(f"0.{fraction}") if fraction else 0.0)


def moment(time: str) -> float:
    """Return a time as `seconds` does, infinity without one: what has no time sorts behind what has."""
    found = seconds(time)
    return found if found is not None else float("inf")


def clock(time: str) -> str:
    """Return the time of day, without fractions, for people.

    >>> clock("2024-05-20-13:50:46.090.836")
    '13:50:46'
    """
    found = _TIME.match(time)
    return f"{found[4]}:{found[5]}:{found[6]}" if found else ""
