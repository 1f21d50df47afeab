"""Measures the reading of logs beside ripgrep: ``python tests/benchmarks/logs.py HEALTHY.log [--gib N] [--ranks N]``.

The log given is a real one (``GLOG_v=1 python train.py``); it is repeated to the size asked for. msfaq and
``rg -c -F -f fragments`` with the same fragments read the same file in turn, each on one core. Every rank file is
written by itself, from another line of the seed on, so that no two are alike and none is a link. ``--write`` puts the
table into docs/BENCHMARKS.md with the machine and the commit.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from run import PAGE, machine, table

from msfaq import Engine
from msfaq.redaction.redact import Redactor

MARK = "<!-- measured: logs -->"
END = "<!-- end: logs -->"
DEATH = b'Traceback (most recent call last):\n  File "/home/me/loss.py", line 41, in loss\nKeyError: %s\n'
WAITED = b"[ERROR] HCCL(7,7f,python):2024-05-20-14:00:%02d.000.000 [a.cc:9] Wait] EI0006: Getting socket times out.\n"
RANK_BYTES = 10_000_000
CONNECTED = (
    b"[WARNING] DISTRIBUTED(10021,7f5ad3a54e40,python):2026-11-21-22:52:13.021.249 [a.cc:485] Connect] source: "
    b'10.1.%d.%d:36392, destination: 10.1.7.4:8219, user: zhang, File "/home/zhangsan/train.py"\n'
)
ONE = """
import resource, sys
from msfaq import Engine
from msfaq.logs.logfile import LogReader
from msfaq.logs.scan import Scanner
from msfaq.logs.sources import open_log
with Engine() as engine:
    scanner = Scanner(engine._anchors)
before = resource.getrusage(resource.RUSAGE_SELF)
with open_log(sys.argv[1]) as stream:
    reading = LogReader("x.log", scanner).read(stream)
used = resource.getrusage(resource.RUSAGE_SELF)
assert not reading.groups, reading.groups
print(used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime, used.ru_maxrss / 1024)
"""
"""Reads one log in a process of its own, so that its memory is its own too."""

COMMAND = """
import os, subprocess, sys, time
started = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
told = process.stdout.readline().decode()
process.stdout.read()
_, _, usage = os.wait4(process.pid, 0)
print(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, told, end="")
"""
"""Runs a command from a small process: what a child is told to have used at most begins with its parent's memory."""


