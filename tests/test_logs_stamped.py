"""What collectors of output put before every line, and lines that only look as if something stood before them."""

import cProfile

import pytest

from msfaq.logs.collected import without_collector
from msfaq.logs.reading import read

FAILURE = """\
step 1 loss 2.3
Traceback (most recent call last):
  File "/home/me/train.py", line 9, in <module>
    net(x)
  File "/usr/lib/python3/site-packages/mindspore/nn/cell.py", line 1409, in __call__
    out = self.compile_and_run(*args, **kwargs)
RuntimeError: Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'.

------------------------------------------------------------------
- Dataset Pipeline Error Message:
------------------------------------------------------------------
[ERROR] Invalid image, img/cat/1.jpg decode failed.
"""

STAMPS = {
    "docker logs -t": "2024-05-20T13:50:{:02d}.123456789Z ",
    "container runtime": "2024-05-20T13:50:{:02d}.123456789Z stderr F ",
    "journal": "May 20 13:50:{:02d} node7 python[123]: ",
    "ts": "[2024-05-20 13:50:{:02d}] ",
    "clock": "13:50:{:02d} ",
    "compose with times": "trainer-1  | 2024-05-20T13:50:{:02d}Z ",
    "srun --label": "3: ",
    "mpirun with times": "[1,3]<stderr>: 2024-05-20 13:50:{:02d} ",
    "kubectl --prefix": "[pod/train-0/main] ",
    "ray": "(TrainWorker pid=123, ip=10.0.0.1) ",
    "quoted": "> ",
    "grep -n": "worker_3.log:{:d}:",
    "pasted with a margin": "    ",
}


@pytest.mark.parametrize("stamp", STAMPS.values(), ids=STAMPS)
def test_a_stamp_changes_nothing(stamp: str) -> None:
    lines = [stamp.format(at + 10) + line for at, line in enumerate(FAILURE.splitlines())]
    (failure,) = read("\n".join(lines)).failures
    (plain,) = read(FAILURE).failures
    assert failure.frame == plain.frame
    assert (failure.headline, failure.first_line, failure.last_line) == (plain.headline, 2, 12)
    assert [section.text for section in failure.sections] == [section.text for section in plain.sections]
    assert failure.rank == (3 if stamp.startswith(("3:", "[1,3]")) else None)
    assert ("13:50" in failure.time) == ("13:50" in stamp and "20" in stamp)


def test_writers_behind_labels_stay_apart() -> None:
    failing = FAILURE.splitlines()
    mixed = [line for at, text in enumerate(failing) for line in (f"0: step {at}", f"1: {text}", f"2: step {at}")]
    (failure,) = read("\n".join(mixed)).failures
    assert (failure.rank, failure.source) == (1, "1")
    assert failure.headline.startswith("RuntimeError: Exception thrown")


@pytest.mark.parametrize(
    "text",
    [
        FAILURE,
        'Exception in thread t: Traceback (most recent call last):\n  File "a.py", line 1, in f\nKeyError: 1',
        '  + Exception Group Traceback (most recent call last):\n  |   File "a.py", line 1, in <module>\n',
        '[1,3]<stderr>:Traceback (most recent call last):\n[1,3]<stderr>:  File "a.py", line 1, in f',
        "x = 1 ------------------------------\nx = 2",
    ],
)
def test_no_collector_stood_before_these(text: str) -> None:
    assert without_collector(text.split("\n")) is None


def test_an_indented_log_takes_time_in_proportion() -> None:
    """As pasted from a block of code, with one line at the margin at its end: each traceback looked at every line."""

    def steps(count: int) -> int:
        failing = '    Traceback (most recent call last):\n      File "a.py", line 1\n' * count
        text = "    ok\n" * 2 * count + failing + "end"
        profile = cProfile.Profile()
        profile.runcall(without_collector, text.split("\n"))
        return sum(entry.callcount for entry in profile.getstats())

    assert steps(400) < 2.5 * steps(200)
