"""The warnings that an entry is about are told of a log in which nothing failed."""

import json
from pathlib import Path

import pytest
from conftest import Run
from tui_session import opened, play

from msfaq import Engine
from msfaq.logs.reading import read
from msfaq.logs.stretches import CHUNK
from msfaq.logs.warned import Warned
from msfaq.reports.report import Report
from msfaq.tui.settings import Settings

HEAD = "[WARNING] OPTIMIZER(656,7fb758,python):2026-11-23-20:30:38.348.095 [dfunctor.cc:829] TrySetNeedCut] "
CUT = f"{HEAD}The gradient will be stopped from propagating at the PyExecute node created at the location: net.py:11\n"
SLOW = (
    "[WARNING] MD(14,7fff,python):2026-11-20-10:12:12.345.678 [batch_op.cc:142] operator()] Drop remainder: "
    "Bad performance attention, it takes more than 25 seconds to fetch a batch of data from dataset pipeline, "
    "which might result `GetNext` timeout problem.\n"
)
STEPS = "".join(f"epoch: 1 step: {step}, loss is 2.3\n" for step in range(20))
LONG = STEPS * (CHUNK // len(STEPS) + 2)
FAILED = "RuntimeError: Exception thrown from dataset pipeline. Refer to 'Dataset Pipeline Error Message'.\n"


def warned(engine: Engine, folder: Path, log: str) -> Report:
    (folder / "train.log").write_text(log, "utf-8")
    return engine.diagnose(folder / "train.log", lang="en")


@pytest.mark.parametrize("calm", [STEPS, LONG], ids=["short", "long"])
def test_each_entry_is_named_once_with_its_first_line(engine: Engine, tmp_path: Path, calm: str) -> None:
    report = warned(engine, tmp_path, calm + CUT + SLOW + calm + CUT + SLOW)
    number = calm.count("\n")
    told = [(one.id, one.line, Path(one.path).name) for one in report.log.warnings]
    assert told == [
        ("graph-syntax-support", number + 1, "train.log"),
        ("dataset-slow-warning", number + 2, "train.log"),
    ]
    assert report.log.warnings[0].text.startswith("The gradient will be stopped")
    assert (report.diagnosis.outcome, report.log.cause) == ("unknown", None)


@pytest.mark.parametrize("calm", [STEPS, LONG], ids=["short", "long"])
@pytest.mark.parametrize("level", ["[INFO]", "[DEBUG]"])
def test_what_only_informs_is_no_warning(engine: Engine, tmp_path: Path, calm: str, level: str) -> None:
    assert warned(engine, tmp_path, calm + CUT.replace("[WARNING]", level)).log.warnings == ()


@pytest.mark.parametrize("calm", [STEPS, LONG], ids=["short", "long"])
def test_warnings_without_an_entry_are_left_out(engine: Engine, tmp_path: Path, calm: str) -> None:
    log = f"{calm}{HEAD}The location of the propagating node will be 12\n"
    assert warned(engine, tmp_path, log).log.warnings == ()


def test_where_something_failed_the_answer_speaks_of_that(engine: Engine, tmp_path: Path) -> None:
    report = warned(engine, tmp_path, STEPS + CUT + FAILED)
    assert report.log.cause == 0
    assert report.log.warnings == ()


def test_another_language_tells_the_same_warnings(engine: Engine, tmp_path: Path) -> None:
    report = warned(engine, tmp_path, STEPS + CUT)
    (there,) = report.told(lambda one: engine.lookup(one.text), "zh").log.warnings
    (here,) = report.log.warnings
    assert (there.id, there.line) == (here.id, here.line)
    assert there.title != here.title


def test_the_command_names_them_and_knows_no_failure(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(STEPS + CUT, "utf-8")
    (tmp_path / "b.log").write_text(STEPS, "utf-8")
    one = run_msfaq("--lang", "en", "a.log")
    assert one.returncode == 1
    assert b"## Warnings in it that have an entry\n\n- `graph-syntax-support`" in one.stdout
    assert b"(line 21)" in one.stdout
    assert b"a.log, line 21)" in run_msfaq("--lang", "en", "a.log", "b.log").stdout
    data = json.loads(run_msfaq("--json", stdin=(STEPS + CUT).encode()).stdout)
    assert [warning["id"] for warning in data["log"]["warnings"]] == ["graph-syntax-support"]


def test_a_short_excerpt_is_a_question_about_its_warning() -> None:
    # Whoever pastes a few lines asks about them; only of a whole log is it news that nothing failed.
    assert not read(CUT).is_long


def test_the_log_view_names_them(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "train.log"
    file.write_text(STEPS + CUT, "utf-8")

    async def run() -> None:
        async with opened(engine, settings=Settings(lang="en"), logs=(str(file),)) as session:
            await session.until(lambda: "(graph-syntax-support, line 21)" in session.text)

    play(run)


def test_a_log_full_of_warnings_costs_little() -> None:
    kept, looked_at = Warned(), 0
    for number in range(10_000):
        line = f"[WARNING] MD(1,2): {'x' * (number % 100)} slow {number}".encode()
        if kept.is_fresh(line):
            looked_at += 1
            kept.keep(number, line)
    assert looked_at == len(kept.lines) == 64
