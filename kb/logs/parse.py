"""Cuts clean text into lines and lines into failures."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import re2

from msfaq.logs.collected import Collected, without_collector
from msfaq.logs.facts import codes_in, operator_in
from msfaq.logs.failure import Failure, Line
from msfaq.logs.interleave import writers
from msfaq.logs.prefixes import Stripped, strip_prefixes
from msfaq.logs.tracebacks import (
    CRASH_LINE,
    EXCEPTION_LINE,
    INTRODUCTIONS,
    TRACEBACK_START,
    end_of_quote,
    is_rule,
    own_frame,
    quoted_exception,
    sections_in,
)

_LONGEST_LINE: Final = 16384
"""Characters of a line that are kept; no message of the framework comes near, and an endless line stays cheap."""

_LONGEST_RECORD: Final = 400
"""Lines after which a record is taken to have ended; the longest real messages have about 150."""

_WRAP_WIDTHS: Final = range(60, 401)
"""Terminal widths at which hard-wrapped lines are looked for."""

_FEW_STATES: Final = 64
"""States of a line that are all read."""

_COUNTED: Final = re.compile(r"[\d ]+")
"""What changes from one state of a progress bar to the next: numbers and the blanks that align them."""

_CHAIN: Final = ("During handling of the above exception", "The above exception was the direct cause")
_LEVELS: Final = {"ERROR": "record", "CRITICAL": "record", "WARNING": "warning"}
_QUOTES: Final = ('"""', "'''")
"""Lines that end the quoted traceback of a worker process (``RemoteTraceback``)."""

_OPENING: Final = 8
"""Characters by which rows of one format are told from a line's continuation."""

_DIGITS: Final = re2.compile(r"\d")
_RULED: Final = re2.compile(r"(?:={4}|-{4}|#{4}|\*{4}|\+{4}|_{4}|~{4})$")
_BLANKS: Final = re.compile(r"[\t\n\f\r ]+")
"""Not RE2, whose binding takes thirty times as long to replace a blank; this pattern has nothing to go back to."""

_NESTED: Final = " Traceback (most recent call last)"
_GROUP_START: Final = "Exception Group Traceback"
_MARGIN: Final = re2.compile(r"^ *(?:\+-\+-+ \d+ -+$|\+-{8,}$|(?:\| |\+ )+)")


def parse_lines(text: str, first_number: int = 1) -> list[Line]:
    """Return the lines of clean text that hold anything, prefixes taken off and hard-wrapped lines joined."""
    lines = []
    grouped = _GROUP_START in text
    printed = text.split("\n")
    collected = without_collector(printed) or [Collected(line, None) for line in printed]
    for number, raw in _unwrapped([line.text for line in collected], first_number):
        about = collected[number - first_number].about
        for piece in _states(raw) if "\r" in raw else (raw,):
            line = _line(number, piece[:_LONGEST_LINE], grouped=grouped)
            if line is not None:
                lines.append(_told(line, about) if about else line)
    return lines


def _states(raw: str) -> list[str]:
    """Return what was printed over one line; of many states that differ in their numbers only the first and the last.

    A progress bar has as many as there are steps, and its last may be a failure without a line end before it.
    """
    states = raw.split("\r")
    if len(states) <= _FEW_STATES:
        return states
    kept: dict[str, str] = {}
    for state in states[:-1]:
        kept.setdefault(_COUNTED.sub("0", state), state)
    return [*kept.values(), states[-1]]


def _told(line: Line, about: Stripped) -> Line:
    """Return the line with what its collector knew of it; what the program says itself counts more."""
    return replace(
        line,
        # A record without a time may belong to a section of the record above it.
        time=line.time or ("" if line.is_record else about.time),
        rank=line.rank if line.rank is not None else about.rank,
        process=line.process or about.process,
        source=line.source or about.source,
    )


def _line(number: int, raw: str, *, grouped: bool) -> Line | None:
    if grouped:
        # The margin of an exception group, at which its members stand.
        raw = str(_MARGIN.sub("", raw))
    body = raw.strip()
    if not body:
        return None
    stripped = strip_prefixes(body)
    folded = _BLANKS.sub(" ", stripped.message).strip()
    if not folded and not stripped.is_record:
        return None
    # Behind a launcher's prefix a line keeps the indentation that it was printed with.
    own = stripped.message if stripped.source else raw
    indent = len(own) - len(own.lstrip())
    return Line(
        number=number,
        text=folded,
        indent=indent,
        level=stripped.level,
        time=stripped.time,
        is_record=stripped.is_record,
        process=stripped.process,
        rank=stripped.rank,
        source=stripped.source,
    )


def _unwrapped(raw: Sequence[str], first_number: int) -> Iterator[tuple[int, str]]:
    """Yield numbered lines; those cut at a terminal's width are joined with what follows."""
    width = max(map(len, raw), default=0)
    joins = set(_cuts(raw, width)) if width in _WRAP_WIDTHS else set[int]()
    if len(joins) < 2:
        yield from enumerate(raw, first_number)
        return
    held, held_number = "", first_number
    for at, line in enumerate(raw):
        if not held:
            held_number = first_number + at
        held += line
        if at not in joins:
            yield held_number, held
            held = ""


