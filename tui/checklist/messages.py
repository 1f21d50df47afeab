"""What the screens of a worksheet tell the app."""

from collections.abc import Mapping
from pathlib import Path

from textual.message import Message

from msfaq.corpus.entry import Entry
from msfaq.worksheets.checklist import Checklist
from msfaq.worksheets.contents import Record


class ChecklistLoaded(Message):
    """The book's checklist has been read."""

    def __init__(self, checklist: Checklist, entries: Mapping[str, Entry]) -> None:
        super().__init__()
        self.checklist = checklist
        """The items."""
        self.entries = entries
        """Entry by id, of every item."""


class LoadFailed(Message):
    """The book cannot be read."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason
        """One line for the person."""


class ItemChanged(Message):
    """Something was said about an item, and kept."""

    def __init__(self, entry_id: str, record: Record) -> None:
        super().__init__()
        self.entry_id = entry_id
        """The item's entry."""
        self.record = record
        """All that is said about it."""


class ReportWritten(Message):
    """The report stands in a file."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        """The file."""


class LanguageChosen(Message):
    """The person has switched the language on a screen."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang
        """``zh`` or ``en``."""
