"""Cuts text into the words that are searched for: identifiers whole and split, codes, and Chinese in pairs.

The index and the question are cut by the same function, so whatever can be asked for can be found.
"""

import re
import string
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import add
from typing import Final

from msfaq.index.normal import normal

# The standard library's engine backtracks, but not on these: one character decides every step. RE2's binding would take
# three times as long over the book, and questions are cut to a few hundred characters before they come here.
_WORD: Final = re.compile(
    r"[A-Za-z_][A-Za-z0-9_]*(?:[.\-][A-Za-z_][A-Za-z0-9_]*)*"  # identifiers, dotted and hyphened names
    r"|0[xX][0-9A-Fa-f]+"  # hexadecimal codes
    r"|[0-9]+(?:\.[0-9]+)*"  # numbers and versions
    r"|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"  # Chinese
)
_RUN: Final = frozenset(f"{string.ascii_letters}{string.digits}_.-")
"""Characters of which identifiers and numbers consist."""

_CAMEL: Final = re.compile(r"([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])")
_SPLIT: Final = re.compile(r"[_.\-]+")

_LONGEST_NUMBER: Final = 7
"""Digits up to which a number is a word: error codes have six, addresses, sizes and pids of interest to nobody more."""

_LONGEST_CODE: Final = 10
"""Characters up to which a hexadecimal number is a word: error codes have eight digits, addresses twelve."""

_LONGEST_WORD: Final = 80
"""Characters up to which a word is kept: longer ones are hashes and encodings."""

_KEPT: Final = 128
"""Texts whose words are kept: one turn is searched for in several ways."""

_KEPT_LENGTH: Final = 800
"""Characters of a text up to which they are."""


def tokens(text: str) -> Sequence[str]:
    """Return the words of ``text`` in order, lower-case, with repetitions.

    An identifier yields itself and its parts; a run of Chinese yields each pair of neighbours; a full-width letter
    counts as its plain form.

    >>> tokens("nn.Conv2d 报错 EI0006")
    ('nn.conv2d', 'nn', 'conv2d', '报错', 'ei0006')
    """
    return _tokens_kept(text) if len(text) <= _KEPT_LENGTH else _tokens(text)


def _tokens(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in _WORD.findall(normal(text)):
        if word[0].isdigit():
            if len(word) <= _LONGEST_NUMBER or (word[1] in "xX" and len(word) <= _LONGEST_CODE):
                found.append(word.lower())
        elif word[0].isascii():
            found += _identifier(word)
        elif len(word) == 1:
            found.append(word)
        else:
            found += map(add, word, word[1:])
    return tuple(found)


_tokens_kept = lru_cache(maxsize=_KEPT)(_tokens)


def tokens_there(text: str, words: Iterable[str]) -> list[str]:
    """Return those of ``words`` that `tokens` has among those of ``text``; what was compared just before is known.

    >>> tokens_there("nn.Conv2d 报错", ["报错", "conv", "conv2d"])
    ['报错', 'conv2d']
    """
    plain, folded = _folded(text)
    # Every token stands in the text as it is, and two Chinese characters are one wherever they stand together.
    return [word for word in words if word in folded and (_is_pair(word) or _is_token(plain, folded, word))]


class Texts:
    """The texts of a document, in which one turn's words after another's are looked for."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = tuple(map(_fold, texts))
        self._together = "\n".join(folded for _, folded in self._texts)

    def __len__(self) -> int:
        """Number of texts."""
        return len(self._texts)

    def having(self, words: Iterable[str]) -> dict[str, list[int]]:
        """Return word → the 0-based numbers of the texts that `tokens_there` has it in; words of none are left out.

        >>> Texts(["显存不足", "device memory", "no memory"]).having(["memory", "显存", "disk"])
        {'memory': [1, 2], '显存': [0]}
        """
        # Most words stand in none of a document's texts, which is told at once.
        held = {word: self._numbers(word) for word in words if word in self._together}
        return {word: numbers for word, numbers in held.items() if numbers}

    def _numbers(self, word: str) -> list[int]:
        is_pair = _is_pair(word)
        return [
            number
            for number, (plain, folded) in enumerate(self._texts)
            if word in folded and (is_pair or _is_token(plain, folded, word))
        ]


def _is_pair(word: str) -> bool:
    return len(word) == 2 and not word.isascii()


def _is_token(plain: str, folded: str, word: str) -> bool:
    """Tell whether a word that stands in a folded text is one of its tokens; ``plain`` is the text in its own case.

    No identifier or number goes beyond a stretch of `_RUN`, so that only those are cut in which the word stands.
    """
    if not word.isascii() or len(plain) != len(folded):
        return word in _token_set(plain)
    at = folded.find(word)
    while at >= 0:
        begin, end = at, at + len(word)
        while begin and plain[begin - 1] in _RUN:
            begin -= 1
        while end < len(plain) and plain[end] in _RUN:
            end += 1
        if word in _token_set(plain[begin:end]):
            return True
        at = folded.find(word, end)
    return False


def _fold(text: str) -> tuple[str, str]:
    """Return a text with full-width letters in their plain form, and the same lower-case."""
    plain = normal(text)
    return plain, plain.lower()


_folded = lru_cache(maxsize=8192)(_fold)


@lru_cache(maxsize=8192)
def _token_set(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def fold_name(text: str) -> str:
    """Return a short text without case, blanks and punctuation, so that equal names compare equal.

    >>> fold_name("Launch kernel failed!") == fold_name("launch_kernel_failed")
    True
    """
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


@lru_cache(maxsize=65536)
def _identifier(word: str) -> tuple[str, ...]:
    bare = word.strip("_")
    if not bare or len(bare) > _LONGEST_WORD:
        return ()
    whole = bare.lower()
    parts = [
        part.lower()
        for piece in _SPLIT.split(bare)
        for part in _CAMEL.sub(r"\1\3 \2\4", piece).split()
        if len(part) > 1
    ]
    return (whole,) if parts == [whole] else (whole, *parts)
