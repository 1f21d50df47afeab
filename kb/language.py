"""Which language to answer in."""

import os
from typing import Final

import re2

_CHINESE: Final = re2.compile(r"[\x{4e00}-\x{9fff}]")
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def choose_language(text: str, *, is_question: bool) -> str:
    """Return ``zh`` for a text with Chinese in it, ``en`` for an English question, else the locale's language.

    An error message is English whoever reads it, so it says nothing about the reader.
    """
    if _CHINESE.search(text) is not None:
        return "zh"
    return "en" if is_question else locale_language()


def locale_language() -> str:
    """Return ``zh`` when the environment asks for Chinese, else ``en``."""
    chosen = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    return "zh" if chosen.lower().startswith("zh") else "en"
