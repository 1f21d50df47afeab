"""Message templates: what they hold, what they match, and how sharply."""

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from msfaq.corpus.template import Capture, capture_names, parse_template, sample
from msfaq.corpus.vocabulary import CAPTURE_TYPES
from msfaq.index.patterns import anchor, literal_length, options, to_pattern

literals = st.text(st.sampled_from("abcXYZ ._-[](){}*+?|^$\\'\"/:,0919内存"), min_size=3, max_size=20).filter(
    lambda text: len(text.strip()) >= 3
)
captures = st.sampled_from(CAPTURE_TYPES)


@st.composite
def templates(draw: st.DrawFn) -> str:
    parts = []
    for number in range(draw(st.integers(1, 4))):
        parts.append(draw(literals).strip().replace("{", "{{").replace("}", "}}"))
        if draw(st.booleans()):
            parts.append(f"{{c{number}:{draw(captures)}}}")
    return " ".join(parts)


@given(templates())
def test_a_template_matches_its_own_sample(template: str) -> None:
    text = " ".join(sample(template).split())
    found = re2.compile(to_pattern(template), options()).search(text)
    assert found is not None
    assert set(found.groupdict()) == capture_names(template)


@given(templates())
def test_the_anchor_stands_in_every_match(template: str) -> None:
    assert anchor(template) in " ".join(sample(template).split()).lower()


@given(templates())
def test_specificity_counts_literal_characters(template: str) -> None:
    assert literal_length(template) == sum(
        len("".join(p.split())) for p in parse_template(template) if isinstance(p, str)
    )


@pytest.mark.parametrize(
    ("template", "text", "captured"),
    [
        ("total[{total:bytes}] left", "TOTAL[42] left", {"total": "42"}),
        ("for op {op:name} failed", "for op Default/MatMul-op1 failed", {"op": "Default/MatMul-op1"}),
        ("shape is {shape:shape}, not", "shape is [32, 10], not", {"shape": "[32, 10]"}),
        (
            "must be {want}, but got {got}",
            "must be a tensor, but got a list of 3",
            {"want": "a tensor", "got": "a list of 3"},
        ),
        ("must be one of {_} here", "must be one of (int,\nfloat) here", {}),
        ("wrapped at the width", "wrapped at\nthe width", {}),
        ("dtype {d:dtype}.", "dtype Tensor[Int64].", {"d": "Tensor[Int64]"}),
        ("value {v:number} is", "value -1.5e-3 is", {"v": "-1.5e-3"}),
        ("file {p:path} gone", "file /a/b c gone", None),
        ("a brace {{x}} here", "a brace {x} here", {}),
        ("[op*] a|b", "op a", None),
    ],
)
def test_captures(template: str, text: str, captured: dict[str, str] | None) -> None:
    found = re2.compile(to_pattern(template), options()).search(text)
    assert (found.groupdict() if found else None) == captured


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        ("a stray } here", "stray '}' at column 9"),
        ("an open { here", "stray '{' at column 9"),
        ("{x:colour} here", "unknown capture type 'colour'"),
        ("{x} and {x} twice", "capture 'x' stands twice"),
        ("{x}: {y}", "no literal part of three characters"),
        ("", "no literal part"),
    ],
)
def test_what_is_no_template_says_why(template: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem.replace("{", r"\{")):
        parse_template(template)


def test_a_capture_has_a_type() -> None:
    assert parse_template("name:{op:name}")[1] == Capture("op", "name")
