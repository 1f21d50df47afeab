"""Numbers as people type them."""

from typing import Final

_DIGITS: Final = 18
"""Digits of a number at most: it fits into 64 bits."""


def typed_number(text: str) -> int | None:
    """Return the whole number that ``text`` is, without a sign, or None.

    >>> typed_number("12"), typed_number("²"), typed_number("1_0"), typed_number("-1")
    (12, None, None, None)
    """
    # Python takes superscripts for digits and digits of every script for numbers.
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None
