"""Sums scores up: success and mean reciprocal rank, selective accuracy, calibration, all with intervals.

Calibration error: C. Guo et al., "On Calibration of Modern Neural Networks" (ICML 2017), ten bins of equal width.
Risk and coverage: Y. Geifman, R. El-Yaniv, "Selective Classification for Deep Neural Networks" (NeurIPS 2017).
Intervals: B. Efron's percentile bootstrap (1979) over cases.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.evaluation.scoring import PLACES, Score

_RESAMPLES: Final = 1000
"""Resamples of a bootstrap interval: its ends move by less than half a point between seeds."""

_TAIL: Final = 0.025
"""Share of resamples beyond each end of an interval."""

_BINS: Final = 10
"""Bins of the calibration error."""

Measure = Callable[[Sequence[Score]], float]


@dataclass(frozen=True, slots=True)
class Interval:
    """A share and where it would lie for other cases of the same kind."""

    value: float
    """The share, 0..1."""
    low: float
    """Lower end of the 95 % interval."""
    high: float
    """Upper end of the 95 % interval."""


@dataclass(frozen=True, slots=True)
class RiskPoint:
    """What one threshold of confidence would mean."""

    threshold: float
    """Confidence from which an answer is given, 0..1."""
    coverage: float
    """Share of the answerable cases that are answered, 0..1."""
    precision: float
    """Share of the answerable cases' answers that are right, 0..1; 1 when none is given."""
    false_answers: float
    """Share of the negatives that are answered, 0..1."""


def success_at(place: int) -> Measure:
    """Return the share of cases whose right answer stands among the first ``place``, 1..5."""
    return lambda scores: _mean([1 <= score.rank <= place for score in scores])


def reciprocal_rank(scores: Sequence[Score]) -> float:
    """Return the mean of 1 / rank of the right answer, 0 where it is not among the first five."""
    return _mean([1 / score.rank if score.rank else 0.0 for score in scores])


def share_answered(scores: Sequence[Score]) -> float:
    """Return the share of cases that were answered rather than declined or left unsure."""
    return _mean([score.is_answered for score in scores])


def precision(scores: Sequence[Score]) -> float:
    """Return the share of answered cases whose first answer is right; 1 when none was answered."""
    return _mean([score.rank == 1 for score in scores if score.is_answered], empty=1.0)


def calibration_error(scores: Sequence[Score]) -> float:
    """Return the mean gap, 0..1, between the first answer's confidence and how often it is right; negatives count."""
    bins: dict[int, list[Score]] = defaultdict(list)
    for score in scores:
        if score.answers:
            bins[min(_BINS - 1, int(score.confidence * _BINS))].append(score)
    shown = sum(map(len, bins.values()))
    gaps = (
        abs(_mean([s.confidence for s in held]) - _mean([s.rank == 1 for s in held])) * len(held)
        for held in bins.values()
    )
    return sum(gaps) / shown if shown else 0.0


def risk_coverage(scores: Sequence[Score], thresholds: Iterable[float]) -> tuple[RiskPoint, ...]:
    """Return what each threshold of confidence would mean for these scores."""
    answerable = [score for score in scores if not score.case.is_negative]
    negatives = [score for score in scores if score.case.is_negative]
    points = []
    for threshold in thresholds:
        given = [score for score in answerable if score.confidence >= threshold]
        points.append(
            RiskPoint(
                threshold,
                len(given) / len(answerable) if answerable else 0.0,
                _mean([score.rank == 1 for score in given], empty=1.0),
                _mean([score.confidence >= threshold for score in negatives]),
            )
        )
    return tuple(points)


def interval(measure: Measure, scores: Sequence[Score], seed: int = 0) -> Interval:
    """Return a measure with its bootstrap interval over the cases; the seed makes it repeatable."""
    chooser = random.Random(seed)
    values = sorted(measure(chooser.choices(scores, k=len(scores))) for _ in range(_RESAMPLES)) if scores else [0.0]
    at = int(_TAIL * len(values))
    return Interval(measure(scores), values[at], values[-1 - at])


def grouped(scores: Iterable[Score], key: Callable[[Score], str]) -> Mapping[str, list[Score]]:
    """Return the scores by ``key``, groups in order of their names."""
    groups: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        groups[key(score)].append(score)
    return dict(sorted(groups.items()))


def _mean(values: Sequence[float], empty: float = 0.0) -> float:
    return sum(values) / len(values) if values else empty


SUCCESS: Final = {f"right at {place}": success_at(place) for place in (1, 3, PLACES)}
"""The measures of rank, by their names in tables."""
