"""Puts cases to an engine and tells which answers are right."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.diagnosis import Answer, Diagnosis
from msfaq.evaluation.cases import Case

PLACES: Final = 5
"""Answers looked at for each case."""

Ask = Callable[[Case], Diagnosis]
"""Answers the text of a case in its language with up to `PLACES` answers."""

Resolve = Callable[[str], str]
"""Turns an id or alias into the id of the entry."""


@dataclass(frozen=True, slots=True)
class Score:
    """How one case went."""

    case: Case
    """The case."""
    outcome: str
    """``answered``, ``unsure`` or ``unknown``."""
    rank: int
    """1-based place of the first right answer shown, 0 when none is right; always 0 for a negative."""
    confidence: float
    """The first answer's confidence, 0..1; 0 without answers."""
    answers: tuple[str, ...]
    """Ids of the answers shown."""

    @property
    def is_answered(self) -> bool:
        """Whether an answer was given as the answer."""
        return self.outcome == "answered"

    @property
    def is_right(self) -> bool:
        """Whether the case went as it should: the right answer first, or a negative not answered."""
        return not self.is_answered if self.case.is_negative else self.rank == 1


def score_cases(ask: Ask, resolve: Resolve, cases: Iterable[Case]) -> Iterator[Score]:
    """Ask each case and score what comes back."""
    for case in cases:
        yield score(case, ask(case), resolve)


def score(case: Case, diagnosis: Diagnosis, resolve: Resolve) -> Score:
    """Score one answer."""
    topics = {resolve(name) for name in case.topics}
    right = (place for place, answer in enumerate(diagnosis.answers, start=1) if _is_right(answer, case, topics))
    return Score(
        case=case,
        outcome=diagnosis.outcome,
        rank=0 if case.is_negative else next(right, 0),
        confidence=diagnosis.answers[0].confidence if diagnosis.answers else 0.0,
        answers=tuple(answer.id for answer in diagnosis.answers),
    )


def _is_right(answer: Answer, case: Case, topics: set[str]) -> bool:
    return answer.id in topics if topics else mentions(answer, case.must_mention)


def mentions(answer: Answer, groups: Sequence[Sequence[str]]) -> bool:
    """Tell whether an answer contains one word of every group; what it repeats of the question does not count."""
    lowered = "\n".join(line for line in answer.markdown.split("\n") if not line.startswith("> ")).lower()
    return bool(groups) and all(any(word in lowered for word in group) for group in groups)
