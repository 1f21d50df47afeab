"""Fits the ranking and the confidence: ``python -m msfaq.index.training.fusion [--out FILE]``.

`msfaq.index.training.questions` says what they are fitted to.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from msfaq.corpus.book import Book, open_book
from msfaq.index.encoders import shipped_encoder
from msfaq.index.fusion import COEFFICIENTS, Context, Features, Fusion, context_of
from msfaq.index.retriever import Candidate
from msfaq.index.training.questions import Asked, ask_all

_CANDIDATES: Final = 20
"""Candidates per question that the ranking learns from: the rest are never shown."""

_REGULARISATION: Final = 1.0
"""scikit-learn's C: the coefficients stay small and of the sign one expects."""


@dataclass(frozen=True, slots=True)
class Example:
    """One question as the confidence learns from it."""

    context: Context
    """What is known of it."""
    right: int
    """1 when its first answer is right."""
    weight: float
    """What it counts."""


def main(argv: Sequence[str] | None = None) -> int:
    """Fit, report and write the coefficients."""
    parser = argparse.ArgumentParser(prog="python -m msfaq.index.training.fusion", description=__doc__)
    parser.add_argument("--out", type=Path, default=COEFFICIENTS, help="file to write (default: the shipped one)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the dropped words")
    arguments = parser.parse_args(argv)
    book = open_book()
    asked = list(ask_all(book, shipped_encoder(), random.Random(arguments.seed)))
    ranking = fit_ranking(asked)
    examples = _examples(asked, book, Fusion(ranking, {}))
    confidence = fit_confidence(examples)
    print(_report(examples, Fusion(ranking, confidence)), file=sys.stderr)
    data = {"ranking": _rounded(ranking), "confidence": _rounded(confidence)}
    arguments.out.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    return 0


def fit_ranking(asked: Sequence[Asked]) -> dict[str, float]:
    """Return coefficients such that the right entry scores above the others."""
    rows, labels = [], []
    for one in asked:
        if one.right:
            for candidate in one.ranking.candidates[:_CANDIDATES]:
                rows.append(list(asdict(candidate.features).values()))
                labels.append(int(candidate.entry_id == one.right))
    return _logistic(rows, labels, list(asdict(Features())))


def fit_confidence(examples: Sequence[Example]) -> dict[str, float]:
    """Return coefficients such that the first answer's probability to be right comes out."""
    rows = [list(asdict(example.context).values()) for example in examples]
    weights = [example.weight for example in examples]
    return _logistic(rows, [example.right for example in examples], list(Context.__slots__), weights)


def _logistic(
    rows: list[list[float]], labels: list[int], names: list[str], weights: list[float] | None = None
) -> dict[str, float]:
    # Imported here: only fitting needs it.
    from sklearn.linear_model import LogisticRegression

    model: Any = LogisticRegression(C=_REGULARISATION, max_iter=5000).fit(rows, labels, sample_weight=weights)
    return {"bias": float(model.intercept_[0]), **dict(zip(names, map(float, model.coef_[0]), strict=True))}


def _examples(asked: Sequence[Asked], book: Book, fusion: Fusion) -> list[Example]:
    found = []
    for one in asked:
        ranked = sorted(one.ranking.candidates, key=lambda c: -fusion.score(c.features))
        if ranked:
            right = _answers(book, ranked[0].entry_id, one.right)
            found.append(Example(_context(ranked, one, fusion), int(right), one.weight))
    return found


def _answers(book: Book, given: str, right: str) -> bool:
    """Tell whether an entry answers the question of another: it is the same, or each names the other as related."""
    if given == right or not right:
        return given == right
    return given in book.entries[right].related and right in book.entries[given].related


def _context(ranked: Sequence[Candidate], one: Asked, fusion: Fusion) -> Context:
    scores = [fusion.score(candidate.features) for candidate in ranked[:2]]
    ranks = ranked[0].word_rank, ranked[0].meaning_rank
    return context_of(scores, ranked[0].features, ranks, one.unknown_share, one.words)


def _report(examples: Sequence[Example], fusion: Fusion) -> str:
    """Say how often the first answer is right from each confidence on, each question by its weight."""
    rated = [(fusion.confidence(example.context), example) for example in examples]
    lines = [f"{len(rated)} questions, {sum(e.right for e in examples)} of them right at the first place"]
    for threshold in (0.3, 0.5, 0.6, 0.7, 0.8, 0.9):
        above = [example for confidence, example in rated if confidence >= threshold]
        lines.append(f"  confidence >= {threshold}: {len(above):5} given, {_share_right(above):.3f} of them right")
    lines.append(f"  expected calibration error over 10 bins: {_calibration_error(rated):.3f}")
    return "\n".join(lines)


def _share_right(examples: Sequence[Example]) -> float:
    return sum(e.right * e.weight for e in examples) / max(1e-9, sum(e.weight for e in examples))


def _calibration_error(rated: Sequence[tuple[float, Example]]) -> float:
    """Return the mean gap between confidence and share of right answers over ten bins (C. Guo et al., ICML 2017)."""
    total, error = sum(e.weight for _, e in rated), 0.0
    for number in range(10):
        held = [(confidence, e) for confidence, e in rated if min(9, int(confidence * 10)) == number]
        weight = sum(e.weight for _, e in held)
        if weight:
            mean = sum(confidence * e.weight for confidence, e in held) / weight
            error += weight * abs(mean - _share_right([e for _, e in held])) / total
    return error


def _rounded(coefficients: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in coefficients.items()}


if __name__ == "__main__":
    sys.exit(main())
