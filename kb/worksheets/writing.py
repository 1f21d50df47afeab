"""Makes the report's file in the form asked for."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msfaq.aside import written_aside
from msfaq.engine import Engine
from msfaq.errors import WorksheetFault
from msfaq.worksheets.as_html import to_html
from msfaq.worksheets.as_json import to_json
from msfaq.worksheets.as_markdown import to_markdown
from msfaq.worksheets.checklist import Checklist
from msfaq.worksheets.contents import Contents
from msfaq.worksheets.environment import read_environment
from msfaq.worksheets.report import Redact, Report, make_report

FORMS: Final[dict[str, Callable[[Report], str]]] = {"md": to_markdown, "html": to_html, "json": to_json}
"""Form → what writes it; the form is also the file's suffix."""


def report_on(
    contents: Contents, checklist: Checklist, engine: Engine, *, lang: str, made: int, redact: Redact | None
) -> Report:
    """Return the report on a worksheet, with this machine's environment and the titles of the engine's book."""
    return make_report(
        contents,
        checklist,
        read_environment(),
        lang=lang,
        made=made,
        title_of=lambda name: engine.entry(name).title,
        redact=redact,
    )


def write_file(file: Path, text: str) -> None:
    """Write a file whole or not at all, in place of one that is there.

    Raises WorksheetFault when it cannot be written.
    """
    try:
        with written_aside(file) as aside:
            aside.write_text(text, "utf-8", errors="replace", newline="\n")
            # A report is an ordinary file, not one for its owner alone.
            aside.chmod(0o666 & ~_umask())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such name"
        raise WorksheetFault(f"{file} cannot be written: {reason}") from error


def _umask() -> int:
    current = os.umask(0o077)
    os.umask(current)
    return current
