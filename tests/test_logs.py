"""Real logs, whole folders of them, and what is made of them: tests/golden/logs holds both for people to read."""

import bz2
import gzip
import io
import json
import lzma
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from conftest import Run
from hypothesis import given, settings
from hypothesis import strategies as st

from msfaq import Engine
from msfaq.errors import InputError
from msfaq.logs.clock import seconds
from msfaq.logs.echoes import ECHOES, Echo, echo_of
from msfaq.logs.logfile import LogReader, LogReading
from msfaq.logs.names import rank_of
from msfaq.logs.parse import parse_failures, parse_lines
from msfaq.logs.scan import Scanner
from msfaq.logs.sources import open_log, unpacked
from msfaq.reports.diagnosing import read_up_to
from msfaq.reports.report import Report

GOLDEN = Path(__file__).parent / "golden" / "logs"
_FILE = re.compile(r"^## file: (\S+)\n\n`{4}text\n(.*?)`{4}$", re.MULTILINE | re.DOTALL)
_EXPECTED = re.compile(r"(^## Expected\n\n`{4}text\n)(.*?)(`{4}$)", re.MULTILINE | re.DOTALL)

STEP = b"[INFO] ME(1:2,MainProcess):2024-05-20-13:56:05.000.000 [a.py:70] step done, is invalid\n"
DEATH = b"""\
Traceback (most recent call last):
  File "/home/me/loss.py", line 41, in loss
    return x * table["rate"]
KeyError: 'rate'
"""
WAITED = (
    b"[ERROR] HCCL(7,7f,python):2024-05-20-14:%02d:00.000.000 [hccl.cc:9] Wait] "
    b"EI0006: Getting socket times out. Reason: 1. The remote does not initiate a socket connect request.\n"
)


def golden_files(text: str) -> list[tuple[str, str]]:
    """Return name and text of each log on a golden page."""
    return _FILE.findall(text)


def describe(report: Report, folder: Path) -> str:
    """Say what was understood, a line each, as the golden files have it."""
    lines = [report.log.story.replace(f"{folder}/", "")]
    for failure in report.log.failures:
        who = f" rank {failure.rank}" if failure.rank is not None else ""
        place = f" | {failure.place.file}:{failure.place.line} {failure.place.code}" if failure.place else ""
        facts = f" <- {failure.raised}" if failure.raised else ""
        facts += "".join(f" [{fact}]" for fact in (*failure.codes, failure.operator) if fact)
        effect = f" ({failure.effect})" if failure.effect else ""
        where = f"{Path(failure.path).relative_to(folder)}:{failure.line}-{failure.last_line}"
        lines.append(
            f"{failure.role}{effect}: {failure.kind} {where}{who} {failure.count}x {failure.headline}{facts}{place}"
        )
    lines += [f"rank {rank.rank}: {rank.state}" for rank in report.log.ranks]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("page", sorted(GOLDEN.glob("*.md")), ids=lambda page: page.stem)
def test_golden(engine: Engine, tmp_path: Path, page: Path) -> None:
    text = page.read_text("utf-8")
    files = golden_files(text)
    for name, log in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        # Escapes and carriage returns are written as symbols so that the file stays readable.
        (tmp_path / name).write_text(log.replace("␛", "\x1b").replace("␍", "\r"), "utf-8", newline="")
    source = tmp_path if len(files) > 1 else tmp_path / files[0][0]
    found = describe(engine.diagnose(source, lang="en"), tmp_path)
    if os.environ.get("MSFAQ_UPDATE_GOLDEN"):
        page.write_text(_EXPECTED.sub(lambda part: part[1] + found + part[3], text), "utf-8")
        return
    expected = _EXPECTED.search(text)
    assert expected
    assert found == expected[2]


def ranks_folder(folder: Path, ranks: int, culprit: int, filler: int = 20) -> Path:
    """Write one log per rank: the culprit dies at 13:57, the others wait for it and time out one after the other."""
    shuffled = random.Random(ranks)
    for rank in range(ranks):
        body = STEP * shuffled.randrange(1, filler)
        if rank == culprit:
            body += STEP.replace(b"13:56:05", b"13:57:00") + DEATH
        else:
            body += WAITED % shuffled.randrange(60) + STEP
        (folder / f"rank_{rank}.log").write_bytes(body)
    return folder


