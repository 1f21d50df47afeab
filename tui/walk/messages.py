"""What the screen of a walk tells the app."""

from textual.message import Message

from msfaq.corpus.entry import Entry
from msfaq.walking import Walk


class ProceduresLoaded(Message):
    """The decision entries have been read."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        super().__init__()
        self.entries = entries
        """Entries with a walk, sorted by id."""


class ProceduresFailed(Message):
    """The book cannot be read."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason
        """One line for the person."""


class WalkMoved(Message):
    """A walk stands somewhere else."""

    def __init__(self, walk: Walk) -> None:
        super().__init__()
        self.walk = walk
        """Where it stands."""


class EntryWanted(Message):
    """The person wants to read an entry in the app's own way."""

    def __init__(self, entry_id: str) -> None:
        super().__init__()
        self.entry_id = entry_id
        """The entry."""
