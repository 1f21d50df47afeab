"""Finds the warnings that an entry is about: where nothing failed, they are all that a log has to tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.corpus.entry import Bilingual
from msfaq.index.signatures import SignatureHit, SignatureIndex
from msfaq.index.store import Store
from msfaq.logs.failure import Line
from msfaq.logs.logfile import LogReading
from msfaq.logs.reading import Reading
from msfaq.logs.tracebacks import WARNING_LINE

SURE: Final = 12
"""Literal characters from which a signature alone says what a line is that looks like no failure."""


@dataclass(frozen=True, slots=True)
class KnownWarning:
    """A warning and the entry that is about it."""

    entry_id: str
    """The entry's id."""
    title: Bilingual
    """The entry's title."""
    line: Line
    """The warning."""
    path: str
    """The log in which it stands first."""


def known_warnings(
    readings: Sequence[LogReading], whole: Reading | None, signatures: SignatureIndex, store: Store
) -> tuple[KnownWarning, ...]:
    """Return the warnings that have an entry, each entry once.

    ``whole`` is the reading of the only log, where it is short enough to have been read whole.
    """
    found: dict[str, KnownWarning] = {}
    for reading in readings:
        lines = _lines_of(reading) if whole is None else _warnings_of(whole)
        for line in lines:
            hit = settling(signatures.find(line.text))
            if hit is not None and hit.entry_id not in found:
                title = store.entry(hit.entry_id).title
                found[hit.entry_id] = KnownWarning(hit.entry_id, title, line, reading.file.path)
    return tuple(found.values())


def settling(hits: Sequence[SignatureHit]) -> SignatureHit | None:
    """Return the first hit that says by itself what a line is, or None."""
    return next((hit for hit in hits if not hit.weak and not hit.aside and hit.specificity >= SURE), None)


def _lines_of(reading: LogReading) -> Iterator[Line]:
    """Yield the warnings of a log that was read piece by piece, those of Python's own ``warnings`` last."""
    yield from reading.warnings
    for suspect in reading.suspects:
        if WARNING_LINE.match(suspect.lines[0].text) is not None:
            yield suspect.lines[0]


def _warnings_of(whole: Reading) -> Iterator[Line]:
    for at, text in enumerate(whole.text.split("\n")):
        if whole.levels[at] == "WARNING" or WARNING_LINE.match(text) is not None:
            yield Line(whole.numbers[at], text, 0, whole.levels[at], "", False)
