"""Takes off what a collector of output put before every line: a time (``docker logs -t``), a pod, a host, a rank."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from msfaq.logs.prefixes import Stripped, strip_prefixes

_LONGEST: Final = 160
"""Characters of a collector's prefix."""

_ANCHOR: Final = re.compile(rf"(?P<prefix>[^\n]{{1,{_LONGEST}}}?)(?:Traceback \(most recent call last\):|-{{20,}})\s*$")
"""Lines that stand at the margin when the program prints them."""

_BENEATH: Final = ("  File ", "- ")
"""How the line below begins, of a traceback and of a section."""

_NEAR: Final = 60
"""Lines below in which it is looked for: those of other writers may stand between."""

_NUMBER: Final = re.compile(r"\d+")
_LABEL: Final = re.compile(r"(\d{1,5}): ?")
"""``srun --label`` puts the rank there."""

_TIME: Final = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z|[+\-]\d\d:?\d\d)?|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d"
)
_FEW: Final = 3
"""Lines that a writer has on average at least; what names more writers than that is a line number."""


@dataclass(frozen=True, slots=True)
class Collected:
    """A line without its collector's prefix."""

    text: str
    """What the program printed."""
    about: Stripped | None
    """What the prefix tells of time, rank and writer; None for a line without it."""


def without_collector(lines: Sequence[str]) -> list[Collected] | None:
    """Return the lines as the program printed them, or None where no collector stamped them."""
    pattern = _prefix(lines)
    if pattern is None:
        return None
    found = [(line, pattern.match(line)) for line in lines]
    told = {prefix: _about(prefix) for prefix in {match.group() for _, match in found if match}}
    stamped = sum(match is not None for _, match in found)
    if len({about.source for about in told.values()}) * _FEW > stamped:
        told = {prefix: replace(about, source="") for prefix, about in told.items()}
    return [
        Collected(line[match.end() :], told[match.group()]) if match else Collected(line, None) for line, match in found
    ]


def _prefix(lines: Sequence[str]) -> "re.Pattern[str] | None":
    """Return what all prefixes look like: the text before a traceback, and again before the line beneath it."""
    anchors = [at for at, line in enumerate(lines[:-1]) if "Traceback (most" in line or "--------------------" in line]
    if not anchors:
        return None
    margin = min(len(line) - len(line.lstrip(" ")) for line in lines if line.strip())
    for at in anchors:
        found = _ANCHOR.match(lines[at])
        if found is None or not _may_be_one(found["prefix"]):
            continue
        prefix = found["prefix"]
        core = prefix.rstrip(" ")
        blanks = " " * (len(prefix) - len(core))
        shape = r"\d+".join(map(re.escape, _NUMBER.split(core)))
        pattern = re.compile(f"{shape}(?:{blanks}|$)")
        below = ((line, pattern.match(line)) for line in lines[at + 1 : at + _NEAR])
        if not any(match and line[match.end() :].startswith(_BENEATH) for line, match in below):
            continue
        # Blanks alone were put before the lines only if they stand before every one.
        if core or len(blanks) <= margin:
            return pattern
    return None


def _may_be_one(prefix: str) -> bool:
    """Tell whether text before a traceback may be a collector's: no margin of an exception group, no known form."""
    if prefix.strip(" |+") == "" and prefix.strip():
        return False
    known = strip_prefixes(f"{prefix}x")
    return known.message != "x" or known.is_record or not known.source


def _about(prefix: str) -> Stripped:
    known = strip_prefixes(f"{prefix.rstrip()} x")
    label = _LABEL.fullmatch(f"{prefix.rstrip()} ")
    rank = int(label[1]) if label else known.rank
    time = _TIME.search(prefix)
    source = _TIME.sub("", prefix).strip(" []:|->")
    return replace(known, time=known.time or (time.group() if time else ""), rank=rank, source=known.source or source)
