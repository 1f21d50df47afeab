"""Packs the index's many short texts: deflated, with a dictionary of what they have in common.

A text of a few hundred bytes has nothing to repeat by itself; what it shares with its kin stands in the dictionary,
which is stored once in the index.
"""

import zlib
from collections.abc import Sequence
from typing import Final

from msfaq.errors import IndexStale

_REACH: Final = 32_768
"""Bytes of a dictionary that deflate can look back to."""

_SAMPLES: Final = 96
"""Texts that a dictionary is made of, evenly chosen."""

_LEVEL: Final = 6


def dictionary_of(texts: Sequence[str]) -> bytes:
    """Return a dictionary for texts like these: pieces of an even sample of them, at most 32 KiB."""
    step = max(1, len(texts) // _SAMPLES)
    sample = texts[::step]
    share = _REACH // max(1, len(sample))
    return b"".join(text.encode()[:share] for text in sample)[-_REACH:]


class Packer:
    """Packs texts with one dictionary; `unpack` with the same one gives them back."""

    def __init__(self, dictionary: bytes = b"") -> None:
        # Taking in the dictionary costs more than packing a text: it is done once, and the state copied.
        self._ready = zlib.compressobj(_LEVEL, zdict=dictionary) if dictionary else zlib.compressobj(_LEVEL)

    def pack(self, text: str) -> bytes:
        """Return the text packed."""
        packer = self._ready.copy()
        return packer.compress(text.encode()) + packer.flush()


def unpack(data: object, dictionary: bytes = b"") -> str:
    """Return the text that was packed with this dictionary.

    Raises IndexStale when ``data`` is not what a `Packer` made of a text with this dictionary.
    """
    if not isinstance(data, bytes):
        raise IndexStale("the index is damaged: a packed text is missing")
    try:
        opener = zlib.decompressobj(zdict=dictionary) if dictionary else zlib.decompressobj()
        return (opener.decompress(data) + opener.flush()).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise IndexStale(f"the index is damaged: {error}") from error
