"""Tells which of an entry's code blocks its text speaks of: “the first script”, “最后一段”, “the script below”."""

from typing import Final

import re2

_ORDINALS: Final = {
    "zh": ("一", "二", "三", "四", "五", "六"),
    "en": ("first", "second", "third", "fourth", "fifth", "sixth"),
}
_LAST: Final = {"zh": "最后一", "en": "last"}

# 第一段 may be a stretch of anything: a log, a name, an interface in two steps.
_NAMED: Final = {
    "zh": re2.compile(
        r"(?:第([一二三四五六])|(最后一))段(?:(?:shell ?|Python ?)?(?:代码|脚本|命令|回调)|[），,。；：]|脚本)"
        r"|(?:运行|执行|用|见|下面|下方)的?(?:第([一二三四五六])|(最后一))段"
    ),
    "en": re2.compile(r"(?i)\b(?:(first|second|third|fourth|fifth|sixth)|(last)) (?:script|block|snippet)\b"),
}
_BELOW: Final = {
    "zh": re2.compile(r"(?:下面|下方)的?(?:脚本|代码|`\w+`|这段)"),
    "en": re2.compile(r"(?i)\b(?:script|block|code|snippet|`\w+`) below\b"),
}


def blocks_named(text: str, lang: str, count: int) -> tuple[int, ...]:
    """Return the numbers, from 0, of those of ``count`` code blocks that a text in ``lang`` names, in their order.

    >>> blocks_named("Run the second script, then the last one. See the last block.", "en", 3)
    (1, 2)
    >>> blocks_named("先运行下面第一段，再看日志的第二段话", "zh", 2)
    (0,)
    """
    found: set[int] = set()
    for match in _NAMED[lang].finditer(text):
        word = next(group for group in match.groups() if group).lower()
        found.add(count - 1 if word == _LAST[lang] else _ORDINALS[lang].index(word))
    return tuple(sorted(number for number in found if 0 <= number < count))


def speaks_of_code(text: str, lang: str) -> bool:
    """Tell whether a text points to code beneath it without a number.

    >>> speaks_of_code("Run the script below.", "en"), speaks_of_code("先看日志", "zh")
    (True, False)
    """
    return _BELOW[lang].search(text) is not None
