"""Puts an answer into the few lines that are wanted first: what happened, why, how to mend it, and one code block."""

from typing import Final

from msfaq.answers.blocks import blocks_named
from msfaq.answers.compose import (
    code_heading,
    heading,
    placeholder_parts,
    section_parts,
    snippet_markdown,
    source_parts,
)
from msfaq.corpus.entry import Entry, Variant

_FIRST: Final = ("meaning", "cause", "look", "fix")
"""Sections that are shown at once; the others wait to be asked for."""

_MOST_NAMED: Final = 2
"""Blocks shown because the text speaks of them."""

_WORDS: Final = {
    "zh": {
        "more": "*未显示：{0}。看全文：`msfaq show {1}`*",
        "block": "另一段代码",
        "blocks": "另外 {0} 段代码",
    },
    "en": {
        "more": "*Not shown: {0}. The whole entry: `msfaq show {1}`*",
        "block": "another code block",
        "blocks": "{0} more code blocks",
    },
}

_JOINT: Final = " · "


def brief_markdown(entry: Entry, lang: str, sentence: str = "", variant: Variant | None = None, *, sure: bool) -> str:
    """Return the answer in short as Markdown; what it leaves out is named at its end.

    ``sentence`` is the readout, already Markdown. What is to be done about the reader's own kind of message, the
    ``variant``, stands for the sections. Where the answer is not ``sure``, it says when it is something else.
    """
    keys = () if variant else _FIRST
    # What a user has added stands in every form of the answer.
    keys = (*keys, "note") if sure else (*keys, "otherwise", "note")
    shown = [section for section in entry.sections(lang) if section.key in keys]
    parts = heading(entry, lang, sentence, variant)
    for section in shown:
        parts += section_parts(entry, section, lang)
    code = _code(entry, lang, variant, "\n".join(section.markdown for section in shown))
    if code:
        parts += [code_heading(lang), *(snippet_markdown(entry.snippets[at], lang, number) for at, number in code)]
        parts += placeholder_parts(entry, lang, [entry.snippets[at] for at, _ in code])
    parts += source_parts(entry, lang)
    left = [section.heading for section in entry.sections(lang) if section not in shown]
    words = _WORDS[lang]
    if blocks := len(entry.snippets) - len(code):
        left.append(words["block" if blocks == 1 else "blocks"].format(blocks))
    if left:
        parts.append(words["more"].format(_JOINT.join(left), entry.id))
    return "\n\n".join(parts) + "\n"


def _code(entry: Entry, lang: str, variant: Variant | None, text: str) -> list[tuple[int, int]]:
    """Return the code blocks to show, each with the number it is called by: the fix, and what the text speaks of."""
    fix = entry.fix_snippet(variant)
    wanted = () if fix is None else (entry.snippets.index(fix),)
    named = () if variant else blocks_named(text, lang, len(entry.snippets))[:_MOST_NAMED]
    return [(at, at + 1 if named else 0) for at in sorted({*wanted, *named})]
