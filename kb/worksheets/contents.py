"""The values a worksheet holds, all frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from msfaq.corpus.entry import Bilingual

OPEN: Final = "open"
FOUND: Final = "found"
FINE: Final = "fine"
NOT_APPLICABLE: Final = "not-applicable"

STATES: Final = (OPEN, FOUND, FINE, NOT_APPLICABLE)
"""What can be said of an item: not looked at yet, a problem was found, no problem, not applicable."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """An output kept as evidence for an item."""

    id: int
    """Number by which it is removed, unique on this machine and never used twice; 0 before it is kept."""
    kind: str
    """``file``, ``pipe`` or ``snippet``."""
    name: str
    """The file's name, the words given for a pipe, or the snippet's title."""
    text: str
    """The text, free of terminal controls; where it was cut, a line in its middle says so."""
    size: int
    """Bytes it had before it was cut."""
    left_out: int
    """Bytes that were cut out of the middle; 0 when it is whole."""
    code: str
    """The code that printed it; empty unless a snippet was run."""
    added: int
    """When it was attached, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Record:
    """What was said about one item."""

    entry_id: str
    """The item's entry."""
    state: str = OPEN
    """One of `STATES`."""
    note: str = ""
    """The person's own words."""
    first: int = 0
    """When the item was first touched, in seconds since 1970; 0 when it never was."""
    changed: int = 0
    """When it last changed, likewise."""
    attachments: tuple[Attachment, ...] = ()
    """The evidence, oldest first."""

    @property
    def lacks_evidence(self) -> bool:
        """Whether a verdict stands without a note or an output that shows it."""
        return self.state in (FOUND, FINE) and not self.note.strip() and not self.attachments


@dataclass(frozen=True, slots=True)
class KeptStep:
    """One answered question of a walk, in the words it had then."""

    name: str
    """The question's name in the walk."""
    ask: Bilingual
    """The question."""
    when: Bilingual
    """The answer chosen."""


@dataclass(frozen=True, slots=True)
class KeptWalk:
    """A walk through a decision procedure: the path taken, and its result if it came to one."""

    entry_id: str
    """The decision entry."""
    title: Bilingual
    """Its title."""
    steps: tuple[KeptStep, ...] = ()
    """The path, in order."""
    asks: Bilingual | None = None
    """The question at which the walk stopped; None when it ended."""
    see: str = ""
    """Id of the entry it ended at, or empty."""
    result: Bilingual | None = None
    """The sentence it ended with; None where it ended at an entry, or has not ended."""
    first: int = 0
    """When it was first kept, in seconds since 1970."""
    changed: int = 0
    """When it last changed, likewise."""


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a worksheet held at one moment."""

    project: str
    """Absolute path of the project folder."""
    records: Mapping[str, Record] = field(default_factory=dict)
    """Record by entry id; items never touched have none."""
    walks: tuple[KeptWalk, ...] = ()
    """Walks taken, the latest of each procedure, in the order in which they were first taken."""

    def record(self, entry_id: str) -> Record:
        """Return what was said about an item, an empty record for one never touched."""
        return self.records.get(entry_id) or Record(entry_id)
