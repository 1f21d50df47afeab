"""Names that entries are asked for by: phrases as hashes, a fifth of their length, and the error codes in a text."""

from hashlib import blake2b
from typing import Final

import re2

from msfaq.index.patterns import options
from msfaq.index.tokens import fold_name

_CODE: Final = re2.compile(r"\b(?:E[A-Z]\d{4}|E\d{5}|[15]\d{5})\b", options())
"""Error codes of CANN and of its runtime, whose are six digits."""

_OF_CODES: Final = re2.compile(
    r"错误码|返回码|返回值|报|怎么办|什么意思|怎么回事|啥|\b(?:errors?|errno|code|ret|acl)\b", options()
)
"""Words that stand beside codes: six digits without any may as well count steps or samples."""

_SHORTEST: Final = 2
_SHORTEST_NUMBER: Final = 3
"""Characters of the shortest names: a letter or a small number stands for anything."""

_MOST_CODES: Final = 4
"""Codes of a text that are looked at."""


def codes_in(text: str) -> list[str]:
    """Return the error codes in a text, without repetitions, at most four; what has one for a name is meant by it.

    >>> codes_in("npu 报 ez9999，前面还有 507018"), codes_in("train 100000 steps")
    (['EZ9999', '507018'], [])
    """
    found = list(dict.fromkeys(code[0].upper() for code in _CODE.finditer(text)))[:_MOST_CODES]
    digits_count = any(code.isdigit() for code in found) and _OF_CODES.search(text) is not None
    return [code for code in found if digits_count or not code.isdigit()]


def name_hash(text: str) -> int | None:
    """Return the number of a title, phrase, keyword or id, a signed integer of 48 bits.

    None for one of a single character or of two digits. Names that differ only in case, blanks and punctuation have the
    same. That another text has the number of one of 100,000 names is as good as impossible: the odds are one in three
    thousand million.
    """
    folded = fold_name(text)
    if len(folded) < (_SHORTEST_NUMBER if folded.isdigit() else _SHORTEST):
        return None
    return int.from_bytes(blake2b(folded.encode(), digest_size=6).digest(), "big", signed=True)
