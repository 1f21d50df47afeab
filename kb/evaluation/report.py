"""Writes scores as tables for people and as JSON for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from msfaq.evaluation.measures import (
    SUCCESS,
    calibration_error,
    grouped,
    interval,
    precision,
    reciprocal_rank,
    risk_coverage,
    share_answered,
)
from msfaq.evaluation.scoring import Score

_THRESHOLDS: Final = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)

_HEAD: Final = (
    f"{'':22} {'cases':>5}  {'right at 1':>16} {'at 3':>6} {'at 5':>6} {'MRR':>6} {'answered':>9} {'right':>6}"
)
"""Titles of the table's columns; the last is the share of the answered that is right."""


def report_table(scores: Sequence[Score]) -> str:
    """Return the measures as a table: all answerable cases, each language and kind, and the negatives."""
    answerable = [score for score in scores if not score.case.is_negative]
    negatives = [score for score in scores if score.case.is_negative]
    lines = [_HEAD]
    if answerable:
        lines.append(_row("answerable", answerable))
        lines += [_row(f"  {lang}", group) for lang, group in grouped(answerable, _lang).items() if lang]
        lines += [_row(f"  {kind}", group) for kind, group in grouped(answerable, lambda s: s.case.kind).items()]
    if negatives:
        wrong = interval(share_answered, negatives)
        lines.append(
            f"{'negatives':22} {len(negatives):5}  answered {wrong.value:.1%} ({wrong.low:.1%} to {wrong.high:.1%})"
        )
    lines.append(f"calibration error {calibration_error(scores):.3f}")
    for point in risk_coverage(scores, _THRESHOLDS):
        lines.append(
            f"  confidence from {point.threshold:.1f}: {point.coverage:6.1%} answered, {point.precision:6.1%} of them "
            f"right, {point.false_answers:6.1%} of negatives answered"
        )
    return "\n".join(lines)


def report_json(scores: Sequence[Score]) -> dict[str, Any]:
    """Return the measures as JSON values: shares 0..1, those of rank with the ends of their 95 % intervals."""
    answerable = [score for score in scores if not score.case.is_negative]
    negatives = [score for score in scores if score.case.is_negative]
    groups = {"all": answerable, **grouped(answerable, _lang), **grouped(answerable, lambda s: s.case.kind)}
    return {
        "groups": {name: _measures(group) for name, group in groups.items() if name and group},
        "negatives": len(negatives),
        "false_answers": asdict(interval(share_answered, negatives)),
        "calibration_error": calibration_error(scores),
        "risk_coverage": [asdict(point) for point in risk_coverage(scores, _THRESHOLDS)],
    }


def _measures(scores: Sequence[Score]) -> dict[str, Any]:
    return {
        "cases": len(scores),
        **{name: asdict(interval(measure, scores)) for name, measure in SUCCESS.items()},
        "mrr": reciprocal_rank(scores),
        "answered": share_answered(scores),
        "precision": precision(scores),
    }


def _row(name: str, scores: Sequence[Score]) -> str:
    first, third, fifth = (interval(measure, scores) for measure in SUCCESS.values())
    return (
        f"{name:22} {len(scores):5}  {first.value:4.0%} ({first.low:4.0%} …{first.high:4.0%}) {third.value:6.0%} "
        f"{fifth.value:6.0%} {reciprocal_rank(scores):6.2f} {share_answered(scores):9.0%} {precision(scores):6.0%}"
    )


def _lang(score: Score) -> str:
    return score.case.lang or ""
