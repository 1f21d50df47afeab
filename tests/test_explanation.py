"""``--explain`` says how an answer came about, and why it is less certain than its match or its search."""

from dataclasses import replace

import pytest

from msfaq import Engine
from msfaq.explanation import REASONS, Explanation, Judged
from msfaq.render.explanation import explanation_markdown

KERNEL = "RuntimeError: Launch kernel failed, name:Default/IndexAdd-op0"
COLUMNS = (
    "The 'source' should return same number of NumPy arrays as specified in column_names, the size of "
    "column_names is:1 and number of returned NumPy array is:2"
)
FOREIGN = (
    "Traceback (most recent call last):\n"
    '  File "/usr/lib/python3/site-packages/flask/app.py", line 3, in run\n'
    "    import foo\n"
    "ModuleNotFoundError: No module named 'foo'\n"
)
WARNED = (
    "[WARNING] ME(9:1,MainProcess):2026-11-23-16:28:51.734.000 [context.py:1343] For 'context.set_context', the "
    "parameter 'device_target' will be deprecated and removed in a future version. Please use the api "
    "mindspore.set_device() instead.\n"
)


def explained(engine: Engine, text: str) -> Explanation:
    found = engine.lookup(text, lang="en", explain=True).explanation
    assert found is not None
    return found


def reasons(explanation: Explanation, name: str) -> tuple[str, ...]:
    return next(one.lowered for one in explanation.judged if one.id == name)


def test_a_message_that_settles_it_is_lowered_by_nothing(engine: Engine) -> None:
    found = explained(engine, COLUMNS)
    assert (found.read_as, found.lines, found.searches) == ("question", 1, ())
    assert found.recognised[0].id == found.judged[0].id == "generator-column-count-mismatch"
    assert found.recognised[0].captures
    assert found.judged[0].lowered == ()
    assert "nothing was searched for" in explanation_markdown(found, "en")


def test_a_search_shows_ranks_features_and_what_became_of_them(engine: Engine) -> None:
    found = explained(engine, "how do I feed each card its own part of the data")
    (search,) = found.searches
    assert search.candidates[0].id == found.judged[0].id
    assert {"share", "cosine", "usage"} <= search.candidates[0].features.keys()
    assert {"score", "domain"} <= search.context.keys()
    assert found.judged[0].confidence == pytest.approx(search.confidence, abs=0.001)
    assert all(one.confidence >= 0.01 for one in found.judged)


def test_another_programs_failure_says_so(engine: Engine) -> None:
    found = explained(engine, FOREIGN)
    assert {"anybodys", "others"} & set(reasons(found, found.judged[0].id))
    assert "names nothing of MindSpore" in explanation_markdown(found, "en")
    assert "没有提到 MindSpore" in explanation_markdown(found, "zh")


def test_a_warning_beside_an_error_is_aside(engine: Engine) -> None:
    found = explained(engine, f"{WARNED}Traceback (most recent call last):\n  x\n{KERNEL}")
    assert found.judged[0].id == "launch-kernel-failed"
    aside = [one.id for one in found.judged if "aside" in one.lowered]
    assert aside
    assert found.judged[0].id not in aside


def test_an_echo_is_told_as_one(engine: Engine) -> None:
    (echo, *_) = explained(engine, KERNEL).judged
    assert (echo.id, echo.lowered) == ("launch-kernel-failed", ("echo",))


@pytest.mark.parametrize("text", [KERNEL, FOREIGN, WARNED, "torch.cuda.OutOfMemoryError: CUDA out of memory"])
def test_no_other_reasons_are_given(engine: Engine, text: str) -> None:
    assert all(set(one.lowered) <= set(REASONS) for one in explained(engine, text).judged)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_reason_has_words_of_its_own(engine: Engine, lang: str) -> None:
    judged = tuple(Judged(name, 0.5, (name,)) for name in REASONS)
    rows = explanation_markdown(replace(explained(engine, KERNEL), judged=judged), lang).splitlines()[-len(REASONS) :]
    assert len({row.split("|")[3].strip() for row in rows} - {""}) == len(REASONS)
