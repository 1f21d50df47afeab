"""Reads many logs, on all processors when they are many and large."""

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from msfaq.errors import InputError
from msfaq.logs.fold import Fold, Settle
from msfaq.logs.logfile import LogFile, LogReader, LogReading
from msfaq.logs.names import host_of, rank_of
from msfaq.logs.scan import Scanner
from msfaq.logs.sources import open_log

_WORTH_IT: Final = 1 << 26
"""Bytes in all from which further processes pay for their start."""

_MOST_WORKERS: Final = 64


def gather(
    paths: Sequence[str], anchors: Sequence[bytes], jobs: int | None = None, settle: Settle | None = None
) -> list[LogReading | LogFile]:
    """Read the logs; in the place of one that cannot be read stands its `LogFile` with the problem.

    ``anchors`` are the signatures' fragments. ``jobs`` is the number of processes; None means one per processor that
    this process may use, and none besides this one when there is little to read. ``settle`` is done with each reading
    as it comes in. A failure that several logs have is whole only where it happened first: `msfaq.logs.fold`.
    """
    workers = jobs or min(_processors(), _MOST_WORKERS)
    if jobs is None and (len(paths) < 2 or sum(map(_size, paths)) < _WORTH_IT):
        workers = 1
    workers = min(workers, len(paths))
    fold = Fold(settle)
    if workers > 1:
        _shared_out(paths, anchors, workers, fold)
    else:
        scanner = Scanner(anchors)
        for at, path in enumerate(paths):
            fold.put(at, read_one(path, scanner))
    return fold.results(len(paths), lambda at: unread(paths[at], "its reader died"))


def read_one(path: str, scanner: Scanner) -> LogReading | LogFile:
    """Read one log; a problem comes back as a value, since the other logs are still to be read."""
    try:
        with closing(open_log(path)) as stream:
            return LogReader(path, scanner).read(stream)
    except InputError as error:
        return unread(path, str(error).removeprefix(f"{path} "))


def unread(path: str, problem: str) -> LogFile:
    """Return the value that stands for a log which could not be read at all."""
    return LogFile(path, rank_of(path), host_of(path), 0, 0, problem)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _size(path: str) -> int:
    with suppress(OSError, ValueError):
        return Path(path).stat().st_size
    return 0


def _shared_out(paths: Sequence[str], anchors: Sequence[bytes], workers: int, fold: Fold) -> None:
    # The largest first, so that no processor is left with one when the others are done.
    order = sorted(range(len(paths)), key=lambda at: -_size(paths[at]))
    tasks: queue.SimpleQueue[int] = queue.SimpleQueue()
    for at in order:
        tasks.put(at)
    threads = [threading.Thread(target=_drive, args=(tasks, paths, anchors, fold)) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _drive(tasks: "queue.SimpleQueue[int]", paths: Sequence[str], anchors: Sequence[bytes], fold: Fold) -> None:
    """Let one process of our own read logs until none is left.

    Not multiprocessing: its children import the program's main module anew or copy its threads, and a library may ask
    neither of the programs that use it.
    """
    command = [sys.executable, "-c", "from msfaq.logs.gather import serve; serve()"]
    child: Any = None
    try:
        while True:
            at = tasks.get_nowait()
            if child is None:
                child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                _send(child.stdin, list(anchors))
            try:
                _send(child.stdin, (at, paths[at]))
                result = pickle.load(child.stdout)
            except (EOFError, OSError, pickle.UnpicklingError):
                child.kill()
                child.communicate()
                child = None
            else:
                fold.put(at, result)
    except queue.Empty:
        pass
    finally:
        if child is not None:
            child.stdin.close()
            child.stdout.close()
            child.wait()


def serve() -> None:
    """Read the logs whose names arrive on standard input, and send back what was understood; ends with the input."""
    import signal

    # An interrupt from the terminal reaches every process; the one that was started by the user answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What prints by accident must not fall between the values.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        scanner = Scanner(pickle.load(sys.stdin.buffer))
        fold = Fold()
        while True:
            at, path = pickle.load(sys.stdin.buffer)
            result = read_one(path, scanner)
            _send(out, fold.slim(at, result) if isinstance(result, LogReading) else result)
    except (EOFError, BrokenPipeError):
        return


def _send(out: Any, value: object) -> None:
    pickle.dump(value, out, pickle.HIGHEST_PROTOCOL)
    out.flush()
