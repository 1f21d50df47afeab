"""``msfaq run`` without a terminal: output, exit codes, much output, logs that are saved."""

import errno
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import COMMAND, FAILS, LIMIT, MESSAGE, TITLE, python
from conftest import Run

from msfaq.engine import Engine
from msfaq.running.capture import Capture
from msfaq.running.channels import Channel
from msfaq.running.copying import copy
from msfaq.running.meaning import exit_consequence, exit_meaning


@pytest.fixture(autouse=True)
def _index(engine: Engine) -> None:
    assert engine.store.place != "memory"


def test_output_and_exit_code_are_the_commands_own(run_msfaq: Run) -> None:
    code = "import os; os.write(1, bytes(range(256))); os.write(2, b'\\xff\\r\\n\\0'); os._exit(0)"
    done = run_msfaq("run", *python(code))
    assert (done.returncode, done.stdout, done.stderr) == (0, bytes(range(256)), b"\xff\r\n\0")


def test_the_answer_stands_beneath_on_standard_error(run_msfaq: Run) -> None:
    done = run_msfaq("run", *python(FAILS))
    assert (done.returncode, done.stdout) == (1, b"out\n")
    assert done.stderr.startswith(f"{MESSAGE}\n\n# {TITLE}".encode())


def test_languages_and_forms(run_msfaq: Run) -> None:
    assert "算子执行失败" in run_msfaq("run", "--lang", "zh", *python(FAILS)).stderr.decode()
    plain = run_msfaq("run", "--plain", *python(FAILS)).stderr.decode()
    assert f"\n{TITLE}" in plain
    assert "\x1b" not in plain
    data = json.loads(run_msfaq("run", "--json", *python(FAILS)).stderr.decode().splitlines()[-1])
    assert data["answers"][0]["id"] == "launch-kernel-failed"
    assert data["exit"]["code"] == 1


def test_an_option_of_the_command_stays_the_commands(run_msfaq: Run) -> None:
    done = run_msfaq("run", "sh", "-c", 'echo "$@"', "sh", "--lang", "zh", "--", "-n", "--json")
    assert done.stdout == b"--lang zh -- -n --json\n"


def test_standard_input_is_the_commands(run_msfaq: Run) -> None:
    assert run_msfaq("run", "--", "cat", stdin=b"a\0b\n").stdout == b"a\0b\n"


@pytest.mark.parametrize("code", [1, 2, 3, 77, 255])
def test_every_exit_code_comes_through(run_msfaq: Run, code: int) -> None:
    done = run_msfaq("run", "--", "sh", "-c", f"exit {code}")
    assert done.returncode == code
    assert f"exit code {code}".encode() in done.stderr


def test_a_command_that_cannot_be_started(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("#!/bin/sh\necho no\n")
    for name, text in (("shell", "echo ran $1\n"), ("broken", "#!/no/such/interpreter\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    for words, code, problem in (
        (("msfaq-no-such-command",), 127, b"command not found"),
        (("./missing",), 127, b"command not found"),
        (("./broken",), 126, b"interpreter"),
        ((str(tmp_path),), 126, b"is a directory"),
        (("",), 127, b"command not found"),
    ):
        done = run_msfaq("run", "--", *words)
        assert (done.returncode, done.stdout) == (code, b""), words
        assert problem in done.stderr
        assert len(done.stderr.splitlines()) == 1
    if os.getuid() != 0 or not os.access(tmp_path / "plain", os.X_OK):
        assert run_msfaq("run", "--", "./plain").returncode == 126
    assert run_msfaq("run", "--", "./shell", "it").stdout == b"ran it\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), b"there is no command to run"),
        (("--",), b"there is no command to run"),
        (("--lang", "fr", "--", "true"), b"lang is 'fr'"),
        (("--save-log", "/no/such/folder/log", "--", "true"), b"cannot be written"),
    ],
)
def test_bad_usage_is_one_line(run_msfaq: Run, arguments: tuple[str, ...], problem: bytes) -> None:
    done = run_msfaq("run", *arguments)
    assert done.returncode == 2
    assert problem in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT", "SIGKILL", "SIGTERM", "SIGHUP"])
