"""Tells a paste from typing in what a terminal sends: a terminal without marks around a paste sends it as keys.

A key pressed by hand comes alone. Several different characters at once, or lines one right behind another, are pasted,
whatever the terminal calls them; as keys they would press commands.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

BEGIN: Final = "\x1b[200~"
END: Final = "\x1b[201~"
"""What stands before and behind a paste, from terminals that mark it."""

_GAP: Final = 0.02
"""Seconds within which no hand presses the next key; a serial line of 9600 baud brings a character a millisecond."""

_PIECE_GAP: Final = 0.06
"""Seconds within which what is known to be pasted goes on."""

_LINE_GAP: Final = 0.5
"""Seconds after a line's end within which the next line of a paste comes, from terminals that paste line by line."""

_FEWEST: Final = 4
"""Characters that no hand types at once; fewer may be keys that a slow line held up."""

_FEWEST_KINDS: Final = 3
"""Different characters among them: a key held down repeats one."""

_PLAIN: Final = re.compile(r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+")
_LINE_END: Final = re.compile(r"\r\n?|\n")

More = Callable[[float], str]
"""Returns what comes next within so many seconds, or an empty text."""


class Bursts:
    """Reads a terminal's input as it comes."""

    def __init__(self, more: More) -> None:
        self._more = more
        self._is_pasting = False
        self._tail = ""

    def pieces(self, data: str) -> Iterator[str]:
        """Yield what came, in order: keys as they are, and what was pasted between `BEGIN` and `END`.

        What follows is waited for while it belongs to the same paste.
        """
        while data:
            is_plain = not self._is_marked(data) and _PLAIN.fullmatch(data)
            if not is_plain:
                yield data
                return
            text, data = self._gather(data)
            yield from _sorted_out(text)

    def _is_marked(self, data: str) -> bool:
        """Tell whether this belongs to a paste that the terminal marks, or its marks do."""
        was_pasting = self._is_pasting
        # A mark may come in two parts.
        seen = self._tail + data
        begun, ended = seen.rfind(BEGIN), seen.rfind(END)
        if begun != ended:
            self._is_pasting = begun > ended
        self._tail = seen[-len(BEGIN) + 1 :]
        return was_pasting or self._is_pasting

    def _gather(self, text: str) -> tuple[str, str]:
        """Return all of a burst, and what came behind it that is none."""
        parts, is_text = [text], _is_text(text)
        while True:
            ends_line = parts[-1].endswith(("\r", "\n"))
            wait = _LINE_GAP if ends_line and _has_words(parts) else _PIECE_GAP if is_text else _GAP
            piece = self._more(wait)
            if not piece or not _PLAIN.fullmatch(piece):
                return "".join(parts), piece
            parts.append(piece)
            is_text = is_text or _is_text("".join(parts))


def _sorted_out(text: str) -> Iterator[str]:
    if not _is_text(text):
        yield text
        return
    line = text.rstrip("\r\n")
    if _LINE_END.search(line):
        yield f"{BEGIN}{_LINE_END.sub(chr(10), text)}{END}"
        return
    yield f"{BEGIN}{line}{END}"
    if line != text:
        # One line and silence: somebody, or a script, has pressed Enter behind it.
        yield "\r"


def _has_words(parts: list[str]) -> bool:
    return any(part.strip() for part in parts)


def _is_text(text: str) -> bool:
    characters = "".join(text.split())
    return len(characters) >= _FEWEST and len(set(characters)) >= _FEWEST_KINDS
