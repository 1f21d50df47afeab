"""Logs become failures, key lines and the user's own line."""

import cProfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.errors import InputError
from msfaq.logs.parse import parse_lines
from msfaq.logs.prefixes import PREFIXES, Prefix, strip_prefixes
from msfaq.logs.reading import Reading, read

GOLDEN = Path(__file__).parent / "golden" / "readings.md"


def golden_cases() -> list[tuple[str, str, list[str]]]:
    """Read title, log and expected lines; the parts of a case stand between lines of a lone dot."""
    cases = []
    parts = GOLDEN.read_text("utf-8").split("\n.\n")
    # The escape character is written ␛ so that the file stays readable.
    for title, log, expected in zip(parts[0::3], parts[1::3], parts[2::3], strict=True):
        cases.append((title.strip(), log.replace("␛", "\x1b"), expected.strip().splitlines()))
    return cases


def describe(reading: Reading) -> list[str]:
    """Say what was understood, a line each, as the golden file has it."""
    lines = [f"log: {'yes' if reading.is_log else 'no'}"]
    lines += [f"failure: {f.kind} {f.first_line}-{f.last_line} {f.headline}" for f in reading.failures]
    lines += [f"key: {key.role} {key.number} {key.text}" for key in reading.key_lines]
    if reading.frame is not None:
        frame = reading.frame
        lines.append(f"frame: {frame.file}:{frame.line} {frame.function} | {frame.code}")
    return lines


@pytest.mark.parametrize(("title", "log", "expected"), golden_cases(), ids=[case[0] for case in golden_cases()])
def test_golden(title: str, log: str, expected: list[str]) -> None:
    assert describe(read(log)) == expected


@pytest.mark.parametrize("prefix", PREFIXES, ids=lambda prefix: prefix.name)
def test_each_prefix_strips_its_example(prefix: Prefix) -> None:
    assert strip_prefixes(prefix.example).message == "boom"


@pytest.mark.parametrize(
    "line",
    [
        "ValueError: For 'MatMul' the shapes differ",
        "Error in the third step",
        "warning signs",
        "[1, 2, 3] is a list",
        "内存不足",
    ],
)
def test_what_is_no_prefix_stays(line: str) -> None:
    assert strip_prefixes(line).message == line


@pytest.mark.parametrize("source", ["", "  \n\t ", b"", b"\n\n", "\x1b[0m", "\u202e"])
def test_nothing_is_refused(source: str | bytes) -> None:
    with pytest.raises(InputError, match="empty"):
        read(source)


@given(st.one_of(st.text(max_size=400), st.binary(max_size=400)))
def test_anything_is_read_or_refused(source: str | bytes) -> None:
    try:
        reading = read(source)
    except InputError:
        return
    assert len(reading.starts) == len(reading.numbers) == reading.text.count("\n") + 1
    assert list(reading.numbers) == sorted(reading.numbers)
    for failure in reading.failures:
        assert failure.first_line <= failure.last_line


pieces = st.sampled_from(
    [
        "Traceback (most recent call last):",
        '  File "/home/me/train.py", line 3, in <module>',
        "    net(x)",
        "ValueError: bad",
        "RuntimeError: ",
        "-" * 52,
        "- C++ Call Stack: (For framework developers)",
        "- Python Call Stack:",
        "[ERROR] MD(1,7f,python):2024-05-20-13:50:46.090.836 [a.cc:2] F] x",
        "[WARNING] ME(1:2,MainProcess):2024-05-20-13:50:46.090.836 [a.py:2] y",
        "plain",
        "",
        "During handling of the above exception, another exception occurred:",
    ]
)


@given(st.lists(pieces, max_size=30))
def test_failures_stand_in_order_and_apart(lines: list[str]) -> None:
    try:
        reading = read("\n".join(lines))
    except InputError:
        return
    firsts = [failure.first_line for failure in reading.failures]
    assert firsts == sorted(firsts)
    numbers = [line.number for failure in reading.failures for line in failure.lines]
    assert len(numbers) == len(set(numbers))


@given(st.integers(60, 200), st.text(st.sampled_from("abcdefgh ,.'"), min_size=420, max_size=900))
def test_lines_cut_at_the_terminal_are_joined(width: int, text: str) -> None:
    whole = " ".join(text.split())
    cut = "\n".join(whole[at : at + width] for at in range(0, len(whole), width))
    openings = [line[:8] for line in cut.split("\n")]
    if any(line != line.strip() for line in cut.split("\n")) or len(whole) < 3 * width:
        return
    if len(set(openings)) == len(openings):
        assert [line.text for line in parse_lines(cut)] == [whole]


@pytest.mark.parametrize(
    "row", ["step {:03d} loss 0.123 word_error_rate 0.01 of the validation set so far, error: 0", "{:=^80}"]
)
def test_rows_of_one_width_stay_apart(row: str) -> None:
    rows = [row.format(number) for number in range(30)]
    assert [line.text for line in parse_lines("\n".join(rows))] == rows


def test_long_inputs_are_read_around_what_matters() -> None:
    filler = b"[INFO] ME(1:2,Main):2024-05-20-13:50:46.090.836 [a.py:2] step done\n" * 20000
    log = filler + b"RuntimeError: Launch kernel failed, name:Default/Add-op0\n" + filler
    reading = read(log)
    (failure,) = reading.failures
    assert failure.message == "Launch kernel failed, name:Default/Add-op0"
    assert failure.first_line == 20001