def test_it_dies_by_the_signal_that_the_command_died_by(run_msfaq: Run, name: str, tmp_path: Path) -> None:
    done = run_msfaq("run", "--", "sh", "-c", f"echo last; kill -{name[3:]} $$")
    assert done.returncode == -signal.Signals[name]
    assert done.stdout == b"last\n"
    assert name.encode() in done.stderr
    assert not list(tmp_path.glob("core*"))


def test_a_signal_deeper_down_is_explained_too(run_msfaq: Run) -> None:
    done = run_msfaq("run", "--lang", "zh", "--", "sh", "-c", "exit 137")
    assert done.returncode == 137
    assert "SIGKILL" in done.stderr.decode()
    assert "OOM" in done.stderr.decode()


WARNED = (
    "[WARNING] ME(9217:139738086603648,MainProcess):2026-11-23-16:28:51.734.000 [mindspore/context.py:1343] For "
    "'context.set_context', the parameter 'device_target' will be deprecated and removed in a future version. "
    "Please use the api mindspore.set_device() instead."
)
FAILED = (
    "[ERROR] KERNEL(11941,7f6922ffd6c0,python):2026-11-20-13:56:10.230.794 "
    "[mindspore/ccsrc/runtime/graph_scheduler/actor.cc:89] Launch] Launch kernel failed, name:Default/IndexAdd-op0"
)
RAISED = """Traceback (most recent call last):
  File "train.py", line 7, in <module>
    train()
ValueError: words that no entry has"""
NUMBERS = {"SIGSEGV": 139, "SIGABRT": 134, "SIGKILL": 137}


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("said", [WARNED, "step 1, loss is 2.0", f"{WARNED}\nstep 1, loss is 2.0\nstep 2, loss is 1.5"])
def test_a_signal_comes_before_warnings_and_healthy_lines(run_msfaq: Run, name: str, said: str) -> None:
    told = run_msfaq("run", "--lang", "en", "--", "sh", "-c", f'echo "$0"; kill -{name[3:]} $$', said).stderr.decode()
    assert told.startswith(f"\n{exit_meaning(NUMBERS[name], 'en')}\n")
    assert "not affected" not in told
    assert "loss-diff-first-step" not in told
    assert ("`set-context-parameter`" in told) == (WARNED in said)


def test_a_signal_is_no_answer_of_a_warning_for_programs(run_msfaq: Run) -> None:
    done = run_msfaq("run", "--json", "--", "sh", "-c", 'echo "$0"; kill -SEGV $$', WARNED)
    data = json.loads(done.stderr.decode().splitlines()[-1])
    assert (data["outcome"], data["answers"]) == ("unknown", [])
    assert [near["id"] for near in data["nearest"]] == ["set-context-parameter"]
    assert data["exit"]["code"] == 139


@pytest.mark.parametrize(
    ("said", "first"),
    [(FAILED, f"# {TITLE}"), (f"{WARNED}\n{MESSAGE}", f"# {TITLE}"), (RAISED, "ValueError: words that no entry has")],
)
def test_an_error_comes_before_the_signal_that_followed(run_msfaq: Run, said: str, first: str) -> None:
    told = run_msfaq("run", "--lang", "en", "--", "sh", "-c", 'echo "$0"; kill -SEGV $$', said).stderr.decode()
    consequence = exit_consequence(139, "en")
    assert 0 <= told.index(first) < told.index(consequence)
    assert exit_meaning(139, "en") not in told


def test_the_shells_word_for_it_is_explained_by_the_signal_first(run_msfaq: Run) -> None:
    said = f"{WARNED}\nSegmentation fault (core dumped)"
    told = run_msfaq("run", "--lang", "en", "--", "sh", "-c", 'echo "$0"; exit 139', said).stderr.decode()
    assert told.startswith(f"\n{exit_meaning(139, 'en')}\n\n# A run ends, crashes or is killed")


