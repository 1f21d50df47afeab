"""``msfaq --follow``: reads a log while it is being written, and answers when its writer falls silent."""

import argparse
import os
import select
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO

from msfaq.cli.ask import exit_of, show
from msfaq.cli.exits import Exit
from msfaq.cli.logs import answer_options, standard_input
from msfaq.cli.output import say
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.logs.failure import Failure
from msfaq.logs.logfile import Group, LogFile, LogReader, LogReading, mark_of
from msfaq.logs.sources import Stream

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
            _follow_pipe(_open(name) if paths else standard_input(tee=arguments.tee), live)
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

    def _answer(self, failures: list[Failure]) -> None:
        groups = {
            mark: Group(failure, mark, 1, failure.first_line) for failure in failures if (mark := mark_of(failure))
        }
        fresh = [group for mark, group in groups.items() if mark not in self._answered]
        if not fresh:
            return
        self._answered.update(groups)
        file = LogFile(self._name, None, "", 0, 0, "")
        report = self._engine.report([LogReading(file, tuple(fresh), (), self._reader.is_ours)], **self._options)
        diagnosis = report.diagnosis
        show(diagnosis, self._arguments, self._out)
        self._out.flush()
        if exit_of(diagnosis) == Exit.ANSWERED:
            self.exit = Exit.ANSWERED


def _follow_pipe(stream: Stream, live: _Live) -> None:
    while True:
        if not _ready(stream):
            live.settle()
            select.select([stream], [], [])
        count = _read(stream, live)
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
    stream = _open(name)
    silent_since = time.monotonic()
    try:
        while True:
            if count := _read(stream, live):
                live.feed(count)
                silent_since = time.monotonic()
                continue
            if time.monotonic() - silent_since >= _SILENCE:
                live.settle()
            change = _change(name, stream)
            if change:
                say(f"{name} was {change}; reading it from its start")
                live.restart()
                stream.close()
                stream = _open(name)
                continue
            time.sleep(_PAUSE)
    finally:
        stream.close()


def _change(name: str, stream: Stream) -> str:
    """Return what happened to the file under its name: ``rotated``, ``truncated`` or nothing."""
    with suppress(OSError):
        there, here = Path(name).stat(), os.fstat(stream.fileno())
        if (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino):
            return "rotated"
        if here.st_size < stream.tell():
            return "truncated"
    # A file that is gone for the moment is being rotated; its successor is waited for.
    return ""


def _open(name: str) -> Stream:
    try:
        return Path(name).open("rb", buffering=0)
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from error


def _read(stream: Any, live: _Live) -> int:
    return stream.readinto(live.space) or 0
