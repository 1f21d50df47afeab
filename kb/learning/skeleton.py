"""Writes a proposal as an entry in the book's format, with everything the log says filled in."""

import builtins
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from msfaq.learning.propose import Proposal
from msfaq.redaction.redact import Redactor

_CHINESE: Final = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]+")
_BRACED: Final = re.compile(r"\{\{|\}\}|\{[a-z_][a-z0-9_]*(?::[a-z]+)?\}")
_EXCERPT: Final = 80
_SECTION_LINES: Final = 6
"""Lines of a section of the message that are quoted."""

_TEXT: Final = """\
---
id: {id}
kind: error
area: {area}
title:
  zh: {title_zh}
  en: {title_en}
asks:  # 别人会怎么问 / how people would ask: put their own words here
  zh: [{asks_zh}]
  en: [{asks_en}]
signatures:
  - match: {match}{weak}
rejects:  # 相近但不属于本条的文本 / a near text that is not this
  - {reject}
{readout}{overlaps}keywords: [{keywords}]
platforms: [any]
modes: [any]
versions: all
official: false
sources:
  - name: {source}
---

# 中文

## 现象

程序停在这条信息上：

{example}

{facts_zh}## 原因

待写：为什么会这样。

## 处理办法

1. 待写：怎么处理。

## 如何确认

待写：怎样看出已经好了。

## 如果不是这个原因

待写：还可能是什么。

# English

## What happened

The program stopped with this message:

{example}

{facts_en}## Why

To be written: why this happens.

## How to fix it

1. To be written: what to do.

## How to check

To be written: how to see that it is mended.

## When it is something else

To be written: what else it may be.

# Code

## 修复（待写） / Fix (to be written)

```python syntax because="to be written"
{code}
```
"""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the book adds to a proposal."""

    id: str
    """The entry's id."""
    area: str
    """The folder it belongs to."""
    overlaps: tuple[str, ...]
    """Ids of the entries that recognise its message too."""
    today: str
    """The date, for the source."""


def entry_text(proposal: Proposal, setting: Setting) -> str:
    """Return the entry's file. Secrets and names in the quoted log are masked; the signature has captures for them."""
    redact = Redactor().redact
    excerpt = redact(_excerpt(proposal.signature.match))
    english = " ".join(_CHINESE.sub(" ", excerpt).split()) or proposal.exception or setting.id
    exception = proposal.exception or "报错"
    asks_zh = (f"{excerpt} 怎么办", f"{excerpt} 是什么原因", f"{exception} 怎么解决：{excerpt}")
    asks_en = (english, f"what does '{english}' mean", f"how to fix {proposal.exception or 'the error'}: {english}")
    source = f"a log of {setting.today}" + (f", MindSpore {proposal.version}" if proposal.version else "")
    return _TEXT.format(
        id=setting.id,
        area=setting.area,
        title_zh=_quoted(f"报错：{excerpt}"),
        title_en=_quoted(english),
        asks_zh=", ".join(map(_quoted, asks_zh)),
        asks_en=", ".join(map(_quoted, asks_en)),
        match=_quoted(proposal.signature.match),
        weak="\n    weak: true" if proposal.signature.weak else "",
        reject=_quoted(proposal.rejects[0]),
        readout=_readout(proposal),
        overlaps=f"overlaps: [{', '.join(setting.overlaps)}]\n" if setting.overlaps else "",
        keywords=_quoted(proposal.exception) if _is_telling(proposal.exception) else "",
        source=_quoted(source),
        example=_fenced(redact(_headline(proposal))),
        facts_zh=_facts(proposal, redact, "zh"),
        facts_en=_facts(proposal, redact, "en"),
        code=_code(proposal, redact),
    )


def _is_telling(exception: str) -> bool:
    """Tell whether an exception's name says something: Python's own are everybody's."""
    return bool(exception) and not hasattr(builtins, exception)


def _excerpt(template: str) -> str:
    """Return the literal part of a template, shortened."""
    text = " ".join(_BRACED.sub(lambda found: found[0][0] if len(found[0]) == 2 else "…", template).split())
    return text if len(text) <= _EXCERPT else text[:_EXCERPT].rsplit(" ", 1)[0] + " …"


def _headline(proposal: Proposal) -> str:
    """Return the message a reader remembers: that of the whole failure."""
    return (proposal.failure.headline if proposal.failure else "") or proposal.message


def _readout(proposal: Proposal) -> str:
    names = [capture.name for capture in proposal.captures]
    if not names:
        return ""
    zh = "报错里的值：" + "，".join(f"{name} = {{{name}}}" for name in names) + "。"
    en = "The values in the message: " + ", ".join(f"{name} = {{{name}}}" for name in names) + "."
    return f"readout:\n  - zh: {_quoted(zh)}\n    en: {_quoted(en)}\n"


def _facts(proposal: Proposal, redact: Callable[[str], str], lang: str) -> str:
    """Return what the log says beside the message: the user's own line, the release, the sections."""
    zh = lang == "zh"
    failure = proposal.failure
    facts = []
    if proposal.version:
        facts.append(f"- MindSpore {proposal.version}")
    if proposal.exception:
        facts.append(f"- {'异常类型' if zh else 'Exception'}: `{proposal.exception}`")
    parts = ["\n".join(facts)] if facts else []
    if failure is not None and failure.frame is not None:
        frame = failure.frame
        parts.append("出错的那一行：" if zh else "The line it came from:")
        parts.append(_fenced(redact(f"{frame.file}:{frame.line}\n    {frame.code}".rstrip())))
    for section in failure.sections if failure is not None else ():
        body = "\n".join(section.text.split("\n")[:_SECTION_LINES])
        if body:
            parts.append(f"日志的 {section.title} 一节：" if zh else f"The log's section {section.title}:")
            parts.append(_fenced(redact(body)))
    return "".join(f"{part}\n\n" for part in parts)


def _code(proposal: Proposal, redact: Callable[[str], str]) -> str:
    frame = proposal.failure.frame if proposal.failure else None
    lines = [f"{frame.file}:{frame.line}", frame.code] if frame is not None else []
    return "\n".join(f"# {redact(line)}" for line in lines if line) or "# to be written"


def _quoted(text: str) -> str:
    """Return a YAML scalar: JSON's strings are YAML's."""
    return json.dumps(text, ensure_ascii=False)


def _fenced(text: str) -> str:
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"
