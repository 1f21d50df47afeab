"""Mends Chinese words that an input method wrote with another character of the same sound.

Who types by sound and picks the wrong character writes 参树 for 参数 (canshu). Such a pair of characters is no word and
stands nowhere in the book, while a word of the book sounds the same and shares one of its characters.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

SYLLABLES: Final = Path(__file__).with_name("syllables.txt")
"""A line for each syllable, without its tone: the syllable, a blank, its characters; a character may have several."""

_RUN: Final = re.compile(r"[\u4e00-\u9fff]{2,}")

_COMMON: Final = 4
"""Documents in which a word must stand to be what somebody meant."""


def common_words(documents: Mapping[str, int], is_word: Callable[[str], bool]) -> Iterator[tuple[str, int]]:
    """Yield the words of two characters that a slip may have meant, with the number of documents they stand in.

    ``documents`` counts every pair of neighbouring characters; ``is_word`` tells the words of the language among them.
    """
    for pair, count in documents.items():
        if count >= _COMMON and len(pair) == 2 and _RUN.fullmatch(pair) and is_word(pair):
            yield pair, count


class Homophones:
    """Knows the book's words by their sound."""

    def __init__(
        self,
        words: Mapping[str, int],
        is_word: Callable[[str], bool],
        in_book: Callable[[Collection[str]], Collection[str]],
    ) -> None:
        """Take the words to mend to with their frequency.

        ``is_word`` tells a word of the language; ``in_book`` returns those of some pairs of characters that stand
        somewhere in the book.
        """
        self._words = dict(words)
        self._is_word = is_word
        self._in_book = in_book
        self._by_character: dict[str, list[str]] = {}
        for word in self._words:
            for character in word:
                self._by_character.setdefault(character, []).append(word)

    def mended(self, text: str) -> str:
        """Return ``text`` with each pair that is neither a word nor in the book changed to the book's of that sound."""
        pairs = {run[at : at + 2] for run in _RUN.findall(text) for at in range(len(run) - 1)}
        if unsure := {pair for pair in pairs if not self._is_word(pair)}:
            strange = unsure.difference(self._in_book(unsure))
            return _RUN.sub(lambda found: self._mend(found.group(), strange), text) if strange else text
        return text

    def _mend(self, run: str, strange: Collection[str]) -> str:
        characters = list(run)
        for at in range(len(run) - 1):
            pair = "".join(characters[at : at + 2])
            # The pair may be new by what was mended before it.
            if pair not in strange or self._is_word(pair):
                continue
            before, behind = "".join(characters[max(0, at - 1) : at + 1]), "".join(characters[at + 1 : at + 3])
            meant = [word for word in self._alike(pair) if self._leaves(pair, word, before, behind)]
            if meant:
                _, likeliest = max((self._words[word], word) for word in meant)
                characters[at : at + 2] = likeliest
        return "".join(characters)

    def _alike(self, pair: str) -> Iterator[str]:
        """Yield the words that have one of the pair's characters in its place and sound like it in the other."""
        for word in {*self._by_character.get(pair[0], ()), *self._by_character.get(pair[1], ())}:
            same = [one == other for one, other in zip(pair, word, strict=True)]
            if sum(same) == 1:
                changed = same.index(False)
                if syllables().get(pair[changed], frozenset()) & syllables().get(word[changed], frozenset()):
                    yield word

    def _leaves(self, pair: str, word: str, before: str, behind: str) -> bool:
        """Tell whether the character that changes is none that belongs to a word with its other neighbour."""
        return not self._is_word(before if pair[0] != word[0] else behind)


@lru_cache(maxsize=1)
def syllables() -> Mapping[str, frozenset[str]]:
    """Return character → its syllables, for the 6,763 characters of GB 2312."""
    found: dict[str, set[str]] = {}
    for line in SYLLABLES.read_text("utf-8").splitlines():
        syllable, _, characters = line.partition(" ")
        for character in characters:
            found.setdefault(character, set()).add(syllable)
    return {character: frozenset(sounds) for character, sounds in found.items()}
