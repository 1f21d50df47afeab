"""Mends misspelt words of a question by the book's own words.

The distance counts insertions, deletions, replacements and swaps of neighbours (F. Damerau, CACM 1964).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

_WORD: Final = re.compile(r"(?<![\w./:\-])[A-Za-z]{4,20}(?![\w./:\-])")
"""Words as people type them; parts of identifiers, paths and addresses are left alone."""

_LONG: Final = 8
"""Letters from which two mistakes are allowed; shorter words have too many neighbours."""

_RARE: Final = 2
"""Documents in which a word must stand to be what somebody meant."""


def lexicon(documents: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the words that a misspelling may have meant, with the number of documents they stand in."""
    for word, count in documents.items():
        if count >= _RARE and _WORD.fullmatch(word):
            yield word, count


class Speller:
    """Knows the book's words."""

    def __init__(self, words: Mapping[str, int], is_word: Callable[[str], bool]) -> None:
        """Take the words to mend to, lower-case, with their frequency; ``is_word`` tells a word of the language."""
        self._words = dict(words)
        self._is_word = is_word

    def mended(self, text: str) -> str:
        """Return ``text`` with each word that is neither in the book nor a word replaced by its nearest in the book."""
        return _WORD.sub(lambda found: self._mend(found.group()), text)

    def _mend(self, written: str) -> str:
        word = written.lower()
        if word in self._words or self._is_word(word):
            return written
        # Imported here: few questions hold a word that nobody knows.
        from jellyfish import damerau_levenshtein_distance

        limit = 1 if len(word) < _LONG else 2
        # A slip at the first letter is rare, unless it changed places with the second.
        like = (one for one in self._words if one[0] in word[:2] and abs(len(one) - len(word)) <= limit)
        near = [(damerau_levenshtein_distance(word, one), -self._words[one], one) for one in like]
        likely = [found for found in near if found[0] <= limit]
        return min(likely)[2] if likely else written
