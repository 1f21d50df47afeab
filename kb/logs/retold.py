"""Makes one of a failure that is told twice: by a log record, and by the exception that it became."""

import re
from dataclasses import replace
from typing import Final

from msfaq.logs.failure import Failure
from msfaq.logs.keylines import fact_told

_SHORTEST: Final = 20
"""Characters of a fact by which a record is known to tell it; less may stand in any record."""

_NUMBERS: Final = re.compile(r"0[xX][0-9a-fA-F]+|\d+")
_BLANKS: Final = re.compile(r"\s+")


def told_by(exception: Failure) -> str:
    """Return what a record must say to tell of an exception: its fact, numbers made equal; nothing if it is too short.

    A message of the data pipeline has its fact in a section, beneath an opening that is always the same.
    """
    fact = _folded(fact_told(exception))
    return fact if len(fact) >= _SHORTEST else ""


def said_in(record: Failure) -> str:
    """Return all that a record says, in the same form."""
    return _folded(" ".join((record.message, *(section.text for section in record.sections))))


def joined(record: Failure, exception: Failure) -> Failure:
    """Return the one failure of both: the exception, from whichever stands first, with all that both name."""
    first = min(record, exception, key=lambda failure: failure.first_line)
    return replace(
        exception,
        first_line=first.first_line,
        time=first.time,
        codes=tuple(dict.fromkeys((*record.codes, *exception.codes))),
        operator=exception.operator or record.operator,
        process=exception.process or record.process,
        rank=exception.rank if exception.rank is not None else record.rank,
        frame=exception.frame or record.frame,
        lines=tuple(sorted((*record.lines, *exception.lines), key=lambda line: line.number)),
    )


def announced(record: Failure, exception: Failure) -> Failure:
    """Return the one failure of a record that says what failed and the exception beneath it that says why."""
    return replace(
        joined(record, exception),
        exception="",
        message=record.message,
        sections=(*record.sections, *exception.sections),
        raised=exception.raised or exception.headline,
    )


def _folded(text: str) -> str:
    return _BLANKS.sub(" ", _NUMBERS.sub("0", text)).strip()
