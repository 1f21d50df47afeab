"""Tells which detail a turn asks for, such as a default or a file, and which lines of an entry give one."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import re2

from msfaq.index.patterns import options


@dataclass(frozen=True, slots=True)
class Detail:
    """One kind of detail."""

    name: str
    """What it is called in tests."""
    asked: str
    """RE2 pattern of turns that ask for it."""
    given: str
    """RE2 pattern of lines that give it."""


DETAILS: Final = (
    Detail("default", r"默认|\bdefaults?\b", r"默认|\bdefault|不设(?:时|则)?|\bunset\b|\bleft out\b"),
    Detail(
        "range",
        r"范围|[上下]限|最[大小多少]|取值|\brange\b|\bbounds?\b|\blimits?\b|\bmax(?:imum)?\b|\bmin(?:imum)?\b"
        r"|\b(?:allowed|valid|possible) values?\b|\bsmallest\b|\blargest\b",
        r"范围|[上下]限|最[大小多少]|至[少多]|不超过|只能|必须|\d\)?`? ?(?:到|至|–|~) ?`?\(?\d|[≤≥]"
        r"|\bfrom `?\d[^.]* to `?\d|\bbetween\b|\bat (?:most|least)\b|\blimit|\bmax|\bmin|\bup to\b|\bmust be\b",
    ),
    Detail(
        "value",
        r"\b(?:to )?(?:which|what) values?\b|(?:设|填|改|写|给)成?(?:多少|几|啥)|取值",
        r"`[^`]*=\s?[^`]+`|(?:^|[^\w.])\d+(?:\.\d+)?(?:[^\w.]|$)|\bNone\b|\bTrue\b|\bFalse\b",
    ),
    Detail("unit", r"单位|\bunits?\b", r"单位|毫?秒|字节|\bseconds?\b|\bbytes?\b|\b[KMGT]i?B\b|\bmilliseconds?\b"),
    Detail("variable", r"变量|\benv(?:ironment)?[ -]?var", r"`[^`]*\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b[^`]*`"),
    Detail(
        "file",
        r"(?:哪|什么|啥)一?个?(?:文件|目录|路径)|(?:文件|目录|路径)(?:在哪|是哪|叫)|存在?哪|放在?哪|写到?哪"
        r"|\b(?:which|what) (?:file|folder|dir(?:ectory)?|path)\b|\bwhere (?:is|are|does|do)\b.{0,20}"
        r"(?:\b(?:kept|saved|stored|written|live|dir|folder|file|cache)\b|\bgo\b)",
        r"`[^`\s]*/[^`]*`|`[^`]*\.(?:ir|log|json|ya?ml|ckpt|npy|txt|so|csv|whl|db|mindir|om|pb|ini|conf|cfg)\b[^`]*`",
    ),
    Detail("format", r"格式|\bformat\b|怎么(?:填|写)\s*[?？]?$", r"格式|\bformat\b|形如|\bJSON\b|`[^`]*[={\[][^`]*`"),
    Detail(
        "mark",
        r"(?:搜|查找|找)(?:什么|啥|哪个)|看(?:哪|什么)(?:一?行|关键字)"
        r"|\b(?:search|grep|look) (?:for )?(?:what|in|for)\b|\bwhat (?:do|should) i (?:search|grep|look)\b",
        r"\bgrep\b|-{3,}>|搜|关键字|\bsearch\b|\blook for\b|\bmarker\b",
    ),
)
"""All kinds; a turn may ask for several."""

_TEXTS: Final = 16
"""Turns of which is kept what they ask for: each is compared to one line after another."""

_NUMBER: Final = re.compile(r"(?<![\w.])\d{1,9}(?![\w.])", re.ASCII)
_MEANING: Final = re.compile(
    r"是啥|是什么|是指|啥意思|什么意思|代表|分别|来的|\bcomes? from\b"
    r"|\bmeans?\b|\bstands? for\b|\bwhat(?:'s| is| are| does| do)\b",
    re.IGNORECASE,
)


def asks_for_detail(text: str) -> bool:
    """Tell whether a turn asks for a detail of a kind that lines can be told by.

    >>> asks_for_detail("its default?"), asks_for_detail("why")
    (True, False)
    """
    return bool(_numbers_asked(text) or _lines_asked(text))


def gives_detail(text: str, line: str) -> bool:
    """Tell whether a line of an entry gives a detail that the turn ``text`` asks for.

    >>> gives_detail("which file?", "Open `rank_0/om/analyze_fail.ir`."), gives_detail("unit?", "Set it higher.")
    (True, False)
    """
    if numbers := _numbers_asked(text):
        return numbers <= set(_NUMBER.findall(line))
    return any(given.search(line) is not None for given in _lines_asked(text))


@lru_cache(maxsize=_TEXTS)
def _lines_asked(text: str) -> tuple[Any, ...]:
    """Return the patterns of the lines that give a detail which a turn asks for."""
    return tuple(given for asked, given in _compiled() if asked.search(text) is not None)


@lru_cache(maxsize=_TEXTS)
def _numbers_asked(text: str) -> frozenset[str]:
    """Return the numbers of which a turn asks what they mean.

    >>> sorted(_numbers_asked("1跟2分别是啥")), sorted(_numbers_asked("set to 2, still fails"))
    (['1', '2'], [])
    """
    return frozenset(_NUMBER.findall(text)) if _MEANING.search(text) is not None else frozenset()


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[Any, Any], ...]:
    return tuple((re2.compile(one.asked, options()), re2.compile(one.given)) for one in DETAILS)
