"""Numbers that stand for names: a phrase of the book is recognised by its hash, which is a fifth of its length."""

from hashlib import blake2b
from typing import Final

import re2

from msfaq.index.patterns import options
from msfaq.index.tokens import fold_name

_CODE: Final = re2.compile(r"\b(?:E[A-Z]\d{4}|E\d{5}|[15]\d{5})\b", options())
"""Error codes of CANN and its runtime."""

_MOST_CODES: Final = 4
"""Codes of a text that are looked at."""


def codes_in(text: str) -> list[str]:
    """Return the error codes in a text, without repetitions, at most four; what has one for a name is meant by it.

    >>> codes_in("npu 报 ez9999，前面还有 507018")
    ['EZ9999', '507018']
    """
    return list(dict.fromkeys(found[0].upper() for found in _CODE.finditer(text)))[:_MOST_CODES]


def name_hash(text: str) -> int | None:
    """Return the number of a title, phrase, keyword or id, a signed integer of 64 bits; None for one without letters.

    Names that differ only in case, blanks and punctuation have the same. That two others have is as good as
    impossible: for 100,000 names the odds are one in four thousand million.
    """
    folded = fold_name(text)
    return int.from_bytes(blake2b(folded.encode(), digest_size=8).digest(), "big", signed=True) if folded else None
