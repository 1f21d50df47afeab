"""The compatibility table agrees with itself, and the entry that shows it agrees with the table."""

import re
from collections.abc import Iterator
from typing import Final

from msfaq.check.problem import Problem
from msfaq.corpus.book import Book
from msfaq.corpus.compatibility.rows import Compatibility, ReleaseRow
from msfaq.corpus.compatibility.table import read_compatibility, release_row
from msfaq.errors import EntryError

_SHOWN: Final = "versions-that-go-together"
"""The entry that shows the table's main rows."""

_ROW: Final = re.compile(r"^\| (\d+\.\d+[^|]*) \|(.*)\|$", re.MULTILINE)
_RELEASE: Final = re.compile(r"V\d\w+|\d+\.\d+(?:\.\w+)*")


def check_compatibility(book: Book) -> Iterator[Problem]:
    """Yield what is wrong with the table."""
    try:
        table = read_compatibility()
    except EntryError as error:
        yield Problem("compatibility", "", f"compatibility/{error.path}", error.problem)
        return
    yield from _drivers(table)
    if entry := book.entries.get(_SHOWN):
        text = "\n".join(section.markdown for section in (*entry.sections_zh, *entry.sections_en))
        for shown, cells in _ROW.findall(text):
            for message in _row(table, shown.strip(), [cell.strip() for cell in cells.split("|")]):
                yield Problem("compatibility", entry.id, entry.path, f"row {shown.strip()}: {message}")


def _drivers(table: Compatibility) -> Iterator[Problem]:
    known = {row.cann: row.driver for row in table.cann}
    pairs = [(row.cann[0], row.driver, row.release) for row in table.releases if row.cann and row.driver]
    pairs += [
        (row.cann, row.driver, f"{row.name} {row.release}") for row in table.companions if row.cann and row.driver
    ]
    for cann, driver, place in pairs:
        if known.get(cann, driver) != driver:
            message = f"{place}: driver {driver} beside CANN {cann}, which platforms.yaml pairs with {known[cann]}"
            yield Problem("compatibility", "", "compatibility/platforms.yaml", message)


def _row(table: Compatibility, shown: str, cells: list[str]) -> Iterator[str]:
    for release in re.split(r"–", shown):
        row = release_row(table, release)
        if row is None:
            yield f"no row for {release}"
            continue
        for name, cell in zip(("Python", "CANN", "driver", "CUDA"), cells, strict=False):
            stated = _stated(row, name)
            if cell == "—" and stated and name != "CUDA":
                yield f"{name} is stated: {', '.join(stated)}"
            for value in _values(cell, name):
                if not any(version.startswith(value) for version in stated):
                    yield f"{name} {value} is not in the table"


def _stated(row: ReleaseRow, name: str) -> tuple[str, ...]:
    drivers = (row.driver,) if row.driver else ()
    return {"Python": row.python, "CANN": row.cann or row.cann_accepts, "driver": drivers, "CUDA": tuple(row.cuda)}[
        name
    ]


def _values(cell: str, name: str) -> list[str]:
    values = _RELEASE.findall(cell)
    if name == "Python" and "–" in cell and len(values) == 2:
        first, last = (int(value.split(".")[1]) for value in values)
        return [f"3.{minor}" for minor in range(first, last + 1)]
    return values
