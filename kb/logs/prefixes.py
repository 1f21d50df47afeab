"""What loggers put before a message, as a table: each row names one form, with an example that is its test."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import re2


@dataclass(frozen=True, slots=True)
class Prefix:
    """One form of prefix."""

    name: str
    """What prints it."""
    pattern: str
    """RE2 pattern, matched at a line's start; its groups ``level``, ``time``, ``pid``, ``rank`` and ``source``
    give what they are called."""
    example: str
    """A line that begins with it; the message of every example is ``boom``."""


PREFIXES: Final = (
    Prefix(
        "mindspore",
        r"\[(?P<level>DEBUG|INFO|EVENT|WARNING|ERROR|CRITICAL)\] ?[A-Za-z_]+\((?P<pid>\d{0,10})[^)]{0,120}\)"
        r":(?P<time>[-\d:. ]+)"
        r" ?\[[^\]]{1,300}\](?:\[[^\]]{1,80}\])* ?(?:[\w:~<>&*,()$ =\-]{1,200}\] )?",
        "[ERROR] MD(6839,7fe26effd6c0,python):2024-05-20-13:50:46.090.836 [mindspore/ccsrc/a.cc:257] Interrupt] boom",
    ),
    Prefix(
        "source location",
        r"\[[\w/.\-]{1,200}\.(?:cc|cpp|h|py|c):\d{1,7}\] ?(?:\d{1,10} ?)?(?:[\w:~<>]{1,120}\] )?",
        "[mem_dynamic_allocator.cc:392] AddMemBlock] boom",
    ),
    Prefix("mpirun", r"\[\d{1,5},(?P<rank>\d{1,5})\]<std(?:err|out)>: ?", "[1,3]<stderr>:boom"),
    Prefix("rank", r"\[?(?i:rank|worker)[ _]?(?P<rank>\d{1,5})\]?(?: ?[|:>]) ?", "[rank3]: boom"),
    Prefix(
        "loguru",
        r"(?P<level>DEBUG|INFO|SUCCESS|WARNING|ERROR|CRITICAL) {0,8}\| [\w.<>:\-]{1,160} - ",
        "ERROR    | trainer.main:step:12 - boom",
    ),
    Prefix("container", r"(?P<source>[\w.\-]{1,80}) {1,40}\| ", "trainer-1  | boom"),
    Prefix(
        "time",
        r"[\[(]?(?P<time>\d{4}[-/]\d\d[-/]\d\d[T :\-]\d\d:\d\d:\d\d(?:[.,]\d{1,9}){0,2}(?:Z|[+\-]\d\d:?\d\d)?)"
        r"[\])]?"
        r"(?: ?[-|:])? ?",
        "2024-08-05 18:15:21,270 - boom",
    ),
    Prefix(
        "glog",
        r"(?P<letter>[IWEF])\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,8}\d{1,10} [\w./\-]{1,200}:\d{1,7}\] ?",
        "E0805 18:15:21.270123 12345 server.cc:12] boom",
    ),
    Prefix("clock", r"[\[(]?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?[\])]?(?: ?[-|:])? ?", "[18:15:21] boom"),
    Prefix(
        "logger",
        r"[\w.\-]{1,80}(?:\[[^\]]{1,200}\])? - (?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL) - ",
        "mindformers[trainer.py:123] - ERROR - boom",
    ),
    Prefix(
        "level",
        r"[\[(<]?(?P<level>DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|FATAL)[\])>]?(?: ?[:|\-] ?| {1,8})"
        r"(?:root:|[a-z_][\w.]{0,59}: )?",
        "ERROR:root:boom",
    ),
)
"""The forms, the most specific first; a line may carry several, one after the other."""

_LAUNCHERS: Final = ("mpirun", "rank", "container")
"""Forms that tell the writers of an interleaved log apart."""

_RECORDS: Final = ("mindspore", "level", "time", "glog", "logger", "loguru")
"""Forms that begin a record; lines without one continue it."""

_FIRST: Final = frozenset("[(<0123456789DIWECFrRwWt")
_GLOG_LEVELS: Final = {"I": "INFO", "W": "WARNING", "E": "ERROR", "F": "CRITICAL"}
_LONGEST: Final = 900
"""Characters of a line that can be prefix: the sum of the bounded repetitions of three forms."""


@dataclass(frozen=True, slots=True)
class Stripped:
    """A line without its prefixes."""

    message: str
    """What remains."""
    level: str
    """``DEBUG`` … ``CRITICAL`` of the innermost prefix that named one, else empty."""
    time: str
    """The time as it was written, else empty."""
    is_record: bool
    """Whether a logger's prefix that starts a new record stood there."""
    process: str = ""
    """Process id, else empty."""
    rank: int | None = None
    """Rank that a launcher's prefix named, else None."""
    source: str = ""
    """What the launcher's prefix called the writer, else empty."""


def strip_prefixes(line: str) -> Stripped:
    """Take away whatever loggers put before the message.

    >>> strip_prefixes(PREFIXES[0].example).message
    'boom'
    """
    seen: dict[str, str] = {}
    is_record = False
    source = ""
    rest = line
    for _ in range(4):
        if not rest or not (rest[0] in _FIRST or _may_be_named(rest)):
            break
        found = _match(rest)
        if found is None:
            break
        name, match = found
        groups = {key: value for key, value in match.groupdict().items() if value}
        if name in _LAUNCHERS:
            source = source or match.group().rstrip(" :>|").strip("[]")
        seen.update(groups)
        is_record = is_record or name in _RECORDS
        rest = rest[match.end() :]
    level = _GLOG_LEVELS.get(seen.get("letter", ""), seen.get("level", ""))
    return Stripped(
        message=rest,
        level={"WARN": "WARNING", "FATAL": "CRITICAL"}.get(level, level),
        time=seen.get("time", "").rstrip(),
        is_record=is_record,
        process=seen.get("pid", ""),
        rank=int(seen["rank"]) if "rank" in seen else None,
        source=source,
    )


def _may_be_named(text: str) -> bool:
    head = text[:100]
    return " | " in head or " - " in head


@lru_cache(maxsize=1)
def _compiled() -> tuple[Any, tuple[tuple[str, Any], ...]]:
    """Compile the forms, all as one automaton and each for its groups.

    Done when the first line looks like one: a question in words never does, and need not wait.
    """
    together = re2.Set.MatchSet()
    for prefix in PREFIXES:
        together.Add(prefix.pattern)
    together.Compile()
    return together, tuple((prefix.name, re2.compile(prefix.pattern)) for prefix in PREFIXES)


def _match(text: str) -> tuple[str, Any] | None:
    head = text[:_LONGEST]
    together, forms = _compiled()
    # Most lines that look like one carry none, and that is told at once.
    matching = together.Match(head)
    if not matching:
        return None
    name, pattern = forms[min(matching)]
    return name, pattern.match(head)
