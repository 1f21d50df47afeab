"""Reads an input whole: its clean text, the failures in it, and the lines worth asking about."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from msfaq.errors import InputError
from msfaq.index.belonging import has_trace
from msfaq.logs.decode import clean, decode, decode_part
from msfaq.logs.excerpt import WHOLE, excerpt
from msfaq.logs.failure import Failure, Frame, Line
from msfaq.logs.keylines import KeyLine, key_lines
from msfaq.logs.output import is_ordinary, is_program_output
from msfaq.logs.parse import parse_failures, parse_lines
from msfaq.logs.tracebacks import EXCEPTION_LINE, WARNING_LINE, is_library_source

_LOG_LINES: Final = 12
"""Lines above which a text without any log mark is still taken for a log rather than a question."""

_SPOKEN: Final = 600
"""Characters of a text up to which its reading is kept: a conversation reads a turn more than once."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood of an input."""

    text: str
    """The lines without prefixes, single blanks, joined by newlines: what signatures are looked for in."""
    starts: tuple[int, ...]
    """Offset in ``text`` at which each line begins, ascending."""
    numbers: tuple[int, ...]
    """1-based number in the input of the line that begins at the same place of ``starts``."""
    failures: tuple[Failure, ...]
    """The failures in the order in which they stand; empty for a question and for a healthy log."""
    key_lines: tuple[KeyLine, ...]
    """The lines that say most, best first; at least one unless the input is a healthy log."""
    is_log: bool
    """Whether the input is program output rather than a question."""
    levels: tuple[str, ...] = ()
    """Log level of each line, empty where none was named; as long as ``numbers``."""
    is_ours: bool = False
    """Whether MindSpore or CANN left a trace in it, or in the logs that it was taken from: all of them, not only the
    lines that are looked at."""
    ended: str = ""
    """What is known of the end of the program that wrote it: ``signal`` (ended by one, or by a time limit), ``failed``
    (another exit code than 0), or empty."""

    @property
    def is_long(self) -> bool:
        """Whether the input is too long to have been typed or pasted as a question."""
        return self.is_log and len(self.numbers) > _LOG_LINES

    def line_at(self, offset: int) -> int:
        """Return the 1-based number in the input of the line at an offset of ``text``."""
        return self.numbers[bisect_right(self.starts, offset) - 1]

    def warns_at(self, number: int) -> bool:
        """Tell whether the line with this number is a warning's, or stands in a section beneath one."""
        if number in self.numbers:
            at = self.numbers.index(number)
            text = self.text.split("\n")[at]
            if _warns(text, self.levels[at]):
                return True
        warnings = (failure for failure in self.failures if failure.kind == "warning" and failure.sections)
        return any(failure.first_line <= number <= failure.last_line for failure in warnings)

    @property
    def frame(self) -> Frame | None:
        """The user's own line: that of the last failure which names one."""
        own = [failure.frame for failure in self.failures if failure.frame is not None]
        return own[-1] if own else None

    @property
    def raised(self) -> str:
        """The exception that the last failure with an own line only passes on, or empty."""
        return next((failure.raised for failure in reversed(self.failures) if failure.frame is not None), "")


def read(source: str | bytes, anchors: Sequence[bytes] = (), ended: str = "") -> Reading:
    """Read a question, an error message or a log of any length.

    Of inputs over a megabyte only the telling parts are read: `msfaq.logs.excerpt`; ``anchors`` are further fragments
    to look for there. ``ended`` says how the program ended that wrote it, where that is known: `Reading.ended`.

    Raises InputError when the input is empty or no text.
    """
    if isinstance(source, str) and len(source) <= _SPOKEN and not ended:
        return _spoken(source)
    if isinstance(source, bytes) or len(source) > WHOLE:
        data = source if isinstance(source, bytes) else source.encode("utf-8", "replace")
        lines: list[Line] = []
        parts = excerpt(data, anchors)
        for part in parts:
            # The first part shows whether the whole is text.
            text = decode(part.data) if part is parts[0] else decode_part(part.data)
            lines += parse_lines(text, part.first_line)
    else:
        lines = parse_lines(clean(source))
    return _reading(_asked(lines), ended)


@lru_cache(maxsize=16)
def _spoken(text: str) -> Reading:
    return _reading(_asked(parse_lines(clean(text))))


def read_failures(failures: Sequence[Failure], *, is_ours: bool) -> Reading:
    """Return the reading of failures alone, without the log around them; in the order of their lines.

    ``is_ours`` says whether anything of MindSpore's stands in that log.
    """
    lines = {(line.number, at): line for failure in failures for at, line in enumerate(failure.lines)}
    return replace(
        _reading([lines[key] for key in sorted(lines)]), failures=tuple(failures), is_log=True, is_ours=is_ours
    )


def _asked(lines: list[Line]) -> list[Line]:
    """Return the lines of an input; InputError where there are none."""
    if not lines:
        raise InputError("the question is empty; pass an error message, a question, or a log")
    return lines


def _reading(lines: list[Line], ended: str = "") -> Reading:
    failures = parse_failures(lines)
    is_log = bool(ended) or len(lines) > _LOG_LINES or any(line.is_record for line in lines) or len(failures) > 1
    is_log = is_log or (not failures and is_program_output(lines))
    # A library's own source holds the templates of its messages, unfilled.
    said = [line for at, line in enumerate(lines) if not is_library_source(lines, at)]
    text = "\n".join(line.text for line in said)
    starts, offset = [], 0
    for line in said:
        starts.append(offset)
        offset += len(line.text) + 1
    return Reading(
        text=text,
        starts=tuple(starts),
        numbers=tuple(line.number for line in said),
        failures=tuple(failures),
        key_lines=_last_words(lines, ended)
        if ended and not _errors(failures)
        else key_lines(lines, failures, is_log=is_log),
        is_log=is_log,
        levels=tuple(line.level for line in said),
        # Of all loggers only those two name their process in each record. A question may well name MindSpore.
        is_ours=any(line.process for line in lines) or (is_log and has_trace(text)),
        ended=ended,
    )


def _last_words(lines: Sequence[Line], ended: str) -> tuple[KeyLine, ...]:
    """Return what a program that failed without an error may have said of it in words of its own.

    Who is ended by a signal says nothing of it, and neither warnings nor progress tell why a program failed.
    """
    words = [line for line in lines if not _warns(line.text, line.level) and not is_ordinary(line.text)]
    if ended == "signal" or not words or len(lines) > _LOG_LINES:
        return ()
    return key_lines(words, (), is_log=False)


def _errors(failures: Sequence[Failure]) -> bool:
    return any(failure.kind != "warning" for failure in failures)


def _warns(text: str, level: str) -> bool:
    """Tell whether a line begins a warning: a logger's, or what Python's ``warnings`` prints."""
    found = EXCEPTION_LINE.match(text)
    named = found is not None and found["name"].endswith("Warning")
    return level == "WARNING" or named or WARNING_LINE.match(text) is not None
