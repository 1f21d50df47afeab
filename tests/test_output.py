"""What a program prints when all is well is told from what a person asks."""

import pytest

from msfaq.engine import Engine
from msfaq.logs.reading import read

PIP = """\
Collecting mindspore
  Downloading mindspore-2.10.0-cp311-cp311-manylinux1_x86_64.whl (380 MB)
Requirement already satisfied: numpy in /venv/lib/python3.11/site-packages (1.26.4)
Installing collected packages: mindspore
Successfully installed mindspore-2.10.0"""

TABLE = """\
| NPU   Name   | Health  | Power(W)  Temp(C) |
+==============+=========+===================+
| 0     910B   | OK      | 66.9      41      |
+--------------+---------+-------------------+"""

PROGRESS = """\
epoch: 1 step: 1875, loss is 0.18
Train epoch time: 24318.2 ms, per step time: 12.9 ms
epoch: 2 step: 1875, loss is 0.07"""

BUILD = """\
[ 12%] Building CXX object CMakeFiles/kernel.dir/add.cc.o
[ 90%] Linking CXX shared library libkernel.so
[100%] Built target kernel"""

TESTS = """\
============================= test session starts ==============================
collected 12 items
tests/test_net.py ............                                           [100%]
============================== 12 passed in 3.12s =============================="""

SERVER = """\
INFO:     Started server process [4127]
INFO:     Application startup complete.
10.0.0.7 - - [12/Mar/2026:09:14:02 +0000] "GET /healthz HTTP/1.1" 200 2"""

CHINESE = """\
第1轮 训练损失 0.692 验证准确率 51.3%
第2轮 训练损失 0.533 验证准确率 74.8%"""


@pytest.mark.parametrize("text", [PIP, TABLE, PROGRESS, BUILD, TESTS, SERVER, CHINESE])
def test_ordinary_output_is_a_healthy_log(engine: Engine, text: str) -> None:
    reading = read(text)
    assert reading.is_log
    assert reading.key_lines == ()
    found = engine.lookup(text, lang="en")
    assert (found.outcome, found.message) == ("unknown", "No failure found in the log.")


@pytest.mark.parametrize(
    "text",
    [
        f"{TABLE}\nwhy is the power so low?",
        f"{PROGRESS}\n为什么第一个 epoch 这么慢？",
        "epoch: 1 step: 1875, loss is 0.18",
        "loss is nan after step 300\nlearning rate 0.1",
        "I installed it\nit imports fine\nbut the GPU is idle",
        "准确率只有 0.31\n换了学习率也没用",
    ],
)
def test_what_a_person_writes_is_a_question(text: str) -> None:
    assert read(text).key_lines != ()


def test_a_healthy_line_picked_out_of_a_log_is_asked_about(engine: Engine) -> None:
    line = "[INFO] DEVICE(7,python): Start initializing NCCL communicator for device 1"
    alone = engine.lookup(line)
    assert (alone.outcome, alone.answers[0].id) == ("unsure", "gpu-process-exit-block")
    others = [f"[INFO] DEVICE(7,python): Bucket {number} was allocated" for number in range(8)]
    assert engine.lookup("\n".join([*others, line])).outcome == "unknown"


@pytest.mark.parametrize("text", [PIP, TABLE, PROGRESS, BUILD, TESTS, SERVER, CHINESE])
def test_a_failure_among_ordinary_output_is_found(text: str) -> None:
    reading = read(f"{text}\nRuntimeError: Launch kernel failed, name:Default/IndexAdd-op0")
    assert "Launch kernel failed" in reading.key_lines[0].text
