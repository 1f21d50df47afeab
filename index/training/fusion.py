"""Fits the ranking and the confidence: ``python -m msfaq.index.training.fusion CASES… [--out FILE]``.

`msfaq.index.training.questions` says what they are fitted to.
"""

import argparse
import json
import random
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from msfaq.corpus.book import Book, open_book
from msfaq.index.encoders import shipped_encoder
from msfaq.index.fusion import COEFFICIENTS, Context, Features, Fusion, context_of, shipped_fusion
from msfaq.index.retriever import Candidate
from msfaq.index.training.questions import Asked, ask_all, ask_others

_CANDIDATES: Final = 20
"""Candidates per question that the ranking learns from: the rest are never shown."""

_PAIR_WEIGHT: Final = 10.0
"""What one question counts in the ranking, shared among its pairs."""

_UNANSWERABLE: Final = 0.2
"""Share of questions that no entry answers, as the scale of the confidence expects them in use."""

_OTHER_WEIGHT: Final = 0.2
"""What a text about other things counts beside a labelled question: there are ten times as many, and beside them all
what tells a right entry from a wrong one would hardly count."""

_REGULARISATION: Final = 1.0
"""scikit-learn's C: the coefficients stay small and of the sign one expects."""


@dataclass(frozen=True, slots=True)
class Example:
    """One question as the confidence learns from it."""

    context: Context
    """What is known of it."""
    right: int
    """1 when its first answer is right."""
    is_answerable: bool
    """Whether an entry answers it."""
    is_other: bool = False
    """Whether it is one of the texts about other things: so far from the book that it teaches no scale."""


def main(argv: Sequence[str] | None = None) -> int:
    """Fit, report and write the coefficients."""
    parser = argparse.ArgumentParser(prog="python -m msfaq.index.training.fusion", description=__doc__)
    parser.add_argument("cases", nargs="+", type=Path, help="labelled cases, one JSON object a line")
    parser.add_argument("--out", type=Path, default=COEFFICIENTS, help="file to write (default: the shipped one)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the dropped words")
    parser.add_argument("--keep-ranking", action="store_true", help="fit the confidence alone, to the shipped ranking")
    arguments = parser.parse_args(argv)
    book = open_book()
    asked = list(ask_all(book, shipped_encoder(), random.Random(arguments.seed), arguments.cases))
    others = ask_others(book, shipped_encoder()) if arguments.cases else ()
    ranking = dict(shipped_fusion().ranking) if arguments.keep_ranking else fit_ranking(asked)
    examples = _examples([*asked, *others], book, Fusion(ranking, {}))
    confidence = fit_confidence(examples)
    print(_report([one for one in examples if not one.is_other], Fusion(ranking, confidence)), file=sys.stderr)
    data = {"ranking": _rounded(ranking), "confidence": _rounded(confidence)}
    arguments.out.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    return 0


