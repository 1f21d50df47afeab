"""Turns message templates into RE2 patterns, whose matching takes time linear in the text.

Source: R. Cox, "Regular Expression Matching in the Wild" (2010), the design of RE2.
"""

import re
from functools import lru_cache
from typing import Any, Final

import re2

from msfaq.corpus.template import Capture, parse_template

_TYPES: Final = {
    "text": r"[^\n]{1,300}?",
    "name": r"[\w./:\-@\[\]<>]{1,200}",
    "int": r"-?\d{1,20}",
    "number": r"-?\d{1,20}(?:\.\d{0,20})?(?:e[-+]?\d{1,3})?",
    "bytes": r"\d{1,20}",
    "shape": r"[\[(<{][-\d, x*]{0,200}[\])>}]",
    "dtype": r"[A-Za-z][\w.]{1,40}(?:\[[\w., ]{1,60}\])?",
    "path": r"[^\s]{1,400}",
    "quoted": r"(?:'[^'\n]{0,300}'|\"[^\"\n]{0,300}\")",
}
"""Pattern of each capture type. Every repetition is bounded: RE2 compiles them, and answers stay readable."""

_BLANKS: Final = re.compile(r"\s+")

_SKIP: Final = r"(?s:.{0,300}?)"
_REST_OF_LINE: Final = r"[^\n]{1,300}"


def options() -> Any:
    """Return RE2's options for user text: case-blind and quiet."""
    chosen = re2.Options()
    chosen.case_sensitive = False
    chosen.log_errors = False
    return chosen


def to_pattern(template: str) -> str:
    r"""Return the RE2 pattern of a template; one blank in it matches any one white-space character.

    >>> to_pattern("total[{total:bytes}]")
    'total\\[(?P<total>\\d{1,20})\\]'
    """
    pieces = parse_template(template)
    pattern = ""
    for at, piece in enumerate(pieces):
        if isinstance(piece, str):
            pattern += r"\s".join(re2.escape(word) for word in _BLANKS.split(piece))
            continue
        is_last = at == len(pieces) - 1
        pattern += _capture(piece, is_last)
    return pattern


def _capture(piece: Capture, is_last: bool) -> str:
    if piece.name == "_":
        return "" if is_last else _SKIP
    # Nothing bounds a lazy capture from behind at the end of a template: it takes the rest of the line.
    body = _REST_OF_LINE if is_last and piece.type == "text" else _TYPES[piece.type]
    return f"(?P<{piece.name}>{body})"


def anchor(template: str) -> str:
    """Return the longest literal of a template, lower-case, blanks folded: what the automaton looks for.

    >>> anchor("total[{total:bytes}] is Too Small")
    '] is too small'
    """
    return max((literal.strip() for literal in literals(template)), key=len)


@lru_cache(maxsize=8192)
def literals(template: str) -> tuple[str, ...]:
    """Return the literals of a template in their order, lower-case, blanks folded: what a match cannot lack.

    >>> literals("total[{total:bytes}] is  Too Small")
    ('total[', '] is too small')
    """
    return tuple(_BLANKS.sub(" ", piece).lower() for piece in parse_template(template) if isinstance(piece, str))


def literal_length(template: str) -> int:
    """Return how many characters of a template are literal, blanks left out: its specificity."""
    return sum(len("".join(piece.split())) for piece in parse_template(template) if isinstance(piece, str))
