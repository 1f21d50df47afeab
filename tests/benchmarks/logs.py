"""Measures the reading of logs beside ripgrep: ``python tests/benchmarks/logs.py HEALTHY.log [--gib N] [--ranks N]``.

The log given is a real one (``GLOG_v=1 python train.py``); it is repeated to the size asked for. msfaq and
``rg -c -F -f fragments`` with the same fragments read the same file in turn, each on one core.
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

from msfaq import Engine
from msfaq.logs.logfile import LogReader
from msfaq.logs.scan import Scanner
from msfaq.logs.sources import open_log

DEATH = b'Traceback (most recent call last):\n  File "/home/me/loss.py", line 41, in loss\nKeyError: %s\n'
WAITED = b"[ERROR] HCCL(7,7f,python):2024-05-20-14:00:%02d.000.000 [a.cc:9] Wait] EI0006: Getting socket times out.\n"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("--gib", type=float, default=1.0)
    parser.add_argument("--ranks", type=int, default=0, help="rank files of 10 MB to diagnose in one command")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seed = arguments.log.read_bytes()
        one_file(Path(folder), seed, arguments.gib, arguments.rounds)
        if arguments.ranks:
            rank_files(Path(folder), seed, arguments.ranks)
    return 0


def one_file(folder: Path, seed: bytes, gib: float, rounds: int) -> None:
    """Time one healthy log."""
    healthy = folder / "healthy.log"
    with healthy.open("wb") as out:
        for _ in range(int(gib * 2**30 / len(seed)) + 1):
            out.write(seed)
    with Engine() as engine:
        scanner = Scanner(engine._anchors)
    fragments = folder / "fragments"
    fragments.write_bytes(b"\n".join(sorted({f.strip(b"\n") for f in scanner.fragments})) + b"\n")
    times: dict[str, list[float]] = {"rg": [], "rg -i": [], "msfaq": []}
    for _ in range(rounds):
        for name, extra in (("rg", ()), ("rg -i", ("-i",))):
            command = ["rg", "-j1", "-a", "-c", "-F", "-f", str(fragments), *extra, str(healthy)]
            started = cpu()
            subprocess.run(command, check=False, capture_output=True)
            times[name].append(cpu() - started)
        started = cpu()
        with open_log(str(healthy)) as stream:
            reading = LogReader("healthy.log", scanner).read(stream)
        times["msfaq"].append(cpu() - started)
    assert not reading.groups
    size = healthy.stat().st_size
    for name, taken in times.items():
        middle = statistics.median(taken)
        print(f"{name:6} {size / middle / 1e6:6.0f} MB/s (CPU time, median of {rounds}), fastest {min(taken):.2f} s")
    print(f"msfaq / rg: {statistics.median(times['msfaq']) / statistics.median(times['rg']):.2f}")
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    healthy.unlink()


def rank_files(folder: Path, seed: bytes, ranks: int) -> None:
    """Time a folder of rank logs, 10 MB each, through the command."""
    body = seed * (10_000_000 // len(seed))
    for rank in range(ranks):
        end = DEATH % b"'rate'" if rank == ranks // 2 else WAITED % (rank % 60)
        (folder / f"rank_{rank}.log").write_bytes(body + end)
    started = time.perf_counter()
    msfaq = str(Path(sys.executable).with_name("msfaq"))
    done = subprocess.run([msfaq, "--lang", "en", str(folder)], capture_output=True, check=False)
    taken = time.perf_counter() - started
    total = ranks * len(body) / 1e6
    print(f"{ranks} rank files, {total / 1000:.1f} GB: {taken:.1f} s, {total / taken:.0f} MB/s, {os.cpu_count()} cores")
    print(done.stdout.decode().split("\n", 1)[0])


def cpu() -> float:
    """Return the CPU seconds of this process and its children: other users of the machine do not count."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    sys.exit(main())