def fit_ranking(asked: Sequence[Asked]) -> dict[str, float]:
    """Return coefficients such that a right entry scores above the others.

    Pairs of candidates are told apart by a logistic model of the difference of their features (C. Burges et al.,
    "Learning to Rank using Gradient Descent", ICML 2005, with a linear scorer): each question counts the same.
    """
    rows: list[list[float]] = []
    weights: list[float] = []
    for one in asked:
        candidates = one.ranking.candidates[:_CANDIDATES]
        right = [_values(c) for c in candidates if c.entry_id in one.right]
        wrong = [_values(c) for c in candidates if c.entry_id not in one.right]
        for better in right:
            for worse in wrong:
                difference = [x - y for x, y in zip(better, worse, strict=True)]
                rows += [difference, [-x for x in difference]]
                weights += [_PAIR_WEIGHT * one.weight / (len(right) * len(wrong))] * 2
    fitted = _logistic(rows, [1, 0] * (len(rows) // 2), list(Features._fields), weights, with_bias=False)
    return {name: value for name, value in fitted.items() if name != "bias"}


def fit_confidence(examples: Sequence[Example]) -> dict[str, float]:
    """Return coefficients such that the first answer's probability to be right comes out.

    What speaks for an answer all examples teach alike; how much it must, the labelled ones, with those without an
    answer weighed as if they were the share that is expected in use (Platt's two parameters).
    """
    rows = [list(asdict(example.context).values()) for example in examples]
    right = [example.right for example in examples]
    weights = [_OTHER_WEIGHT if example.is_other else 1.0 for example in examples]
    fitted = _logistic(rows, right, list(Context.__slots__), weights)
    asked = [example for example in examples if not example.is_other]
    sums = [[_sum(fitted, example.context)] for example in asked]
    platt = _logistic(sums, [example.right for example in asked], ["slope"], _weights(asked))
    scaled = {name: value * platt["slope"] for name, value in fitted.items()}
    return {**scaled, "bias": scaled["bias"] + platt["bias"]}


def _weights(examples: Sequence[Example]) -> list[float]:
    """Return what each example counts in the scale of the confidence."""
    without = sum(not example.is_answerable for example in examples)
    share = (len(examples) - without) * _UNANSWERABLE / (1 - _UNANSWERABLE) / without if without else 1.0
    return [1.0 if example.is_answerable else share for example in examples]


def _sum(coefficients: Mapping[str, float], context: Context) -> float:
    values: dict[str, float] = asdict(context)
    return coefficients["bias"] + sum(coefficients[name] * value for name, value in values.items())


def _values(candidate: Candidate) -> list[float]:
    return list(candidate.features)


def _logistic(
    rows: list[list[float]], labels: list[int], names: list[str], weights: list[float], *, with_bias: bool = True
) -> dict[str, float]:
    # Imported here: only fitting needs it.
    from sklearn.linear_model import LogisticRegression

    model: Any = LogisticRegression(C=_REGULARISATION, max_iter=5000, fit_intercept=with_bias)
    model.fit(rows, labels, sample_weight=weights)
    bias = float(model.intercept_[0]) if with_bias else 0.0
    return {"bias": bias, **dict(zip(names, map(float, model.coef_[0]), strict=True))}


def _examples(asked: Sequence[Asked], book: Book, fusion: Fusion) -> list[Example]:
    found = []
    for one in asked:
        ranked = sorted(one.ranking.candidates, key=lambda c: -fusion.score(c.features))
        # Of a message with words missing one knows that it is the book's; of a user's question one does not.
        if ranked and (one.is_labelled or one.is_other):
            right = _answers(book, ranked[0].entry_id, one.right)
            found.append(Example(_context(ranked, one, fusion), int(right), bool(one.right), one.is_other))
    return found


def _answers(book: Book, given: str, right: Collection[str]) -> bool:
    """Tell whether an entry answers a question: it is a right one, or each names the other as related."""
    return given in right or any(
        given in book.entries[name].related and name in book.entries[given].related
        for name in right
        if name in book.entries and given in book.entries
    )


def _context(ranked: Sequence[Candidate], one: Asked, fusion: Fusion) -> Context:
    scores = [fusion.score(candidate.features) for candidate in ranked[:2]]
    ranks = ranked[0].word_rank, ranked[0].meaning_rank
    return context_of(one.ranking.question, scores, ranks)


def _report(examples: Sequence[Example], fusion: Fusion) -> str:
    """Say how often the first answer is right from each confidence on."""
    rated = [(fusion.confidence(example.context), example) for example in examples]
    lines = [f"{len(rated)} questions, {sum(e.right for e in examples)} of them right at the first place"]
    for threshold in (0.3, 0.5, 0.6, 0.7, 0.8, 0.9):
        above = [example.right for confidence, example in rated if confidence >= threshold]
        share = sum(above) / max(1, len(above))
        lines.append(f"  confidence >= {threshold}: {len(above):5} given, {share:.3f} of them right")
    lines.append(f"  expected calibration error over 10 bins: {_calibration_error(rated, _weights(examples)):.3f}")
    return "\n".join(lines)


def _calibration_error(rated: Sequence[tuple[float, Example]], weights: Sequence[float]) -> float:
    """Return the mean gap between confidence and share of right answers over ten bins (C. Guo et al., ICML 2017)."""
    total, error = sum(weights), 0.0
    for number in range(10):
        held = [
            (confidence, example.right, weight)
            for (confidence, example), weight in zip(rated, weights, strict=True)
            if min(9, int(confidence * 10)) == number
        ]
        error += abs(sum((confidence - right) * weight for confidence, right, weight in held)) / total
    return error


def _rounded(coefficients: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in coefficients.items()}


if __name__ == "__main__":
    sys.exit(main())
