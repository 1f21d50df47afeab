"""Tells a program's ordinary output from what a person writes: tables, progress, metrics, an installer's report."""

from collections.abc import Sequence
from typing import Final

import re2

from msfaq.index.patterns import options
from msfaq.logs.failure import Line

_ORDINARY: Final = re2.compile(
    r"^\s*[+|=*_#\-]{5,}|^\s*\|.*\|\s*$"
    r"|\d+/\d+ \[|\d%\||\d(it|s|ms)/(s|it|step|epoch)\b|\d+%.{0,80}[\d.]+ ?[kMG]?B/s"
    r"|^\s*(Collecting|Downloading|Using cached|Requirement already satisfied|Installing collected packages"
    r"|Successfully (installed|built|uninstalled)|Building wheels?|Preparing metadata|Looking in indexes"
    r"|Solving environment|Preparing transaction|Verifying transaction|Executing transaction)\b"
    r"|\b(train|val|test|eval)?_?(loss|acc|accuracy|top1|top5|mAP|ppl|lr|step|epoch|iter)\b"
    r" ?(is|time|[:=\[(/])? ?[\d.]+"
    r"|per step time|has been installed on platform|calculation is correct"
    r"|^\[ *\d+%\] (Building|Linking|Built|Generating)\b|\bBUILD SUCCESS|\d+ passed\b"
    r"|^=+ .* =+$|^collected \d+ items|^platform \w+ -- Python|^\S+\.py [.sx]+( +\[ *\d+%\])?$"
    r"|: +\d+% \(\d+/\d+\)|, done\.$|\.\.\. ?(Done|完成)$|^\d+ (upgraded|newly installed)\b"
    r"|^\[?INFO\]?:? |\[信息\]|\"(GET|POST|PUT|HEAD) \S+ HTTP/[\d.]+\" [23]\d\d"
    r"|(损失|准确率|精度|用时|进度)[ =:：]*[\d.]+",
    options(),
)
"""Lines as programs print them when all is well."""

_SHARE: Final = 0.6
"""Share of the lines that make a text a program's output."""

_FEWEST: Final = 2
"""Lines below which a text is a question in any case: people quote one line to ask about it."""


def is_ordinary(text: str) -> bool:
    """Tell whether a line is one as programs print them when all is well."""
    return _ORDINARY.search(text) is not None


def is_program_output(lines: Sequence[Line]) -> bool:
    """Tell whether these lines, in which nothing failed, are what a program prints of itself, without a question."""
    if len(lines) < _FEWEST or any(line.text.rstrip().endswith(("?", "？")) for line in lines):
        return False
    ordinary = sum(is_ordinary(line.text) for line in lines)
    return ordinary >= _SHARE * len(lines)
