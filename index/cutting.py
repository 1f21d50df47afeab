"""Cuts texts into the pieces of a model, each word once: the texts of a conversation have much the same words.

A model's tokenizer (`msfaq.index.training.wordpieces`) parts words at blanks, punctuation and the borders of Chinese,
and looks at no word beside another. So the pieces of a text are those of its words, one after the other.
"""

import re
from functools import lru_cache
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
        self._kept = lru_cache(maxsize=_KEPT)(self._word)

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
        # Most words are one piece, which is looked up in a tenth of the time: the longest piece is taken first.
        is_as_kept = word.isalpha() and (word.islower() or not word.isascii())
        piece = self._tokenizer.token_to_id(word) if is_as_kept else None
        return self._whole(word) if piece is None else [piece]

    def _whole(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids
