"""Reads for which releases a text says that something holds."""

from collections.abc import Iterator
from typing import Final

import re2

_NUMBER: Final = r"v?([012]\.\d{1,2}(?:\.\d{1,2})?)"
_FREE: Final = r"(?:^|[^\d.\w])"

_UPTO: Final = r"[以]?[及或](?:以前|之前|更早|以下)|(?:and|or) (?:earlier|older|before)"
_FROM: Final = r"起|[及或]?(?:以后|以上|更高|更新)|之后|\+|(?:and|or) (?:later|newer|up)|on(?:wards)?\b"

_RANGES: Final = (
    ("upto", rf"(?i){_FREE}{_NUMBER} ?(?:{_UPTO})"),
    ("upto", rf"(?i)(?:截至|直到|\bup to|\buntil) {{0,2}}{_NUMBER}(?:[^\d.]|$)"),
    ("below", rf"(?i){_FREE}{_NUMBER} ?(?:之前|以前|以下)"),
    ("below", rf"(?i)(?:早于|低于|\bbefore|\bbelow|\bolder than|\bearlier than|<) {{0,2}}{_NUMBER}(?:[^\d.]|$)"),
    ("from", rf"(?i){_FREE}{_NUMBER} ?(?:{_FROM})"),
    ("from", rf"(?i)(?:自|从|\bsince|\bnew in|\bfrom|>=) {{0,2}}{_NUMBER}(?:[^\d.]|$)"),
)
"""Ways of saying that something holds up to a release, below it, or from it on."""


_PLACES: Final = 3
"""Numbers of a release."""


def holds_for(text: str, release: str) -> int:
    """Tell whether a text says that something holds for a release (1) or only for others (-1); 0 where it names none.

    >>> holds_for("2.4 and earlier: a Callback", "2.3"), holds_for("2.6 起用新接口", "2.3"), holds_for("set it", "2.3")
    (1, -1, 0)
    """
    found = [_is_within(release, kind, bound) for kind, bound in _bounds(text)]
    return 0 if not found else 1 if any(found) else -1


def _is_within(release: str, kind: str, bound: str) -> bool:
    """Tell whether a release lies within a bound: 2.4.1 is one of “2.4 and earlier”, and 2.5 one “from 2.5.0 on”."""
    asked, limit = _numbers(release), _numbers(bound)
    if kind == "upto":
        return asked[: len(limit)] <= limit
    asked, limit = (one + (0,) * (_PLACES - len(one)) for one in (asked, limit))
    return asked < limit if kind == "below" else asked >= limit


def _bounds(text: str) -> Iterator[tuple[str, str]]:
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            yield kind, str(match[1])


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(one) for one in release.split("."))


_PATTERNS: Final = tuple((kind, re2.compile(pattern)) for kind, pattern in _RANGES)
