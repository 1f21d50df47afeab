"""Keeps questions without an answer on this machine, masked, for ``msfaq learn``; only where the user wants that."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from msfaq.diagnosis import Diagnosis
from msfaq.errors import InputError, MsfaqError
from msfaq.settings import settings_in_force

FILE: Final = "unanswered.jsonl"

_LARGEST: Final = 1 << 20
"""Bytes of the file; beyond it the oldest questions go."""

_HEAD: Final = 2_000
_TAIL: Final = 14_000
"""Characters kept of the beginning and the end of a long log: versions stand first, the failure last."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that nothing answered."""

    time: str
    """When it was asked, ISO 8601, local time."""
    outcome: str
    """``unsure`` or ``unknown``."""
    query: str
    """The line that says most, masked."""
    text: str
    """The whole input, masked; of a long one the beginning and the end."""


def keep_unanswered(diagnosis: Diagnosis, source: str | bytes, folder: Path) -> None:
    """Keep a question that was not answered, if the user wants that; the same one is kept once.

    A file that cannot be written keeps nobody from the answer: nothing is raised.
    """
    if diagnosis.outcome == "answered" or not settings_in_force(folder).keep_unanswered:
        return
    # Imported here: most users keep nothing.
    from msfaq.logs.decode import decode
    from msfaq.logs.reading import read
    from msfaq.redaction.redact import Redactor

    with suppress(OSError, MsfaqError):
        redactor = Redactor()
        text = decode(source) if isinstance(source, bytes) else source
        if len(text) > _HEAD + _TAIL:
            text = f"{text[:_HEAD]}\n…\n{text[-_TAIL:]}"
        text = redactor.redact(text)
        keys = read(text).key_lines
        if not keys:
            return
        query = keys[0].text
        one = Unanswered(time.strftime("%Y-%m-%dT%H:%M:%S"), diagnosis.outcome, query, text)
        with _locked(folder):
            known = [other for other in kept_questions(folder) if other.query != query]
            _write(folder, [*known, one])


def kept_questions(folder: Path) -> list[Unanswered]:
    """Return the questions that were kept, oldest first; lines that cannot be read are passed over."""
    try:
        # Not splitlines(): JSON leaves other line ends than the newline as they stand in a question.
        lines = (folder / FILE).read_text("utf-8", errors="replace").split("\n")
    except OSError:
        return []
    kept = []
    for line in lines:
        with suppress(ValueError, TypeError, KeyError):
            data = json.loads(line)
            kept.append(Unanswered(**{name: str(data[name]) for name in Unanswered.__slots__}))
    return kept


def clear_kept(folder: Path) -> int:
    """Delete the questions that were kept; return how many there were.

    Raises InputError when they cannot be deleted.
    """
    count = len(kept_questions(folder))
    try:
        (folder / FILE).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{folder / FILE} cannot be deleted: {error.strerror}") from error
    return count


def _write(folder: Path, questions: list[Unanswered]) -> None:
    """Write the newest questions that fit, whole or not at all, readable by nobody else."""
    lines: list[str] = []
    size = 0
    for one in reversed(questions):
        line = json.dumps(asdict(one), ensure_ascii=False) + "\n"
        size += len(line.encode("utf-8", "surrogatepass"))
        if size > _LARGEST:
            break
        lines.append(line)
    aside = folder / f"{FILE}.{os.getpid()}"
    try:
        aside.touch(0o600)
        with aside.open("w", encoding="utf-8", errors="replace") as out:
            out.writelines(reversed(lines))
        aside.replace(folder / FILE)
    finally:
        aside.unlink(missing_ok=True)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let one process write at a time, where the file system knows locks."""
    import fcntl

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{FILE}.lock").open("w") as lock:
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
