"""Tells whether a passage supports a sentence: the measure that every sentence of a model must pass.

Whatever can be right or wrong by a letter must stand in the passage as it is: numbers, names of APIs, codes, paths,
options, commands, code spans. Of the other words that carry meaning a share must stand there too, and a sentence may
not say no where the passage says yes, nor the other way round.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from msfaq.chat.content import content_words
from msfaq.index.tokens import tokens

_SHARE: Final = 0.6
"""Share of a sentence's content words that its passages must have (docs/chat.md, “How sentences are checked”)."""

_SAME: Final = 0.7
"""Share of words in common from which two clauses say the same or the opposite."""

_SPAN: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_HEADING: Final = re.compile(r"\*\*([^*]+)\*\*|### (.+)")
_ORDINAL: Final = re.compile(r"^\s*\d+[.)]\s+", re.MULTILINE)
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME: Final = re.compile(
    r"(?<![\w])--?[A-Za-z][\w-]*"  # options
    r"|[A-Za-z0-9_]*[A-Za-z_][A-Za-z0-9_]*(?:(?:[._/:=\\-]+|::)[A-Za-z0-9_]+)+"  # dotted, hyphened, paths, a=b
    r"|(?<![\w.])[~.]?/[\w./-]+"  # paths from the root
    r"|(?=\d*[A-Za-z_])\w*\d\w*"  # codes, dtypes
    r"|\b[A-Z]{2,}\w*|\b\w+[a-z][A-Z]\w*|\w+_\w*|_\w+",  # capitals, camels, snakes
    re.ASCII,
)
_LATIN: Final = re.compile(r"(?<![A-Za-z0-9_./-])[A-Za-z][A-Za-z0-9]+(?![A-Za-z0-9_]|[-./][A-Za-z0-9])")
_CAPITAL: Final = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?![A-Za-z0-9_])")
_CHINESE: Final = re.compile(r"[\u3400-\u9fff]")
_CLAUSES: Final = re.compile(r"[。！？；，：、\n]+|[.!?;,:](?:\s+|$)|\s[–—(]\s?|\b(?:but|and|while|because)\b")

# fmt: off
_NUMERALS: Final = {
    "两": "2", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9", "十": "10",
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "twelve": "12", "twenty": "20", "thirty": "30", "sixty": "60", "hundred": "100", "thousand": "1000",
    "twice": "2", "half": "2",
}
# fmt: on
"""Numerals in words → digits."""

_COUNTED: Final = re.compile(
    r"(?<!第)([两二三四五六七八九十百千万半]+)\s*(?:秒|分钟?|小时|天|周|次|倍|张|卡|台|步|种|块|条|行|维|层|轮|成|折|GB|MB)"
)
_NUMERAL_EN: Final = re.compile(
    rf"\b(?:{'|'.join(one for one in _NUMERALS if one.isascii())})\b", re.IGNORECASE | re.ASCII
)

_STEP: Final = re.compile(r"^(?:step \d{1,2}|第 ?\d{1,2} ?步)(?=[:,：，])", re.IGNORECASE)
"""A sentence's own numbering."""

_COMMANDS: Final = re.compile(
    r"\b(?:sudo|su|rm|reboot|shutdown|poweroff|kill|pkill|killall|dd|mkfs\w*|chmod|chown|curl|wget|pip3?|conda|apt|yum|dnf"
    r"|dpkg|rpm|git|docker|podman|kubectl|systemctl|service|modprobe|rmmod|insmod|ssh|scp|rsync|bash|sh|zsh|eval|exec|source"
    r"|export|unset|ulimit|sysctl|mount|umount|fdisk|iptables|crontab|python3?|nohup|npm|make|gcc|mv|cp|ln|tar|unzip|cat|echo"
    r"|sed|awk|grep|find|xargs|tee|msrun|mpirun|npu-smi|nvidia-smi|format|delete|deletes?|erase|wipe|uninstall|disable"
    r"|downgrade|upgrade|reinstall)\b",
    re.IGNORECASE | re.ASCII,
)
"""Words that people type or that destroy; each must stand in the passage."""