def _cuts(raw: Sequence[str], width: int) -> Iterator[int]:
    """Yield the indices of lines as wide as the widest which the next line continues, beginning nothing of its own."""
    for at in range(len(raw) - 1):
        if len(raw[at]) == width:
            following = raw[at + 1]
            begins = (
                following[:1].isspace()
                or following.startswith(TRACEBACK_START)
                or strip_prefixes(following).is_record
                # Rows of one format are as wide as each other; a rule ends its line.
                or _opening(following) == _opening(raw[at])
                or _RULED.search(raw[at]) is not None
            )
            if following and not begins:
                yield at


def _opening(line: str) -> str:
    return str(_DIGITS.sub("0", line[:_OPENING]))


def parse_failures(lines: Sequence[Line]) -> list[Failure]:
    """Return the failures that the lines tell of, in the order in which they stand; of several writers each one's."""
    found = [failure for own in writers(lines) for failure in _failures(own)]
    found.sort(key=lambda failure: (failure.first_line, failure.last_line))
    return found


def _failures(lines: list[Line]) -> Iterator[Failure]:
    at = 0
    time = ""
    chained = False
    while at < len(lines):
        time = lines[at].time or time
        introduced = _introduces(lines, at)
        kind = "exception" if introduced else _kind(lines[at])
        if not kind:
            chained = lines[at].text.startswith(_CHAIN) or (chained and lines[at].indent > 0)
            at += 1
            continue
        end = _end(lines, at + introduced)
        yield _failure(kind, lines[at:end], time, chained=chained)
        chained = False
        at = end


def _introduces(lines: list[Line], at: int) -> bool:
    """Tell whether a line says whose the traceback beneath it is."""
    text = lines[at].text
    return text.startswith(INTRODUCTIONS) and any(
        line.text.startswith(TRACEBACK_START) for line in lines[at + 1 : at + 2]
    )


def _kind(line: Line) -> str:
    if line.text.startswith(TRACEBACK_START):
        return "exception"
    found = EXCEPTION_LINE.match(line.text)
    if found is not None and line.indent == 0:
        return "warning" if found["name"].endswith("Warning") else "exception"
    if line.is_record:
        return _LEVELS.get(line.level, "")
    return "crash" if line.indent == 0 and CRASH_LINE.match(line.text) is not None else ""


def _end(lines: list[Line], start: int) -> int:
    """Return the index behind the record that begins at ``start``."""
    in_traceback = TRACEBACK_START[0] in lines[start].text
    quoted = start
    for at in range(start + 1, min(len(lines), start + _LONGEST_RECORD)):
        line = lines[at]
        if at - start >= 2 and at >= quoted:
            quoted = end_of_quote(lines, at)
        if at < quoted:
            continue
        starts_record = (line.is_record and not _within_section(lines, start, at)) or _introduces(lines, at)
        if starts_record or line.text.startswith((*TRACEBACK_START, *_CHAIN)) or line.text in _QUOTES:
            return at
        if line.indent == 0 and not in_traceback and CRASH_LINE.match(line.text) is not None:
            return at
        if _NESTED in line.text:
            # A section may quote a traceback of its own; the exception that ends it belongs to the section.
            in_traceback = True
        elif EXCEPTION_LINE.match(line.text) is not None and line.indent == 0:
            if not in_traceback:
                return at
            in_traceback = False
    return min(len(lines), start + _LONGEST_RECORD)


def _within_section(lines: list[Line], start: int, at: int) -> bool:
    """A record right beneath a section's title belongs to the section (``[ERROR] Execute user Python code failed``)."""
    return at - start >= 2 and is_rule(lines[at - 1]) and not is_rule(lines[at]) and not lines[at].time


def _failure(kind: str, lines: list[Line], time: str, *, chained: bool) -> Failure:
    exception, head = "", 0
    for at, line in enumerate(lines):
        found = EXCEPTION_LINE.match(line.text) if line.indent == 0 else None
        if found is not None:
            exception, head = found["name"].rpartition(".")[2], at
            break
    else:
        if kind == "exception":
            head = _after_frames(lines)
    border = next((at for at in range(head, len(lines)) if is_rule(lines[at])), len(lines))
    body = [line.text for line in lines[head:border]]
    if exception and body:
        body[0] = body[0].partition(":")[2].strip()
    message = "\n".join(part for part in body if part)
    raised = quoted_exception(lines[head:])
    if raised and message.startswith(TRACEBACK_START):
        # Raised again by who waited for it, with nothing said of its own.
        name, _, message = raised.partition(":")
        exception, message, raised = name.rpartition(".")[2], message.strip(), ""
    sections = sections_in(lines)
    text = "\n".join((message, *(section.text for section in sections)))
    operator = operator_in((message, text)) if kind != "warning" else ""
    return Failure(
        kind=kind,
        exception=exception,
        message=message,
        raised=raised,
        sections=sections,
        frame=own_frame(lines, operator),
        time=time,
        first_line=lines[0].number,
        last_line=lines[-1].number,
        codes=codes_in(text) if kind != "warning" else (),
        operator=operator,
        process=next((line.process for line in lines if line.process), ""),
        rank=next((line.rank for line in lines if line.rank is not None), None),
        source=lines[0].source,
        chained=chained,
        lines=tuple(lines),
    )


def _after_frames(lines: list[Line]) -> int:
    """Return the index of the first line that is neither the traceback's head nor indented beneath it."""
    for at, line in enumerate(lines[1:], start=1):
        if line.indent == 0:
            return at
    # It was cut off: the last place that it had reached says most.
    return max((at for at, line in enumerate(lines) if line.text.startswith('File "')), default=len(lines) - 1)
