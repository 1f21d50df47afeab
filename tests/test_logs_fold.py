"""Many logs in little room: what a thousand ranks have alike is kept once, whichever log is read first."""

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_logs import DEATH, STEP, WAITED, ranks_folder, read_all

from msfaq.logs.fold import Fold, PackedLines
from msfaq.logs.gather import gather
from msfaq.logs.logfile import LogFile, LogReading
from msfaq.logs.reader_process import ReaderProcess

MISSING = LogFile("gone.log", None, "", 0, 0, "its reader died")


def rank_reading(minute: int) -> LogReading:
    """Return the reading of a rank that timed out at this minute, after a failure of its own."""
    own = b"".join(b"    line %d of a long message\n" % at for at in range(20))
    return read_all(STEP * 2 + DEATH + own + WAITED % minute, [1 << 20])


def whole(results: list[LogReading | LogFile]) -> dict[str, list[int]]:
    """Return the logs in which each failure is whole, by its mark."""
    found: dict[str, list[int]] = {}
    for at, reading in enumerate(results):
        assert isinstance(reading, LogReading)
        for group in reading.groups:
            found.setdefault(group.mark, [])
            if len(group.failure.lines):
                found[group.mark].append(at)
    return found


@settings(max_examples=30, deadline=None)
@given(st.data(), st.lists(st.integers(0, 59), min_size=2, max_size=6))
def test_the_order_of_arrival_changes_nothing(data: st.DataObject, minutes: list[int]) -> None:
    readings = [rank_reading(minute) for minute in minutes]
    expected = Fold()
    for at, reading in enumerate(readings):
        expected.put(at, reading)
    order = data.draw(st.permutations(range(len(readings))))
    fold, child = Fold(), Fold()
    for at in order:
        fold.put(at, child.slim(at, readings[at]))
    results = fold.results(len(readings), lambda at: MISSING)
    assert results == expected.results(len(readings), lambda at: MISSING)
    first = minutes.index(min(minutes))
    assert [logs for mark, logs in whole(results).items() if "Getting socket" in mark] == [[first]]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_of_many_ranks_is_whole_once(tmp_path: Path, jobs: int) -> None:
    folder = ranks_folder(tmp_path, 40, 7)
    results = gather([str(folder / f"rank_{rank}.log") for rank in range(40)], (), jobs)
    assert sorted(map(len, whole(results).values())) == [1, 1]
    brief = [reading for reading in results if isinstance(reading, LogReading) and not reading.groups[-1].failure.lines]
    assert all(len(pickle.dumps(replace(one, suspects=()))) < 1000 for one in brief)


def test_packed_lines_are_lines() -> None:
    lines = tuple(rank_reading(1).groups[0].failure.lines)
    packed = PackedLines(lines)
    assert (tuple(packed), len(packed), packed[0], packed[-2:]) == (lines, len(lines), lines[0], lines[-2:])
    assert packed == lines
    assert hash(packed) == hash(lines)
    many = [replace(line, number=at, text=f"{line.text} {at}") for at, line in enumerate(lines * 10)]
    assert len(pickle.dumps(PackedLines(many))) < len(pickle.dumps(many)) / 3


def test_a_log_that_never_came_is_named() -> None:
    assert Fold().results(1, lambda at: MISSING) == [MISSING]


def test_readers_import_nothing_from_the_folder_they_work_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside logs lie people's own scripts, and some are called like a module of the library."""
    folder = ranks_folder(tmp_path, 4, 1)
    for name in ("queue", "pickle", "select", "linecache"):
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w')\nraise SystemExit(7)\n", "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    results = gather([str(folder / f"rank_{rank}.log") for rank in range(4)], (), 2)
    assert all(isinstance(result, LogReading) for result in results)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("executable", ["", "/bin/true", "/bin/cat", "/nowhere/python"])
def test_without_processes_the_logs_are_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, executable: str
) -> None:
    """In a program that embeds Python there is no Python to start."""
    folder = ranks_folder(tmp_path, 4, 1)
    monkeypatch.setattr(sys, "executable", executable)
    results = gather([str(folder / f"rank_{rank}.log") for rank in range(4)], (), 2)
    assert all(isinstance(result, LogReading) and result.groups for result in results)


def test_a_reader_that_is_killed_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the kernel does for want of memory: this log alone goes unread, and the reason is told."""
    folder = ranks_folder(tmp_path, 4, 1)
    names = [str(folder / f"rank_{rank}.log") for rank in range(4)]
    read = ReaderProcess.read

    def killed(reader: ReaderProcess, at: int, path: str) -> LogReading | LogFile:
        if at == 2:
            reader.kill()
        return read(reader, at, path)

    monkeypatch.setattr(ReaderProcess, "read", killed)
    results = gather(names, (), 2)
    assert [isinstance(result, LogFile) for result in results] == [False, False, True, False]
    assert isinstance(results[2], LogFile)
    assert results[2].problem == "its reader died: SIGKILL"
