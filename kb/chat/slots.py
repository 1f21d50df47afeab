"""Reads facts of the user's case out of words and logs; what is not written is not known."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import re2

from msfaq.index.patterns import options

_CASE_BLIND: Final = options()
_PROBE: Final = 20_000
"""Characters at either end of a turn that are read: logs name versions first and the failure last."""

_HOSTS: Final = re2.compile(
    r"[单多双两]机|[单多]节点|\b(?:single|multi(?:ple)?|one|two)[- ](?:host|node|machine)s?\b", _CASE_BLIND
)
"""Words for the number of machines; they are no slot, but describe the case as slots do."""


_DENIED: Final = re2.compile(
    r"(?:\b(?:not|no|never|without|isn't|isnt|don't|dont|aren't)(?: (?:use|using|have|running|run|about))?"
    r"(?: (?:on|in|for|with|a|an|the|any))*\s*|(?:不是|并非|不在|没用|没有用|不用|没在|非|没有)\s*(?:在|用"
    r"|跑在|说)?\s*)$",
    _CASE_BLIND,
)
"""What stands before a value that the user says is not theirs."""

_BEFORE: Final = 24
"""Characters before a value in which it may be denied."""

_MACHINE: Final = ("platform", "os")
"""Slots of which a line of the book may say that it holds for one value."""

_HEAD: Final = 40
"""Characters at the beginning of a line in which it says so."""

_MARKS: Final = "0123456789.-*# "
"""What lists begin with."""


@dataclass(frozen=True, slots=True)
class SlotRule:
    """How one value of one slot is recognised."""

    slot: str
    """``platform``, ``os``, ``mode``, ``version`` or ``devices``."""
    value: str
    """The value; empty when it is what the pattern's first group caught."""
    pattern: str
    """RE2 pattern."""


_NUMBERS: Final = {"单": "1", "一": "1", "双": "2", "两": "2", "二": "2", "四": "4", "八": "8", "single": "1"}

RULES: Final = (
    SlotRule(
        "platform",
        "Ascend",
        r"昇腾|\bascend(?:\s?\d{3})?\b|\bnpus?\b|\b(?:910|310)[a-z]?\d?\b|davinci|\bhccl\b|\bcann\b",
    ),
    SlotRule("platform", "GPU", r"\bgpus?\b|(?:^|[^.\w])cuda\b|\bnvidia\b|(?:^|[^a-z])n\s?卡|显卡|\bnccl\b|\brtx\b"),
    SlotRule("platform", "CPU", r"\bcpu\b"),
    SlotRule("os", "Windows", r"\bwindows\b|\bwin1[01]\b|\bwsl2?\b"),
    SlotRule("os", "macOS", r"\bmac\s?os\b|\bmac(?:book)?\b|\bm[1-4]\s?芯片|苹果电脑"),
    SlotRule("os", "Linux", r"\blinux\b|\bubuntu\b|\bcentos\d?\b|\beuleros\b|\bopeneuler\b"),
    SlotRule("mode", "graph", r"\bgraph[ _]mode\b|静态图|图模式"),
    SlotRule("mode", "pynative", r"\bpy\s?native\b|动态图"),
    SlotRule(
        "version", "", r"\bmind\s?spore(?:\s*(?:version|版本|is|是|为|:|=|-|_|v|\s))*\s*v?(\d\.\d{1,2}(?:\.\d{1,2})?)\b"
    ),
    SlotRule(
        "version",
        "",
        r"(?:版本|version|release|我是|(?:我|我们)?用的?是?|stuck on|we use|i use|on)\s*(?:是|为|"
        r":)?\s*v?([12]\.\d{1,2}(?:\.\d{1,2})?)\b",
    ),
    SlotRule(
        "version",
        "",
        r"(?:^\s*(?:所以|那|那么)?|\bms |\b(?:for|to|on) |退回|回到|降到|升到|升级到|装)\s*v?([12]\.\d{1,2}\.\d{1,2})"
        r"(?:[^.\d]|$)",
    ),
    SlotRule("devices", "", r"(?:^|[^到第\d])([1-9]\d{0,3}|[单一双两二四八])\s*(?:张?卡|块卡)"),
    SlotRule("devices", "", r"(?:^|[^.\w])(\d{1,4}|single)[- ](?:cards?|gpus?|npus?|devices?)\b"),
)
"""All rules; the first that applies wins among those of one value."""


def read_slots(text: str) -> dict[str, str]:
    """Return slot → value for what the text names; a slot of which it names two values is left out.

    >>> read_slots("昇腾 8 卡，MindSpore 2.3.1，静态图")
    {'platform': 'Ascend', 'mode': 'graph', 'version': '2.3.1', 'devices': '8'}
    >>> read_slots("not on GPU, on Ascend")
    {'platform': 'Ascend'}
    """
    return _only_values(_values(text, denied=False))


def denied_slots(text: str) -> dict[str, str]:
    """Return slot → value for what the text says is not the case.

    >>> denied_slots("it's not on Ascend"), denied_slots("不是 GPU")
    ({'platform': 'Ascend'}, {'platform': 'GPU'})
    """
    return _only_values(_values(text, denied=True))


def is_for_another(text: str, slots: Mapping[str, str]) -> bool:
    """Tell whether a text begins with a platform or a system that is not the user's.

    >>> is_for_another("Windows laptops: install WSL2", {"os": "Linux"})
    True
    >>> is_for_another("Windows or Linux: pip", {"os": "Linux"}), is_for_another("On Ascend, 1 …", {"os": "Linux"})
    (False, False)
    """
    mine = [(slot, value) for slot in _MACHINE if (value := slots.get(slot))]
    if not mine:
        return False
    named = _named_first(text.lstrip(_MARKS)[:_HEAD])
    return any(values and value not in values for slot, value in mine if (values := named.get(slot)))


@lru_cache(maxsize=4096)
def _named_first(head: str) -> dict[str, set[str]]:
    return _values(head, denied=False)


def _only_values(found: dict[str, set[str]]) -> dict[str, str]:
    return {slot: values.pop() for slot, values in found.items() if len(values) == 1}


def _values(text: str, *, denied: bool) -> dict[str, set[str]]:
    probe = text if len(text) <= 2 * _PROBE else f"{text[:_PROBE]}\n{text[-_PROBE:]}"
    found: dict[str, set[str]] = {}
    if _any_rule().search(probe) is None:
        return found
    for rule, pattern in _compiled():
        for match in pattern.finditer(probe):
            before = probe[max(0, match.start() - _BEFORE) : match.start()]
            if bool(_DENIED.search(before)) == denied:
                value = rule.value or str(match[1])
                found.setdefault(rule.slot, set()).add(_NUMBERS.get(value.lower(), value))
                break
    return found


def without_case_words(text: str) -> str:
    """Return the text without anything that only describes the machine: platform, mode, release, devices, hosts."""
    for _, pattern in _compiled():
        text = str(pattern.sub(" ", text))
    return str(_HOSTS.sub(" ", text))


def without_slot_words(text: str) -> str:
    """Return the text without the words by which slots are named."""
    for rule, pattern in _compiled():
        if rule.slot in ("platform", "os", "mode"):
            text = str(pattern.sub(" ", text))
    return text


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[SlotRule, Any], ...]:
    return tuple((rule, re2.compile(rule.pattern, _CASE_BLIND)) for rule in RULES)


@lru_cache(maxsize=1)
def _any_rule() -> Any:
    """Return a pattern that matches wherever a rule's does: most texts hold nothing for any of them."""
    return re2.compile("|".join(rule.pattern for rule in RULES), _CASE_BLIND)
