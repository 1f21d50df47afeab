"""``msfaq run`` on terminals: keys, sizes, prompts, stopping and going on."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from commands import COMMAND, FAILS, LIMIT, MESSAGE, TITLE, WAIT, python

from msfaq.engine import Engine

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _index(engine: Engine) -> None:
    assert engine.store.place != "memory"


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
        # Twice: Linux may announce the end before the last that was written has been read.
        for _ in range(2):
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
    opened = terminal(*on_terminal(f"import time; print('ready', flush=True); {WAIT}"))
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
    code += f"print('rea' + 'dy', flush=True); {WAIT}"
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
    code = "import tty, os; tty.setraw(0); os.write(1, b'12'); os.kill(os.getpid(), 9)"
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
