"""What is answered to the output of a process that died without an error of its own."""

import pytest

from msfaq.engine import Engine
from msfaq.request import ANSWERED

NOTICE = (
    "[WARNING] ME(9217:139738086603648,MainProcess):2026-11-23-16:28:51.734.000 [mindspore/context.py:1343] For "
    "'context.set_context', the parameter 'device_target' will be deprecated and removed in a future version. "
    "Please use the api mindspore.set_device() instead."
)


@pytest.mark.parametrize(
    "line",
    [
        "Segmentation fault (core dumped)",
        "Aborted",
        "Killed",
        "run.sh: line 3:  1234 Killed                  python train.py",
        "run.sh: 第 3 行: 12345 已杀死               python train.py",
        "run.sh: 行 3: 12345 段错误               (核心已转储) python train.py",
        "已放弃 (核心已转储)",
        "[1]    1234 killed     python train.py",
        "fish: Job 1, 'python train.py' terminated by signal SIGSEGV (Address boundary error)",
        "Process finished with exit code 139 (interrupted by signal 11: SIGSEGV)",
    ],
)
def test_the_line_of_a_crash_is_answered_before_warnings(engine: Engine, line: str) -> None:
    diagnosis = engine.report(f"{NOTICE}\nstep 1, loss is 2.0\n{line}\n".encode(), lang="en").diagnosis
    assert (diagnosis.outcome, diagnosis.answers[0].id) == ("answered", "run-stops-without-error")
    assert diagnosis.answers[0].line == 3
    assert all(answer.id != "set-context-parameter" or answer.confidence < 0.1 for answer in diagnosis.answers)


def test_a_crash_without_a_sure_answer_says_what_its_signal_means(engine: Engine) -> None:
    diagnosis = engine.report(b"train.py\nKilled\n", lang="en").diagnosis
    assert diagnosis.outcome != "answered"
    assert diagnosis.message.startswith("SIGKILL ended the process.")


def test_a_warning_says_nothing_of_an_error_that_its_entry_is_found_for(engine: Engine) -> None:
    """The error comes from elsewhere: the notice of the same entry, that all is well, is not its answer."""
    raised = (
        "Traceback (most recent call last):\n"
        '  File "/home/me/train.py", line 4, in <module>\n'
        '    ms.set_context(device_target="CPU")\n'
        "RuntimeError: mindspore.set_context device_target parameter value is wrong, unknown set_context parameter\n"
    )
    for answer in engine.report(f"{NOTICE}\n{raised}".encode(), lang="en").diagnosis.answers:
        assert answer.confidence < ANSWERED or answer.variant != "deprecated"
