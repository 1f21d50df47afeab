"""The labelled questions: well formed, dealt by topic, and answered no worse than the floor."""

import json
from collections import Counter
from pathlib import Path

import pytest
from shipped import BOOK

from msfaq import Engine
from msfaq.cli.evaluate import evaluate_file
from msfaq.evaluation.cases import Case, read_cases
from msfaq.evaluation.measures import calibration_error, precision, risk_coverage, share_answered, success_at
from msfaq.evaluation.report import report_json, report_table
from msfaq.evaluation.scoring import Score

FOLDER = Path(__file__).resolve().parent / "quality"
PARTS = {name: read_cases(FOLDER / f"{name}.jsonl") for name in ("tune", "judge", "further")}
KINDS = ("exact", "drifted", "mangled", "secondary", "keywords", "colloquial", "mixed", "typos", "symptom", "cross")


@pytest.fixture(scope="module")
def judged(engine: Engine) -> list[Score]:
    return evaluate_file(engine, FOLDER / "judge.jsonl")


def test_the_bench_is_as_large_as_it_says() -> None:
    cases = [case for part in PARTS.values() for case in part]
    counts = Counter(case.kind for case in cases)
    assert len(cases) - counts["negative"] >= 600
    assert counts["negative"] >= 200
    assert min(counts[kind] for kind in (*KINDS, "version")) >= 50
    assert Counter(case.lang for case in cases)["zh"] > len(cases) / 3
    assert len({case.id for case in cases}) == len(cases)


def test_a_topic_is_tuned_on_or_judged_by() -> None:
    tuned, judged = ({case.topics[0] for case in PARTS[name] if case.topics} for name in ("tune", "judge"))
    assert not tuned & judged


def test_no_question_is_a_phrase_of_the_book() -> None:
    asks = {ask for entry in BOOK.entries.values() for ask in (*entry.asks.zh, *entry.asks.en)}
    texts = [case.text for part in PARTS.values() for case in part if not case.is_negative]
    assert sum(text in asks for text in texts) < len(texts) / 100


def test_the_judging_part_stays_above_the_floor(judged: list[Score]) -> None:
    floor = json.loads((FOLDER / "floor.json").read_text("utf-8"))
    answerable = [score for score in judged if not score.case.is_negative]
    negatives = [score for score in judged if score.case.is_negative]
    assert success_at(1)(answerable) >= floor["right at 1"]
    assert success_at(5)(answerable) >= floor["right at 5"]
    assert precision(answerable) >= floor["precision"]
    assert share_answered(negatives) <= floor["false answers"]
    assert calibration_error(judged) <= floor["calibration error"]


def test_both_reports_say_the_same(judged: list[Score]) -> None:
    answerable = [score for score in judged if not score.case.is_negative]
    at_1 = report_json(judged)["groups"]["all"]["right at 1"]
    assert at_1["low"] <= at_1["value"] <= at_1["high"]
    row = next(line for line in report_table(judged).splitlines() if line.startswith("answerable"))
    assert row.split()[1:3] == [str(len(answerable)), f"{at_1['value']:.0%}"]


def made_up(confidence: float, rank: int, kind: str = "exact") -> Score:
    case = Case("x", kind, "?", "en", ("a",), ())
    return Score(case, "answered" if confidence >= 0.5 else "unsure", rank, confidence, ("a",))


def test_calibration_error_is_the_gap() -> None:
    assert calibration_error([made_up(0.95, 1)] * 95 + [made_up(0.95, 0)] * 5) == pytest.approx(0.0)
    assert calibration_error([made_up(0.95, 0)] * 10) == pytest.approx(0.95)
    assert calibration_error([]) == 0.0


def test_a_stricter_threshold_answers_less() -> None:
    scores = [made_up(0.9, 1), made_up(0.6, 1), made_up(0.6, 2), made_up(0.7, 0, "negative")]
    loose, strict = risk_coverage(scores, (0.5, 0.8))
    assert loose.precision == pytest.approx(2 / 3)
    assert (loose.coverage, loose.false_answers) == (1.0, 1.0)
    assert strict.coverage == pytest.approx(1 / 3)
    assert (strict.precision, strict.false_answers) == (1.0, 0.0)
