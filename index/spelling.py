"""Mends misspelt words and identifiers of a question by the book's own.

The distance counts insertions, deletions, replacements and swaps of neighbours (F. Damerau, CACM 1964).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

_WRITTEN: Final = re.compile(
    r"(?<![A-Za-z0-9_./:\\-])[A-Za-z][A-Za-z0-9]*(?:[._][A-Za-z0-9]+)*(?![A-Za-z0-9_/:\\-]|\.[A-Za-z0-9])"
)
"""Words and identifiers as people type them, Chinese beside them or not; paths and addresses are left alone."""

_WORD: Final = re.compile(r"[A-Za-z]{4,20}")
"""What counts as a word; shorter ones have too many neighbours."""

_NAME: Final = re.compile(r"(?=.{8,40}$)[a-z][a-z0-9]*(?:[._][a-z0-9]+)+")
"""What counts as an identifier that may have been misspelt, lower-case."""

_DIGIT: Final = re.compile(r"[0-9]")

_LONG: Final = 8
"""Letters of a word from which two mistakes are allowed."""

_LONG_NAME: Final = 12
"""Characters of an identifier from which two mistakes are allowed."""

_RARE: Final = 2
"""Documents in which a word must stand to be what somebody meant; an identifier may have its only place."""

_KEPT: Final = 4096
"""Words of which is remembered what they are mended to."""


def lexicon(documents: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the words and identifiers that were meant by a misspelling, with their number of documents."""
    for word, count in documents.items():
        if (count >= _RARE and _WORD.fullmatch(word)) or _NAME.fullmatch(word):
            yield word, count


class Speller:
    """Knows the book's words."""

    def __init__(self, words: Mapping[str, int], is_word: Callable[[str], bool]) -> None:
        """Take the words to mend to, lower-case, with their frequency; ``is_word`` tells a word of the language."""
        # An identifier has a dot or an underscore.
        self._words = {word: count for word, count in words.items() if word.isalpha()}
        self._names = {word: count for word, count in words.items() if not word.isalpha()}
        self._is_word = is_word
        # A conversation says its words again, and to find the nearest one all of the book's are looked at.
        self._mended = lru_cache(maxsize=_KEPT)(self._mend)

    def mended(self, text: str) -> str:
        """Return ``text`` with each word that is neither in the book nor a word replaced by its nearest in the book.

        An identifier that the book does not have is replaced by its nearest there, or has its parts mended.
        """
        return _WRITTEN.sub(lambda found: self._mended(found.group()), text)

    def _mend(self, written: str) -> str:
        if _WORD.fullmatch(written):
            return self._mend_word(written)
        name = written.lower()
        if name in self._names:
            return written
        meant = _nearest(name, self._names, 1 if len(name) < _LONG_NAME else 2) if _NAME.fullmatch(name) else ""
        return meant or _WORD.sub(lambda found: self._mend_word(found.group()), written)

    def _mend_word(self, written: str) -> str:
        word = written.lower()
        if word in self._words or self._is_word(word):
            return written
        return _nearest(word, self._words, 1 if len(word) < _LONG else 2) or written


def _nearest(word: str, known: Mapping[str, int], limit: int) -> str:
    """Return the nearest known word, at most ``limit`` mistakes away, of several the most frequent; or nothing."""
    # Imported here: few questions hold a word that nobody knows.
    from jellyfish import damerau_levenshtein_distance

    # A slip at the first letter is rare, unless it changed places with the second; another number is no slip.
    digits = _DIGIT.findall(word)
    like = (one for one in known if one[0] in word[:2] and abs(len(one) - len(word)) <= limit)
    near = [(damerau_levenshtein_distance(word, one), -known[one], one) for one in like]
    likely = [found for found in near if found[0] <= limit and _DIGIT.findall(found[2]) == digits]
    return min(likely)[2] if likely else ""
