"""What a question may be about, before any of it is put into words."""

from collections.abc import Callable
from dataclasses import dataclass

from msfaq.diagnosis import Diagnosis, Nearest


@dataclass(frozen=True, slots=True)
class Likely:
    """An entry that may be the answer."""

    id: str
    """The entry's id."""
    confidence: float
    """Probability, 0..1, that it is."""


@dataclass(frozen=True, slots=True)
class Considered:
    """The entries that may answer a question.

    To say what each has takes as long as to find it, and a conversation says one of them at most.
    """

    outcome: str
    """As in `msfaq.diagnosis.Diagnosis`."""
    answers: tuple[Likely, ...]
    """Best first; empty when unknown."""
    nearest: tuple[Nearest, ...]
    """As there."""
    worded: Callable[[str], Diagnosis]
    """Returns the diagnosis with the answer of this id alone."""

    @classmethod
    def of(cls, diagnosis: Diagnosis) -> "Considered":
        """Return what a diagnosis that is in words already has considered."""
        likely = tuple(Likely(one.id, one.confidence) for one in diagnosis.answers)
        return cls(diagnosis.outcome, likely, diagnosis.nearest, lambda name: diagnosis)
