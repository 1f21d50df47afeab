"""``msfaq checklist`` and ``msfaq walk``, run for real: on pipes, on a terminal, with bad input."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import Run
from layout import ROOT

from msfaq.engine import Engine

MSFAQ = str(Path(sys.executable).with_name("msfaq"))
ENTRY = "checklist-ds-01-missing-values"


@pytest.fixture(autouse=True)
def _own_data(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep worksheets out of the user's folder, and have the index built."""
    assert engine.store.place != "memory"
    monkeypatch.setenv("MSFAQ_DATA", str(tmp_path / "data"))


def test_a_session(run_msfaq: Run, tmp_path: Path) -> None:
    done = run_msfaq("checklist")
    assert done.returncode == 0
    assert "0 of 24 looked at" in done.stdout.decode()
    assert not (tmp_path / "data").exists()
    done = run_msfaq("checklist", "attach", "ds.01", "-", "--name", "check.py", stdin=b"\x1b[31mnan=12\x1b[0m\n")
    assert done.stdout.decode() == "ds.01  attachment 1: check.py (16 bytes)\n"
    done = run_msfaq("checklist", "set", "ds.01", "found", "--note", "12 rows")
    assert "! problem found" in done.stdout.decode()
    assert b"msfaq show checklist-ds-01" in done.stderr
    done = run_msfaq("checklist", "set", "mp.01", "mp2", "不涉及", "--lang", "zh")
    assert done.stdout.decode().count("– 不涉及") == 2
    shown = run_msfaq("checklist", "show", "DS1").stdout.decode()
    assert "  12 rows\n" in shown
    assert "  nan=12\n" in shown
    assert "## How to look" in shown
    left = run_msfaq("checklist", "list", "--open").stdout.decode()
    assert "ds.01" not in left
    assert "ds.02" in left
    exported = run_msfaq("checklist", "export", "--format", "json")
    data = json.loads(exported.stdout)
    assert data["items"][0]["attachments"][0]["text"] == "nan=12\n"
    assert data["project"] == tmp_path.name
    assert run_msfaq("checklist", "detach", "1").returncode == 0
    done = run_msfaq("checklist", "export", "-o", "out.html")
    assert (done.returncode, done.stdout) == (0, b"")
    assert (tmp_path / "out.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert run_msfaq("checklist", "reset", "ds.01", "--yes").returncode == 0
    assert "2 of 24 looked at" in run_msfaq("checklist").stdout.decode()
    assert run_msfaq("checklist", "reset", "--yes").returncode == 0
    assert "0 of 24 looked at" in run_msfaq("checklist").stdout.decode()


def test_a_project_elsewhere(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    run_msfaq("checklist", "--project", "one", "set", "ds.01", "fine")
    assert "1 of 24" in run_msfaq("checklist", "list", "--project", "one").stdout.decode()
    assert "0 of 24" in run_msfaq("checklist").stdout.decode()


def test_a_snippet_is_run_and_kept(run_msfaq: Run) -> None:
    done = run_msfaq("checklist", "attach", "ds.01", "--run", "1")
    assert done.returncode == 0, done.stderr
    assert "problem found: age, income" in run_msfaq("checklist", "show", "ds.01").stdout.decode()


def test_when_nothing_is_open(run_msfaq: Run) -> None:
    codes = [line.split()[0] for line in run_msfaq("checklist").stdout.decode().splitlines() if "○" in line]
    assert len(codes) == 24
    run_msfaq("checklist", "set", *codes, "fine", "--note", "seen")
    assert run_msfaq("checklist", "list", "--open").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("checklist", "set", "dd.01", "fine"), "no item 'dd.01'; did you mean"),
        (("checklist", "set", "ds.01", "nice"), "'nice' is no state; choose open, found, fine or na"),
        (("checklist", "set", "ds.01", "dd.01", "fine"), "no item 'dd.01'"),
        (("checklist", "show", "zzzzzz"), "msfaq checklist lists them"),
        (("checklist", "attach", "ds.01"), "pass one of FILE"),
        (("checklist", "attach", "ds.01", "missing.log"), "missing.log cannot be read"),
        (("checklist", "attach", "ds.01", "."), ". cannot be read: Is a directory"),
        (("checklist", "attach", "ds.01", sys.executable), "the input is binary"),
        (("checklist", "attach", "ds.01", "-"), "'stdin' is empty"),
        (("checklist", "attach", "ds.01", "--run", "9"), "has no snippet 9"),
        (("checklist", "attach", "mp.01", "--run", "2"), "cannot be run as it stands"),
        (("checklist", "detach", "7"), "there is no attachment 7"),
        (("checklist", "export", "--format", "pdf"), "'pdf' is no form"),
        (("checklist", "export", "-o", "report.txt"), "end it in .md, .html or .json"),
        (("checklist", "export", "-o", "none/report.md"), "cannot be written"),
        (("checklist", "--lang", "fr"), "lang is 'fr'"),
        (("checklist", "--project", "/no/such"), "the project folder '/no/such' cannot be opened"),
        (("checklist", "reset"), "pass --yes"),
        (("walk", "no-such-walk"), "no entry is called"),
        (("walk", "oom-ascend-malloc"), "has no questions"),
    ],
)
def test_bad_input_is_one_clear_line(run_msfaq: Run, arguments: tuple[str, ...], problem: str) -> None:
    done = run_msfaq(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert problem in done.stderr.decode()
    assert len(done.stderr.decode().splitlines()) == 1


def test_a_damaged_worksheet_is_one_clear_line_and_stays(run_msfaq: Run, tmp_path: Path) -> None:
    file = tmp_path / "data" / "worksheets.sqlite"
    file.parent.mkdir()
    file.write_bytes(b"no database " * 500)
    for arguments in (("checklist",), ("checklist", "set", "ds.01", "fine"), ("checklist", "reset", "--yes")):
        done = run_msfaq(*arguments)
        assert done.returncode == 2
        assert "are damaged" in done.stderr.decode()
        assert len(done.stderr.decode().splitlines()) == 1
    assert file.read_bytes() == b"no database " * 500
    done = run_msfaq("walk", "loss-diff-first-step", stdin=b"1\n")
    assert done.returncode == 0
    assert "the walk is not kept" in done.stderr.decode()


def test_the_procedures_are_listed(run_msfaq: Run) -> None:
    listed = run_msfaq("walk", "--lang", "zh").stdout.decode().splitlines()
    assert len(listed) >= 17
    assert any(line.startswith("loss-diff-first-step") and "标杆" in line for line in listed)


@pytest.mark.parametrize(
    ("answers", "code", "shown"),
    [
        ("2\n2\n3\n", 0, "look at the optimizer"),
        ("2\n2\nb\n4\n", 0, "The benchmark very probably has the same problem"),
        ("2\n\n2\nr\n1\n", 0, "`msfaq show fix-randomness`"),
        ("2\n2\n", 1, "Stopped at: The loss of step 2"),
        ("2\nq\n3\n", 1, "Stopped at: With the same input"),
        ("", 1, "Stopped at: Run one script twice"),
    ],
)
def test_answers_from_a_pipe(run_msfaq: Run, answers: str, code: int, shown: str) -> None:
    done = run_msfaq("walk", "loss-diff-first-step", "--lang", "en", stdin=answers.encode())
    assert (done.returncode, done.stderr) == (code, b"")
    assert shown in done.stdout.decode()


@pytest.mark.parametrize("answer", ["9", "0", "-1", "x", "１", "1" * 5000])
def test_an_answer_that_is_none(run_msfaq: Run, answer: str) -> None:
    done = run_msfaq("walk", "loss-diff-first-step", stdin=f"2\n{answer}\n".encode())
    assert done.returncode == 2
    assert "choose 1 to 4, b, r or q (after 1 answers)" in done.stderr.decode()
    assert len(done.stderr.decode().splitlines()) == 1


class Terminal:
    """A real terminal with the command in it."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [MSFAQ, *arguments], stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env={**os.environ, "NO_COLOR": "1"}
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + 120
        while text not in self.seen:
            assert time.monotonic() < until, self.seen
            if select.select([self.master], [], [], 1)[0]:
                # Linux may announce the end before the last that was written has been read.
                with suppress(OSError):
                    self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
        assert text in self.seen, self.seen
        self.seen = self.seen.partition(text)[2]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        code = self.process.wait(timeout=120)
        os.close(self.master)
        return code


def test_a_walk_on_a_terminal(run_msfaq: Run, tmp_path: Path) -> None:
    terminal = Terminal("walk", "loss-diff-first-step", "--lang", "en", cwd=tmp_path)
    terminal.wait_for("1. Run one script twice")
    terminal.wait_for("> ")
    terminal.type("7\n")
    terminal.wait_for("'7' is no answer here; choose 1 to 2")
    terminal.type("2\n")
    terminal.wait_for("2. With the same input")
    terminal.type("b\n")
    terminal.wait_for("1. Run one script twice")
    terminal.type("2\n")
    terminal.wait_for("2. With the same input")
    terminal.type("q\n")
    assert terminal.end() == 1
    again = Terminal("walk", "loss-diff-first-step", "--lang", "en", cwd=tmp_path)
    again.wait_for("going on where it was left")
    again.wait_for("2. With the same input")
    again.type("4\n")
    again.wait_for("Result")
    assert again.end() == 0
    report = run_msfaq("checklist", "export").stdout.decode()
    assert "The whole curves agree" in report


@pytest.mark.parametrize(("answer", "code", "left"), [("n\n", 1, 1), ("y\n", 0, 0)])
def test_reset_asks_on_a_terminal(run_msfaq: Run, tmp_path: Path, answer: str, code: int, left: int) -> None:
    run_msfaq("checklist", "set", "ds.01", "fine")
    terminal = Terminal("checklist", "reset", cwd=tmp_path)
    terminal.wait_for("[y/N] ")
    terminal.type(answer)
    assert terminal.end() == code
    assert f"{left} of 24 looked at" in run_msfaq("checklist").stdout.decode()


def test_the_page_shows_what_happens(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "checklist.md").read_text("utf-8")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    shown = 0
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            done = subprocess.run(
                ["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "PATH": path}
            )
            assert done.returncode == 0, (command, done.stderr)
            at = 0
            for line in filter(str.strip, output.split("\n")):
                wanted = line.partition("…")[0].rstrip()
                found = done.stdout.find(wanted, at)
                assert found >= 0, f"{wanted!r} is not in\n{done.stdout[:2000]}"
                at = found + len(wanted)
                shown += 1
    assert shown > 20
    assert (tmp_path / "report.html").exists()
