"""``msfaq run`` for real: on terminals, without any, with signals, with too much output."""

import errno
import fcntl
import json
import os
import pty
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import Run

from msfaq.engine import Engine
from msfaq.running.capture import Capture
from msfaq.running.meaning import exit_meaning

COMMAND = str(Path(sys.executable).with_name("msfaq"))
MESSAGE = "Launch kernel failed, name:Default/IndexAdd-op0"
TITLE = "An operator failed while it ran"
FAILS = f"import sys; print('out', flush=True); sys.exit({MESSAGE!r})"
LIMIT = 240.0
"""Seconds after which a condition is taken never to come."""


@pytest.fixture(autouse=True)
def _index(engine: Engine) -> None:
    assert engine.store.place != "memory"


def python(code: str) -> tuple[str, ...]:
    return ("--", sys.executable, "-c", code)


# Without a terminal


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


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_exit_codes_mean(lang: str) -> None:
    for code, word in ((139, "faulthandler"), (134, "SIGABRT"), (143, "SIGTERM"), (124, "timeout"), (136, "SIGFPE")):
        assert word in exit_meaning(code, lang)
    assert "dmesg" in exit_meaning(137, lang)
    assert "2" in exit_meaning(137, lang, kills=2)
    assert "num_parallel_workers" in exit_meaning(1, lang, kills=1)
    assert "250" in exit_meaning(250, lang)


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


def test_quiet_on_success(run_msfaq: Run) -> None:
    code = "import sys\nfor i in range(300): print(i, flush=True); print(-i, file=sys.stderr, flush=True)\n"
    done = run_msfaq("run", "--quiet-on-success", *python(code))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    done = run_msfaq("run", "--quiet-on-success", *python(f"{code}sys.exit({MESSAGE!r})"))
    assert done.returncode == 1
    assert done.stdout.split() == [b"%d" % i for i in range(300)]
    assert MESSAGE.encode() in done.stderr
    assert TITLE.encode() in done.stderr


# Signals from processes


def start(code: str, *options: str) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [COMMAND, "run", *options, *python(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"])
def test_signals_are_passed_on(name: str) -> None:
    code = f"""
import signal, sys, time
signal.signal(signal.{name}, lambda *a: sys.exit(42))
print("ready", flush=True)
while True: time.sleep(0.05)
"""
    with start(code) as process:
        process.send_signal(signal.Signals[name])
        assert process.wait(LIMIT) == 42


def test_an_interrupted_command_is_not_explained() -> None:
    with start("import time; print('ready', flush=True); time.sleep(600)") as process:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=LIMIT)
    assert process.returncode == -signal.SIGINT
    assert err.endswith(b"KeyboardInterrupt\n")


def test_a_command_that_ignores_the_interrupt_goes_on() -> None:
    code = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, lambda *a: sys.exit(7))
print("ready", flush=True)
while True: time.sleep(0.05)
"""
    with start(code) as process:
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        assert process.wait(LIMIT) == 7


# On a terminal


class Terminal:
    """A command on a terminal of its own, in a session of its own."""

    def __init__(self, *words: str, rows: int = 30, columns: int = 100) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.execvp(words[0], words)
            finally:
                os._exit(99)
        self.seen = b""

    def type(self, keys: bytes) -> None:
        os.write(self.fd, keys)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, text: bytes) -> None:
        """Read until ``text`` appears behind what was waited for before."""
        deadline = time.monotonic() + LIMIT
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            if select.select((self.fd,), (), (), 1.0)[0]:
                self.seen += os.read(self.fd, 65536)
        self.seen = self.seen.partition(text)[2]

    def rest(self) -> tuple[bytes, int]:
        """Return what is still written, and how the command ended: its code, negative for a signal."""
        text = self.seen
        with suppress(OSError):
            while piece := os.read(self.fd, 65536):
                text += piece
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.fd)
        self.pid = 0
        return text, code


Open = Callable[..., Terminal]


@pytest.fixture
def terminal() -> Iterator[Open]:
    opened: list[Terminal] = []

    def make(*words: str) -> Terminal:
        opened.append(Terminal(*words))
        return opened[-1]

    yield make
    for one in opened:
        if one.pid:
            os.kill(one.pid, signal.SIGKILL)
            os.close(one.fd)
            os.waitpid(one.pid, 0)


def on_terminal(code: str, *options: str) -> tuple[str, ...]:
    return (COMMAND, "run", *options, *python(code))


def test_the_command_sees_a_terminal_and_its_size(terminal: Open) -> None:
    code = (
        "import os; print([os.isatty(i) for i in range(3)], *os.get_terminal_size(1), flush=True)\nos.write(2, b'err')"
    )
    text, exit_code = terminal(*on_terminal(code)).rest()
    assert (text, exit_code) == (b"[True, True, True] 100 30\r\nerr", 0)


def test_output_on_a_terminal_is_the_same_as_without(terminal: Open) -> None:
    code = "import os; os.write(1, b'10%\\r20%\\r\\n\\x1b[31mred\\x1b[0m\\ttab\\n' + '中文'.encode()); os._exit(3)"
    bare, _ = terminal(sys.executable, "-c", code).rest()
    text, exit_code = terminal(*on_terminal(code)).rest()
    assert exit_code == 3
    assert text.startswith(bare)


def test_only_what_is_a_terminal_is_one(terminal: Open, tmp_path: Path) -> None:
    code = "import os; print([os.isatty(i) for i in range(3)])"
    shell = f'{COMMAND} run -- {sys.executable} -c "{code}" > {tmp_path}/out'
    assert terminal("bash", "-c", shell).rest() == (b"", 0)
    assert (tmp_path / "out").read_bytes() == b"[True, False, True]\n"


def test_the_answer_on_a_terminal_has_its_width(terminal: Open) -> None:
    text, exit_code = terminal(*on_terminal(FAILS)).rest()
    assert exit_code == 1
    assert TITLE.encode() in text
    assert b"\x1b[1m" in text
    assert text.index(MESSAGE.encode()) < text.index(TITLE.encode())


def test_ctrl_c_reaches_the_command_once(terminal: Open) -> None:
    code = """
