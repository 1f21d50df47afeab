"""Turns bytes of unknown origin into clean text: encoding found, terminal controls removed."""

import codecs
import re
from typing import Final

import re2

from msfaq.errors import InputError

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte-order marks; the four-byte ones first, since a two-byte one begins them."""

_CONTROLS: Final = re2.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor movement
    r"|\x1b[\]PX^_][^\x07\x1b\r\n]*(?:\x07|\x1b\\)"  # OSC and other strings: titles, links, clipboard
    r"|\x1b[\]PX^_][^\x07\x1b\r\n]{0,200}"  # those without an end, as a killed program leaves them: a title at most
    r"|\x1b[ -/]*[0-~]?"  # any other escape sequence
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x{9f}]"  # remaining C0 and C1 controls, save tab, line end, return
    r"|[\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}\x{feff}]"  # direction marks, which can disguise text
)

_LOST: Final = "\N{REPLACEMENT CHARACTER}"
"""What stands for bytes that cannot be decoded."""

_THREE_BYTES: Final = re.compile("[\u0800-\ufffc]")
_NOT_ASCII: Final = re.compile(rf"[^\x00-\x7f{_LOST}]")
"""Characters that were decoded. Not RE2, which takes longer to find each of a million."""

_LINE_END: Final = re2.compile(r"\r+\n")

_BINARY_SHARE: Final = 0.1
"""Share of undecodable or control characters above which the input is no text; logs with a few NULs stay far below."""

_PROBE: Final = 65536
"""Characters looked at to tell text from binary."""


def decode(data: bytes) -> str:
    """Return the clean text of ``data``: the encoding its mark names, else UTF-8, else GB18030 (GBK's superset).

    Bytes that do not fit become U+FFFD, and spoil nothing beside them: where neither encoding fits everywhere, the one
    is taken that fits nearly everywhere. A last character that is cut in two goes.

    Raises InputError when ``data`` is no text at all.
    """
    text = _to_text(data)
    if _is_odd(text):
        raise InputError("the input is binary, not text; pass the log or the error message itself")
    return clean(text)


def is_binary(data: bytes) -> bool:
    """Tell whether the first bytes are no text; the blocks of NULs that a killed writer leaves are no reason."""
    return _is_odd(_to_text(data[:_PROBE]))


def _is_odd(text: str) -> bool:
    probe = text[:_PROBE].replace("\0\0\0\0", "")
    odd = sum(1 for c in probe if c == _LOST or (c < " " and c not in "\t\n\r\x1b\x08"))
    return bool(probe) and odd / len(probe) > _BINARY_SHARE


def decode_part(data: bytes) -> str:
    """Return the clean text of a stretch cut out of a log, whose other parts have shown that it is one."""
    return clean(_to_text(data))


def clean(text: str) -> str:
    r"""Remove terminal control sequences and direction marks, and make a newline of every line end.

    A carriage return within a line stays: progress bars print one state over another with it, and the line's number
    must remain the one that an editor shows.

    >>> clean("\x1b[31mred\x1b[0m 10%\r20%\r\n")
    'red 10%\r20%\n'
    """
    text = str(_CONTROLS.sub("", text.encode("utf-8", "replace").decode("utf-8")))
    return str(_LINE_END.sub("\n", text))


def _to_text(data: bytes) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        # An incremental decoder forgives a last character that was cut in two.
        return codecs.getincrementaldecoder("utf-8")("strict").decode(data, final=False)
    except UnicodeDecodeError:
        pass
    utf_8, gb_18030 = (codecs.getincrementaldecoder(name)("replace").decode(data) for name in ("utf-8", "gb18030"))
    lost = utf_8.count(_LOST)
    # UTF-8 damaged in one place may be legal GB18030 from there to its end, by chance: what tells is how much is whole.
    # Of GB18030 hardly anything looks like a character of three bytes, Chinese in UTF-8 has no other.
    is_damaged = len(_THREE_BYTES.findall(utf_8)) > lost
    fits_better = gb_18030.count(_LOST) < min(lost, len(_NOT_ASCII.findall(gb_18030)))
    return gb_18030 if fits_better and not is_damaged else utf_8