def main() -> int:
    """Measure and print, and with ``--write`` record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("--gib", type=float, default=1.0)
    parser.add_argument("--ranks", type=int, default=0, help="rank files of 10 MB to diagnose in one command")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="record the table in docs/BENCHMARKS.md")
    arguments = parser.parse_args()
    text = [machine()]
    with tempfile.TemporaryDirectory() as folder:
        seed = arguments.log.read_bytes()
        text.append(one_file(Path(folder), seed, arguments.gib, arguments.rounds))
        if arguments.ranks:
            text.append(rank_files(Path(folder), seed, arguments.ranks))
        text.append(masking(seed, arguments.rounds))
    print(*text, sep="\n\n")
    if arguments.write:
        before, _, rest = PAGE.read_text("utf-8").partition(MARK)
        PAGE.write_text("\n\n".join((before + MARK, *text, END)) + rest.partition(END)[2], "utf-8")
    return 0


def one_file(folder: Path, seed: bytes, gib: float, rounds: int) -> str:
    """Time one healthy log."""
    healthy, fragments = folder / "healthy.log", folder / "fragments"
    with healthy.open("wb") as out:
        for _ in range(int(gib * 2**30 / len(seed)) + 1):
            out.write(seed)
    with Engine() as engine:
        from msfaq.logs.scan import Scanner

        found = Scanner(engine._anchors).fragments
    fragments.write_bytes(b"\n".join(sorted({fragment.strip(b"\n") for fragment in found})) + b"\n")
    times: dict[str, list[float]] = {"msfaq": [], "`rg -c -F -f`": [], "`rg -c -i -F -f`": []}
    memory = 0.0
    for _ in range(rounds):
        done = subprocess.run([sys.executable, "-c", ONE, str(healthy)], check=True, capture_output=True, text=True)
        seconds, used = map(float, done.stdout.split())
        times["msfaq"].append(seconds)
        memory = max(memory, used)
        for name, extra in (("`rg -c -F -f`", ()), ("`rg -c -i -F -f`", ("-i",))):
            started = cpu()
            command = ["rg", "-j1", "-a", "-c", "-F", "-f", str(fragments), *extra, str(healthy)]
            subprocess.run(command, check=False, capture_output=True)
            times[name].append(cpu() - started)
    size = healthy.stat().st_size
    # What searches for everything would be read as a log that says everything.
    healthy.unlink()
    fragments.unlink()
    own = statistics.median(times["msfaq"])
    rows = [
        (
            name,
            f"{size / statistics.median(taken) / 1e6:.0f} MB/s",
            f"{size / min(taken) / 1e6:.0f} MB/s",
            f"{own / statistics.median(taken):.2f}",
        )
        for name, taken in times.items()
    ]
    title = f"One healthy log of {size / 2**30:.1f} GiB, {len(found)} fragments, time of one core, {rounds} rounds"
    head = ("", "median", "fastest", "msfaq's time / this one's")
    return f"{table(title, head, rows)}\n\nPeak memory of the msfaq process: {memory:.0f} MiB."


def rank_files(folder: Path, seed: bytes, ranks: int) -> str:
    """Time a folder of rank logs, 10 MB each, through the command."""
    lines = seed.splitlines(keepends=True)
    total = 0
    for rank in range(ranks):
        start = rank * len(lines) // ranks
        turned = b"".join(lines[start:] + lines[:start])
        end = DEATH % b"'rate'" if rank == ranks // 2 else WAITED % (rank % 60)
        body = (turned * (RANK_BYTES // len(turned) + 1))[:RANK_BYTES]
        body = body[: body.rfind(b"\n") + 1]
        (folder / f"rank_{rank}.log").write_bytes(body + end)
        total += len(body) + len(end)
    msfaq = str(Path(sys.executable).with_name("msfaq"))
    command = [sys.executable, "-c", COMMAND, msfaq, "--lang", "en", str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    taken, used, largest = map(float, done.split()[:3])
    for rank in range(ranks):
        (folder / f"rank_{rank}.log").unlink()
    first = done.split(" ", 3)[3].strip().replace(f"{folder}/", "")
    assert f"Rank {ranks // 2} failed first" in first, first
    return (
        f"{ranks} rank files of 10 MB ({total / 1e9:.1f} GB) in one command on {os.cpu_count()} cores: {taken:.0f} s, "
        f"{total / taken / 1e6:.0f} MB/s by the clock, {total / used / 1e6:.0f} MB/s per core; largest process "
        f"{largest:.0f} MiB. It says: “{first}”"
    )


def masking(seed: bytes, rounds: int) -> str:
    """Time redaction of a log like most, and of one with four secrets on every line."""
    dense = b"".join(CONNECTED % (at % 200, at % 251) for at in range(20_000))
    rows = []
    for name, data in (
        ("the log above", (seed * (8_000_000 // len(seed) + 1))[:8_000_000]),
        ("four secrets a line", dense),
    ):
        taken = []
        for _ in range(rounds):
            started = time.process_time()
            Redactor().redact_bytes(data)
            taken.append(time.process_time() - started)
        rows.append((name, f"{len(data) / statistics.median(taken) / 1e6:.1f} MB/s"))
    return table(f"Redaction, time of one core, {rounds} rounds", ("", "median"), rows)


def cpu() -> float:
    """Return the CPU seconds of this process and its children: other users of the machine do not count."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    sys.exit(main())
