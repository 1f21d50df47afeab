"""Measures msfaq beside what a user would take instead: ``python tests/benchmarks/run.py [--write]``.

All commands of a table run in turn, round after round, so that a busy machine is busy for all of them; the median and
the ratio of medians are printed. ``--write`` puts the tables into docs/BENCHMARKS.md with the machine and the commit.
"""

import argparse
import functools
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "BENCHMARKS.md"
MARK = "<!-- measured -->"
USUAL = str(ROOT / "tests" / "benchmarks" / "usual_way.py")
EXACT = "Launch kernel failed"
WORDY = "how do I feed each card its own part of the data"
ROUNDS = 15
WARM_ROUNDS = 400


def main() -> int:
    """Measure, print, and with ``--write`` record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record the tables in docs/BENCHMARKS.md")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # pip compiles what it installs; so is what is measured
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MSFAQ_CACHE"] = folder
        text = "\n\n".join((machine(), cold(folder, arguments.rounds), warm(), building(), interface(arguments.rounds)))
    print(text)
    if arguments.write:
        kept = PAGE.read_text("utf-8").partition(MARK)[0]
        PAGE.write_text(f"{kept}{MARK}\n\n{text}\n", "utf-8")
    return 0


def machine() -> str:
    """Say what was measured, where."""
    commit = run("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD").strip()
    load = os.getloadavg()[0]
    return (
        f"Commit {commit}, {time.strftime('%Y-%m-%d')}; Python {platform.python_version()}, {platform.machine()}, "
        f"{os.cpu_count()} cores, shared (load average {load:.1f} at the start)."
    )


def cold(folder: str, rounds: int) -> str:
    """Time whole processes, from start to exit."""
    msfaq = str(Path(sys.executable).with_name("msfaq"))
    run(sys.executable, USUAL, "build", folder)
    commands = {
        "`python -c pass`": (sys.executable, "-c", "pass"),
        f'`msfaq "{EXACT}"`': (msfaq, EXACT),
        f'`msfaq "{WORDY}"`': (msfaq, WORDY),
        f"sentence-transformers + FAISS, “{EXACT}”": (sys.executable, USUAL, "ask", folder, EXACT),
    }
    seconds = in_turn({name: functools.partial(timed, command) for name, command in commands.items()}, rounds)
    usual = statistics.median(seconds[list(commands)[-1]])
    rows = [
        (name, f"{statistics.median(s):.3f} s", f"{min(s):.3f} s", f"{usual / statistics.median(s):.0f}×")
        for name, s in seconds.items()
    ]
    return table(
        f"A question to a cold process, {rounds} rounds", ("", "median", "fastest", "faster than the usual way"), rows
    )


def warm() -> str:
    """Time lookups on an open engine."""
    from msfaq import Engine

    questions = {
        "exact message": "RuntimeError: Launch kernel failed, name:Default/IndexAdd-op0",
        "English question": WORDY,
        "Chinese question": "多卡训练时怎么让每张卡读到不同的数据",
        "unknown question": "how do I bake bread",
    }
    with Engine() as engine:
        for text in questions.values():
            engine.lookup(text)
        asked = {
            name: functools.partial(clock, functools.partial(engine.lookup, text)) for name, text in questions.items()
        }
        seconds = in_turn(asked, WARM_ROUNDS)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows = [
        (name, f"{1000 * statistics.median(s):.2f} ms", f"{1 / statistics.median(s):.0f}")
        for name, s in seconds.items()
    ]
    note = f"\n\nPeak memory of the process with the engine open: {memory:.0f} MiB."
    return table(f"A lookup on an open engine, {WARM_ROUNDS} rounds", ("", "median", "per second"), rows) + note


def building() -> str:
    """Time the building of the index."""
    from msfaq import Engine

    with Engine() as engine:
        engine.store.meta()
        seconds = [clock(lambda: engine.rebuild()) for _ in range(5)]
        entries = len(engine.entry_ids())
        size = Path(engine.store.place).stat().st_size / 2**20
    row = (f"{entries} entries", f"{statistics.median(seconds):.2f} s", f"{size:.1f} MiB")
    return table("Building the index, 5 rounds", ("", "median", "size on disk"), [row])


def interface(rounds: int) -> str:
    """Time the terminal interface: from start to a first screen, and from a key to the answers it leads to."""
    import asyncio

    seconds = [first_screen() for _ in range(rounds)]
    rows = [
        ("start to first screen, on a pseudo-terminal", [wall for wall, _ in seconds]),
        ("of it, time of a core", [core for _, core in seconds]),
        ("a key until its answers are known", asyncio.run(keystrokes())),
    ]
    shown = [
        (name, f"{1000 * statistics.median(s):.0f} ms", f"{1000 * sorted(s)[int(0.95 * (len(s) - 1))]:.0f} ms")
        for name, s in rows
    ]
    return table("The terminal interface", ("", "median", "95 of 100 within"), shown)


def first_screen() -> tuple[float, float]:
    """Return the seconds from starting ``msfaq tui`` until the question can be typed: by the clock, and of a core."""
    import pty

    msfaq = str(Path(sys.executable).with_name("msfaq"))
    started = time.perf_counter()
    pid, handle = pty.fork()
    if not pid:
        with tempfile.TemporaryDirectory() as config:
            os.execve(msfaq, [msfaq, "tui"], {**os.environ, "TERM": "xterm-256color", "MSFAQ_CONFIG": config})
    seen = b""
    while b"What went wrong" not in seen and "哪里出错了".encode() not in seen:
        seen += os.read(handle, 65536)
    seconds = time.perf_counter() - started
    os.kill(pid, 9)
    used = os.wait4(pid, 0)[2]
    os.close(handle)
    return seconds, used.ru_utime + used.ru_stime


async def keystrokes() -> list[float]:
    """Return the seconds from each key of a question until its answers are known."""
    from msfaq import Engine
    from msfaq.tui.app import MsfaqApp
    from msfaq.tui.messages import Answered
    from msfaq.tui.screens.search import SearchScreen

    answered: list[float] = []
    lists: list[float] = []
    with Engine() as engine:
        app = MsfaqApp(engine)
        async with app.run_test(size=(120, 36)) as pilot:
            await app.workers.wait_for_complete()
            screen = app.screen
            assert isinstance(screen, SearchScreen)
            real = screen.post_message

            def post(message: object) -> bool:
                if isinstance(message, Answered):
                    answered.append(time.perf_counter())
                return real(message)  # type: ignore[arg-type]

            screen.post_message = post  # type: ignore[method-assign]
            for key in WORDY.replace(" ", "") * 2:
                answered.clear()
                started = time.perf_counter()
                await pilot.press(key)
                while not answered:
                    await pilot.pause(0.001)
                lists.append(answered[0] - started)
    return lists


def in_turn(measures: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Run every measure once a round, after one round that does not count."""
    for measure in measures.values():
        measure()
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return found


def timed(command: Sequence[str]) -> float:
    """Return the seconds a command takes."""
    started = time.perf_counter()
    subprocess.run(command, check=False, capture_output=True)
    return time.perf_counter() - started


def clock(work: Callable[[], object]) -> float:
    """Return the seconds a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def run(*command: str) -> str:
    """Return what a command prints; raise when it fails."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [f"**{title}**", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


if __name__ == "__main__":
    sys.exit(main())
