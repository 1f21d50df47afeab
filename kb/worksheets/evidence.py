"""Makes attachments of files and outputs, of any size and encoding, cut to what a report can carry."""

import os
from pathlib import Path
from typing import IO, Final

from msfaq.errors import InputError
from msfaq.logs.decode import decode
from msfaq.worksheets.contents import Attachment

HEAD: Final = 64 * 1024
TAIL: Final = 192 * 1024
"""Bytes kept of the beginning and of the end of a longer text: the command and its set-up stand first, the result and
the error last."""

_PIECE: Final = 1 << 20
_LINE: Final = 4096
"""Bytes looked through for a line's end, so that a cut falls between lines."""


class Gathered:
    """The head and the tail of a stream of bytes of any length, in bounded memory."""

    def __init__(self) -> None:
        self.size = 0
        """Bytes seen."""
        self._head = b""
        self._tail = b""

    def add(self, data: bytes) -> None:
        """Take the next bytes."""
        self.size += len(data)
        room = HEAD - len(self._head)
        self._head += data[:room]
        self._tail = (self._tail + data[room:])[-TAIL:] if room < len(data) else self._tail

    def attachment(self, kind: str, name: str, *, code: str = "") -> Attachment:
        """Return what was seen as an attachment that is not kept yet.

        Raises InputError when it is empty or no text.
        """
        if not (self._head + self._tail).strip():
            raise InputError(f"'{name}' is empty; there is nothing to attach")
        left_out = self.size - len(self._head) - len(self._tail)
        if left_out == 0:
            text = decode(self._head + self._tail)
        else:
            head = self._head[: self._head.rfind(b"\n", HEAD - _LINE) + 1] or self._head
            tail = self._tail[self._tail.find(b"\n", 0, _LINE) + 1 :]
            left_out = self.size - len(head) - len(tail)
            text = f"{decode(head).rstrip()}\n{cut_mark(left_out)}\n{decode(tail)}"
        return Attachment(0, kind, name, text.rstrip() + "\n", self.size, left_out, code, 0)


def cut_mark(left_out: int) -> str:
    """Return the line that stands where a text was cut."""
    return f"[… {left_out:,} bytes left out / 略去 {left_out:,} 字节 …]"


def from_stream(stream: IO[bytes], kind: str, name: str) -> Attachment:
    """Read a stream to its end and return it as an attachment.

    Raises InputError when it is empty or no text.
    """
    gathered = Gathered()
    while piece := stream.read(_PIECE):
        gathered.add(piece)
    return gathered.attachment(kind, name)


def from_file(file: Path) -> Attachment:
    """Read a file and return it as an attachment under its name.

    Raises InputError when it cannot be read, is empty or no text.
    """
    try:
        with file.open("rb") as stream:
            gathered = Gathered()
            size = os.fstat(stream.fileno()).st_size if file.is_file() else 0
            if size > HEAD + TAIL:
                # A log may have gigabytes, and only its ends are kept.
                gathered.add(stream.read(HEAD))
                gathered.size = size - TAIL
                stream.seek(-TAIL, os.SEEK_END)
            while piece := stream.read(_PIECE):
                gathered.add(piece)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such name"
        raise InputError(f"{file} cannot be read: {reason}") from error
    try:
        return gathered.attachment("file", file.name)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
