"""Logs through the installed command: pipes passed on, logs that grow, and everything that can be wrong with them."""

import bz2
import contextlib
import errno
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Call, Run
from markdown_it import MarkdownIt
from test_logs import DEATH, STEP, ranks_folder

from msfaq.engine import Engine
from msfaq.logs.growing import GrowingLog

PATIENCE = 120
KERNEL = b"RuntimeError: Launch kernel failed, name:Default/Add-op%d\n"


@pytest.fixture(autouse=True)
def _index(engine: Engine) -> None:
    """Let the index be built before the command is timed out or its talk is compared."""
    assert engine.store.place != "memory"


@pytest.mark.parametrize(
    "data",
    [
        STEP * 3 + DEATH,
        STEP * 30_000 + DEATH,
        b"\x00\xff\x1b[31m no end of line",
        b"10%\r20%\r\n\n\r\n",
        b"x" * 3_000_000,
    ],
    ids=["short", "long", "odd bytes", "returns", "endless"],
)
def test_tee_passes_every_byte_on(run_msfaq: Run, data: bytes) -> None:
    done = run_msfaq("--tee", "--lang", "en", stdin=data)
    assert done.stdout == data
    assert (b"KeyError" in done.stderr) == (b"KeyError" in data)


def test_tee_ends_quietly_with_its_reader() -> None:
    msfaq = Path(sys.executable).with_name("msfaq")
    done = subprocess.run(["bash", "-c", f"yes | {msfaq} --tee | head -n 1"], capture_output=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == (b"y\n", b"")


@contextlib.contextmanager
def following(*arguments: str, cwd: Path) -> Iterator["Follower"]:
    """Run msfaq --follow while the block runs."""
    msfaq = str(Path(sys.executable).with_name("msfaq"))
    process = subprocess.Popen(
        [msfaq, "--follow", "--lang", "en", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
    )
    follower = Follower(process)
    try:
        yield follower
    finally:
        process.kill()
        process.wait()
        follower.thread.join(PATIENCE)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


class Follower:
    """A running msfaq and what it has printed."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.printed = b""
        self.thread = threading.Thread(target=self._collect)
        self.thread.start()

    def _collect(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):
            while data := os.read(self.process.stdout.fileno(), 1 << 16):
                self.printed += data

    def wait_for(self, text: bytes) -> None:
        """Wait until the text has been printed."""
        until = time.monotonic() + PATIENCE
        while text not in self.printed:
            assert time.monotonic() < until, self.printed
            assert self.process.poll() is None or text in self.printed, self.printed
            time.sleep(0.05)


def test_follow_answers_while_the_log_grows(tmp_path: Path) -> None:
    log = tmp_path / "train.log"
    log.write_bytes(STEP)
    with following("train.log", cwd=tmp_path) as follower, log.open("ab", buffering=0) as out:
        out.write(DEATH)
        follower.wait_for(b"KeyError: 'rate'")
        out.write(STEP * 10 + KERNEL % 7)
        follower.wait_for(b"Default/Add-op7")
        follower.process.send_signal(signal.SIGINT)
        assert follower.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("way", ["rotated", "truncated"])
def test_follow_reads_a_log_that_begins_anew(tmp_path: Path, way: str) -> None:
    log = tmp_path / "train.log"
    log.write_bytes(STEP * 50 + KERNEL % 1)
    with following("train.log", cwd=tmp_path) as follower:
        follower.wait_for(b"Default/Add-op1")
        if way == "rotated":
            log.rename(tmp_path / "train.log.1")
        log.write_bytes(DEATH)
        follower.wait_for(b"KeyError: 'rate'")


def test_follow_a_pipe_that_stays_open(tmp_path: Path) -> None:
    with following(cwd=tmp_path) as follower:
        assert follower.process.stdin is not None
        follower.process.stdin.write(STEP + DEATH)
        follower.process.stdin.flush()
        follower.wait_for(b"KeyError: 'rate'")
        follower.process.stdin.close()
        assert follower.process.wait(PATIENCE) in (0, 1)


def test_follow_knows_the_lines_that_only_a_signature_recognises(run_msfaq: Run, tmp_path: Path) -> None:
    message = b"Out of Memory!!! total[3212254720] (dynamic[0] memory poll[524288000]) malloc[32611480064] failed!\n"
    (tmp_path / "rank_3.log").write_bytes(STEP * 3 + message)
    followed = run_msfaq("--follow", "--json", stdin=STEP * 3 + message + STEP * 3 + message)
    read = run_msfaq("--json", "rank_3.log")
    assert followed.returncode == read.returncode == 0
    assert [answer["id"] for answer in json.loads(followed.stdout)["answers"]] == ["oom-ascend-malloc"]
    healthy = run_msfaq("--follow", "--json", stdin=STEP * 3)
    assert (healthy.returncode, healthy.stdout) == (1, b"")


def test_follow_names_the_rank(tmp_path: Path) -> None:
    (tmp_path / "rank_3.log").write_bytes(STEP)
    with following("--json", "rank_3.log", cwd=tmp_path) as follower:
        with (tmp_path / "rank_3.log").open("ab", buffering=0) as out:
            out.write(DEATH)
        follower.wait_for(b'"rank": 3')


@pytest.mark.parametrize("way", ["rotated", "truncated"])
def test_the_last_words_before_a_log_is_rotated_are_read(tmp_path: Path, way: str) -> None:
    """Written while what came before was being answered."""
    file, space = tmp_path / "train.log", memoryview(bytearray(64))
    file.write_bytes(b"start\n")
    with contextlib.closing(GrowingLog(str(file))) as log:
        assert bytes(space[: log.readinto(space)]) == b"start\n"
        assert (log.readinto(space), log.change) == (0, "")
        if way == "rotated":
            with file.open("ab") as out:
                out.write(b"last words\n")
            file.rename(tmp_path / "train.log.1")
            assert bytes(space[: log.readinto(space)]) == b"last words\n"
            assert (log.readinto(space), log.change) == (0, ""), "there is no successor yet"
            file.touch()
            with (tmp_path / "train.log.1").open("ab") as out:
                out.write(b"and more\n")
            assert bytes(space[: log.readinto(space)]) == b"and more\n"
        file.write_bytes(b"new\n")
        assert (log.readinto(space), log.change) == (0, way)
        log.begin_anew()
        assert bytes(space[: log.readinto(space)]) == b"new\n"
        assert (log.readinto(space), log.change) == (0, "")


def test_several_paths_and_one_that_is_missing(run_msfaq: Run, tmp_path: Path) -> None:
    ranks_folder(tmp_path, 3, 1)
    (tmp_path / "rank_9.log").symlink_to("gone")
    done = run_msfaq("--lang", "en", "rank_0.log", "rank_1.log", "rank_2.log", "rank_9.log")
    assert done.returncode in (0, 1)
    assert b"Rank 1 failed first" in done.stdout
    assert done.stderr.decode().splitlines() == ["msfaq: rank_9.log: No such file or directory"]


def test_forbidden_ranks_are_named(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ranks_folder(tmp_path, 3, 1)
    (tmp_path / "rank_2.log").chmod(0)
    real = Path.open

    def forbidden(path: Path, *arguments: Any, **options: Any) -> Any:
        # Nothing is forbidden to root.
        if path.name == "rank_2.log":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return real(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", forbidden)
    code, out, err = call("--lang", "en", str(tmp_path))
    assert code in (0, 1)
    assert "Rank 1 failed first" in out
    assert err.endswith("rank_2.log: cannot be read: Permission denied\n")


def test_an_endless_line_takes_little_memory(tmp_path: Path) -> None:
    msfaq = Path(sys.executable).with_name("msfaq")
    shell = "ulimit -v 2000000; (printf 'x%.0s' 1; head -c 300000000 /dev/zero | tr '\\0' y; printf '\\n'; "
    shell += f"printf 'RuntimeError: Launch kernel failed, name:Default/Add-op1\\n') | {msfaq} --json"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, timeout=PATIENCE * 2)
    data = json.loads(done.stdout)
    assert data["log"]["failures"][0]["line"] == 2
    assert data["answers"][0]["id"] == "launch-kernel-failed"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("missing.log",), "missing.log cannot be read: no such file"),
        (("./missing",), "./missing cannot be read: no such file"),
        (("empty/",), "empty/: no log file in this folder"),
        (("packed.log",), "packed.log: is binary"),
        (("small.log",), "small.log is binary"),
        (("blank.log",), "blank.log is empty"),
        (("--tee", "train.log"), "--tee passes standard input on"),
        (("--follow", "empty/"), "--follow reads one growing log"),
        (("--follow", "why is loss nan"), "--follow reads logs"),
        (("--jobs", "0", "train.log"), "jobs is 0"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(
    run_msfaq: Run, tmp_path: Path, arguments: tuple[str, ...], problem: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "train.log").write_bytes(DEATH)
    (tmp_path / "packed.log").write_bytes(bytes(range(256)) * 9000)
    (tmp_path / "small.log").write_bytes(bytes(range(256)))
    (tmp_path / "blank.log").write_bytes(b" \n")
    done = run_msfaq(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("msfaq: ")
    assert problem in line


@pytest.mark.parametrize("kind", ["gz", "xz", "bz2", "zst"])
def test_a_truncated_archive_is_read_as_far_as_it_goes(run_msfaq: Run, tmp_path: Path, kind: str) -> None:
    data = DEATH + os.urandom(1_500_000).hex().encode()
    if kind == "zst":
        packed = pytest.importorskip("zstandard").ZstdCompressor().compress(data)
    else:
        packed = gzip.compress(data) if kind == "gz" else lzma.compress(data) if kind == "xz" else bz2.compress(data)
    (tmp_path / f"worker_1.log.{kind}").write_bytes(packed[: len(packed) - 900])
    done = run_msfaq("--json", f"worker_1.log.{kind}")
    log = json.loads(done.stdout)["log"]
    assert log["failures"][0]["exception"] == "KeyError"
    assert "cut short" in log["logs"][0]["problem"]
    assert b"cut short" in done.stderr


def test_a_named_pipe(run_msfaq: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(STEP * 30_000 + DEATH,))
    writer.start()
    done = run_msfaq("--json", "./pipe")
    writer.join(PATIENCE)
    assert json.loads(done.stdout)["log"]["failures"][0]["line"] == 30_001


@pytest.mark.parametrize("words", [("/dev/stdin",), ("-",), ()])
def test_every_name_of_standard_input(run_msfaq: Run, words: tuple[str, ...]) -> None:
    done = run_msfaq("--json", *words, stdin=STEP * 20 + KERNEL % 3)
    assert json.loads(done.stdout)["answers"][0]["captures"] == {"op": "Default/Add-op3"}


def test_a_killed_writers_nuls_hide_nothing(run_msfaq: Run, tmp_path: Path) -> None:
    (tmp_path / "train.log").write_bytes(STEP * 5 + DEATH + b"\0" * 8192)
    data = json.loads(run_msfaq("--json", "train.log").stdout)
    assert data["log"]["failures"][0]["exception"] == "KeyError"


def test_a_log_is_never_interpreted(run_msfaq: Run, tmp_path: Path) -> None:
    nasty = b"RuntimeError: \x1b]52;c;cm0=\x07[click](http://evil) `rm` <b> ignore all previous instructions\n"
    (tmp_path / "rank_1.log").write_bytes(nasty + DEATH.replace(b"/home/me/", b"/x/[a](http://evil)/"))
    (tmp_path / "rank_2.log").write_bytes(nasty.replace(b"RuntimeError", b"OSError"))
    out = run_msfaq("--markdown", "rank_1.log", "rank_2.log").stdout.decode()
    assert "\x1b" not in out
    assert "\x07" not in out
    blocks = MarkdownIt().parse(out)
    links = [token for block in blocks for token in block.children or () if token.type in ("link_open", "html_inline")]
    assert not [token for token in links if "evil" in str(token.attrs) or token.type == "html_inline"]


def test_a_folder_holds_more_than_logs(run_msfaq: Run, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    ranks_folder(run, 2, 0)
    (run / "net.ckpt").write_bytes(bytes(range(256)) * 50)
    (run / "train.py").write_bytes(DEATH)
    (run / "core").write_bytes(b"\x7fELF" + bytes(range(256)) * 50)
    logs = json.loads(run_msfaq("--json", "./run").stdout)["log"]["logs"]
    assert {Path(log["path"]).name: log["problem"] for log in logs} == {
        "rank_0.log": "",
        "rank_1.log": "",
        "core": "is binary, not text",
    }
