"""Measures answers on labelled cases: how many are right at the first place, among three, and rightly declined.

A case is one JSON object: ``query`` (text) or ``log`` (a file beside the cases), ``kind`` (``negative``, or anything
else for a case that has an answer), ``lang``, and ``must_mention``: lists of alternatives, of each of which a right
answer contains one, case-blind. A negative is right when the outcome is not ``answered``.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msfaq.diagnosis import Answer, Diagnosis
from msfaq.engine import Engine
from msfaq.errors import InputError


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled question."""

    id: str
    """Its name in reports."""
    text: str | bytes
    """What is asked."""
    lang: str | None
    """Language of the answer, or None for the question's own."""
    negative: bool
    """Whether it must not be answered."""
    must_mention: tuple[tuple[str, ...], ...]
    """Of each inner tuple a right answer contains one, lower-case."""


@dataclass(frozen=True, slots=True)
class Score:
    """How one case went."""

    case: Case
    """The case."""
    outcome: str
    """``answered``, ``unsure`` or ``unknown``."""
    rank: int
    """1-based place of the first right answer, 0 when none is right; 1 for a declined negative."""
    answers: tuple[str, ...]
    """Ids of the answers given."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums over one group of cases."""

    cases: int
    """Number of cases."""
    at_1: int
    """Right at the first place; for negatives, declined."""
    at_3: int
    """Right among the first three."""
    answered: int
    """Outcome ``answered``."""
    answered_right: int
    """Outcome ``answered`` and right at the first place."""


def read_cases(file: Path) -> tuple[Case, ...]:
    """Read a file of cases.

    Raises InputError, naming file and line, when it cannot be read or a line is no case.
    """
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    cases = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                cases.append(_case(json.loads(line), file.parent))
            except (ValueError, KeyError, TypeError, OSError) as error:
                raise InputError(f"{file}:{number}: not a labelled case: {error!r}") from error
    return tuple(cases)


def _case(row: Mapping[str, Any], folder: Path) -> Case:
    text = (folder / row["log"]).read_bytes() if "log" in row else str(row["query"])
    return Case(
        id=str(row["id"]),
        text=text,
        lang=row.get("lang"),
        negative=row["kind"] == "negative",
        must_mention=tuple(tuple(word.lower() for word in group) for group in row.get("must_mention") or ()),
    )


def score_cases(engine: Engine, cases: Sequence[Case]) -> Iterator[Score]:
    """Answer each case and score it."""
    for case in cases:
        try:
            diagnosis = engine.lookup(case.text, lang=case.lang)
        except InputError:
            yield Score(case, "unknown", int(case.negative), ())
            continue
        yield _score(case, diagnosis)


def _score(case: Case, diagnosis: Diagnosis) -> Score:
    ids = tuple(answer.id for answer in diagnosis.answers)
    if case.negative:
        return Score(case, diagnosis.outcome, int(diagnosis.outcome != "answered"), ids)
    right = (place for place, answer in enumerate(diagnosis.answers, start=1) if mentions(answer, case.must_mention))
    return Score(case, diagnosis.outcome, next(right, 0), ids)


def mentions(answer: Answer, groups: Sequence[Sequence[str]]) -> bool:
    """Tell whether an answer contains one word of every group; what it repeats of the question does not count."""
    lowered = "\n".join(line for line in answer.markdown.split("\n") if not line.startswith("> ")).lower()
    return bool(groups) and all(any(word in lowered for word in group) for group in groups)


def tally(scores: Sequence[Score]) -> dict[str, Tally]:
    """Sum the scores: all answerable cases, those of each language, and the negatives."""
    groups: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        if score.case.negative:
            groups["negatives"].append(score)
        else:
            groups["answerable"].append(score)
            if score.case.lang:
                groups[f"answerable, {score.case.lang}"].append(score)
    return {name: _sum(group) for name, group in sorted(groups.items())}


def _sum(group: Sequence[Score]) -> Tally:
    answered = [score for score in group if score.outcome == "answered"]
    return Tally(
        cases=len(group),
        at_1=sum(score.rank == 1 for score in group),
        at_3=sum(1 <= score.rank <= 3 for score in group),
        answered=len(answered),
        answered_right=sum(score.rank == 1 for score in answered),
    )
