"""The installed command ``msfaq chat``, run for real."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import Run
from model_server import Exchange, serving, waits

from msfaq import Engine

MSFAQ = str(Path(sys.executable).with_name("msfaq"))


@pytest.fixture(autouse=True)
def _own_data(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine.store.place != "memory"
    monkeypatch.setenv("MSFAQ_DATA", str(tmp_path / "data"))


def lines(*turns: str) -> bytes:
    return "".join(f"{turn}\n" for turn in turns).encode()


def test_json_lines_in_and_out(run_msfaq: Run, tmp_path: Path) -> None:
    turns = ("EI0006 怎么处理", '"why?\\nplease"', '{"text": "只给命令"}', "", "{broken", '"\\ud800\\u0000"')
    done = run_msfaq("chat", "--json", stdin=lines(*turns))
    assert done.returncode == 0, done.stderr
    replies = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert len(replies) == len(turns)
    for reply in replies:
        assert list(reply) == ["reply", "answers", "outcome", "choices", "slots"]
    assert [reply["answers"][:1] for reply in replies[:3]] == [["ei0006-socket-timeout"]] * 3
    assert replies[3]["outcome"] == "asked"
    assert not (tmp_path / "data").exists()


def test_each_reply_comes_before_the_next_turn(tmp_path: Path) -> None:
    command = [MSFAQ, "chat", "--json", "--lang", "en"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for turn, entry_id in (
            ("EI0002", "ei0002-notify-timeout"),
            ("sorry, typo: EI0004", "ei0004-ranktable-illegal"),
        ):
            process.stdin.write(lines(turn))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["answers"][0] == entry_id
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait() == 0


def test_a_first_question_and_a_log_as_arguments(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text("RuntimeError: Launch kernel failed, name:Default/IndexAdd-op0\n", "utf-8")
    done = run_msfaq("chat", "--lang", "en", "train.log", stdin=lines("why?"))
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "Default/IndexAdd-op0" in text
    assert text.count("**Why**") == 2


def test_nothing_known_is_exit_code_one(run_msfaq: Run) -> None:
    assert run_msfaq("chat", "who won the 2022 world cup").returncode == 1
    assert run_msfaq("chat", "who won the 2022 world cup", stdin=lines("EI0006 怎么处理")).returncode == 0


def test_conversations_are_kept_listed_continued_exported_and_deleted(run_msfaq: Run, tmp_path: Path) -> None:
    run_msfaq("chat", "EI0006 怎么处理")
    run_msfaq("chat", "--no-save", "EI0002 怎么处理")
    done = run_msfaq("chat", "--list")
    assert done.returncode == 0
    (row,) = done.stdout.decode().splitlines()
    assert row.split()[0] == "1"
    assert row.endswith("EI0006 怎么处理")
    more = run_msfaq("chat", "--continue", stdin=lines("为什么"))
    assert "**原因**" in more.stdout.decode()
    exported = json.loads(run_msfaq("chat", "--export", "1", "--json").stdout)
    assert [turn["user"] for turn in exported["turns"]] == ["EI0006 怎么处理", "为什么"]
    assert exported["turns"][1]["answers"] == ["ei0006-socket-timeout"]
    assert run_msfaq("chat", "--export").stdout.decode().startswith("# EI0006 怎么处理\n\n## 你\n")
    continued = run_msfaq("chat", "--json", "--continue", "1", stdin=lines("怎么确认"))
    assert json.loads(continued.stdout)["answers"] == ["ei0006-socket-timeout"]
    assert run_msfaq("chat", "--delete", "1").returncode == 0
    assert run_msfaq("chat", "--list").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--continue",), "no conversation is kept yet"),
        (("--continue", "seven"), "--continue seven: a conversation has a number"),
        (("--delete", "²"), "--delete ²: a conversation has a number"),
        (("--delete", "7"), "no conversation has the number 7"),
        (("--export", "7"), "no conversation is kept yet"),
        (("--lang", "fr"), "lang is 'fr'"),
        (("--platform", "TPU"), "platform is 'TPU'"),
        (("--ms-version", "new"), "'new' is no MindSpore release"),
    ],
)
def test_bad_options_are_one_clear_line(run_msfaq: Run, arguments: tuple[str, ...], problem: str) -> None:
    done = run_msfaq("chat", *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    assert problem in line


def test_a_place_that_cannot_be_written_is_said_once(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    done = run_msfaq("chat", "EI0006 怎么处理", stdin=lines("为什么"), MSFAQ_DATA=str(tmp_path / "taken"))
    assert done.returncode == 0
    assert done.stderr.decode().count("cannot be kept") == 1
    assert "**原因**" in done.stdout.decode()


class Terminal:
    """The command on a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "100", "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [MSFAQ, "chat", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=env,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self.seen = ""

    def until(self, mark: str, *, interrupting: bool = False) -> str:
        """Wait until the terminal shows ``mark`` behind what was waited for before; return what stood before it.

        ``interrupting`` sends SIGINT first, and again when nothing comes of it: Python's readline misses one that
        arrives just as it begins to wait for a character.
        """
        limit = time.monotonic() + 60
        ready: list[int] = []
        while mark not in self.seen:
            if interrupting and not ready:
                self.process.send_signal(signal.SIGINT)
            ready, _, _ = select.select([self._master], [], [], 5)
            if ready:
                self.seen += os.read(self._master, 65536).decode("utf-8", "replace")
            assert time.monotonic() < limit, self.seen
        before, _, self.seen = self.seen.partition(mark)
        return before

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def end(self) -> int:
        self.type("\x04")
        code = self.process.wait(60)
        os.close(self._master)
        return code


def _own_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_a_person_types_pastes_interrupts_and_leaves(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--lang", "en")
    terminal.until("Ctrl-D ends.")
    terminal.until("> ")
    terminal.type("Traceback (most recent call last):\r  File \"a.py\", line 3, in f\r    x()\r"
                  "RuntimeError: Launch kernel failed, name:Default/IndexAdd-op0\r")  # fmt: skip
    terminal.until("a.py:3")
    terminal.until("You can also ask")
    terminal.until("> ")
    terminal.type("half a thou")
    terminal.until("half a thou")
    terminal.until("> ", interrupting=True)
    terminal.type("why?\r")
    terminal.until("Why")
    terminal.until("> ")
    assert terminal.end() == 0


def test_ctrl_c_while_a_model_writes_gives_the_offline_answer(tmp_path: Path) -> None:
    def script(exchange: Exchange) -> None:
        waits(server.closing, "The card that reports is mostly the victim [1].\n\nAnd")(exchange)

    with serving(script) as server:
        terminal = Terminal(tmp_path, "--lang", "en", "--endpoint", server.url, "--llm", "tiny")
        terminal.until("> ")
        terminal.type("EI0006: Getting socket times out. Reason: 1.\r")
        terminal.until("Connecting timed out")
        terminal.process.send_signal(signal.SIGINT)
        terminal.until("The model was stopped; this is the offline answer.")
        terminal.until("You can also ask")
        terminal.until("> ")
        server.closing.set()
        assert terminal.end() == 0
