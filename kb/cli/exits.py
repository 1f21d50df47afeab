"""The exit codes: a contract with scripts."""

from enum import IntEnum


class Exit(IntEnum):
    """How a run of ``msfaq`` ended."""

    ANSWERED = 0
    """An answer was found, or the command did what it was asked."""
    UNKNOWN = 1
    """Nothing is known about the question, or no failure stands in the log, or a check found problems."""
    FAILED = 2
    """The command could not do its work: unreadable input, unknown id, wrong usage."""
