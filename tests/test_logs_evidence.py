"""An error of plain Python is MindSpore's user's where anything in the log shows MindSpore, and nobody's elsewhere."""

import sys
from pathlib import Path

import pytest
from test_logs import DEATH, STEP, read_all

from msfaq import Engine
from msfaq.index.belonging import TRACES, has_trace
from msfaq.index.signatures import SignatureIndex
from msfaq.logs.scan import Scanner

PLAIN = b"batch 3 of 900 is done, 41 samples a second\n"
MONITOR = b"epoch: 1 step: 20, loss is 2.3047\n"
SOURCE = b"/usr/lib/python3.10/site-packages/mindspore/train/model.py: data sink is off\n"
ERROR = b"[ERROR] ME(1:2,MainProcess):2024-05-20-13:56:05.000.000 [a.py:70] the flow of step 3 was lost\n"
GLOG = b"E0805 18:15:21.270123 12345 server.cc:12] request lost\n"
TORCH = b"2024-05-20 13:56:05,000 - INFO - torch.distributed rank 0 of 8, loss is 0.3\n"
REFUSED = (
    b"usage: train.py [-h] --data_path DATA_PATH\ntrain.py: error: the following arguments are required: --data_path\n"
)

LONG = 40_000
"""Lines that make a log too long to be read whole, and put its beginning out of sight of its end."""


def found(engine: Engine, log: Path) -> tuple[str, str]:
    """Return the outcome and the first answer."""
    diagnosis = engine.diagnose(log, lang="en").diagnosis
    return diagnosis.outcome, diagnosis.answers[0].id if diagnosis.answers else ""


@pytest.mark.parametrize("lines", [20, LONG])
@pytest.mark.parametrize("trace", [STEP, ERROR, MONITOR, SOURCE], ids=["record", "error", "monitor", "path"])
def test_a_plain_error_beside_mindspore_is_answered(engine: Engine, tmp_path: Path, trace: bytes, lines: int) -> None:
    (tmp_path / "rank_0.log").write_bytes(PLAIN * 3 + trace + PLAIN * lines + DEATH)
    assert found(engine, tmp_path / "rank_0.log") == ("answered", "python-key-error")


@pytest.mark.parametrize("lines", [20, LONG])
@pytest.mark.parametrize("other", [PLAIN, GLOG, TORCH], ids=["plain", "glog", "torch"])
def test_a_plain_error_of_another_program_stays_uncertain(
    engine: Engine, tmp_path: Path, other: bytes, lines: int
) -> None:
    (tmp_path / "rank_0.log").write_bytes(other * 3 + PLAIN * lines + DEATH)
    assert found(engine, tmp_path / "rank_0.log")[0] != "answered"


def test_one_rank_speaks_for_the_job(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "rank_0.log").write_bytes(STEP * 5)
    (tmp_path / "rank_1.log").write_bytes(PLAIN * 5 + DEATH)
    assert found(engine, tmp_path) == ("answered", "python-key-error")


def test_mindspores_own_entries_still_ask_for_their_own_lines(engine: Engine) -> None:
    signatures = SignatureIndex.from_json(engine.store.text("signatures"))
    text = "KeyError: 'rate'"
    assert not [hit for hit in signatures.find(text) if not hit.weak]
    hits = [hit for hit in signatures.find(text, ("mindspore", "step: {_}, loss is")) if not hit.weak]
    assert hits
    assert all(hit.borrowed for hit in hits)


@pytest.mark.parametrize("line", [STEP, MONITOR, SOURCE, PLAIN, GLOG, TORCH, DEATH])
def test_both_automata_see_the_same_traces(monkeypatch: pytest.MonkeyPatch, line: bytes) -> None:
    fast = Scanner().has_trace(memoryview(line))
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert Scanner().has_trace(memoryview(line)) == fast == has_trace(line)
    assert fast == (line in (STEP, MONITOR, SOURCE))
    assert len(TRACES) == 3


@pytest.mark.parametrize("pieces", [[1 << 20], [7, 1000, 65_536]])
def test_a_trace_across_two_pieces_counts(pieces: list[int]) -> None:
    assert read_all(PLAIN * 2000 + STEP + PLAIN * 2000, pieces).is_ours
    assert not read_all(PLAIN * 4000, pieces).is_ours


def test_a_refused_option_is_the_scripts_not_the_launchers(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "alone.log").write_bytes(REFUSED)
    (tmp_path / "worker_0.log").write_bytes(STEP + REFUSED)
    (tmp_path / "msrun.log").write_bytes(b"usage: msrun [-h]\nmsrun: error: unrecognized arguments: --foo\n")
    assert found(engine, tmp_path / "alone.log") == ("unsure", "python-command-line-arguments")
    assert found(engine, tmp_path / "worker_0.log") == ("answered", "python-command-line-arguments")
    assert found(engine, tmp_path / "msrun.log") == ("answered", "msrun-arguments")
