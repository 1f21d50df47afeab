"""``msfaq redact [FILE]``: prints a text with its secrets masked."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from msfaq.cli.exits import Exit
from msfaq.errors import InputError
from msfaq.redaction.redact import StreamRedactor

_PIECE = 1 << 20


def redact_file(arguments: argparse.Namespace) -> Exit:
    """Mask the file, or standard input, to standard output: a stream of any length, every other byte as it was.

    Raises InputError when the file cannot be read.
    """
    if arguments.file == "-":
        _copy(lambda size: os.read(0, size))
        return Exit.ANSWERED
    try:
        with Path(arguments.file).open("rb") as file:
            _copy(file.read1)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"{arguments.file} cannot be read: {error.strerror}") from error
    return Exit.ANSWERED


def _copy(read: Callable[[int], bytes]) -> None:
    redactor = StreamRedactor()
    out = sys.stdout.buffer
    while piece := read(_PIECE):
        out.write(redactor.feed(piece))
        out.flush()
    out.write(redactor.finish())
    out.flush()
