"""The values that reading a log yields."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the input, cleaned."""

    number: int
    """1-based number of the line in the input."""
    text: str
    """The line without prefixes, white space folded to single blanks, not empty."""
    indent: int
    """Blanks before the text, tabs counted as one."""
    level: str
    """Log level that a prefix named (``ERROR`` …), else empty."""
    time: str
    """Time that a prefix named, as it was written, else empty."""
    is_record: bool
    """Whether a logger's prefix started a new record here."""
    process: str = ""
    """Process id that a prefix named, else empty."""
    rank: int | None = None
    """Rank that a prefix named, else None."""
    source: str = ""
    """What a launcher's prefix (``[1,3]<stderr>``, ``rank3:``, ``trainer-1 |``) called the writer, else empty."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in Python source, from a traceback or a graph-mode location."""

    file: str
    """The file as the traceback writes it."""
    line: int
    """1-based line number."""
    function: str
    """Name of the function, or empty."""
    code: str
    """The source line if the traceback showed it, else empty."""
    is_late: bool = False
    """Whether this line only waited for a result: the operator that failed was started by an earlier one."""


@dataclass(frozen=True, slots=True)
class Section:
    """One dashed section of a MindSpore message."""

    title: str
    """Its title without remarks in parentheses, e.g. ``Python Call Stack``."""
    text: str
    """What stands in it, lines joined by newlines."""
    first_line: int
    """1-based number of its title's line in the input."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that went wrong, as one piece of the log tells it."""

    kind: str
    """``exception`` (a Python exception), ``crash`` (the process was ended: a signal, an abort), ``record`` (an
    error-level log record), ``line`` (a line that an entry's signature recognises) or ``warning``."""
    exception: str
    """Name of the exception class, or empty."""
    message: str
    """The message without the exception's name, first section border or end excluded."""
    sections: tuple[Section, ...]
    """The dashed sections beneath the message, in order."""
    frame: Frame | None
    """The user's own frame: the last one that is in no installed package."""
    time: str
    """Time of the record, else of the nearest record above it, as it was written, or empty."""
    first_line: int
    """1-based number of its first line in the input."""
    last_line: int
    """1-based number of its last line, inclusive."""
    codes: tuple[str, ...] = ()
    """Error codes in it, in order, each once: ``EI0006``, ``E39999``, ``507011`` …"""
    operator: str = ""
    """The operator or kernel that it names, or empty."""
    process: str = ""
    """Process id, or empty."""
    rank: int | None = None
    """Rank that a prefix of its lines named, or None."""
    source: str = ""
    """What a launcher's prefix called the writer, or empty."""
    chained: bool = False
    """Whether the text says that it arose from the failure before it."""
    raised: str = ""
    """The exception that it only passes on, from a traceback that it quotes (``KeyError: 'bird'``), or empty."""
    lines: Sequence[Line] = ()
    """Its lines, at most 400, for asking about it; of many logs' only the first occurrence has them."""

    @property
    def headline(self) -> str:
        """First line of the message, with the exception's name before it."""
        first = self.message.split("\n", 1)[0]
        return f"{self.exception}: {first}" if self.exception and first else self.exception or first
