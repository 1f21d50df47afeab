"""Passages of the user's own documents as Markdown: quoted, each with its place."""

import re
from typing import Final

from msfaq.answers.compose import code_span, escape_markdown
from msfaq.diagnosis import OwnPassage

_WORDS: Final = {
    "zh": {
        "title": "你的文档",
        "maybe": "你的文档里可能有关的段落",
        "chance": "{0:.0%} 的可能回答了这个问题",
        "changed": "该文件在读入之后改过，行号可能已变；运行 `msfaq index update` 更新。",
        "gone": "该文件已经不在原处；运行 `msfaq index update` 更新。",
    },
    "en": {
        "title": "Your documents",
        "maybe": "In your documents, perhaps",
        "chance": "{0:.0%} likely to answer",
        "changed": "The file has changed since it was read: its lines may have moved; `msfaq index update` helps.",
        "gone": "The file is no longer there; `msfaq index update` forgets it.",
    },
}

_LONGEST_MAYBE: Final = 300
"""Characters shown of a passage that is not certain."""

_MARKDOWN: Final = (".md", ".markdown", ".ipynb")


def documents_markdown(passages: tuple[OwnPassage, ...], lang: str, *, answered: bool) -> str:
    """Return the passages as a section: whole where they answer, their beginnings where they only may."""
    words = _WORDS[lang]
    parts = [f"## {words['title' if answered else 'maybe']}"]
    for passage in passages:
        notes = [f"- {words['chance'].format(passage.confidence)}"]
        if passage.state in ("changed", "gone"):
            notes.append(f"- {words[passage.state]}")
        head = f"### {code_span(place(passage))}"
        if passage.heading:
            head += f" {escape_markdown(passage.heading)}"
        parts += [head, "\n".join(notes), _quoted(passage, whole=answered)]
    return "\n\n".join(parts)


def place(passage: OwnPassage) -> str:
    """Return where a passage stands, as editors and terminals understand it.

    >>> place(OwnPassage("/wiki/run.md", 3, 9, 0, "", "", "en", 1.0, "current"))
    '/wiki/run.md:3-9'
    """
    lines = str(passage.first_line)
    if passage.last_line != passage.first_line:
        lines += f"-{passage.last_line}"
    return f"{passage.path}[{passage.cell}]:{lines}" if passage.cell else f"{passage.path}:{lines}"


def _quoted(passage: OwnPassage, *, whole: bool) -> str:
    text = passage.text
    if not whole and len(text) > _LONGEST_MAYBE:
        text = text[:_LONGEST_MAYBE].rsplit("\n", 1)[0] + " …"
    if whole and passage.path.endswith(_MARKDOWN):
        return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"
