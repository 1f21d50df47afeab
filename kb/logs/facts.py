"""Reads the facts of a failure from its text: error codes and the operator."""

from collections.abc import Sequence
from typing import Any, Final

import re2

_MOST_CODES: Final = 8
"""Codes kept of one failure; the first ones name it."""

_CODES: Final = re2.compile(
    r"\b(?P<code>E[A-Z]\d{4}|E\d{5})\b"  # EI0006, EZ9999, E39999: CANN's reports
    r"|(?i:\bret(?:urn)?(?:[ _]?code)?|\berr(?:or)?[ _]?(?:code|no)|\bruntime result)"
    r"(?i: is| =|=|:| = :)?[\s\[:('=]{0,3}(?P<ret>0x[0-9a-fA-F]{2,16}|-?\d{3,10})\b"
)
"""Reports by name, and the return codes that follow a word for one (``ret[507011]``, ``retCode=0x7bc8b``)."""

_OPERATORS: Final[tuple[Any, ...]] = tuple(
    re2.compile(pattern)
    for pattern in (
        r"[Ll]aunch kernel failed[,:]? ?(?:name: ?|kernel full name: ?)(?P<op>[\w./\-]{2,200})",
        r"\b(?:kernel[_ ]name|op[_ ]?[nN]ame)[=:\[ ]{1,3}(?P<op>[\w./\-]{2,200})",
        r"\bFor (?:primitive|operator|op|kernel)? ?(?:\[|')(?P<op>[A-Z]\w{1,80})(?:\]|')",
        r"\b(?:operator|kernel|primitive|op|Op|node)[ :]?\[(?P<op>[A-Za-z][\w./\-]{1,200})\]",
        r"\bmap operation: \[(?P<op>\w{2,80})\]",
        r"(?P<op>\bDefault/[\w./\-]{2,200}-op\d+)",
    )
)
"""Ways in which messages name the operator, the surest first; the group ``op`` is its name."""

_READ: Final = 16384
"""Characters of a failure that are looked through."""


def codes_in(text: str) -> tuple[str, ...]:
    """Return the error codes in ``text``, each once, in order, at most eight.

    >>> codes_in("EI0006: Getting socket times out. ret[507011]")
    ('EI0006', '507011')
    """
    found: dict[str, None] = {}
    for match in _CODES.finditer(text[:_READ]):
        found.setdefault(match.group("code") or match.group("ret"))
        if len(found) == _MOST_CODES:
            break
    return tuple(found)


def operator_in(texts: Sequence[str]) -> str:
    """Return the operator that the texts, the most telling first, name; or nothing.

    >>> operator_in(["Launch kernel failed, name:Default/IndexAdd-op0"])
    'Default/IndexAdd-op0'
    """
    for text in texts:
        for pattern in _OPERATORS:
            if (found := pattern.search(text[:_READ])) is not None:
                return str(found.group("op")).rstrip(".")
    return ""
