"""Turns the bytes of a document into lines of clean text."""

import codecs
import re
from typing import Final

from msfaq.errors import DocumentError

LINE_END: Final = re.compile(r"\r\n?|\n")
"""What ends a line for editors, and for markdown-it-py."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte-order marks; the four-byte ones first, since a two-byte one begins them."""

_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Terminal controls, direction marks and lone surrogates: a passage is printed, and must not act or disguise itself."""

_PROBE: Final = 8192
"""Bytes looked at to tell text from binary."""


def decode_document(data: bytes) -> str:
    """Return the text in the encoding its mark names, else in UTF-8, else in GB18030 (GBK's superset).

    Raises DocumentError when it is none of them, or no text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if b"\0" in data[:_PROBE]:
        raise DocumentError("binary")
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise DocumentError("neither UTF-8 nor GB18030")


def clean_lines(text: str) -> list[str]:
    r"""Return the lines without controls and direction marks; their number stays.

    >>> clean_lines("a\x1b[31mred\r\nb")
    ['a[31mred', 'b']
    """
    return [_HIDDEN.sub("", line) for line in LINE_END.split(text)]
