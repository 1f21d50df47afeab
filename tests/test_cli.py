"""The installed command, run for real: pipes, exit codes, bad input."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Call, Run

from msfaq.cli.arguments import COMMANDS
from msfaq.engine import Engine

MESSAGE = "Launch kernel failed, name:Default/IndexAdd-op0"
LOG = f"""\
[WARNING] ME(1:2,MainProcess):2024-05-20-13:56:05.000.000 [mindspore/a.py:70] be careful
[ERROR] KERNEL(11941,7f69,python):2024-05-20-13:56:10.230.794 [mindspore/ops/a.cc:89] Launch] IndexAdd launch failed.
Traceback (most recent call last):
  File "/home/me/train.py", line 9, in <module>
    print(reduce(x))
RuntimeError: {MESSAGE}
"""
NAMED = {
    "launch-kernel-failed": MESSAGE,
    "oom-ascend-malloc": (
        "Out of Memory!!! total[3212254720] (dynamic[0] memory poll[524288000]) malloc[32611480064] failed!"
    ),
    "libgpu-collective-load-failed": "Loading libgpu_collective.so failed. Many reasons could cause this:",
}


@pytest.fixture(autouse=True)
def _index(engine: Engine) -> None:
    """Let the index be built before the command is timed out or its talk is compared."""
    assert engine.store.place != "memory"


@pytest.mark.parametrize(("entry_id", "message"), NAMED.items())
def test_a_message_as_argument_and_from_a_pipe(run_msfaq: Run, entry_id: str, message: str) -> None:
    for done in (
        run_msfaq("--json", message),
        run_msfaq(
            "--json", stdin=f"[1,0]<stderr>:[ERROR] ME(1,2,py):2024-05-20-13:56:05 [a.cc:1] F] {message}\n".encode()
        ),
    ):
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        assert json.loads(done.stdout)["answers"][0]["id"] == entry_id


def test_a_log_from_a_pipe_names_the_users_line(run_msfaq: Run) -> None:
    done = run_msfaq("--lang", "en", stdin=LOG.encode())
    text = done.stdout.decode()
    assert done.returncode == 0
    assert "Your line: `/home/me/train.py:9  print(reduce(x))`" in text
    assert "IndexAdd" in text
    assert "\x1b" not in text


def test_a_log_file_by_name(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text(LOG, "utf-8")
    done = run_msfaq("--json", "train.log")
    assert json.loads(done.stdout)["place"]["line"] == 9


def test_unknown_is_exit_code_one(run_msfaq: Run) -> None:
    done = run_msfaq("今晚吃什么")
    assert done.returncode == 1
    assert done.stderr == b""
    assert "没有找到" in done.stdout.decode()


@pytest.mark.parametrize("words", [("--lang", "zh", "walk"), ("--lang=zh", "walk"), ("walk", "--lang", "zh")])
def test_options_stand_before_or_behind_the_commands_name(call: Call, words: tuple[str, ...]) -> None:
    code, out, _ = call(*words)
    assert code == 0
    assert "loss-not-converging" in out
    assert any("\u4e00" <= character <= "\u9fff" for character in out)


def test_a_question_behind_an_option_may_hold_the_name_of_a_command(call: Call) -> None:
    assert call("--lang", "en", "ask", MESSAGE)[1] == call("--lang", "en", MESSAGE)[1]
    assert call("--lang", "en", f"{MESSAGE} run")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "stdin", "problem"),
    [
        ((), b"", "the question is empty"),
        ((), b" \n\t\n", "the question is empty"),
        (("",), b"", "the question is empty"),
        ((), bytes(range(256)) * 20, "the input is binary"),
        (("--lang", "fr", "x y"), b"", "lang is 'fr'; choose zh or en"),
        (("--lang", "fr", "tui"), b"", "lang is 'fr'; choose zh or en"),
        (("tui", "--lang", "fr"), b"", "lang is 'fr'; choose zh or en"),
        (("--lang=fr", "walk"), b"", "lang is 'fr'; choose zh or en"),
        (("-n", "0", "x y"), b"", "limit is 0"),
        (("--platform", "TPU", "x y"), b"", "platform is 'TPU'; choose Ascend, GPU, CPU"),
        (("--ms-version", "latest", "x y"), b"", "'latest' is no MindSpore release"),
        (("show", "launch-kernel-faild"), b"", "did you mean launch-kernel-failed"),
        (("show", "zzzz"), b"", "no entry is called 'zzzz'; ask in words"),
        (("fix", "launch-kernel-failed", "-n", "99"), b"", "there is no number 99"),
        (("eval", "missing.jsonl"), b"", "missing.jsonl cannot be read"),
        (("new", "Bad_Id", "--area", "operators"), b"", "is not lower-case words"),
        (("new", "good-id", "--area", "nowhere"), b"", "area 'nowhere' is not one of"),
    ],
)
def test_bad_input_is_one_clear_line(run_msfaq: Run, arguments: tuple[str, ...], stdin: bytes, problem: str) -> None:
    done = run_msfaq(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert done.stdout == b""
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("msfaq: ")
    assert problem in lines[0]


@pytest.mark.parametrize("encoding", ["gbk", "utf-16", "utf-8"])
def test_other_encodings(run_msfaq: Run, encoding: str) -> None:
    done = run_msfaq("--json", stdin=f"训练时报错\n{LOG}".encode(encoding))
    data = json.loads(done.stdout)
    assert (data["lang"], data["answers"][0]["id"]) == ("zh", "launch-kernel-failed")


def test_broken_utf8(run_msfaq: Run) -> None:
    done = run_msfaq("--json", stdin=b"\xfa\xff" + b"x" * 100 + b"\n" + LOG.encode())
    assert json.loads(done.stdout)["answers"][0]["id"] == "launch-kernel-failed"


def test_escape_codes_never_reach_the_terminal(run_msfaq: Run) -> None:
    nasty = f"\x1b]52;c;cm0gLXJm\x07\x1b[2J\x1b]8;;http://evil\x1b\\\u202eRuntimeError: {MESSAGE}\x9b31m"
    for form in ("--plain", "--markdown", "--json"):
        out = run_msfaq(form, stdin=nasty.encode()).stdout.decode()
        assert MESSAGE.split(",")[0] in out
        assert not any(c in out for c in "\x1b\x07\x9b\u202e")


def test_markup_in_a_log_stays_text(run_msfaq: Run) -> None:
    log = f"    ![i](http://evil) `$(reboot)` [red]x[/red]\n{LOG}"
    out = run_msfaq("--plain", stdin=log.replace("/home/me/train.py", "/tmp/[bold]x](http://evil)/<b>.py").encode())
    assert "[bold]x](http://evil)/<b>.py" in out.stdout.decode().replace("\n", "").replace(" ", "")


@pytest.mark.parametrize("size", [100_000_000])
def test_a_line_of_100_megabytes(run_msfaq: Run, size: int) -> None:
    done = run_msfaq("--json", stdin=b"x" * (size // 2) + MESSAGE.encode() + b"y" * (size // 2))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["answers"][0]["id"] == "launch-kernel-failed"


def test_a_million_lines(run_msfaq: Run) -> None:
    step = b"[INFO] ME(1:2,Main):2024-05-20-13:56:05.000.000 [a.py:70] step done\n"
    done = run_msfaq("--json", stdin=step * 500_000 + LOG.encode() + step * 500_000)
    data = json.loads(done.stdout)
    assert data["answers"][0]["id"] == "launch-kernel-failed"
    assert data["answers"][0]["line"] == 500_006


def test_a_closed_pipe_ends_quietly(run_msfaq: Run) -> None:
    command = f"{Path(sys.executable).with_name('msfaq')} show launch-kernel-failed | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, env=os.environ)
    assert done.stderr == b""
    assert len(done.stdout) == 10


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(call: Call, capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        call(command, "--help")
    assert ended.value.code == 0
    assert "usage: msfaq" in capsys.readouterr().out


def test_a_question_may_begin_with_a_commands_name(call: Call) -> None:
    code, out, _ = call("ask", "--json", "show", "me", "how", "to", "count", "the", "parameters", "of", "a", "network")
    assert json.loads(out)["query"].startswith("show me how")
    assert code in (0, 1)


def test_show_and_fix(call: Call) -> None:
    code, out, _ = call("show", "generator-column-count-mismatch", "--lang", "zh", "--markdown")
    assert code == 0
    assert out.startswith("# GeneratorDataset 返回的数组个数与 column_names 不一致\n")
    code, out, _ = call("fix", "generator-column-count-mismatch")
    assert code == 0
    compile(out, "fix.py", "exec")
    assert 'names = ["image", "label"]' in out
    code, out, _ = call("show", "generator-column-count-mismatch", "--json")
    assert json.loads(out)["signatures"][0]["versions"] == ">=1.5"


def test_show_prints_a_guide_and_entries_name_theirs(call: Call) -> None:
    code, out, _ = call("show", "error-analysis", "--lang", "zh", "--markdown")
    assert code == 0
    assert out.startswith("# 读懂一个 MindSpore 报错")
    assert "](entry:" not in out
    _, out, _ = call("show", "graph-error-locating", "--lang", "en", "--markdown")
    assert "Guides: `msfaq show error-analysis`" in out
    _, out, _ = call("show", "error-analysis", "--json")
    assert json.loads(out)["title"]["en"].startswith("Reading a MindSpore error")
    code, _, err = call("show", "error-analysi")
    assert (code, err.count("\n")) == (2, 1)
    assert "did you mean error-analysis" in err


@pytest.mark.slow
def test_index_status_and_build(call: Call, engine: Engine) -> None:
    code, out, _ = call("index", "status")
    assert code == 0
    assert re.search(rf"^entries +{len(engine.entry_ids())}$", out, re.MULTILINE)
    code, _, err = call("index", "build")
    assert code == 0
    assert "built in" in err


@pytest.mark.slow
def test_a_read_only_cache_is_no_obstacle(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    done = run_msfaq("--json", MESSAGE, MSFAQ_CACHE=str(tmp_path / "taken"))
    assert json.loads(done.stdout)["answers"][0]["id"] == "launch-kernel-failed"
    assert b"answering from memory" in done.stderr


def test_python_dash_m(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "msfaq", "--version"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.startswith("msfaq 0.")


@pytest.mark.parametrize("closing", ["2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (f"'{MESSAGE}'", 0),
        ("a.log", 0),
        ("missing.log", 2),
        ("redact a.log", 0),
        ("run -- true", 0),
        ("run -- false", 1),
        ("run -- msfaq-missing", 127),
    ],
)
def test_closed_streams_are_empty_ones(tmp_path: Path, closing: str, words: str, code: int) -> None:
    """As cron and daemons start programs: no fault, no other exit code, and no talk among the data."""
    (tmp_path / "a.log").write_text(LOG, "utf-8")
    msfaq = Path(sys.executable).with_name("msfaq")
    done = subprocess.run(["sh", "-c", f"{msfaq} {words} {closing}"], capture_output=True, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert b"msfaq:" not in done.stdout
    assert b"Error:" not in done.stderr.replace(b"RuntimeError: Launch", b"")


def test_a_closed_input_has_nothing_to_read() -> None:
    done = subprocess.run(["sh", "-c", f"{Path(sys.executable).with_name('msfaq')} <&-"], capture_output=True)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"msfaq: ")


def test_a_fault_of_its_own_is_a_failure(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object, **__: object) -> None:
        raise KeyError("nothing")

    monkeypatch.setattr(Engine, "lookup", lookup)
    code, out, err = call("why is the loss nan")
    assert (code, out) == (2, "")
    assert err.startswith("msfaq: KeyError: 'nothing'; that is a fault of msfaq")
    assert err.count("\n") == 1
    monkeypatch.setenv("MSFAQ_DEBUG", "1")
    assert "Traceback" in call("why is the loss nan")[2]
