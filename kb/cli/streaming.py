"""Writes Markdown that comes in pieces: at once where it is written as it is, block by block where it is laid out."""

import sys

from msfaq.cli.output import write_markdown


class BlockWriter:
    """Writes one reply at a time, its pieces first and then what is left of it."""

    def __init__(self, form: str) -> None:
        """Write in this form, as `msfaq.cli.output.write_markdown` takes it."""
        self._form = form
        self._taken = ""
        self._written = 0

    def feed(self, piece: str) -> None:
        """Take the next piece of the reply."""
        self._taken += piece
        if self._is_plain:
            self._write(len(self._taken))
            return
        # A paragraph is laid out as a whole; a fence may hold blank lines.
        end = self._taken.rfind("\n\n") + 2
        if end > self._written + 2 and self._taken[:end].count("\n```") % 2 == 0:
            self._write(end)

    def finish(self, markdown: str) -> None:
        """Write what is left of the whole reply, which begins with the pieces taken."""
        self._taken = markdown + "\n"
        self._write(len(self._taken))
        self._taken, self._written = "", 0

    @property
    def _is_plain(self) -> bool:
        return self._form == "markdown" or (self._form == "auto" and not sys.stdout.isatty())

    def _write(self, end: int) -> None:
        text, self._written = self._taken[self._written : end], end
        if self._is_plain:
            sys.stdout.write(text)
        else:
            write_markdown(text, self._form)
        sys.stdout.flush()
