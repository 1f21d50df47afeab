"""Reads many logs, on all processors when they are many and large."""

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from typing import Any, Final

from msfaq.errors import InputError
from msfaq.logs.fold import Fold, Settle
from msfaq.logs.logfile import LogFile, LogReader, LogReading
from msfaq.logs.names import host_of, rank_of
from msfaq.logs.progress import CUT_SHORT, STOPPED, Progress, Stopped, size_of
from msfaq.logs.scan import Scanner
from msfaq.logs.sources import open_log

_WORTH_IT: Final = 1 << 26
"""Bytes in all from which further processes pay for their start."""

_MOST_WORKERS: Final = 64

_LOOK: Final = 0.1
"""Seconds between two looks at whether reading is to go on."""


def gather(
    paths: Sequence[str],
    anchors: Sequence[bytes],
    jobs: int | None = None,
    *,
    settle: Settle | None = None,
    progress: Progress | None = None,
) -> list[LogReading | LogFile]:
    """Read the logs; in the place of one that cannot be read stands its `LogFile` with the problem.

    ``anchors`` are the signatures' fragments. ``jobs`` is the number of processes; None means one per processor that
    this process may use, and none besides this one when there is little to read. ``settle`` is done with each reading
    as it comes in; a failure that several logs have is whole only where it happened first: `msfaq.logs.fold`.
    ``progress`` is told how far it has come and may stop it: in the place of what was not read by then stands its
    `LogFile`, too.
    """
    progress = progress or Progress()
    progress.begin(list(paths))
    workers = jobs or min(_processors(), _MOST_WORKERS)
    if jobs is None and (len(paths) < 2 or progress.size < _WORTH_IT):
        workers = 1
    workers = min(workers, len(paths))
    fold = Fold(settle)
    if workers > 1:
        _shared_out(paths, anchors, workers, fold, progress)
    else:
        scanner = Scanner(anchors)
        for at, path in enumerate(paths):
            fold.put(at, read_one(path, scanner, progress))
    why = STOPPED if progress.stopped else "its reader died"
    return fold.results(len(paths), lambda at: unread(paths[at], why))


def read_one(path: str, scanner: Scanner, progress: Progress | None = None) -> LogReading | LogFile:
    """Read one log; a problem comes back as a value, since the other logs are still to be read."""
    progress = progress or Progress()
    if progress.stopped:
        return unread(path, STOPPED)
    reader = LogReader(path, scanner)
    try:
        with closing(open_log(path)) as stream:
            reading = reader.read(stream, progress.count)
    except Stopped:
        return reader.result(CUT_SHORT)
    except InputError as error:
        progress.add(0, logs=1)
        return unread(path, str(error).removeprefix(f"{path} "))
    progress.add(0, logs=1)
    return reading


def unread(path: str, problem: str) -> LogFile:
    """Return the value that stands for a log which could not be read at all."""
    return LogFile(path, rank_of(path), host_of(path), 0, 0, problem)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shared_out(paths: Sequence[str], anchors: Sequence[bytes], workers: int, fold: Fold, progress: Progress) -> None:
    # The largest first, so that no processor is left with one when the others are done.
    order = sorted(range(len(paths)), key=lambda at: -size_of(paths[at]))
    tasks: queue.SimpleQueue[int] = queue.SimpleQueue()
    for at in order:
        tasks.put(at)
    drivers = [_Driver(tasks, paths, anchors, fold, progress) for _ in range(workers)]
    for driver in drivers:
        driver.start()
    for driver in drivers:
        while driver.is_alive():
            driver.join(_LOOK)
            if progress.stopped:
                for one in drivers:
                    one.stop()


class _Driver(threading.Thread):
    """Lets one process of our own read logs until none is left.

    Not multiprocessing: its children import the program's main module anew or copy its threads, and a library may ask
    neither of the programs that use it.
    """

    def __init__(
        self,
        tasks: "queue.SimpleQueue[int]",
        paths: Sequence[str],
        anchors: Sequence[bytes],
        fold: Fold,
        progress: Progress,
    ) -> None:
        super().__init__()
        self._tasks = tasks
        self._paths = paths
        self._anchors = anchors
        self._fold = fold
        self._progress = progress
        self._child: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        """End the process; the thread ends by itself, for it takes no more from a progress that was stopped."""
        if (child := self._child) is not None:
            child.kill()

    def run(self) -> None:
        """Give the process one log after another."""
        try:
            while not self._progress.stopped:
                self._read(self._tasks.get_nowait())
        except queue.Empty:
            pass
        finally:
            if (child := self._child) is not None:
                # What was killed cannot take what is still to be flushed.
                with suppress(OSError):
                    child.communicate()

    def _read(self, at: int) -> None:
        path = self._paths[at]
        try:
            if self._child is None:
                self._child = _serving(self._anchors)
            _send(self._child.stdin, (at, path))
            result = pickle.load(self._child.stdout)  # type: ignore[arg-type]
        except (EOFError, OSError, pickle.UnpicklingError):
            if self._child is not None:
                self._child.kill()
                with suppress(OSError):
                    self._child.communicate()
                self._child = None
        else:
            self._fold.put(at, result)
        if not self._progress.stopped:
            self._progress.add(size_of(path), logs=1)


def _serving(anchors: Sequence[bytes]) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", "from msfaq.logs.gather import serve; serve()"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    _send(child.stdin, list(anchors))
    return child


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
