"""Cuts texts into the pieces of a model, each word once: the texts of a conversation have much the same words.

A model's tokenizer (`msfaq.index.training.wordpieces`) parts words at blanks, punctuation and the borders of Chinese,
and looks at no word beside another. So the pieces of a text are those of its words, one after the other.
"""

import re
from functools import cache, lru_cache
from typing import Final

from tokenizers import Tokenizer

from msfaq.index.normal import is_plain

_WORD: Final = re.compile(r"[A-Za-z0-9]+|[\u3400-\u4dbf\u4e00-\u9fff]+")

_KEPT: Final = 65_536
"""Words whose pieces are kept."""

_KEPT_LENGTH: Final = 48
"""Characters of a word up to which they are: a longer one is hardly met again."""


class Cutter:
    """Cuts texts with one tokenizer; never changes, may be shared between threads."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._model = tokenizer.model
        self._kept = lru_cache(maxsize=_KEPT)(self._word)
        self._is_piece = cache(lambda character: tokenizer.token_to_id(character) is not None)

    def ids(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces in order, just as the tokenizer gives them.

        Lone surrogates count as unknown characters.
        """
        if not is_plain(text):
            return self._whole(text.encode("utf-8", "replace").decode("utf-8"))
        found: list[int] = []
        for word in _WORD.findall(text):
            found += self._kept(word) if len(word) <= _KEPT_LENGTH else self._whole(word)
        return found

    def _word(self, word: str) -> list[int]:
        if not (word.isalpha() and (word[1:].islower() or word.isupper() or not word.isascii())):
            # Digits, and borders of case within it.
            return self._whole(word)
        folded = word.lower()
        # Most words are one piece, which is looked up in a tenth of the time: the longest piece is taken first.
        piece = self._tokenizer.token_to_id(folded)
        if piece is not None:
            return [piece]
        # A character that is no piece parts words.
        if all(map(self._is_piece, folded)):
            return [token.id for token in self._model.tokenize(folded)]
        return self._whole(word)

    def _whole(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids
