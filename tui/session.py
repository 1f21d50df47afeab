"""What the reader was doing: the question, the open entry and the way there; it outlives a kill."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from msfaq.tui.saving import load

LONGEST_QUESTION: Final = 256 * 1024
"""Characters of a question that are kept; of a longer one nothing is, since half a log answers another question."""

_LONGEST_ASKED: Final = 2000
_MOST_ASKED: Final = 50
_MOST_VISITS: Final = 100
_MOST_BYTES: Final = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Visit:
    """An entry or guide that was read, and the typed question that led to it."""

    entry: str
    """Its id."""
    question: str = ""
    """The question, at most 2000 characters; empty for a pasted log or none."""


@dataclass(frozen=True, slots=True)
class History:
    """The way through the entries, with a place on it, like a browser's."""

    visits: tuple[Visit, ...] = ()
    """Oldest first, at most 100."""
    at: int = -1
    """0-based place on the way; -1 when it is empty."""

    def visit(self, visit: Visit) -> "History":
        """Return the history after reading one more: what was ahead is given up, the same entry twice is once."""
        before = self.visits[: self.at + 1]
        if before and before[-1].entry == visit.entry:
            before = before[:-1]
        visits = (*before, visit)[-_MOST_VISITS:]
        return History(visits, len(visits) - 1)

    def moved(self, steps: int) -> "History | None":
        """Return the history some steps ahead (or back, when negative); None when it ends before."""
        at = self.at + steps
        return History(self.visits, at) if 0 <= at < len(self.visits) else None

    @property
    def here(self) -> Visit | None:
        """The visit at the place."""
        return self.visits[self.at] if 0 <= self.at < len(self.visits) else None


@dataclass(frozen=True, slots=True)
class Session:
    """Where the reader stands."""

    question: str = ""
    """What was asked last, typed or pasted, at most 256 Ki characters."""
    pasted: bool = False
    """Whether the question was pasted or read from a file."""
    entry: str = ""
    """Id of the open entry or guide, or empty."""
    history: History = field(default_factory=History)
    """The way there."""
    asked: tuple[str, ...] = ()
    """Earlier questions, latest first, each once, at most 50."""
    view: str = "search"
    """Name of the open view."""

    def asking(self, question: str, *, pasted: bool) -> "Session":
        """Return the session with another question."""
        return replace(self, question=question if len(question) <= LONGEST_QUESTION else "", pasted=pasted)

    def remembering(self, question: str) -> "Session":
        """Return the session with a question among the earlier ones; long ones are not kept."""
        text = question.strip()
        if not text or len(text) > _LONGEST_ASKED:
            return self
        return replace(self, asked=(text, *(one for one in self.asked if one != text))[:_MOST_ASKED])


def load_session(file: Path) -> tuple[Session, str]:
    """Read the session; return it and one line when the file could not be used."""
    session, complaint = load(file, Session, Session(), most=_MOST_BYTES)
    history = session.history
    if not -1 <= history.at < max(1, len(history.visits)):
        session = replace(session, history=History(history.visits, len(history.visits) - 1))
    return session, complaint
