"""Cuts texts into the pieces of a model, each word once: the texts of a conversation have much the same words.

A model's tokenizer (`msfaq.index.training.wordpieces`) parts words at blanks, punctuation and the borders of Chinese,
and looks at no word beside another. So the pieces of a text are those of its words, one after the other.
"""

import re
from functools import lru_cache
from typing import Final

from tokenizers import Tokenizer

_HAN: Final = r"\u3400-\u4dbf\u4e00-\u9fff"

_PLAIN: Final = re.compile(
    rf"[\x00-\x7f{_HAN}×\u2013-\u2026\u2190-\u2193\u2260-\u2265\u3001-\u3002\u3008-\u3011！（），：；？]*"
)
"""Text without a character that the tokenizer's normalisation makes part of a word: no other letters, marks, digits."""

_WORD: Final = re.compile(rf"[A-Za-z0-9]+|[{_HAN}]+")

_KEPT: Final = 65_536
"""Words whose pieces are kept."""

_KEPT_LENGTH: Final = 48
"""Characters of a word up to which they are: a longer one is hardly met again."""


class Cutter:
    """Cuts texts with one tokenizer; never changes, may be shared between threads."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._kept = lru_cache(maxsize=_KEPT)(self._whole)

    def ids(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces in order, just as the tokenizer gives them.

        Lone surrogates count as unknown characters.
        """
        if _PLAIN.fullmatch(text) is None:
            return self._whole(text.encode("utf-8", "replace").decode("utf-8"))
        found: list[int] = []
        for word in _WORD.findall(text):
            found += self._kept(word) if len(word) <= _KEPT_LENGTH else self._whole(word)
        return found

    def _whole(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids
