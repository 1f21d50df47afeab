"""Reads which platforms a question names, and tells whether an entry holds there."""

from collections.abc import Collection
from typing import Final

import re2

from msfaq.index.patterns import options

_NAMES: Final = (
    ("Ascend", r"ascend|昇腾|\bnpu|\bhccl|\bcann\b|\baclnn|\batlas\b|\b910|\b310"),
    ("GPU", r"\bgpu|cuda|nvidia|\bnccl|cudnn|显卡|英伟达|\b[nN] ?卡"),
    ("CPU", r"\bcpu"),
)
"""Platform → what it is called by."""

_COMPILED: Final = tuple((name, re2.compile(pattern, options())) for name, pattern in _NAMES)


def platforms_in(text: str) -> frozenset[str]:
    """Return the platforms that a question names.

    >>> sorted(platforms_in("昇腾 910B 上怎么跑，GPU 正常"))
    ['Ascend', 'GPU']
    """
    return frozenset(name for name, pattern in _COMPILED if pattern.search(text) is not None)


def agreement(named: Collection[str], holds_on: Collection[str]) -> float:
    """Return 1 when an entry is for a platform that was named, -1 when it is for others only, else 0.

    >>> agreement({"GPU"}, ["GPU"]), agreement({"GPU"}, ["Ascend"]), agreement({"GPU"}, ["any"]), agreement((), ["GPU"])
    (1.0, -1.0, 0.0, 0.0)
    """
    if not named or "any" in holds_on:
        return 0.0
    return 1.0 if set(named) & set(holds_on) else -1.0