def test_an_endless_line_is_read_around_what_matters() -> None:
    log = b"x" * 3_000_000 + b" needle in the hay " + b"y" * 3_000_000
    assert "needle in the hay" in read(log, [b"needle in"]).text


LATE = """Traceback (most recent call last):
  File "/home/me/train.py", line 7, in <module>
    print(net(x, y){end})
  File "/usr/lib/python3.11/site-packages/mindspore/common/tensor.py", line 526, in {function}
    return self._shape
{message}

----------------------------------------------------
- C++ Call Stack: (For framework developers)
----------------------------------------------------
{where}
"""
INFERRED = "mindspore/ops/infer/ops_func_impl//matmul_ext.cc:43 CheckMatMulShapes"
SELECTED = "mindspore/ccsrc/pynative/utils/pyboost/pyboost_utils.cc:848 SelectKernel"
VIEWED = "mindspore/ops/view/reshape_strides_calc.cc:116 infer_size_impl"
READ = "mindspore/core/utils/value_utils.cc:359 TensorItem"
OPERATOR = "RuntimeError: For 'MatMulExt' op, shape1[-1] must be equal to shape2[-2], but got 3 and 4."
OF_ITS_OWN = "ValueError: The tensor should have only one element, but got 2, more than one element is ambiguous."


NAMELESS = "RuntimeError: The kernel GeluExt unregistered."
SHAPES = "ValueError: proposed_shape '[const vector]{16, 192}' is invalid for input of size 2352"


@pytest.mark.parametrize(
    ("function", "message", "where", "late"),
    [
        ("shape", OPERATOR, INFERRED, True),
        ("asnumpy", OPERATOR, INFERRED, True),
        ("_data_ptr", OPERATOR, INFERRED, True),  # print() after the dtype is known
        ("nbytes", OPERATOR, INFERRED, True),
        ("__bool__", OPERATOR, INFERRED, True),
        ("dtype", NAMELESS, SELECTED, True),  # only the C++ stack shows that an operator failed
        ("dtype", SHAPES, VIEWED, True),
        ("__bool__", OF_ITS_OWN, READ, False),  # what reading itself finds wrong
        ("matmul", OPERATOR, INFERRED, False),  # an operator called here
    ],
)
def test_a_line_that_only_waited_is_told(function: str, message: str, where: str, late: bool) -> None:
    frame = read(LATE.format(end="", function=function, message=message, where=where)).frame
    assert frame is not None
    assert (frame.file, frame.line, frame.is_late) == ("/home/me/train.py", 7, late)


QUOTING = """Traceback (most recent call last):
  File "/home/me/train.py", line 15, in <module>
    for row in rows:
RuntimeError: Exception thrown from user defined Python function in dataset.

------------------------------------------------------------------
- Python Call Stack:
------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/me/train.py", line 8, in __getitem__
    return self.labels[name]
KeyError: 'bird'
"""
CHAINED = """
During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/home/me/train.py", line 10, in __getitem__
    raise ValueError("no label") from None
ValueError: no label
"""
BEHIND = """
------------------------------------------------------------------
- C++ Call Stack: (For framework developers)
------------------------------------------------------------------
mindspore/ccsrc/minddata/dataset/data_source/generator_op.cc(383).
"""
AGAIN = """
Traceback (most recent call last):
  File "/home/me/clean.py", line 3, in <module>
    os.remove(name)
OSError: busy
"""


@pytest.mark.parametrize(
    ("quoted", "line", "raised"),
    [
        ("", 8, "KeyError: 'bird'"),  # cut off behind the quoted traceback
        (BEHIND, 8, "KeyError: 'bird'"),
        (CHAINED + BEHIND, 10, "ValueError: no label"),
    ],
)
def test_a_traceback_that_a_section_quotes_is_the_messages(quoted: str, line: int, raised: str) -> None:
    told, later = read(QUOTING + quoted + AGAIN).failures
    assert told.headline == "RuntimeError: Exception thrown from user defined Python function in dataset."
    assert told.frame is not None
    assert (told.frame.line, told.raised) == (line, raised)
    assert (later.headline, later.raised) == ("OSError: busy", "")


def test_of_an_exception_raised_again_the_last_line_is_the_message() -> None:
    (told,) = read(f"FileNotFoundError: {AGAIN.strip()}\n").failures
    assert (told.headline, told.raised) == ("OSError: busy", "")


def test_a_progress_bar_is_a_few_lines_and_hides_no_failure() -> None:
    bar = "".join(f"{at * 100 // 5000:3}%|{'#' * (at // 500):10}| {at}/5000\r" for at in range(5000))
    text = f"{bar}RuntimeError: boom\nstep 2\n{bar}ValueError: boom at last"
    assert len(parse_lines(text)) < 40
    assert [failure.headline for failure in read(text).failures] == ["RuntimeError: boom", "ValueError: boom at last"]


def test_a_line_without_prefixes_is_passed_by_at_once() -> None:
    """Most lines begin like one of the forms and carry none; each form tried for itself takes ten times as long."""
    strip_prefixes("10%")
    profile = cProfile.Profile()
    assert profile.runcall(strip_prefixes, "10% of it").message == "10% of it"
    assert sum(entry.callcount for entry in profile.getstats()) < 40
