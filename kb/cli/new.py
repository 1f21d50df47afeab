"""``msfaq new``: writes the skeleton of an entry, with every heading its kind must have."""

import argparse
import re
from pathlib import Path

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, write_text
from msfaq.corpus.places import ENTRIES
from msfaq.corpus.vocabulary import AREAS, KINDS, SECTIONS
from msfaq.errors import InputError
from msfaq.places import own_entries_folder

_HEAD = """\
---
id: {id}
kind: {kind}
area: {area}
title:
  zh: 中文标题
  en: English title
asks:
  zh: [用户会怎么问, 换一种说法, 没有报错原文时怎么说]
  en: [how people would ask, in other words, the symptom without the message]
{signatures}{walk}keywords: []
platforms: [any]
modes: [any]
versions: all
related: []
sources:
  - name: where the facts can be checked
    url: https://
---
"""
_SIGNATURES = """\
signatures:
  - match: "the message itself, its varying parts as captures such as {op:name}"
rejects:
  - "a near text that must not match"
readout:
  - zh: 出错的是 {op}。
    en: It was {op}.
"""
_WALK = """\
walk:
  - name: start
    ask: {zh: 第一个问题？, en: The first question?}
    choices:
      - when: {zh: 是, en: "Yes"}
        result: {zh: 结论。, en: The conclusion.}
      - when: {zh: 否, en: "No"}
        result: {zh: 另一个结论。, en: The other conclusion.}
"""
_CODE = """\
# Code

## 示例 / Example

```python runs needs=mindspore
import mindspore

print(mindspore.__version__)
```
"""


def new(arguments: argparse.Namespace) -> Exit:
    """Write the file and name it; an existing one is left alone."""
    name, kind, area = arguments.id, arguments.kind, arguments.area
    for value, known, what in ((kind, KINDS, "kind"), (area, AREAS, "area")):
        if value not in known:
            raise InputError(f"{what} '{value}' is not one of {', '.join(known)}")
    check_id(name)
    folder = own_entries_folder() if arguments.own else ENTRIES
    file = folder / area / f"{name}.md"
    write_new(file, skeleton(name, kind, area))
    write_text(str(file))
    say(f"fill it in (docs/entries.md), then: msfaq check {name} && msfaq try {name}")
    return Exit.ANSWERED


def check_id(name: str) -> None:
    """Raise InputError for what is no id."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise InputError(f"id '{name}' is not lower-case words joined by hyphens")


def write_new(file: Path, text: str) -> None:
    """Write a file that does not exist yet.

    Raises InputError when it does, or cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError as error:
        raise InputError(f"{file} exists already; edit it, or choose another id") from error
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror}") from error


def skeleton(name: str, kind: str, area: str) -> str:
    """Return the text of a new entry, already in the book's format."""
    head = _HEAD.replace("{id}", name).replace("{kind}", kind).replace("{area}", area)
    head = head.replace("{signatures}", _SIGNATURES if kind == "error" else "")
    head = head.replace("{walk}", _WALK if kind == "decision" else "")
    zh = "".join(f"## {section.zh}\n\n待写。\n\n" for section in SECTIONS[kind] if section.required)
    en = "".join(f"## {section.en}\n\nTo be written.\n\n" for section in SECTIONS[kind] if section.required)
    return f"{head}\n# 中文\n\n{zh}# English\n\n{en}{_CODE}"
