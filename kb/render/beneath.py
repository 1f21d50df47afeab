"""Writes a diagnosis beneath what a program printed, to any stream and in the form that suits it."""

import os
from io import StringIO
from typing import IO

from msfaq.diagnosis import Diagnosis
from msfaq.render.document import diagnosis_markdown


def write_diagnosis(diagnosis: Diagnosis, out: IO[str], form: str = "auto", *, full: bool = False) -> None:
    """Write a diagnosis to a stream, an empty line before it; ``full`` shows the first answer whole.

    ``form`` is ``auto`` (laid out with colours on a terminal, else Markdown), ``plain`` or ``markdown``.
    """
    write_beneath(diagnosis_markdown(diagnosis, full=full), out, form)


def write_beneath(markdown: str, out: IO[str], form: str = "auto") -> None:
    """Write Markdown to a stream, an empty line before it; `write_diagnosis` has the forms."""
    out.write("\n")
    if form == "markdown" or (form == "auto" and not out.isatty()):
        out.write(markdown if markdown.endswith("\n") else markdown + "\n")
    else:
        # Imported here: Rich takes longer to load than an exact answer takes to find.
        from msfaq.render.terminal import print_markdown

        colour = form == "auto" and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        print_markdown(markdown, out, colour=colour)
    out.flush()


def plain_text(diagnosis: Diagnosis, width: int = 100) -> str:
    """Return a diagnosis laid out as plain text of at most ``width`` columns."""
    from msfaq.render.terminal import print_markdown

    out = StringIO()
    print_markdown(diagnosis_markdown(diagnosis), out, colour=False, width=width)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
