"""Many logs in little room: what a thousand ranks have alike is kept once, whichever log is read first."""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_logs import DEATH, STEP, WAITED, ranks_folder, read_all

from msfaq.logs.fold import Fold, PackedLines
from msfaq.logs.gather import gather
from msfaq.logs.logfile import LogFile, LogReading

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
