"""Writes captured values the way a reader wants them."""

from typing import Final

_UNITS: Final = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB")


def show_capture(value: str, kind: str) -> str:
    """Return a captured value for people: sizes with a unit, everything else as it stood.

    >>> show_capture("32611480064", "bytes")
    '30.4 GiB'
    """
    if kind != "bytes" or not value.isdigit():
        return value
    size, unit = float(value), 0
    while size >= 1024 and unit < len(_UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return f"{value} bytes" if unit == 0 else f"{size:.1f} {_UNITS[unit]}"
