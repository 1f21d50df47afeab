"""What of a passage is searched: its words, without addresses and markup."""

import re
from typing import Final
from zlib import crc32

from msfaq.index.tokens import tokens

_TARGET: Final = re.compile(
    r"\]\([^()\s]{1,500}(?:\s\"[^\"]*\")?\)|<?\bhttps?://[^\s<>()\"']{1,500}>?|<[/a-zA-Z!][^<>]{0,300}>"
)
"""Link targets, bare addresses and tags."""

_LONGEST: Final = 4000
"""Characters of a passage that are embedded."""

_HEADINGS: Final = 2
"""Innermost headings that are embedded with the text."""


def searchable(text: str) -> str:
    """Return a passage's text without addresses and tags.

    >>> searchable("see [the guide](https://example.com/a) <br/>")
    'see [the guide   '
    """
    return _TARGET.sub(" ", text)


def heading_words(heading: str) -> str:
    """Return the words of a heading as they are stored."""
    return " ".join(tokens(heading))


def body_words(text: str) -> str:
    """Return the words of a passage as they are stored."""
    return " ".join(tokens(searchable(text)))


def embedded(heading: str, text: str) -> str:
    """Return what is embedded for a passage."""
    near = " ".join(heading.split(" › ")[-_HEADINGS:])
    return f"{near}\n{searchable(text)}"[:_LONGEST]


def checksum(heading: str, text: str) -> int:
    """Return the checksum a passage is kept with."""
    return crc32(f"{heading}\0{text}".encode("utf-8", "surrogatepass"))
