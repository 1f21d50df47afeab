"""A failure that a log tells twice is one, and what is said of it is said of one line."""

from pathlib import Path

import pytest
from test_logs import describe

from msfaq import Engine
from msfaq.diagnosis import Diagnosis
from msfaq.render.document import diagnosis_markdown

STAMP = "2026-11-23-16:45:37.568.627"
RETOLD = f"""\
[ERROR] ANALYZER(9,7f2,python):{STAMP} [a.cc:764] Run] infer failed, failed info: For 'MatMul' the input \
dimensions must be equal, but got 'x1_col': 7 and 'x2_row': 10.
"""
TRACE = """\
Traceback (most recent call last):
  File "/home/me/train.py", line 7, in <module>
    net(x)
"""
MATMUL = f"""{TRACE}\
ValueError: For 'MatMul' the input dimensions must be equal, but got 'x1_col': 7 and 'x2_row': 10.
"""
SAVE = (
    f"[CRITICAL] ME(9:1,MainProcess):{STAMP} [s.py:475] Failed to save the checkpoint file /proc/net.ckpt. "
    "Maybe don't have the permission to write files, or the disk space is insufficient and so on.\n"
)
SAVING = """\
  File "/usr/lib/python3/site-packages/mindspore/train/serialization.py", line 393, in _exec_save
    with _ckpt_fs.create(tmp_name, *_ckpt_fs.create_args) as f:
"""
MISSING = f"{TRACE}{SAVING}FileNotFoundError: [Errno 2] No such file or directory: '/proc/net.tmp'\n"
LOST = f"[ERROR] ME(9:1,MainProcess):{STAMP} [a.py:7] the flow of the second valve was lost\n"
STEPS = "step done\n" * 5


def told(engine: Engine, folder: Path, log: str) -> tuple[list[str], Diagnosis]:
    """Return the failures, a line each without the story, and the diagnosis."""
    (folder / "train.log").write_text(log, "utf-8")
    report = engine.diagnose(folder / "train.log", lang="en")
    return describe(report, folder).splitlines()[1:], report.diagnosis


@pytest.mark.parametrize("between", ["", STEPS])
def test_a_record_with_the_exceptions_text_is_the_exception(engine: Engine, tmp_path: Path, between: str) -> None:
    (failure,), diagnosis = told(engine, tmp_path, RETOLD + between + MATMUL)
    assert failure.startswith("cause: exception train.log:1-")
    assert "1x ValueError: For 'MatMul'" in failure
    assert failure.endswith("[MatMul] | /home/me/train.py:7 net(x)")
    assert "Other failures" not in diagnosis_markdown(diagnosis)


@pytest.mark.parametrize("record", [LOST, RETOLD.replace("MatMul", "Conv2D")])
def test_a_record_with_another_text_stays(engine: Engine, tmp_path: Path, record: str) -> None:
    failures, _ = told(engine, tmp_path, record + MATMUL)
    assert [line.partition(":")[0] for line in failures] == ["cause", "other"]


def test_the_same_text_of_another_process_stays(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "rank_0.log").write_text(RETOLD, "utf-8")
    (tmp_path / "rank_1.log").write_text(MATMUL, "utf-8")
    assert len(engine.diagnose(tmp_path).log.failures) == 2


def test_a_record_says_what_failed_and_the_exception_beneath_it_why(engine: Engine, tmp_path: Path) -> None:
    (failure,), diagnosis = told(engine, tmp_path, SAVE + MISSING)
    assert failure.startswith("cause: exception train.log:1-7 1x Failed to save the checkpoint file /proc/net.ckpt.")
    assert diagnosis.raised == "FileNotFoundError: [Errno 2] No such file or directory: '/proc/net.tmp'"
    assert diagnosis.place is not None
    assert f"- The exception behind it: `{diagnosis.raised}`\n- Judged by: `Failed to save" in diagnosis_markdown(
        diagnosis
    )


def test_the_others_are_those_that_are_not_answered(engine: Engine, tmp_path: Path) -> None:
    failures, diagnosis = told(engine, tmp_path, SAVE + STEPS + MISSING)
    assert [line.partition(":")[0] for line in failures] == ["cause", "other"]
    assert diagnosis.answers[0].line == 1
    others = diagnosis_markdown(diagnosis).partition("## Other failures in the log")[2]
    assert "FileNotFoundError" in others
    assert "Failed to save" not in others


@pytest.mark.parametrize(
    ("log", "story"),
    [
        (RETOLD + MATMUL + "ValueError: another\n", "It began at line 1 of train.log at 16:45:37 in train.py:7."),
        # The record above the traceback tells of something else, however long before.
        (LOST + MISSING, "It began at line 2 of train.log after 16:45:37 in train.py:7."),
    ],
)
def test_line_and_time_are_of_one_line(engine: Engine, tmp_path: Path, log: str, story: str) -> None:
    (tmp_path / "train.log").write_text(log, "utf-8")
    assert engine.diagnose(tmp_path / "train.log", lang="en").log.story.replace(f"{tmp_path}/", "") == story
