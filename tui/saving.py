"""Reads and writes the small files the interface keeps: typed, atomic, never in the way."""

import json
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from pathlib import Path
from threading import Condition, Thread
from typing import Any, Final, TypeVar

from dacite import Config, DaciteError, from_dict

from msfaq.aside import written_aside

T = TypeVar("T")

_PAUSE: Final = 0.1
"""Seconds between two writes of a file."""


def load(file: Path, kind: type[T], default: T, *, most: int) -> tuple[T, str]:
    """Read a file as the dataclass ``kind``.

    A missing file gives the default. One that is damaged, or longer than ``most`` bytes, gives the default and one line
    that says so; unknown fields are passed over, so that an older release reads a newer one's file.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(most + 1)
    except FileNotFoundError:
        return default, ""
    except OSError as error:
        return default, f"{file} cannot be read ({error.strerror}); using defaults"
    try:
        if len(data) > most:
            raise ValueError("too long")
        value = json.loads(data)
        if not isinstance(value, dict):
            raise ValueError("no JSON object")
        return from_dict(kind, value, Config(cast=[tuple], check_types=True)), ""
    except (ValueError, TypeError, AttributeError, RecursionError, DaciteError) as error:
        reason = str(error).partition("\n")[0]
        return default, f"{file} is damaged ({reason}); using defaults"


def write(file: Path, value: object) -> None:
    """Write a dataclass as JSON: aside first, then renamed, so that a kill leaves the old file or the new one.

    Raises OSError.
    """
    data: Any = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
    file.parent.mkdir(parents=True, exist_ok=True)
    with written_aside(file) as aside:
        aside.write_text(json.dumps(data, ensure_ascii=False, indent=1), "utf-8", errors="replace")


class Saver:
    """Writes the latest value of a file on a thread of its own: a home folder on a slow network holds up nothing."""

    def __init__(self, file: Path, talk: Callable[[str], None]) -> None:
        """``talk`` receives one line, once, when the file cannot be written; it is called on the saver's thread."""
        self.file = file
        self._talk = talk
        self._latest: object | None = None
        self._turn = Condition()
        self._thread: Thread | None = None
        self._closed = False
        self._failed = False

    def put(self, value: object) -> None:
        """Have ``value`` written; one not yet written is passed over."""
        with self._turn:
            self._latest = value
            if self._thread is None:
                self._thread = Thread(target=self._run, name=f"saving {self.file.name}", daemon=True)
                self._thread.start()
            self._turn.notify()

    def close(self, seconds: float = 2.0) -> None:
        """Wait until the latest value is written, at most so long."""
        with self._turn:
            self._closed = True
            self._turn.notify()
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            with self._turn:
                while self._latest is None and not self._closed:
                    self._turn.wait()
                value, self._latest = self._latest, None
            if value is None:
                return
            try:
                write(self.file, value)
            except OSError as error:
                if not self._failed:
                    self._talk(f"{self.file} cannot be written ({error.strerror}); changes last until you leave")
                self._failed = True
            with self._turn:
                # Typing changes the value with every key; a slow disk need not see each of them.
                self._turn.wait_for(lambda: self._closed, _PAUSE)
