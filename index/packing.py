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

_LEVEL: Final = 9


def dictionary_of(texts: Sequence[str]) -> bytes:
    """Return a dictionary for texts like these: pieces of an even sample of them, at most 32 KiB."""
    step = max(1, len(texts) // _SAMPLES)
    sample = texts[::step]
    share = _REACH // max(1, len(sample))
    return b"".join(text.encode()[:share] for text in sample)[-_REACH:]


def pack(text: str, dictionary: bytes) -> bytes:
    """Return the text packed; `unpack` with the same dictionary gives it back."""
    packer = zlib.compressobj(_LEVEL, zdict=dictionary) if dictionary else zlib.compressobj(_LEVEL)
    return packer.compress(text.encode()) + packer.flush()


def unpack(data: object, dictionary: bytes) -> str:
    """Return the text that was packed.

    Raises IndexStale when ``data`` is not what `pack` made of a text with this dictionary.
    """
    if not isinstance(data, bytes):
        raise IndexStale("the index is damaged: a packed text is missing")
    try:
        opener = zlib.decompressobj(zdict=dictionary) if dictionary else zlib.decompressobj()
        return (opener.decompress(data) + opener.flush()).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise IndexStale(f"the index is damaged: {error}") from error
