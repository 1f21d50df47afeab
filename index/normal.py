"""Brings characters that look alike to one form (Unicode's NFKC), at once where there is nothing to do."""

import re
import unicodedata
from typing import Final

_PLAIN: Final = re.compile(
    r"[\x00-\x7f\u3400-\u4dbf\u4e00-\u9fff"
    r"×–—‘-”•…←-↓≠-≥、。〈-】！（），：；？]*"
)
"""ASCII, Chinese, and common punctuation, which parts words whatever its form."""


def is_plain(text: str) -> bool:
    """Tell whether normalisation changes nothing of a text but the form of its punctuation."""
    return _PLAIN.fullmatch(text) is not None


def normal(text: str) -> str:
    """Return a text in normal form C of compatible characters (NFKC), a plain one as it is.

    >>> normal("ＨＣＣＬ①"), normal("显存，不足")
    ('HCCL1', '显存，不足')
    """
    return text if is_plain(text) else unicodedata.normalize("NFKC", text)
