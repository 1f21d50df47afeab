"""Asks a database for the rows of many values at once."""

from collections.abc import Callable, Sequence
from typing import Any, Final

_AT_ONCE: Final = 900
"""Values in one query: SQLite takes 999 before its release 3.32, and a long log has more words than any takes."""


def rows_among(
    query: Callable[[str, tuple[Any, ...]], list[tuple[Any, ...]]], sql: str, values: Sequence[object]
) -> list[tuple[Any, ...]]:
    """Return all rows of ``sql``, whose ``(*)`` stands for the list of values, however long it is."""
    rows: list[tuple[Any, ...]] = []
    for at in range(0, len(values), _AT_ONCE):
        some = tuple(values[at : at + _AT_ONCE])
        rows += query(sql.replace("(*)", f"({', '.join('?' * len(some))})"), some)
    return rows
