"""The installed command on a real terminal: keys go in as bytes, the screen is what a terminal would show."""

import contextlib
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pyte
import pytest
from conftest import Run

from msfaq import Engine

pytestmark = pytest.mark.slow

LIMIT = float(os.environ.get("MSFAQ_TEST_LIMIT", "120"))
MSFAQ = str(Path(sys.executable).with_name("msfaq"))
BEGIN_PASTE, END_PASTE = "\x1b[200~", "\x1b[201~"
TRACE = (
    'Traceback (most recent call last):\n  File "train.py", line 42, in <module>\n    model.train(10, data)\n'
    "RuntimeError: Launch kernel failed, name:Default/IndexAdd-op0\n"
)


class Pty:
    """A terminal of our own: a pseudo-terminal and an emulator that keeps its screen."""

    def __init__(self, columns: int, rows: int, env: dict[str, str], *command: str) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        self.pid, self._handle = pty.fork()
        if not self.pid:
            os.execve(command[0], list(command), env)
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._screen.resize(rows, columns)

    def send(self, text: str) -> None:
        os.write(self._handle, text.encode())

    @property
    def text(self) -> str:
        self._pump(0.05)
        return "\n".join(line.rstrip() for line in self._screen.display)

    def wait(self) -> int:
        """Return the exit code."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            self._pump(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"still running\n{self.text}")

    def close(self) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._handle)

    def _pump(self, seconds: float) -> None:
        with contextlib.suppress(OSError):
            while select.select([self._handle], [], [], seconds)[0]:
                data = os.read(self._handle, 65536)
                if not data:
                    return
                self.raw += data
                # The emulator does not know these, and would print them.
                with contextlib.suppress(Exception):
                    self._stream.feed(data)


class Tmux:
    """A terminal inside tmux."""

    def __init__(self, columns: int, rows: int, env: dict[str, str], *command: str) -> None:
        self._socket = f"msfaq-{os.getpid()}-{time.monotonic_ns()}"
        pairs = [f"{name}={env[name]}" for name in ("MSFAQ_CACHE", "MSFAQ_CONFIG", "LC_ALL", "PATH") if name in env]
        self._call("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "env", *pairs, *command)

    def resize(self, columns: int, rows: int) -> None:
        self._call("resize-window", "-x", str(columns), "-y", str(rows))

    def send(self, text: str) -> None:
        if text.startswith(BEGIN_PASTE):
            self._call("set-buffer", text.removeprefix(BEGIN_PASTE).removesuffix(END_PASTE))
            self._call("paste-buffer", "-p")
        else:
            self._call("send-keys", "-l", text)

    @property
    def text(self) -> str:
        time.sleep(0.05)
        return self._call("capture-pane", "-p")

    def close(self) -> None:
        self._call("kill-server", check=False)

    def _call(self, *words: str, check: bool = True) -> str:
        command = ["tmux", "-L", self._socket, *words]
        return subprocess.run(
            command, check=check, capture_output=True, text=True, env={**os.environ, "TMUX": ""}
        ).stdout


Terminal = Pty | Tmux
Open = Callable[..., Terminal]


@pytest.fixture(params=["pty", "tmux"])
def open_terminal(request: pytest.FixtureRequest, tmp_path: Path, engine: Engine) -> Iterator[Open]:
    """Return a function that starts the installed command in a terminal of a size."""
    if request.param == "tmux" and shutil.which("tmux") is None:
        pytest.skip("this machine has no tmux; the same runs on a pseudo-terminal")
    assert engine.store.place
    opened: list[Terminal] = []

    def start(columns: int, rows: int, *words: str, **env: str) -> Terminal:
        base = {name: value for name, value in os.environ.items() if name not in ("TMUX", "NO_COLOR")}
        base |= {"TERM": "xterm-256color", "MSFAQ_CONFIG": str(tmp_path / "config"), **env}
        kind = Pty if request.param == "pty" else Tmux
        opened.append(kind(columns, rows, base, MSFAQ, *words))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


def until(terminal: Terminal, *wanted: str) -> None:
    """Wait until all these texts stand on the screen."""
    end = time.monotonic() + LIMIT
    while not all(text in terminal.text for text in wanted):
        assert time.monotonic() < end, f"never came: {wanted}\n{terminal.text}"


def test_from_the_first_key_to_the_last(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal(110, 32)
    until(terminal, "What went wrong?", "Help")
    terminal.send("Launch kernel failed")
    until(terminal, "Launch kernel failed", "sure 9", "What happened")
    terminal.send("\r")
    until(terminal, "Copy code", "Run here")
    terminal.send("\x14")
    until(terminal, "提问", "现象")
    terminal.resize(80, 24)
    until(terminal, "现象")
    terminal.send("\x0e")
    until(terminal, "哪里出错了")
    terminal.send(BEGIN_PASTE + TRACE + END_PASTE)
    until(terminal, "已读 4 行", "IndexAdd")
    session = tmp_path / "config" / "session.json"
    end = time.monotonic() + LIMIT
    while "Launch kernel failed" not in json.loads(session.read_text("utf-8"))["question"]:
        assert time.monotonic() < end


@pytest.mark.parametrize("words", ["tui", "tui -"])
def test_a_log_is_piped_in_and_keys_come_from_the_terminal(engine: Engine, tmp_path: Path, words: str) -> None:
    assert engine.store.place
    (tmp_path / "train.log").write_text("[INFO] step 1\n" * 300 + TRACE, "utf-8")
    env = {**os.environ, "TERM": "xterm-256color", "MSFAQ_CONFIG": str(tmp_path / "config")}
    terminal = Pty(100, 30, env, "/bin/sh", "-c", f"cat '{tmp_path}/train.log' | '{MSFAQ}' {words}")
    try:
        until(terminal, "301 of standard input", "IndexAdd", "▶ 301")
        terminal.send("\x14")
        until(terminal, "根因")
        terminal.send("\x11")
        assert terminal.wait() == 0
    finally:
        terminal.close()


def test_a_program_that_pipes_in_goes_on_when_nothing_more_can_be_kept(engine: Engine, tmp_path: Path) -> None:
    assert engine.store.place
    done = tmp_path / "done"
    train = f"print({TRACE!r})\nfor n in range(40000): print('a line', n)\nopen({str(done)!r}, 'w')\n"
    (tmp_path / "train.py").write_text(train, "utf-8")
    env = {**os.environ, "TERM": "xterm-256color", "MSFAQ_CONFIG": str(tmp_path / "config")}
    # A file that may not grow further is as good as a full disk.
    command = f"'{sys.executable}' '{tmp_path}/train.py' | (ulimit -f 64; '{MSFAQ}' tui)"
    terminal = Pty(100, 30, env, "/bin/sh", "-c", command)
    try:
        until(terminal, "IndexAdd", "was not read (File too large)")
        assert done.exists()
        terminal.send("\x11")
        assert terminal.wait() == 0
    finally:
        terminal.close()


def test_a_killed_session_is_taken_up_again(engine: Engine, tmp_path: Path) -> None:
    assert engine.store.place
    env = {**os.environ, "TERM": "xterm-256color", "MSFAQ_CONFIG": str(tmp_path)}
    terminal = Pty(110, 32, env, MSFAQ, "tui", "EI0006")
    try:
        until(terminal, "What happened")
        session = tmp_path / "session.json"
        end = time.monotonic() + LIMIT
        while not (session.exists() and json.loads(session.read_text("utf-8"))["entry"]):
            assert time.monotonic() < end
            time.sleep(0.05)
    finally:
        terminal.close()
    again = Pty(110, 32, env, MSFAQ)
    try:
        until(again, "EI0006", "What happened")
        again.send("\x11")
        assert again.wait() == 0
        assert b"\x1b[?1049l" in again.raw, "the terminal is given back"
    finally:
        again.close()


def test_a_paste_that_comes_as_keys_line_by_line_presses_none(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal(110, 32)
    until(terminal, "What went wrong?", "Help")
    for line in TRACE.splitlines():
        terminal.send(f"{line}\r")
        time.sleep(0.1)
    until(terminal, "4 lines read", "train.py:42")


@pytest.mark.parametrize("words", [("--lang", "zh", "tui"), ("tui", "--lang", "zh"), ("--lang", "zh")])
def test_it_begins_in_the_language_asked_for(engine: Engine, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert engine.store.place
    terminal = Pty(110, 32, {**os.environ, "TERM": "xterm-256color", "MSFAQ_CONFIG": str(tmp_path)}, MSFAQ, *words)
    try:
        until(terminal, "哪里出错了")
    finally:
        terminal.close()


def test_a_shell_takes_it_into_the_background_and_back(engine: Engine, tmp_path: Path) -> None:
    assert engine.store.place
    env = {**os.environ, "TERM": "xterm-256color", "MSFAQ_CONFIG": str(tmp_path), "PS1": "shell> "}
    terminal = Pty(110, 32, env, "/bin/bash", "--norc", "--noprofile", "-i")
    try:
        until(terminal, "shell>")
        terminal.send(f"{MSFAQ} tui\r")
        until(terminal, "What went wrong?")
        terminal.send("\x1a")
        until(terminal, "Stopped", "shell>")
        assert terminal.raw.count(b"\x1b[?1049l") == 1, "the shell has its screen"
        terminal.send("fg\r")
        end = time.monotonic() + LIMIT
        while terminal.raw.count(b"\x1b[?1049h") < 2:
            assert terminal.text
            assert time.monotonic() < end
        terminal.send("\x14")
        until(terminal, "哪里出错了")
    finally:
        terminal.close()


def test_it_stays_where_no_shell_could_bring_it_back(engine: Engine, tmp_path: Path) -> None:
    assert engine.store.place
    terminal = Pty(110, 32, {**os.environ, "TERM": "xterm-256color", "MSFAQ_CONFIG": str(tmp_path)}, MSFAQ, "tui")
    try:
        until(terminal, "What went wrong?")
        terminal.send("\x1a")
        until(terminal, "There is no shell to go back to")
    finally:
        terminal.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(number: signal.Signals, engine: Engine, tmp_path: Path) -> None:
    assert engine.store.place
    env = {**os.environ, "TERM": "xterm-256color", "MSFAQ_CONFIG": str(tmp_path)}
    terminal = Pty(110, 32, env, MSFAQ, "tui")
    try:
        until(terminal, "What went wrong?")
        os.kill(terminal.pid, number)
        assert terminal.wait() == 128 + number
        assert all(code in terminal.raw for code in (b"\x1b[?1049l", b"\x1b[?1003l", b"\x1b[?2004l", b"\x1b[?25h"))
    finally:
        terminal.close()


@pytest.mark.parametrize("kind", ["dumb", "unknown", ""])
def test_a_terminal_that_shows_no_screen_gets_one_line(kind: str, tmp_path: Path) -> None:
    terminal = Pty(80, 24, {**os.environ, "TERM": kind, "MSFAQ_CONFIG": str(tmp_path)}, MSFAQ)
    try:
        assert terminal.wait() == 2
        assert b"cannot show a full screen" in terminal.raw
        assert terminal.raw.count(b"\n") == 1
    finally:
        terminal.close()


def test_a_strange_terminal_is_tried(engine: Engine, tmp_path: Path) -> None:
    assert engine.store.place
    env = {**os.environ, "TERM": "no-such-terminal", "NO_COLOR": "1", "MSFAQ_CONFIG": str(tmp_path)}
    terminal = Pty(80, 24, env, MSFAQ, "tui", "OOM")
    try:
        until(terminal, "Out of Memory")
        assert b"\x1b[38" not in terminal.raw
        assert b"\x1b[48" not in terminal.raw
    finally:
        terminal.close()


def test_without_a_terminal_it_says_so(run_msfaq: Run) -> None:
    done = run_msfaq("tui")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("msfaq: the terminal interface needs a terminal")


def test_the_browser_is_served_on_this_machine_only(engine: Engine, tmp_path: Path) -> None:
    pytest.importorskip("textual_serve")
    assert engine.store.place
    port = _free_port()
    command = [MSFAQ, "tui", "--web", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tmp_path)
    try:
        end = time.monotonic() + LIMIT
        page = ""
        while "msfaq" not in page:
            assert time.monotonic() < end
            time.sleep(0.1)
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                page = answer.read().decode()
        listening = Path("/proc/net/tcp").read_text().splitlines()[1:]
        addresses = {line.split()[1] for line in listening if line.split()[1].endswith(f":{port:04X}")}
        assert f"0100007F:{port:04X}" in addresses
        assert f"00000000:{port:04X}" not in addresses
    finally:
        server.terminate()
        server.wait(30)


def test_without_the_server_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from msfaq.errors import InputError
    from msfaq.tui.launch import serve

    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    with pytest.raises(InputError, match=r"pip install 'msfaq\[web\]'"):
        serve(8000)


def test_it_opens_without_torch_and_before_numpy() -> None:
    code = (
        "import sys, msfaq.tui.launch, msfaq.tui.app\n"
        "print([m for m in ('torch', 'numpy', 'faiss', 'tokenizers', 'mindspore') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
