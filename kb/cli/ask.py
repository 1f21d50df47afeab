"""``msfaq [ask] [TEXT…]``: answers a question in words, or hands logs on to `msfaq.cli.logs`."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any, Final, TextIO

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_json, write_markdown
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.places import data_folder

_LOG_ENDINGS: Final = (".log", ".out", ".err", ".gz", ".xz", ".zst", ".bz2")
_PATH_STARTS: Final = ("./", "../", "/", "~/")
"""What shows that a lone word is meant as a file, although there is none of this name."""


def ask(arguments: argparse.Namespace) -> Exit:
    """Answer one question; the exit code tells whether anything is known."""
    paths = named_logs(arguments.text)
    if paths is None and (arguments.follow or arguments.tee):
        option = "--follow" if arguments.follow else "--tee"
        raise InputError(f"{option} reads logs: name a file, or pipe a program into msfaq")
    with Engine(talk=say, waiting=say_waiting) as engine:
        if paths is not None:
            # Imported here: a question in words needs no reader of logs.
            from msfaq.cli.logs import read_logs

            return read_logs(engine, paths, arguments)
        diagnosis = engine.lookup(
            masked(" ".join(arguments.text)) if arguments.redact else " ".join(arguments.text),
            lang=arguments.lang,
            limit=arguments.limit,
            platform=arguments.platform,
            ms_version=arguments.ms_version,
            explain=arguments.explain,
            confidence=arguments.confidence,
        )
    if diagnosis.outcome != "answered":
        from msfaq.learning.unanswered import keep_unanswered

        keep_unanswered(diagnosis, " ".join(arguments.text), data_folder())
    show(as_asked(diagnosis, arguments), arguments)
    return exit_of(diagnosis)


def show(diagnosis: Diagnosis, arguments: argparse.Namespace, out: TextIO | None = None) -> None:
    """Write a diagnosis in the form asked for."""
    if arguments.form == "json":
        write_json(diagnosis.to_dict(), out)
        return
    # Imported here: programs that ask for JSON do not wait for it.
    from msfaq.render.document import diagnosis_markdown

    write_markdown(diagnosis_markdown(diagnosis, full=arguments.full), arguments.form, out)


def as_asked(diagnosis: Diagnosis, arguments: argparse.Namespace) -> Diagnosis:
    """Return what may be shown of a diagnosis: all, or if that was asked for without the user's secrets."""
    if not arguments.redact:
        return diagnosis
    # Imported here: most answers stay where they are asked for.
    from msfaq.cli.masking import masked_diagnosis

    return masked_diagnosis(diagnosis)


def exit_of(diagnosis: Diagnosis) -> Exit:
    """Return the exit code of an outcome."""
    return Exit.UNKNOWN if diagnosis.outcome == "unknown" else Exit.ANSWERED


def masked(source: str | bytes) -> str:
    """Return the text of a question with its secrets masked, so that none can reach the answer.

    Raises InputError when bytes are no text.
    """
    # Imported here: most questions are answered where they are asked.
    from msfaq.logs.decode import decode
    from msfaq.redaction.redact import redact

    return redact(decode(source) if isinstance(source, bytes) else source)


def question(words: list[str]) -> str | bytes:
    """Return what is asked: the words, the bytes of the file they name, or of standard input without words.

    What is compressed is decompressed. Raises InputError when a file cannot be read.
    """
    # Imported here: a question in words needs no reader of logs.
    from msfaq.logs.sources import open_log, unpacked

    if not words or words == ["-"]:
        stdin: Any = sys.stdin.buffer
        name, stream = "standard input", unpacked(stdin, "standard input")
    elif len(words) == 1 and _exists(words[0]) and Path(words[0]).is_file():
        name, stream = words[0], open_log(words[0])
    else:
        return " ".join(words)
    try:
        with stream:
            return stream.read()
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from error


def named_logs(words: list[str]) -> list[str] | None:
    """Return the paths that the words name, none for standard input alone; None when the words are a question.

    Raises InputError for a lone word that can only be meant as a file and is none.
    """
    if not words or words == ["-"]:
        return []
    there = [word == "-" or _exists(word) for word in words]
    if all(there) or (
        any(there) and all(one or _looks_like_path(word) for one, word in zip(there, words, strict=True))
    ):
        paths = ["/dev/stdin" if word == "-" else word for word in words]
        return paths if not _is_word(paths) else None
    if len(words) == 1 and _looks_like_path(words[0]):
        raise InputError(f"{words[0]} cannot be read: no such file or directory")
    return None


def _is_word(paths: list[str]) -> bool:
    """Tell whether a lone name is rather a question: a folder of the same name that holds no log."""
    if len(paths) != 1 or os.sep in paths[0] or not Path(paths[0]).is_dir():
        return False
    from msfaq.logs.sources import find_logs

    return not find_logs(paths)[0]


def _exists(word: str) -> bool:
    try:
        return os.path.lexists(word)
    except (OSError, ValueError):
        # A long error message is no file name, and says so with an error of its own.
        return False


def _looks_like_path(word: str) -> bool:
    return not any(c.isspace() for c in word) and (word.endswith(_LOG_ENDINGS) or word.startswith(_PATH_STARTS))
