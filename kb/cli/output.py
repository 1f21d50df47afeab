"""Writes answers to standard output and talk to standard error."""

import json
import os
import sys
from typing import Any, TextIO


def say(line: str) -> None:
    """Write a line of talk to standard error."""
    # Without a standard error print() would put the talk among the data.
    if sys.stderr is not None:
        print(f"msfaq: {line}", file=sys.stderr, flush=True)


def say_waiting(line: str) -> None:
    """Write a line of talk to a person at a terminal who would wonder what takes so long, and to nobody else."""
    if sys.stderr is not None and sys.stderr.isatty():
        say(line)


def write_json(value: dict[str, Any], out: TextIO | None = None) -> None:
    """Write one JSON object, to standard output unless told otherwise."""
    (out or sys.stdout).write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def write_line(value: dict[str, Any]) -> None:
    """Write one JSON object on a line of its own, and let a waiting reader have it at once."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def write_text(text: str, out: TextIO | None = None) -> None:
    """Write text as it is, to standard output unless told otherwise."""
    (out or sys.stdout).write(text if text.endswith("\n") else text + "\n")


def write_markdown(text: str, form: str, out: TextIO | None = None) -> None:
    """Write Markdown in the form asked for, to standard output unless told otherwise.

    ``terminal`` is laid out with colours, ``plain`` laid out without, ``markdown`` as it is; ``auto`` is the first on a
    terminal and the last in a pipe.
    """
    stream = out or sys.stdout
    if form == "auto":
        form = "terminal" if stream.isatty() else "markdown"
    if form == "markdown":
        write_text(text, stream)
        return
    # Imported here: Rich takes longer to load than an exact answer takes to find.
    from msfaq.render.terminal import print_markdown

    colour = form == "terminal" and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    print_markdown(text, stream, colour=colour)