def test_a_run_that_failed_was_affected(run_msfaq: Run) -> None:
    told = run_msfaq("run", "--lang", "en", "--", "sh", "-c", 'echo "$0"; exit 3', WARNED).stderr.decode()
    assert told.startswith(f"\n{exit_meaning(3, 'en')}\n")
    assert "not affected" not in told


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_exit_codes_mean(lang: str) -> None:
    for code, word in ((139, "faulthandler"), (134, "SIGABRT"), (143, "SIGTERM"), (124, "timeout"), (136, "SIGFPE")):
        assert word in exit_meaning(code, lang)
    assert "dmesg" in exit_meaning(137, lang)
    assert "2" in exit_meaning(137, lang, kills=2)
    assert "num_parallel_workers" in exit_meaning(1, lang, kills=1)
    assert "250" in exit_meaning(250, lang)
    assert "SIGSEGV" in exit_consequence(139, lang)
    assert exit_consequence(137, lang, kills=2) == exit_meaning(137, lang, kills=2)  # the kernel said why
    assert exit_consequence(124, lang) == exit_meaning(124, lang)


def test_a_diagnosis_that_fails_changes_nothing(run_msfaq: Run, tmp_path: Path) -> None:
    done = run_msfaq("run", *python("import os; os.write(1, os.urandom(100000) + bytes(100000)); os._exit(9)"))
    assert done.returncode == 9
    assert (
        done.stderr == b"msfaq: no diagnosis: the input is binary, not text; pass the log or the error message itself\n"
    )
    assert len(done.stdout) == 200_000


def test_a_reader_that_goes_away_ends_the_command_as_ever() -> None:
    shell = f"set -o pipefail; {COMMAND} run -- yes | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, check=False, timeout=LIMIT)
    assert done.stdout == b"y\n141\n"
    assert done.stderr == b""


