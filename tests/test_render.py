"""The forms of an answer, each held by a golden file.

``MSFAQ_UPDATE_GOLDEN=1 pytest tests/test_render.py`` rewrites the files; their diff is the review.
"""

import io
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from msfaq.answers.compose import escape_markdown
from msfaq.answers.values import show_capture
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.render.document import diagnosis_markdown
from msfaq.render.terminal import print_markdown

GOLDEN = Path(__file__).parent / "golden" / "answers"
LOG = """\
Traceback (most recent call last):
  File "/home/me/train.py", line 12, in <module>
    turn(widget)
RuntimeError: The widget of size 3221225472 broke
"""


def compare(name: str, text: str) -> None:
    file = GOLDEN / name
    if os.environ.get("MSFAQ_UPDATE_GOLDEN"):
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.fixture
def small_engine(tmp_path: Path, small_book: Path) -> Engine:
    return Engine(cache=tmp_path / "cache", entries=small_book, guides=small_book / "none")


def diagnose(engine: Engine, lang: str) -> Diagnosis:
    return engine.lookup(LOG, lang=lang)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_markdown(small_engine: Engine, lang: str) -> None:
    compare(f"widget.{lang}.md", diagnosis_markdown(diagnose(small_engine, lang)))


def test_only_what_may_well_be_meant_is_named_beneath_an_answer(small_engine: Engine) -> None:
    told = diagnose(small_engine, "en")
    first = told.answers[0]
    doubtful = replace(told, answers=(first, *(replace(first, id=f"at-{at}", confidence=at / 100) for at in (40, 3))))
    assert "`at-40`" in diagnosis_markdown(doubtful)
    assert "`at-3`" not in diagnosis_markdown(doubtful)
    hardly = replace(told, answers=doubtful.answers[::2])
    assert "It could also be" not in diagnosis_markdown(hardly)
    unsure = diagnosis_markdown(replace(doubtful, outcome="unsure"))
    assert "`at-40`" in unsure
    assert "`at-3`" not in unsure
    # Where none is told, even an unlikely one is more than nothing.
    assert "`at-3`" in diagnosis_markdown(replace(doubtful, answers=doubtful.answers[2:], outcome="unsure"))


def test_the_likeliest_candidate_is_told_with_its_first_steps(small_engine: Engine) -> None:
    told = diagnose(small_engine, "en")
    first = replace(told.answers[0], steps=("Oil it with `oil`.", "Turn it."))
    second = replace(first, id="second", confidence=0.3)
    shown = diagnosis_markdown(replace(told, answers=(first, second), outcome="unsure"))
    assert "  1. Oil it with `oil`.\n  2. Turn it." in shown.partition("`second`")[0]
    assert "Oil it" not in shown.partition("`second`")[2]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_json(small_engine: Engine, lang: str) -> None:
    data = diagnose(small_engine, lang).to_dict()
    compare(f"widget.{lang}.json", json.dumps(data, ensure_ascii=False, indent=2) + "\n")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("width", [50, 80])
def test_plain(small_engine: Engine, lang: str, width: int) -> None:
    out = io.StringIO()
    print_markdown(diagnosis_markdown(diagnose(small_engine, lang)), out, colour=False, width=width)
    compare(f"widget.{lang}.{width}.txt", "\n".join(line.rstrip() for line in out.getvalue().split("\n")))


def test_colour_is_written_only_where_it_is_wanted() -> None:
    for colour in (True, False):
        out = io.StringIO()
        print_markdown("# Title\n\n**bold** `code`\n", out, colour=colour, width=60)
        assert ("\x1b[" in out.getvalue()) is colour


def test_chinese_columns_are_aligned() -> None:
    out = io.StringIO()
    print_markdown("| 名称 | value |\n|---|---|\n| 显存 | 1 |\n| memory | 2 |\n", out, colour=False, width=60)
    rows = [line for line in out.getvalue().split("\n") if "1" in line or "2" in line]
    columns = [
        sum(2 if ord(c) > 0x2E80 else 1 for c in row[: row.index(digit)]) for row, digit in zip(rows, "12", strict=True)
    ]
    assert columns[0] == columns[1]


@pytest.mark.parametrize(
    "text",
    ["[link](http://evil)", "![i](x)", "<script>", "**bold**", "`code`", "# head", "a_b_c", "a|b", "\\", "- item",
     "+ 1", "-", "---", "- - -", "===", "--batch_size 4", "-1"],
)  # fmt: skip
def test_escaped_text_is_shown_as_it_is(text: str) -> None:
    out = io.StringIO()
    print_markdown(escape_markdown(text), out, colour=False, width=60)
    assert out.getvalue().strip() == text


@pytest.mark.parametrize("text", ["--batch_size 4", "-1", "-Wl,-rpath", "a_b_c", "1 - 2"])
def test_what_begins_no_mark_is_left_alone(text: str) -> None:
    assert escape_markdown(text) == text


@pytest.mark.parametrize(
    ("value", "kind", "shown"),
    [
        ("0", "bytes", "0 bytes"),
        ("1023", "bytes", "1023 bytes"),
        ("1024", "bytes", "1.0 KiB"),
        ("32611480064", "bytes", "30.4 GiB"),
        ("9" * 20, "bytes", "88817.8 PiB"),
        ("12", "int", "12"),
        ("[2, 3]", "shape", "[2, 3]"),
    ],
)
def test_values(value: str, kind: str, shown: str) -> None:
    assert show_capture(value, kind) == shown


def test_an_address_stands_once() -> None:
    out = io.StringIO()
    print_markdown(
        "- A page: <https://example.org/a_b>\n- [words](https://example.org/c)\n", out, colour=False, width=80
    )
    assert out.getvalue().count("https://example.org/a_b") == 1
    assert "words (https://example.org/c)" in out.getvalue()
