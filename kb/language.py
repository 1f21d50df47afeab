"""Which language to answer in."""

import os
from typing import Final

import re2

_CHINESE: Final = re2.compile(r"[\x{4e00}-\x{9fff}]")
_BILINGUAL: Final = 2
"""English words for each Chinese character from which a text of both is English."""
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def choose_language(text: str, *, is_question: bool) -> str:
    """Return ``zh`` for a text with Chinese in it, ``en`` for an English question, else the locale's language.

    An error message is English whoever reads it, so it says nothing about the reader.
    """
    if _CHINESE.search(text) is not None:
        return "zh"
    return "en" if is_question else locale_language()


def is_mostly_english(text: str) -> bool:
    """Tell whether the Chinese in a text is a word or two within an English sentence.

    >>> is_mostly_english("its an onnx 模型, full command pls"), is_mostly_english("换 GPU 会有 same error 吗")
    (True, False)
    """
    words = [word.strip("\"'“”(),.;:?!").replace("'", "") for word in text.split()]
    # An identifier is no English, and neither is a word that Chinese stands in.
    english = [word for word in words if word.isascii() and word.isalpha()]
    return len(english) >= _BILINGUAL * len(_CHINESE.findall(text))


def locale_language() -> str:
    """Return ``zh`` when the environment asks for Chinese, else ``en``."""
    chosen = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    return "zh" if chosen.lower().startswith("zh") else "en"