@pytest.mark.parametrize("ranks", [2, 8, 64])
@pytest.mark.parametrize("jobs", [None, 2])
def test_the_rank_that_began_it(engine: Engine, tmp_path: Path, ranks: int, jobs: int | None) -> None:
    culprit = ranks // 2
    report = engine.diagnose(ranks_folder(tmp_path, ranks, culprit), lang="en", jobs=jobs)
    cause = report.log.failures[report.log.cause or 0]
    assert (cause.rank, cause.exception, cause.time) == (culprit, "KeyError", "2024-05-20-13:57:00.000.000")
    assert cause.place is not None
    assert (cause.place.file, cause.place.line) == ("/home/me/loss.py", 41)
    (echo,) = [failure for failure in report.log.failures if failure.role == "echo"]
    assert (echo.effect, echo.count, len(echo.ranks)) == ("waited", ranks - 1, ranks - 1)
    assert [rank.state for rank in report.log.ranks].count("waited") == ranks - 1
    assert f"Rank {culprit} failed first at 13:57:00 in loss.py:41" in report.log.story
    assert report.answer(report.log.failures.index(echo)).answers[0].id == "ei0006-socket-timeout"


def test_without_times_the_rank_unlike_the_many_began_it(engine: Engine, tmp_path: Path) -> None:
    for rank in range(6):
        text = DEATH if rank == 4 else DEATH.replace(b"KeyError: 'rate'", b"ValueError: no data from a peer")
        (tmp_path / f"worker_{rank}.log").write_bytes(b"step 1\n" + text)
    log = engine.diagnose(tmp_path).log
    assert log.failures[log.cause or 0].rank == 4


def test_echoes_alone_are_told_as_such(engine: Engine, tmp_path: Path) -> None:
    for rank in range(3):
        (tmp_path / f"rank_{rank}.log").write_bytes(STEP + WAITED % rank)
    report = engine.diagnose(tmp_path, lang="en")
    assert "only the echo" in report.log.story
    assert report.diagnosis.answers[0].id == "ei0006-socket-timeout"


@pytest.mark.parametrize("echo", ECHOES, ids=lambda echo: echo.name)
def test_each_echo_knows_its_example(echo: Echo) -> None:
    failures = parse_failures(parse_lines(f"Traceback (most recent call last):\n{echo.example}"))
    assert echo_of(failures[0]) == echo


@pytest.mark.parametrize("message", ["KeyError: 'rate'", "ValueError: For 'MatMul' the input dimensions must be equal"])
def test_a_cause_is_no_echo(message: str) -> None:
    assert echo_of(parse_failures(parse_lines(message))[0]) is None


def test_a_caught_failure_long_before_the_end_is_not_the_cause(engine: Engine, tmp_path: Path) -> None:
    survived = DEATH.replace(b"KeyError: 'rate'", b"OSError: retry the download")
    (tmp_path / "train.log").write_bytes(survived + b"step done\n" * 2000 + DEATH)
    log = engine.diagnose(tmp_path / "train.log").log
    assert [failure.exception for failure in log.failures if failure.role == "cause"] == ["KeyError"]
    assert len(log.failures) == 2


