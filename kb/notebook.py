"""The IPython and Jupyter extension: ``%load_ext msfaq``, ``%msfaq question``, ``%%msfaq`` for a pasted log."""

import re
import sys
from typing import Any, Final

from msfaq.diagnosis import Diagnosis
from msfaq.errors import MsfaqError

_OPTION: Final = re.compile(r"\s*--(?:(?P<redact>redact)|lang[ =](?P<lang>\w+))(?:\s+|$)")
_ATTRIBUTE: Final = "_msfaq_extension"


class Shown:
    """A diagnosis as a notebook shows it: HTML in Jupyter, Markdown for tools that prefer it, text in a terminal."""

    def __init__(self, diagnosis: Diagnosis) -> None:
        self.diagnosis = diagnosis
        """What is shown."""

    def __repr__(self) -> str:
        from msfaq.render.beneath import plain_text

        return plain_text(self.diagnosis)

    def _repr_markdown_(self) -> str:
        from msfaq.render.document import diagnosis_markdown

        return diagnosis_markdown(self.diagnosis)

    def _repr_html_(self) -> str:
        from msfaq.render.html import diagnosis_html

        return diagnosis_html(self.diagnosis)


class Extension:
    """What is registered with one shell."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    def load(self) -> None:
        """Register the magics, and the answer beneath a failing cell."""
        self._shell.register_magic_function(self._ask, magic_kind="line_cell", magic_name="msfaq")
        self._shell.events.register("post_run_cell", self._after_cell)

    def unload(self) -> None:
        """Take back what `load` did."""
        self._shell.events.unregister("post_run_cell", self._after_cell)
        for kind in ("line", "cell"):
            self._shell.magics_manager.magics[kind].pop("msfaq", None)

    def _ask(self, line: str, cell: str | None = None) -> None:
        """Answer a question (%msfaq how …) or a pasted error or log (%%msfaq); --lang zh|en and --redact go first."""
        from msfaq.redaction.redact import redact
        from msfaq.shared import lookup

        options, question = _options(line)
        text = "\n".join(part for part in (question, cell or "") if part)
        try:
            diagnosis = lookup(redact(text) if options.get("redact") else text, lang=options.get("lang"))
        except MsfaqError as error:
            # A line, as on the command line: a traceback would say nothing more.
            print(f"msfaq: {error}", file=sys.stderr)
            return
        self._show(diagnosis)

    def _after_cell(self, result: Any) -> None:
        """Show the answer to an uncaught exception beneath its traceback, where one is known."""
        from msfaq.explaining import explain_uncaught

        error = result.error_in_exec or result.error_before_exec
        if error is None:
            return
        try:
            diagnosis = explain_uncaught(error)
        except MsfaqError:
            return
        if diagnosis is not None:
            self._show(diagnosis)

    def _show(self, diagnosis: Diagnosis) -> None:
        from IPython.display import display

        if not hasattr(self._shell, "kernel"):
            # A terminal: laid out in its width, with its colours.
            from msfaq.render.beneath import write_diagnosis

            write_diagnosis(diagnosis, sys.stdout, "auto" if sys.stdout.isatty() else "plain")
            return
        display(Shown(diagnosis))


def load_ipython_extension(shell: Any) -> None:
    """Load the extension into a shell; IPython calls this on ``%load_ext msfaq``."""
    if not hasattr(shell, _ATTRIBUTE):
        extension = Extension(shell)
        extension.load()
        setattr(shell, _ATTRIBUTE, extension)


def unload_ipython_extension(shell: Any) -> None:
    """Unload the extension; IPython calls this on ``%unload_ext msfaq``."""
    extension = shell.__dict__.pop(_ATTRIBUTE, None)
    if extension is not None:
        extension.unload()


def _options(line: str) -> tuple[dict[str, str], str]:
    """Split the options off the front of a magic's line; everything behind them is the question, to the letter."""
    options: dict[str, str] = {}
    while (found := _OPTION.match(line)) is not None:
        options.update({name: value for name, value in found.groupdict().items() if value})
        line = line[found.end() :]
    return options, line.strip()