import signal, time
count = 0
def note(*a):
    global count
    count += 1
    print("noted", flush=True)
signal.signal(signal.SIGINT, note)
signal.signal(signal.SIGQUIT, lambda *a: (print("count", count, flush=True), exit(6)))
print("ready", flush=True)
while True: time.sleep(0.05)
"""
    opened = terminal(*on_terminal(code))
    opened.until(b"ready")
    opened.type(b"\x03")
    opened.until(b"noted")
    opened.type(b"\x1c")
    opened.until(b"count 1")
    assert opened.rest()[1] == 6


def test_ctrl_c_ends_an_ordinary_command(terminal: Open) -> None:
    opened = terminal(*on_terminal("import time; print('ready', flush=True); time.sleep(600)"))
    opened.until(b"ready")
    opened.type(b"\x03")
    text, exit_code = opened.rest()
    assert exit_code == -signal.SIGINT
    assert text.endswith(b"KeyboardInterrupt\r\n")


def test_a_change_of_size_arrives(terminal: Open) -> None:
    code = """
import os, signal, time
told = []
signal.signal(signal.SIGWINCH, lambda *a: told.append(1))
print("ready", flush=True)
while not told or os.get_terminal_size(1) != (77, 55):
    time.sleep(0.05)
print("size", *os.get_terminal_size(1), flush=True)
"""
    opened = terminal(*on_terminal(code))
    opened.until(b"ready")
    opened.resize(55, 77)
    opened.until(b"size 77 55")
    assert opened.rest()[1] == 0


def test_input_and_prompts_work(terminal: Open) -> None:
    opened = terminal(*on_terminal("import getpass; print('got', input('name? '), getpass.getpass('pass? '))"))
    opened.until(b"name? ")
    opened.type(b"bob\n")
    opened.until(b"pass? ")
    opened.type(b"secret\n")
    text, exit_code = opened.rest()
    assert exit_code == 0
    assert text.endswith(b"got bob secret\r\n")
    assert text.count(b"secret") == 1


def test_stopping_and_continuing_under_a_shell(terminal: Open) -> None:
    opened = terminal("bash", "--norc", "--noprofile", "-i")
    code = "import signal, time; signal.signal(signal.SIGCONT, lambda *a: print('went ' + 'on', flush=True)); "
    code += "print('rea' + 'dy', flush=True); time.sleep(600)"
    opened.type(f"PS1='\\$ '; {COMMAND} run -- {sys.executable} -c \"{code}\"\n".encode())
    opened.until(b"ready")
    opened.type(b"\x1a")
    opened.until(b"Stopped")
    opened.type(b"echo the shell $((6 * 7))\n")
    opened.until(b"the shell 42")
    opened.type(b"fg\n")
    opened.until(b"went on")
    opened.type(b"\x03")
    opened.until(b"KeyboardInterrupt")
    opened.type(b"echo code $?\n")
    opened.until(b"code 130")
    opened.type(b"exit\n")
    opened.rest()


def test_a_command_stopped_by_a_process_gives_the_shell_back(terminal: Open, tmp_path: Path) -> None:
    opened = terminal("bash", "--norc", "--noprofile", "-i")
    code = "import os, signal; os.kill(os.getpid(), signal.SIGSTOP); print('went ' + 'on')"
    opened.type(f'{COMMAND} run -- {sys.executable} -c "{code}"\n'.encode())
    opened.until(b"Stopped")
    opened.type(b"fg\n")
    opened.until(b"went on")
    opened.type(b"exit\n")
    opened.rest()


def test_the_terminal_is_restored_whatever_the_command_left(terminal: Open) -> None:
    code = "import tty, os; tty.setraw(0); os.write(1, b'raw'); os.kill(os.getpid(), 9)"
    opened = terminal("bash", "-c", f'{COMMAND} run -- {sys.executable} -c "{code}"; stty -a; exit 0')
    text, _ = opened.rest()
    assert b" icanon" in text
    assert b" echo " in text
    assert b"SIGKILL" in text


def test_a_full_screen_program_sets_the_users_terminal(terminal: Open) -> None:
    """It sets the terminal it writes on: keys arrive unbuffered and unechoed, and all is as before afterwards."""
    code = """
import os, termios
old = termios.tcgetattr(1)
new = termios.tcgetattr(1)
new[3] &= ~(termios.ICANON | termios.ECHO)
termios.tcsetattr(1, termios.TCSADRAIN, new)
os.write(1, b"ready")
key = os.read(0, 1)
termios.tcsetattr(1, termios.TCSADRAIN, old)
os.write(1, b"<" + key + b">")
"""
    opened = terminal("bash", "-c", f'{COMMAND} run -- {sys.executable} -c "$0"; stty -a', code)
    opened.until(b"ready")
    opened.type(b"k")
    opened.until(b"<k>")
    text, _ = opened.rest()
    assert b" icanon" in text
    assert b" echo " in text


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