def test_one_pipe_for_both_keeps_the_order(tmp_path: Path) -> None:
    code = "import os\nfor i in range(500): os.write(1 + i % 2, b'%d\\n' % i)"
    done = subprocess.run(
        [COMMAND, "run", *python(code)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=LIMIT
    )
    assert done.stdout.split() == [b"%d" % i for i in range(500)]


def test_much_output_in_little_memory() -> None:
    """200 MB pass through; the first failure stands in the middle, and the line numbers are the true ones."""
    frame = '  File "/a/train.py", line 9, in <module>\n    f()\n'
    failure = f"Traceback (most recent call last):\n{frame}RuntimeError: {MESSAGE}\n"
    line = "x" * 98 + "\n"
    code = f"""
import os, sys
block = {line!r}.encode() * 10_000
for _ in range(100): os.write(1, block)
os.write(1, {failure!r}.encode())
for _ in range(100): os.write(1, block)
sys.exit(4)
"""
    shell = f'ulimit -v 1500000; exec {COMMAND} run --json -- {sys.executable} -c "$CODE"'
    environment = {**os.environ, "CODE": code}
    counted = 0
    with subprocess.Popen(
        ["bash", "-c", shell], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while piece := process.stdout.read(1 << 20):
            counted += len(piece)
        err = process.stderr.read()
    assert process.returncode == 4
    assert counted == 2_000_000 * len(line) + len(failure)
    answer = json.loads(err.splitlines()[-1])["answers"][0]
    assert answer["id"] == "launch-kernel-failed"
    assert answer["line"] == 1_000_004


@pytest.mark.slow
def test_the_capture_is_bounded_and_keeps_streams_apart() -> None:
    capture = Capture()
    capture.feed(1, b"half ")
    capture.feed(2, b"Error: whole\n")
    capture.feed(1, b"line\n")
    assert capture.text() == b"Error: whole\nhalf line\n"
    for _ in range(100):
        capture.feed(1, b"Traceback (most recent call last)\n" * 30_000)
    kept = capture.text()
    assert len(kept.replace(b"\n\n", b"")) < 12 << 20
    assert kept.count(b"\n") == 3_000_002


def test_background_children_neither_hold_it_up_nor_lose_their_voice(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    # The child left behind writes only when the gate opens, long after its parent has ended.
    process = subprocess.Popen(
        [COMMAND, "run", "--", "sh", "-c", f"(read x < {gate}; echo late) & echo early"], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.wait(LIMIT) == 0
    gate.write_text("go\n")
    assert process.stdout.read() == b"early\nlate\n"
    process.stdout.close()


def test_closed_descriptors_and_no_terminal(tmp_path: Path) -> None:
    for closing in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        shell = f"{COMMAND} run -- sh -c 'ls -1 /proc/self/fd > {tmp_path}/fds; exit 5' {closing}"
        done = subprocess.run(["setsid", "-w", "bash", "-c", shell], check=False, timeout=LIMIT)
        assert done.returncode == 5, closing
        assert "3" not in (tmp_path / "fds").read_text().split()[4:], closing


def test_nohup_stays_in_force(tmp_path: Path) -> None:
    code = "import signal; print(signal.getsignal(signal.SIGHUP) == signal.SIG_IGN)"
    done = subprocess.run(["nohup", COMMAND, "run", *python(code)], capture_output=True, check=False, timeout=LIMIT)
    assert done.stdout == b"True\n"


# Logs and quiet


def test_the_log_is_the_output_to_the_letter_or_masked(run_msfaq: Run, tmp_path: Path) -> None:
    code = "print('from 10.1.2.3:80 by /home/bob')"
    assert run_msfaq("run", "--save-log", "a.log", *python(code)).returncode == 0
    assert (tmp_path / "a.log").read_bytes() == b"from 10.1.2.3:80 by /home/bob\n"
    done = run_msfaq("run", "--redact", "--save-log", "a.log", *python(code))
    assert done.stdout == b"from 10.1.2.3:80 by /home/bob\n"
    assert (tmp_path / "a.log").read_bytes() == b"from <ip-1>:80 by /home/<user-1>\n"


def test_a_full_disk_is_one_line_and_the_run_goes_on(run_msfaq: Run) -> None:
    done = run_msfaq("run", "--save-log", "/dev/full", *python("print('x' * 100000)"))
    assert done.returncode == 0
    assert done.stdout == b"x" * 100_000 + b"\n"
    assert done.stderr == f"msfaq: /dev/full is incomplete: {os.strerror(errno.ENOSPC)}; the run goes on\n".encode()


def test_last_words_behind_an_end_told_too_early_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux may announce a terminal's end between its looking for data and a write: the data is read afterwards."""
    master, slave = os.openpty()
    os.write(slave, b"last words")
    os.close(slave)
    real_read = os.read
    told = [OSError(errno.EIO, "the other side is closed")]

    def early(fd: int, size: int) -> bytes:
        if fd == master and told:
            raise told.pop()
        return real_read(fd, size)

    monkeypatch.setattr(os, "read", early)
    written: list[bytes] = []
    wake, knock = os.pipe()
    channel = Channel(target=1, read_end=master, write_end=-1, follow=lambda: None)
    copy([channel], wake, lambda: True, lambda _, data: written.append(data))
    os.close(wake)
    os.close(knock)
    assert (written, told, channel.read_end) == ([b"last words"], [], -1)


def test_quiet_on_success(run_msfaq: Run) -> None:
    code = "import sys\nfor i in range(300): print(i, flush=True); print(-i, file=sys.stderr, flush=True)\n"
    done = run_msfaq("run", "--quiet-on-success", *python(code))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    done = run_msfaq("run", "--quiet-on-success", *python(f"{code}sys.exit({MESSAGE!r})"))
    assert done.returncode == 1
    assert done.stdout.split() == [b"%d" % i for i in range(300)]
    assert MESSAGE.encode() in done.stderr
    assert TITLE.encode() in done.stderr


@pytest.mark.mindspore
def test_a_real_run_that_fails(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(
        "import numpy as np\nimport mindspore.dataset as ds\n"
        "data = ds.GeneratorDataset([(np.zeros(2), np.zeros(2))], column_names=['x'], shuffle=False)\n"
        "for row in data:\n    print(row)\n"
    )
    done = run_msfaq("run", "--json", "--", sys.executable, "train.py")
    data = json.loads(done.stderr.decode().splitlines()[-1])
    assert done.returncode == 1
    assert data["answers"][0]["id"] == "generator-column-count-mismatch"


def test_a_core_limit_is_left_to_the_command(run_msfaq: Run) -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_CORE)
    done = run_msfaq("run", *python("import resource; print(resource.getrlimit(resource.RLIMIT_CORE)[0])"))
    assert int(done.stdout) == soft
