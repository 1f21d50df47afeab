"""Reads labelled cases.

A case is one JSON object a line: ``query`` (text) or ``log`` (a file beside the cases), ``kind`` (``negative`` for a
case that must not be answered), ``lang``, and what a right answer is: ``topics`` (ids, of which it is one), or else
``must_mention``: lists of alternatives, of each of which it contains one, case-blind.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from msfaq.errors import InputError

NEGATIVE: Final = "negative"
"""The kind of a case that must not be answered."""


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled question."""

    id: str
    """Its name in reports."""
    kind: str
    """What sort of question it is; ``negative`` for one that must not be answered."""
    text: str | bytes
    """What is asked."""
    lang: str | None
    """Language of the answer, or None for the question's own."""
    topics: tuple[str, ...]
    """Ids or aliases of the entries that answer it; empty when ``must_mention`` tells."""
    must_mention: tuple[tuple[str, ...], ...]
    """Of each inner tuple a right answer contains one, lower-case."""

    @property
    def is_negative(self) -> bool:
        """Whether it must not be answered."""
        return self.kind == NEGATIVE


def read_cases(file: Path) -> tuple[Case, ...]:
    """Read a file of cases.

    Raises InputError, naming file and line, when it cannot be read or a line is no case.
    """
    try:
        lines = file.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    cases = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                cases.append(_case(json.loads(line), file.parent))
            except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
                raise InputError(f"{file}:{number}: not a labelled case: {error!r}") from error
    return tuple(cases)


def _case(row: Mapping[str, Any], folder: Path) -> Case:
    text = (folder / row["log"]).read_bytes() if "log" in row else str(row["query"])
    case = Case(
        id=str(row["id"]),
        kind=str(row["kind"]),
        text=text,
        lang=row.get("lang"),
        topics=tuple(str(name) for name in row.get("topics") or ()),
        must_mention=tuple(tuple(word.lower() for word in group) for group in row.get("must_mention") or ()),
    )
    if not (case.is_negative or case.topics or case.must_mention):
        raise ValueError("neither topics nor must_mention say what a right answer is")
    return case