_ACTS_ZH: Final = re.compile(
    "删除|卸载|重装|格式化|清空|关闭|禁用|降级|升级|重启|杀掉|终止|结束进程|回滚|覆盖|注释掉|跳过|忽略"
)
_NEGATIVE: Final = re.compile(
    r"(?i)\b(?:not|never|no|none|without|cannot|neither|nor)\b|n't\b"
    r"|不(?!同|仅|但|过|断|妨|够)|没|无(?!论)|未(?!来)|(?<![特区类级分个识判])别(?!的|人|名)|勿|禁止|(?<!是)否(?!则)"
)
"""What turns a statement into its opposite."""

_LACKING: Final = re.compile(
    r"(?i)\b(?:avoid\w*|instead|unless|fail\w*|lack\w*|miss\w*|forbid\w*|stop\w*|only|rather|un\w+|\w+less)\b"
    r"|避免|缺|失败|丢失|只能|仅|不够|而非"
)
"""What may say the same with another word, and need not."""

_NO: Final = frozenset(("不要", "不能", "不会", "不可", "没有", "不得", "不应"))
"""Words of denial as they are cut."""

_OTHER_LETTERS: Final = re.compile(r"[^\W\d_\u0000-\u007f\u3400-\u9fff\uf900-\ufaff]+")
"""Letters that are neither Latin nor Chinese."""

_SUFFIX: Final = re.compile(r"(?:ings?|edly|ed|ies|es|s|ly|e)$")