@pytest.mark.parametrize("size", [0, 3_000_000])
def test_a_healthy_log_is_no_failure(run_msfaq: Run, engine: Engine, tmp_path: Path, size: int) -> None:
    assert engine.store.place != "memory"
    (tmp_path / "train.log").write_bytes(STEP * (20 + size // len(STEP)))
    done = run_msfaq("--lang", "en", "train.log")
    assert done.returncode == 1
    assert done.stdout.decode().startswith("No failure found.")


def read_all(data: bytes, pieces: list[int]) -> LogReading:
    """Read data that arrives in pieces of these sizes, again and again."""
    reader = LogReader("x.log", Scanner())
    at = turn = 0
    while at < len(data):
        count = min(pieces[turn % len(pieces)], len(data) - at, len(reader.space))
        reader.space[:count] = data[at : at + count]
        list(reader.feed(count))
        at, turn = at + count, turn + 1
    return reader.result()


@settings(max_examples=25)
@given(st.lists(st.integers(1, 300_000), min_size=1, max_size=4), st.integers(0, 30_000), st.integers(0, 30_000))
def test_pieces_change_nothing(pieces: list[int], before: int, behind: int) -> None:
    if max(pieces) < 1000:
        pieces = [piece * 100 for piece in pieces]
    data = STEP * before + DEATH + STEP * behind
    reading = read_all(data, pieces)
    assert (reading.file.size, reading.file.lines) == (len(data), before + behind + 4)
    (group,) = reading.groups
    assert (group.failure.first_line, group.failure.exception, group.count) == (before + 1, "KeyError", 1)


def test_repeated_failures_are_one_with_a_count() -> None:
    error = b"[ERROR] MD(1,7f,python):2024-05-20-13:50:46.090.836 [a.cc:2] F] read %d of shard failed for good\n"
    data = b"".join(error % at + STEP * 3 for at in range(5000))
    (group,) = read_all(data, [1 << 20]).groups
    assert group.count == 5000
    assert group.last_line > 19_900


def test_a_log_full_of_different_failures_stays_small() -> None:
    data = b"".join(
        b"ValueError: %s\n" % os.urandom(8).hex().translate({48 + d: 103 + d for d in range(10)}).encode()
        for _ in range(40_000)
    )
    reading = read_all(data, [1 << 20])
    assert 10 < len(reading.groups) < 400
    assert reading.groups[-1].failure.first_line > 39_000


def test_repeats_are_counted_however_many_kinds_there_are() -> None:
    quiet = b"filler line of no interest\n" * 900
    kinds = [chr(97 + at % 26) + chr(97 + at // 26) for at in range(230)]
    log = b"".join(b"RuntimeError: failure of kind %s here\n" % kind.encode() + quiet for kind in kinds)
    log += (b"RuntimeError: the very last kind\n" + quiet) * 10
    last = read_all(log, [1 << 20]).groups[-1]
    assert (last.failure.headline, last.count) == ("RuntimeError: the very last kind", 10)


def test_the_time_zones_of_machines_count(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "rank_0.log").write_text("2024-05-20T06:00:00Z - ERROR - the first rank's queue burst\n", "utf-8")
    (tmp_path / "rank_1.log").write_text("2024-05-20T13:50:00+08:00 - ERROR - the valve is stuck\n", "utf-8")
    failures = engine.diagnose(tmp_path).log.failures
    assert [failure.rank for failure in failures] == [1, 0]


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": lambda data: pytest.importorskip("zstandard").ZstdCompressor(write_checksum=True).compress(data),
}


@pytest.mark.parametrize("kind", [*PACKINGS, "utf-16"])
def test_packed_logs(engine: Engine, tmp_path: Path, kind: str) -> None:
    data = STEP * 20_000 + DEATH
    packed = PACKINGS[kind](data) if kind in PACKINGS else data.decode().encode("utf-16")
    (tmp_path / "train.log.1").write_bytes(packed)
    log = engine.diagnose(tmp_path / "train.log.1").log
    assert (log.failures[0].exception, log.failures[0].line, log.logs[0].lines) == ("KeyError", 20_001, 20_004)


@pytest.mark.parametrize("kind", PACKINGS)
@pytest.mark.parametrize("at", [0.01, 0.5])
def test_a_damaged_archive_spoils_no_other_log(engine: Engine, tmp_path: Path, kind: str, at: float) -> None:
    """Each decompressor says so with an exception of its own; every one is a problem of this log alone."""
    noise = "".join(f"step {at} loss {random.Random(at).random()}\n" for at in range(20_000)).encode()
    packed = bytearray(PACKINGS[kind](noise))
    place = int(len(packed) * at)
    packed[place : place + 40] = b"\xff" * 40
    (tmp_path / f"rank_0.log.{kind}").write_bytes(packed)
    (tmp_path / "rank_1.log").write_bytes(DEATH)
    log = engine.diagnose(tmp_path).log
    assert [failure.exception for failure in log.failures] == ["KeyError"]
    assert sorted(bool(one.problem) for one in log.logs) == [False, True]
    stream = unpacked(io.BytesIO(packed), "x")
    taken = bytearray()
    assert read_up_to(stream, 1 << 24, taken) is None
    with pytest.raises(OSError, match=r".+"):
        # What stands behind the damage is no more of the log.
        stream.read(1)


def test_zstd_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "a.zst").write_bytes(b"\x28\xb5\x2f\xfd" + b"x" * 20)
    with pytest.raises(InputError, match="pip install zstandard"):
        open_log(str(tmp_path / "a.zst"))


def test_the_slow_automaton_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    data = STEP * 50 + b"Launch KERNEL failed\n" + DEATH
    anchors = [b"launch kernel failed", b"is invalid"]
    fast = Scanner(anchors).find(data)
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    slow = Scanner(anchors).find(data)
    assert {at for at, _ in slow} <= {at for at, _ in fast}
    assert data.index(b"KERNEL failed") + len(b"KERNEL failed") - 1 in {at for at, _ in slow}


@pytest.mark.parametrize(
    ("path", "rank"),
    [
        ("msrun_log/worker_3.log", 3),
        ("rank_12/train.log", 12),
        ("device7/log.txt", 7),
        ("train_parallel5/train.txt", 5),
        ("rank_3/1.log", 3),
        ("log5", None),
        ("001.log", None),
        ("7", None),
        ("log/rank.3/stderr", 3),
        ("scheduler.log", None),
        ("train_2024.log", None),
        ("plog-12345_20240520.log", None),
        ("lenet_epoch_5.log", None),
    ],
)
def test_ranks_of_names(path: str, rank: int | None) -> None:
    assert rank_of(path) == rank


@pytest.mark.parametrize(
    ("names", "ranks"),
    [
        (["0.log", "1.log", "2.log"], [0, 1, 2]),
        (["node-1/8.log", "node-1/9.log"], [8, 9]),
        (["log0/train.txt", "log1/train.txt"], [0, 1]),
        (["001.log", "train.log"], [None, None]),
        (["001.log", "005.log"], [None, None]),  # runs of a series
        (["a/1.log", "b/2.log"], [None, None]),
        (["1.log", "01.log", "2.log"], [None, None, None]),
        (["rank_5/0.log", "rank_5/1.log"], [5, 5]),
    ],
)
def test_files_numbered_side_by_side_are_ranks(
    engine: Engine, tmp_path: Path, names: list[str], ranks: list[int | None]
) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(STEP + DEATH)
    log = engine.diagnose([tmp_path / name for name in names]).log
    assert [one.rank for one in log.logs] == ranks


@given(st.datetimes(min_value=datetime(1990, 1, 1)))
def test_times_are_one_in_every_form(moment: datetime) -> None:
    forms = ("%Y-%m-%d-%H:%M:%S.000.000", "%Y-%m-%d %H:%M:%S,000", "%Y/%m/%dT%H:%M:%S")
    assert len({seconds(moment.strftime(form)) for form in forms}) == 1


def test_json_carries_the_summary(run_msfaq: Run, engine: Engine, tmp_path: Path) -> None:
    assert engine.store.place != "memory"
    ranks_folder(tmp_path, 4, 2)
    data = json.loads(run_msfaq("--json", str(tmp_path)).stdout)["log"]
    assert [log["rank"] for log in data["logs"]] == [0, 1, 2, 3]
    assert data["failures"][data["cause"]]["rank"] == 2


PROGRAMS = {"pynative": "f_pynative", "graph": "f_graph", "dataset-worker": "f_dataset", "process-pool": "f_oserror"}


@pytest.mark.mindspore
@pytest.mark.parametrize(("page", "program"), PROGRAMS.items())
def test_the_programs_still_fail_so(engine: Engine, tmp_path: Path, page: str, program: str) -> None:
    script = Path(__file__).parent / "data" / "programs" / f"{program}.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, cwd=tmp_path, timeout=300, check=False)
    (tmp_path / "train.log").write_bytes(done.stdout + done.stderr)
    log = engine.diagnose(tmp_path / "train.log", lang="en").log
    cause = log.failures[log.cause or 0]
    golden = (GOLDEN / f"{page}.md").read_text("utf-8")
    assert cause.place is not None
    assert f"{script.name}:{cause.place.line} {cause.place.code}" in golden
    assert cause.headline.partition(" /")[0][:60] in golden
