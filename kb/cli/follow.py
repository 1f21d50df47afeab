"""``msfaq --follow``: reads a log while it is being written, and answers when its writer falls silent."""

import argparse
import select
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, TextIO, TypeVar

from msfaq.cli.ask import as_asked, exit_of, show
from msfaq.cli.exits import Exit
from msfaq.cli.logs import answer_options, standard_input
from msfaq.cli.output import say
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.logs.failure import Failure
from msfaq.logs.growing import GrowingLog
from msfaq.logs.logfile import Group, LogReader, LogReading, mark_of
from msfaq.logs.sources import Stream

T = TypeVar("T")

_SILENCE: Final = 1.0
"""Seconds without a byte after which a failure is taken to be complete."""

_PAUSE: Final = 0.2
"""Seconds between two looks at a file."""


def follow(engine: Engine, paths: list[str], arguments: argparse.Namespace, out: TextIO) -> Exit:
    """Answer each failure once, as soon as it is complete; end with the pipe, or with Ctrl-C for a file."""
    if len(paths) > 1 or (paths and Path(paths[0]).is_dir()):
        raise InputError("--follow reads one growing log; name one file, or pipe a program into msfaq")
    name = paths[0] if paths else "-"
    live = _Live(engine, name, arguments, out)
    try:
        if paths and Path(name).is_file():
            _follow_file(name, live)
        else:
            _follow_pipe(_opened(name, _raw) if paths else standard_input(tee=arguments.tee), live)
    except KeyboardInterrupt:
        live.settle()
    return live.exit


class _Live:
    """A log that is being read, and its answers as they come."""

    def __init__(self, engine: Engine, name: str, arguments: argparse.Namespace, out: TextIO) -> None:
        self.exit = Exit.UNKNOWN
        self._engine = engine
        self._name = name
        self._options = answer_options(arguments)
        self._arguments = arguments
        self._out = out
        self._reader: LogReader = engine.reader(name)
        self._answered: set[str] = set()

    @property
    def space(self) -> memoryview:
        """Where the next bytes are to be read into."""
        return self._reader.space

    def feed(self, count: int) -> None:
        """Look at the bytes that came."""
        self._answer(list(self._reader.feed(count)))

    def settle(self) -> None:
        """Answer what is still open: the writer is silent."""
        self._answer(list(self._reader.settle()))

    def restart(self) -> None:
        """Begin a file anew; what was answered stays answered."""
        self.settle()
        self._reader = self._engine.reader(self._name)

    def _answer(self, found: list[Failure]) -> None:
        fresh = {mark: failure for failure in found if (mark := mark_of(failure)) not in self._answered}
        if not fresh:
            return
        self._answered.update(fresh)
        groups = (
            Group(failure, mark, 1, failure.first_line) for mark, failure in fresh.items() if not _is_line(failure)
        )
        suspects = filter(_is_line, fresh.values())
        reading = LogReading(self._reader.file(), tuple(groups), tuple(suspects), self._reader.is_ours)
        report = self._engine.report([reading], **self._options)
        if not report.log.failures:
            # No signature recognises any of the lines that might have been a message.
            return
        diagnosis = as_asked(report.diagnosis, self._arguments)
        show(diagnosis, self._arguments, self._out)
        self._out.flush()
        if exit_of(diagnosis) == Exit.ANSWERED:
            self.exit = Exit.ANSWERED


def _is_line(failure: Failure) -> bool:
    return failure.kind == "line"


def _raw(name: str) -> Stream:
    return Path(name).open("rb", buffering=0)


def _follow_pipe(stream: Stream, live: _Live) -> None:
    while True:
        if not _ready(stream):
            live.settle()
            select.select([stream], [], [])
        count = stream.readinto(live.space) or 0
        if not count:
            live.settle()
            return
        live.feed(count)


def _ready(stream: Stream) -> bool:
    try:
        return bool(select.select([stream], [], [], _SILENCE)[0])
    except (OSError, ValueError):
        # What has no descriptor cannot be waited for, and is read as it comes.
        return True


def _follow_file(name: str, live: _Live) -> None:
    silent_since = time.monotonic()
    with closing(_opened(name, GrowingLog)) as log:
        while True:
            if count := log.readinto(live.space):
                live.feed(count)
                silent_since = time.monotonic()
            elif log.change:
                say(f"{name} was {log.change}; reading it from its start")
                live.restart()
                log.begin_anew()
            else:
                if time.monotonic() - silent_since >= _SILENCE:
                    live.settle()
                time.sleep(_PAUSE)


def _opened(name: str, how: Callable[[str], T]) -> T:
    try:
        return how(name)
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from error
