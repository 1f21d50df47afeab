"""Reads many logs, on all processors when they are many and large."""

import os
import pickle
import queue
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from typing import Final

from msfaq.errors import InputError
from msfaq.logs.fold import Fold, Settle
from msfaq.logs.logfile import LogFile, LogReader, LogReading
from msfaq.logs.names import host_of, rank_of
from msfaq.logs.progress import CUT_SHORT, STOPPED, Progress, Stopped, size_of
from msfaq.logs.reader_process import READY, ReaderDied, ReaderProcess, send
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
    return fold.results(len(paths), lambda at: unread(paths[at], STOPPED))


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
        self._reader: ReaderProcess | None = None
        self._scanner: Scanner | None = None
        """Set where no process can be had; then this thread reads the logs."""

    def stop(self) -> None:
        """End the process; the thread ends by itself, for it takes no more from a progress that was stopped."""
        if (reader := self._reader) is not None:
            reader.kill()

    def run(self) -> None:
        """Give the process one log after another."""
        try:
            while not self._progress.stopped:
                if self._reader is None and self._scanner is None:
                    self._start()
                self._read(self._tasks.get_nowait())
        except queue.Empty:
            pass
        finally:
            self._close()

    def _start(self) -> None:
        try:
            self._reader = ReaderProcess()
            self._reader.prepare(self._anchors)
        except ReaderDied:
            self._close()
            self._scanner = Scanner(self._anchors)

    def _read(self, at: int) -> None:
        path = self._paths[at]
        if self._reader is None:
            assert self._scanner is not None
            self._fold.put(at, read_one(path, self._scanner, self._progress))
            return
        try:
            self._fold.put(at, self._reader.read(at, path))
        except ReaderDied as death:
            self._close()
            if self._progress.stopped:
                return
            self._fold.put(at, unread(path, str(death)))
        if not self._progress.stopped:
            self._progress.add(size_of(path), logs=1)

    def _close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None


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
        out.write(READY)
        out.flush()
        while True:
            at, path = pickle.load(sys.stdin.buffer)
            result = read_one(path, scanner)
            send(out, fold.slim(at, result) if isinstance(result, LogReading) else result)
    except (EOFError, BrokenPipeError):
        return
