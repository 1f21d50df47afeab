"""Names of the products beside the framework itself: a conversation rarely turns to one that nobody has named."""

from functools import lru_cache
from typing import Any, Final

import re2

from msfaq.corpus.entry import Entry
from msfaq.corpus.scope import Scope
from msfaq.index.patterns import options

_NAMES: Final = {
    "lite": r"\b(?:ms)?lite\b|端侧|手机|安卓|\bandroid\b|\bphones?\b|麒麟|\bkirin\b",
    "serving": r"\bserving\b",
    "insight": r"\b(?:mind)?insight\b",
    "pandas": r"\bmindpandas\b",
    "formers": r"\bmindformers\b",
    "converter": r"\bmindconverter\b",
    "armour": r"\bmindarmour\b",
    "federated": r"\bfederated\b|联邦",
    "graphlearning": r"\bgraph ?learning\b|\bgnncell\b|图学习",
    "goldenstick": r"\bgolden ?stick\b",
    "vllm": r"\bvllm\b",
    "amct": r"\bamct\b",
    "reinforcement": r"\breinforcement\b|强化学习",
    "xai": r"\bxai\b",
    "ascend310": r"\b(?:ascend|atlas)? ?310[bp]?\d?\b",
}
"""Product → the pattern of its names, and of what only it runs on."""


def products_in(text: str) -> frozenset[str]:
    """Return the products that a text names.

    >>> sorted(products_in("MindSpore Lite beside Serving"))
    ['lite', 'serving']
    """
    if _any_name().search(text) is None:
        return frozenset()
    return frozenset(name for name, pattern in _compiled().items() if pattern.search(text) is not None)


def products_of(entry: Scope | Entry) -> frozenset[str]:
    """Return the products that an entry is about; none for the framework itself."""
    return _named(f"{entry.title.en} {entry.id.replace('-', ' ')}")


_named = lru_cache(maxsize=2048)(products_in)


@lru_cache(maxsize=1)
def _compiled() -> dict[str, Any]:
    return {name: re2.compile(pattern, options()) for name, pattern in _NAMES.items()}


@lru_cache(maxsize=1)
def _any_name() -> Any:
    """Return a pattern that matches wherever a product's does: most texts name none."""
    return re2.compile("|".join(_NAMES.values()), options())
