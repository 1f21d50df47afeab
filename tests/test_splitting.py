"""The question that tells candidates apart."""

from dataclasses import replace

import pytest

from msfaq.answers.splitting import information, question
from msfaq.engine import Engine


@pytest.mark.parametrize(
    ("values", "bits"),
    [
        ([("Ascend",), ("GPU",)], 1.0),
        ([("any",), ("any",)], 0.0),
        ([("Ascend",), ("Ascend",)], 0.0),
        ([("Ascend", "GPU"), ("Ascend", "GPU")], 0.0),
    ],
)
def test_information_of_a_question(values: list[tuple[str, ...]], bits: float) -> None:
    assert information(values, [0.4, 0.4]) == pytest.approx(bits)


def test_the_platform_is_asked_for_where_it_tells_most(engine: Engine) -> None:
    plain = engine.entry("ei0006-socket-timeout")
    ascend, gpu = replace(plain, platforms=("Ascend",)), replace(plain, id="other", platforms=("GPU",))
    asked = question([ascend, gpu], [0.3, 0.3], "en", {})
    assert asked == "To tell them apart: is it on Ascend or GPU?"
    assert "Ascend 还是 GPU" in question([ascend, gpu], [0.3, 0.3], "zh", {})
    assert "platform" not in question([ascend, gpu], [0.3, 0.3], "en", {"platform": "GPU"})
    told = question([ascend, gpu], [0.3, 0.3], "en", {"platform": "GPU"})
    assert any(f"does the output have `{signature.match}` (" in told for signature in plain.signatures)
    graph, pynative = replace(plain, modes=("graph",)), replace(plain, id="other", modes=("pynative",))
    assert question([graph, pynative], [0.3, 0.3], "en", {}).endswith("is it graph mode or PyNative?")


def test_an_error_is_told_from_a_wish(engine: Engine) -> None:
    error = engine.entry("ei0006-socket-timeout")
    wish = replace(error, id="other", kind="howto")
    assert "did an error come up (`ei0006-socket-timeout`)" in question([wish, error], [0.3, 0.2], "en", {})


def test_nothing_is_asked_about_one_candidate_or_without_a_difference(engine: Engine) -> None:
    error = engine.entry("ei0006-socket-timeout")
    assert question([error], [0.3], "en", {}) == ""
    silent = replace(error, signatures=())
    assert question([silent, replace(silent, id="other")], [0.3, 0.3], "en", {}) == ""


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_is_unsure_says_how_to_make_sure(engine: Engine, lang: str) -> None:
    found = engine.lookup("数据很奇怪 loss weird numbers", lang=lang, confidence=1.0)
    assert found.outcome == "unsure"
    assert found.message.startswith("没有十足把握" if lang == "zh" else "Not certain")
    assert found.message[-1] in "？?。."
    assert "{" not in found.message
    # What varies in a message leaves no hole behind.
    assert "' '" not in found.message
