"""Cuts a long table to the rows that a turn names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import re2

from msfaq.chat.context import Context
from msfaq.chat.nearness import share_had

_FEW: Final = 5
"""Rows up to which a table is told whole."""

_NAMED: Final = 0.5
"""Share of the turn's words, by weight, from which a row is one that it names."""

_AS_WELL: Final = 0.75
"""Share of the best row's words from which another row is named as well."""

_MOST: Final = 0.5
"""Share of the rows above which the turn names none in particular."""

_WHOLE: Final = re2.compile(
    r"(?i)\b(?:whole|full|entire|complete) table\b|\ball (?:the )?(?:rows|of them)\b|整张表|全表|完整的?表|所有行"
)
"""Asks for all rows."""

_VERSION: Final = re2.compile(r"(?i)\d+(?:\.\d+)+(?:\.rc\d+)?")
_RELEASE: Final = re2.compile(r"^\|\s*(\d+\.\d+(?:\.\d+)?)\s*\|")
"""A row of a release: its number stands alone in the first cell."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table in a text."""

    before: str
    """What stands before it, header and rule of the table included."""
    rows: tuple[str, ...]
    """Its rows."""
    after: str
    """What stands behind it."""


def asks_for_whole(text: str) -> bool:
    """Tell whether a turn asks for all rows of a table."""
    return _WHOLE.search(text) is not None


def cut_tables(context: Context, text: str) -> str:
    """Return a text in which a long table has only the rows that the turn names; unchanged where it names none.

    Rows of releases are named by their number; where the table has none with it, the nearest ones stand for it, and it
    is said so.
    """
    table = table_of(text)
    if table is None or len(table.rows) <= _FEW or asks_for_whole(context.turn.text):
        return text
    asked = tuple(one.lower() for one in _VERSION.findall(context.turn.text))
    named = _with_version(table.rows, asked)
    note = context.word("rows left", len(table.rows) - len(named)) if named else ""
    if not named and asked:
        release, named = between(table.rows, asked)
        note = context.word("no row", release) if named else ""
    if not named and not asked:
        weights = context.turn.rarity
        named = _most(table.rows, lambda row: share_had(row, weights))
        note = context.word("rows left", len(table.rows) - len(named))
    if not named:
        return text
    return "\n".join((table.before, *named)) + f"\n\n{note}{table.after}"


def table_of(text: str) -> Table | None:
    r"""Return the first table of a text that does not stand beneath a list item.

    >>> table_of("So:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nDone.")
    Table(before='So:\n\n| a | b |\n|---|---|', rows=('| 1 | 2 |',), after='\n\nDone.')
    """
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if line.startswith("|")), None)
    if start is None:
        return None
    end = next((at for at in range(start, len(lines)) if not lines[at].startswith("|")), len(lines))
    after = "\n".join(lines[end:])
    return Table("\n".join(lines[: start + 2]), tuple(lines[start + 2 : end]), f"\n{after}" if after else "")


def _with_version(rows: Sequence[str], asked: Sequence[str]) -> list[str]:
    # `asked` may name releases of several things; a row that has one of them says what goes with it.
    found = [row for row in rows if any(_is_of(one.lower(), asked) for one in _VERSION.findall(row))]
    return found if len(found) <= _MOST * len(rows) else []


def _is_of(release: str, asked: Sequence[str]) -> bool:
    """Tell whether a release is one of those asked for: “2.6” asks for 2.6.0 as well."""
    return any(release == one or release.startswith(f"{one}.") for one in asked)


def between(rows: Sequence[str], asked: Sequence[str]) -> tuple[str, list[str]]:
    """Return the first release asked for that a table of releases could have, and the rows before and after it.

    >>> between(["| 2.6.0 | a |", "| 2.4.0 | b |", "| 2.3.0 | c |"], ["2.4.1"])
    ('2.4.1', ['| 2.6.0 | a |', '| 2.4.0 | b |'])
    """
    releases = {row: _numbers(str(found[1])) for row in rows if (found := _RELEASE.search(row)) is not None}
    if len(releases) <= _MOST * len(rows):
        return "", []
    least, most = min(releases.values()), max(releases.values())
    for one in asked:
        if (numbers := _numbers(one)) and least <= numbers <= most:
            higher = min(
                (row for row in releases if releases[row] > numbers), key=lambda row: releases[row], default=""
            )
            lower = max((row for row in releases if releases[row] < numbers), key=lambda row: releases[row], default="")
            return one, [row for row in rows if row in (higher, lower)]
    return "", []


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(one) for one in release.split(".") if one.isdigit())


def _most(rows: Sequence[str], share: Callable[[str], float]) -> list[str]:
    shares = [share(row) for row in rows]
    best = max(shares)
    kept = [row for row, one in zip(rows, shares, strict=True) if one >= max(_NAMED, _AS_WELL * best)]
    return kept if len(kept) <= _MOST * len(rows) else []
