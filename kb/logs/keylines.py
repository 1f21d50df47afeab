"""Picks the lines of an input that say what went wrong; the first line of today's errors rarely does."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.logs.deaths import death_in
from msfaq.logs.failure import Failure, Line, Section
from msfaq.logs.tracebacks import EXCEPTION_LINE

_GENERIC: Final = (
    "exception thrown from dataset pipeline",
    "exception thrown from user defined python function",
    "exception thrown from pyfunc",
    "exception thrown from multiprocessing",
    "preprocess failed before run graph",
    "execute user python code failed",
    "exception happened, check the information",
    "check 'python call stack' above",
    "the above exception was",
)
"""Openings of lines that only say that something failed; the fact stands elsewhere."""

_STACKS: Final = ("C++ Call Stack", "The Traceback of", "The Function Call Stack", "Framework", "Ascend Warning")
"""Openings of section titles beneath which stands no fact but the way to it."""

_LONGEST: Final = 400
"""Characters of a key line: more words dilute a search."""

_MOST: Final = 6
"""Key lines kept."""


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A text to search with."""

    text: str
    """The text, at most 400 characters."""
    number: int
    """1-based number in the input of the line it starts on."""
    role: str
    """``question``, ``exception``, ``section``, ``record`` or ``warning``: where it was found."""


def key_lines(lines: Sequence[Line], failures: Sequence[Failure], *, is_log: bool) -> tuple[KeyLine, ...]:
    """Return the lines to search with, best first: a question whole, of a failure its facts, of a healthy log none.

    A long log with nothing but warnings in it is healthy.
    """
    if not failures or (len(lines) > 2 * _MOST and all(failure.kind == "warning" for failure in failures)):
        if is_log:
            return ()
        text = " ".join(line.text for line in lines)
        return (KeyLine(text[: 2 * _LONGEST], lines[0].number, "question"),)
    kept: dict[str, KeyLine] = {}
    for line in _ranked(failures):
        kept.setdefault(line.text, line)
    if not is_log and len(lines) <= 4:
        text = " ".join(line.text for line in lines)
        kept.setdefault(text[:_LONGEST], KeyLine(text[:_LONGEST], lines[0].number, "question"))
    return tuple(kept.values())[:_MOST]


def _ranked(failures: Sequence[Failure]) -> Iterable[KeyLine]:
    found = [line for failure in failures for line in _of(failure)]
    if any(line.role != "warning" for line in found):
        found = [line for line in found if line.role != "warning"]
    order = {"exception": 0, "section": 0, "record": 2, "warning": 3}
    generic = [line for line in found if _is_generic(line.text)]
    telling = [line for line in found if not _is_generic(line.text)]
    # The last exception is the one that ended the program; among log records the first began it.
    telling.sort(key=lambda line: (order[line.role], -line.number if order[line.role] == 0 else line.number))
    return [*telling, *generic]


def _of(failure: Failure) -> Iterable[KeyLine]:
    if failure.kind == "exception" and (failure.message or not failure.sections):
        yield KeyLine(failure.headline[:_LONGEST], failure.first_line, "exception")
        if _is_generic(failure.message) and "\n" in failure.message:
            rest = failure.message.partition("\n")[2].replace("\n", " ")
            yield KeyLine(rest[:_LONGEST], failure.first_line + 1, "exception")
    elif failure.kind != "exception" and failure.message:
        role = "warning" if failure.kind == "warning" else "record"
        # A shell's line is mostly the command's name, or in another language, and that leads a search astray.
        death = death_in(failure.message) if failure.kind == "crash" else ""
        yield KeyLine(death or failure.message.replace("\n", " ")[:_LONGEST], failure.first_line, role)
    for section in failure.sections:
        if fact := fact_of(section):
            yield KeyLine(fact[:_LONGEST], section.first_line, "section")


def fact_of(section: Section) -> str:
    """Return the fact of a section, or nothing: the exception of a traceback in it, else its first lines."""
    text = section.text
    if not text or section.title.startswith(_STACKS):
        return ""
    lines = text.split("\n")
    if "Traceback (most recent" in text or lines[0].startswith("File "):
        return next((line for line in reversed(lines) if EXCEPTION_LINE.match(line) is not None), lines[-1])
    return " ".join(lines[:3])


def fact_told(failure: Failure) -> str:
    """Return what a failure tells beyond that something failed: its first text that is no such opening, or nothing."""
    texts = (failure.message.replace("\n", " "), *map(fact_of, failure.sections), failure.raised)
    return next((text[:_LONGEST] for text in texts if text and not _is_generic(text)), "")


def _is_generic(text: str) -> bool:
    lowered = text.lower()
    return any(opening in lowered[:160] for opening in _GENERIC)
