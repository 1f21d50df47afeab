"""Cuts text into the words that are searched for: identifiers whole and split, codes, and Chinese in pairs.

The index and the question are cut by the same function, so whatever can be asked for can be found.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from operator import add
from typing import Final

# The standard library's engine backtracks, but not on these: one character decides every step. RE2's binding would take
# three times as long over the book, and questions are cut to a few hundred characters before they come here.
_WORD: Final = re.compile(
    r"[A-Za-z_][A-Za-z0-9_]*(?:[.\-][A-Za-z_][A-Za-z0-9_]*)*"  # identifiers, dotted and hyphened names
    r"|0[xX][0-9A-Fa-f]+"  # hexadecimal codes
    r"|[0-9]+(?:\.[0-9]+)*"  # numbers and versions
    r"|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"  # Chinese
)
_RUN: Final = re.compile(r"[A-Za-z0-9_.\-]+")
_CAMEL: Final = re.compile(r"([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])")
_SPLIT: Final = re.compile(r"[_.\-]+")

_LONGEST_NUMBER: Final = 7
"""Digits up to which a number is a word: error codes have six, addresses, sizes and pids of interest to nobody more."""

_LONGEST_CODE: Final = 10
"""Characters up to which a hexadecimal number is a word: error codes have eight digits, addresses twelve."""

_LONGEST_WORD: Final = 80
"""Characters up to which a word is kept: longer ones are hashes and encodings."""


def tokens(text: str) -> list[str]:
    """Return the words of ``text`` in order, lower-case, with repetitions.

    An identifier yields itself and its parts; a run of Chinese yields each pair of neighbours; a full-width letter
    counts as its plain form.

    >>> tokens("nn.Conv2d 报错 EI0006")
    ['nn.conv2d', 'nn', 'conv2d', '报错', 'ei0006']
    """
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text)):
        if word[0].isdigit():
            if len(word) <= _LONGEST_NUMBER or (word[1] in "xX" and len(word) <= _LONGEST_CODE):
                found.append(word.lower())
        elif word[0].isascii():
            found += _identifier(word)
        elif len(word) == 1:
            found.append(word)
        else:
            found += map(add, word, word[1:])
    return found


def tokens_there(text: str, words: Iterable[str]) -> list[str]:
    """Return those of ``words`` that `tokens` has among those of ``text``; what was compared just before is known.

    >>> tokens_there("nn.Conv2d 报错", ["报错", "conv", "conv2d"])
    ['报错', 'conv2d']
    """
    folded = _folded(text)
    # Every token stands in the text as it is, and two Chinese characters are one wherever they stand together.
    return [word for word in words if word in folded and (_is_pair(word) or _is_token(text, word))]


def tokens_in_each(texts: Sequence[str], words: Collection[str]) -> list[list[str]]:
    """Return `tokens_there` of each text; most words stand in none of a document's texts, which is told at once.

    >>> tokens_in_each(["显存不足", "device memory"], ["memory", "显存", "disk"])
    [['显存'], ['memory']]
    """
    together = "\n".join(_folded(text) for text in texts)
    held = [word for word in words if word in together]
    return [tokens_there(text, held) for text in texts]


def _is_pair(word: str) -> bool:
    return len(word) == 2 and not word.isascii()


def _is_token(text: str, word: str) -> bool:
    """Tell whether a word that stands in a text is one of its tokens; no more of it is cut than what the word is in."""
    if not word.isascii():
        return word in _token_set(text)
    return any(word in _token_set(run) for run in _runs(text) if word in run.lower())


@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


@lru_cache(maxsize=8192)
def _runs(text: str) -> tuple[str, ...]:
    """Return the distinct stretches of a text of which no identifier or number goes beyond one."""
    return tuple(dict.fromkeys(_RUN.findall(unicodedata.normalize("NFKC", text))))


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
