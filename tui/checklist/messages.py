"""What the screens of a worksheet tell the app."""

from pathlib import Path

from textual.message import Message

from msfaq.worksheets.contents import Record


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