@dataclass(frozen=True)
class Passage:
    """A passage that a model may cite."""

    number: int
    """Its number, from 1."""
    entry_id: str
    """The entry or guide."""
    text: str
    """Its Markdown, as the model was given it."""

    @property
    def heading(self) -> str:
        """The heading that its second line is, or nothing."""
        line = self.text.split("\n", 2)[1:2]
        found = _HEADING.fullmatch(line[0]) if line else None
        return found[1] or found[2] if found else ""

    @cached_property
    def plain(self) -> str:
        """The text without marks, blanks as one, in plain forms."""
        return _plain(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its content words, stemmed."""
        return _stems(self.text)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers that stand in it, in digits or words."""
        return frozenset(_numbers(_plain(_ORDINAL.sub("", self.text))))

    @cached_property
    def clauses(self) -> "tuple[_Clause, ...]":
        """Its clauses."""
        return _clauses(self.text)


class _Clause(NamedTuple):
    """What a clause says."""

    words: frozenset[str]
    """Its content words, stemmed."""
    denial: str
    """``no`` when it denies, ``lacks`` when it may, empty when it does not."""
    denied: frozenset[str]
    """The words that its denial is about."""
    every: frozenset[str]
    """All of its words, stemmed."""


def unsupported(sentence: str, passages: Sequence[Passage]) -> str:
    """Return why passages do not support a sentence, its citations taken out; an empty string when they do.

    >>> ground = Passage(1, "x", "Set `HCCL_CONNECT_TIMEOUT` to 600 on every node; the default is 120 seconds.")
    >>> unsupported("The default of `HCCL_CONNECT_TIMEOUT` is 120 seconds.", [ground])
    ''
    >>> unsupported("Set `HCCL_CONNECT_TIMEOUT` to 900 on every node.", [ground])
    'number 900'
    """
    spans = [" ".join(found[2].split()) for found in _SPAN.finditer(sentence)]
    for span in spans:
        if not any(_stands(_plain(span), one.plain, exact=True) for one in passages):
            return f"code {span[:80]}"
    plain = _STEP.sub("", _plain(sentence))
    known = frozenset().union(*(one.numbers for one in passages))
    for number in _numbers(plain):
        if number not in known:
            return f"number {number}"
    for name in _names(plain):
        if not any(_stands(name, one.plain) for one in passages):
            return f"name {name[:80]}"
    words = _stems(sentence)
    if not words:
        return "no words"
    there = words & frozenset().union(*(one.words for one in passages))
    if len(there) < _SHARE * len(words):
        return f"words {len(there)} of {len(words)}"
    return "sense" if _turned(sentence, passages) else ""


def _clauses(text: str) -> tuple[_Clause, ...]:
    return tuple(clause for part in _CLAUSES.split(text) if (clause := _clause(part)).every)


def _clause(text: str) -> _Clause:
    no = _NEGATIVE.search(text)
    denial = "no" if no else "lacks" if _LACKING.search(text) else ""
    every = frozenset(map(_stem, tokens(text)))
    return _Clause(_stems(text) or every, denial, _denied(text[no.end() :]) if no else frozenset(), every)


def _denied(rest: str) -> frozenset[str]:
    """Return what stands right behind a word of denial."""
    rest = rest.lstrip(" \t`*要能会可以得有是该应")
    if _CHINESE.match(rest):
        return frozenset(tokens(rest)[:1])
    return frozenset(map(_stem, content_words(rest)[:2]))


def _turned(sentence: str, passages: Sequence[Passage]) -> bool:
    """Tell whether a clause denies what the passages say, or says what they deny."""
    told = [clause for one in passages for clause in one.clauses]
    return any(_opposes(clause, told) for clause in _clauses(sentence))


def _opposes(said: _Clause, told: Sequence[_Clause]) -> bool:
    if said.denial == "no":
        about = said.denied or said.words
        return not any(one.denial and about & one.every for one in told)
    if said.denial:
        return False
    most = max((len(said.words & one.words) for one in told), default=0)
    nearest = [one for one in told if len(said.words & one.words) == most]
    if most and all(one.denial == "no" and most >= _SAME * max(len(one.words), len(said.words)) for one in nearest):
        return True
    affirmed = frozenset().union(*(one.every for one in told if not one.denial))
    return any(
        one.denial == "no"
        and one.denied
        and one.denied <= said.every - affirmed
        and (2 * len(said.words & one.words) >= len(one.words) or one.every <= said.every | _NO)
        for one in told
    )


def _names(plain: str) -> list[str]:
    found = _NAME.findall(plain) + _COMMANDS.findall(plain) + _ACTS_ZH.findall(plain) + _CAPITAL.findall(plain)
    if _CHINESE.search(plain):
        # A Latin word in a Chinese sentence is a name.
        found += _LATIN.findall(plain)
    found += _OTHER_LETTERS.findall(plain)
    return [name.strip(".:=-") if not name.startswith("-") else name for name in found if name.strip(".:=-_/\\")]


def _stands(name: str, text: str, *, exact: bool = False) -> bool:
    """Tell whether a name stands in a text, whole; a word of letters alone whatever its case."""
    if name.isalpha() and not exact:
        name, text = name.lower(), text.lower()
    at = text.find(name)
    while at >= 0:
        before, after = text[:at][-1:], text[at + len(name) : at + len(name) + 2]
        goes_on = after[:1] in (".", "-") and after[1:].isalnum() and after[1:].isascii() and not name.isalpha()
        if not (_joins(before, name[0]) or _joins(after[:1], name[-1]) or goes_on):
            return True
        at = text.find(name, at + 1)
    return False


def _joins(outside: str, inside: str) -> bool:
    """Tell whether two neighbours belong to one word."""
    if outside == "-":
        return inside == "-"
    return (
        outside.isascii() and (outside.isalnum() or outside == "_") and inside.isascii() and inside not in "/.~\"'([{"
    )


def _numbers(plain: str) -> list[str]:
    digits = [number.replace(",", "") for number in _NUMBER.findall(plain)]
    zh = [_NUMERALS.get(number, number) for number in _COUNTED.findall(plain)]
    en = [_NUMERALS[number.lower()] for number in _NUMERAL_EN.findall(plain)]
    return [*digits, *zh, *en]


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in content_words(text))


def _stem(word: str) -> str:
    if not (word.isascii() and word.isalpha()) or len(word) < 5:
        return word.rstrip("s") if word.isascii() and word.isalpha() and len(word) > 3 else word
    return _SUFFIX.sub("", word) or word


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).replace("`", "").replace("**", "").split())
