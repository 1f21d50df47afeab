"""What a check reports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that an author must mend."""

    check: str
    """Name of the check that found it; exceptions name it."""
    entry_id: str
    """The entry or guide at fault."""
    path: str
    """Its file, relative to the folder of entries or guides."""
    message: str
    """What is wrong and what would be right."""
