"""Marks in a text the words that were asked for."""

import re
import unicodedata
from typing import Final

from textual.content import Content

from msfaq.index.tokens import tokens

_MARK: Final = "bold underline"
"""Seen without colours too."""

_MOST_WORDS: Final = 60
_COMMON: Final = frozenset(
    "a an and are as at be by can do does for from has have how i if in is it my not of on or so the then there this to"  # noqa: SIM905
    " was what when where which why with you 怎么 么办 什么 为什 如何 可以".split()
)
"""Words that say nothing about where the answer is."""


def words_of(question: str) -> tuple[str, ...]:
    """Return the words of a question that are worth marking, longest first, lower-case."""
    found = {word for word in tokens(question[:2000]) if len(word) > 1 and word not in _COMMON}
    return tuple(sorted(found, key=lambda word: (-len(word), word))[:_MOST_WORDS])


def marked(text: str, words: tuple[str, ...]) -> Content:
    """Return a text with the words marked, whatever their case; it is never read as markup."""
    content = Content(text)
    if not words:
        return content
    pattern = re.compile("|".join(_bounded(word) for word in words), re.IGNORECASE)
    folded = text if text.isascii() else "".join(_plain(c) for c in text)
    for found in pattern.finditer(folded):
        content = content.stylize(_MARK, found.start(), found.end())
    return content


def _bounded(word: str) -> str:
    # A short Latin word within another is chance; pairs of Chinese characters have no borders.
    return rf"(?<![A-Za-z0-9]){re.escape(word)}" if word.isascii() else re.escape(word)


def _plain(character: str) -> str:
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 else character
