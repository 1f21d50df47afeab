"""Puts an entry into words for one reader: one language, the reader's own numbers, code and sources."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from msfaq.answers.links import command_links
from msfaq.corpus.entry import Choice, Entry, Section, Snippet, Variant
from msfaq.corpus.guide import Guide
from msfaq.corpus.template import shown_template

_BRACED: Final = re.compile(r"\{([a-z_][a-z0-9_]*)\}")

_SPECIAL: Final = re.compile(r"[\\`*\[<|]|(?<![^\W_])_|_(?![^\W_])|^[#>]|^[+-](?=\s|$)|^[-=](?=[-=]*\s*$)")
"""What begins a mark of Markdown; an underscore within a word begins none, nor do the dashes of an option."""

_WORDS: Final = {
    "zh": {
        "yours": "你遇到的情况",
        "messages": "按报错看",
        "code": "代码",
        "sources": "来源",
        "related": "相关",
        "guides": "指南",
        "walk": "判断步骤",
        "steps": "各项做法",
        "result": "结论：{0}",
        "go": "转到第 {0} 步",
        "see": "见 `msfaq show {0}`",
        "destructive": "**注意：会结束进程或删除内容，先看清列出的对象再执行。**",
        "needs": "需要：{0}",
        "syntax": "未在此处运行：{0}",
        "own": "这是我们自己的经验，官方文档没有对应条目。",
        "users": "这是你自己的条目：`{0}`",
        "added": "这一条加上了你自己的内容：`{0}`",
        "placeholder": "- `{{{0}}}`：默认 `{1}`。{2}",
    },
    "en": {
        "yours": "In your case",
        "messages": "By message",
        "code": "Code",
        "sources": "Sources",
        "related": "Related",
        "guides": "Guides",
        "walk": "Decide step by step",
        "steps": "What to do",
        "result": "{0}",
        "go": "go to {0}",
        "see": "see `msfaq show {0}`",
        "destructive": "**Careful: this ends processes or deletes something; read what it lists before you go on.**",
        "needs": "Needs: {0}",
        "syntax": "Not run here: {0}",
        "own": "This is our own note; no official page covers it.",
        "users": "This is your own entry: `{0}`",
        "added": "You have added to this entry: `{0}`",
        "placeholder": "- `{{{0}}}`: `{1}` by default. {2}",
    },
}
"""The words around an entry's own, per language."""


def readout(entry: Entry, lang: str, values: Mapping[str, str]) -> str:
    """Return the first sentence of the entry whose captures were all read, with ``values`` put in, or nothing."""
    for sentence in entry.readout:
        text = sentence.of(lang)
        if all(name in values for name in _BRACED.findall(text)):
            return _BRACED.sub(lambda found: values[found[1]], text)
    return ""


def mend(variant: Variant | None, lang: str) -> str:
    """Return what to do about one kind of message, Markdown; nothing for None."""
    return command_links(variant.mend.of(lang)) if variant else ""


def answer_markdown(entry: Entry, lang: str, sentence: str = "", variant: Variant | None = None) -> str:
    """Return the whole answer as Markdown: title, the reader's case, sections, code, sources.

    ``sentence`` is the readout, already Markdown, and ``variant`` the reader's own kind of message; without it what to
    do is said for each kind.
    """
    words = _WORDS[lang]
    parts = heading(entry, lang, sentence, variant)
    for section in entry.sections(lang):
        parts += section_parts(entry, section, lang)
    if variant is None:
        parts += variant_parts(entry, lang)
    if entry.snippets:
        parts.append(code_heading(lang))
        parts += [snippet_markdown(snippet, lang) for snippet in entry.snippets]
    parts += placeholder_parts(entry, lang, entry.snippets)
    parts += source_parts(entry, lang)
    if entry.related:
        parts.append(f"{words['related']}: " + ", ".join(f"`{name}`" for name in entry.related))
    if entry.guides:
        parts.append(f"{words['guides']}: " + ", ".join(f"`msfaq show {name}`" for name in entry.guides))
    return "\n\n".join(parts) + "\n"


def heading(entry: Entry, lang: str, sentence: str, variant: Variant | None) -> list[str]:
    """Return what an answer begins with: its title, and what concerns the reader's own case."""
    parts = [f"# {entry.title.of(lang)}"]
    if sentence:
        parts.append(f"> {sentence}")
    if variant is not None:
        parts += [f"## {_WORDS[lang]['yours']}", mend(variant, lang)]
    return parts


def variant_parts(entry: Entry, lang: str) -> list[str]:
    """Return what to do about each kind of message that the entry tells apart, under the first wording of each."""
    parts = [f"## {_WORDS[lang]['messages']}"] if entry.variants else []
    for variant in entry.variants:
        wording = next((one.match for one in entry.signatures if one.variant == variant.name), variant.name)
        parts += [f"### {code_span(shown_template(wording))}", mend(variant, lang)]
    return parts


def code_heading(lang: str) -> str:
    """Return the heading above code blocks."""
    return f"## {_WORDS[lang]['code']}"


def section_parts(entry: Entry, section: Section, lang: str) -> list[str]:
    """Return a section under its heading, with the questions of the entry's walk where they belong."""
    words = _WORDS[lang]
    has_walk = section.key == "fix" and entry.walk
    # A heading of its own ends the list of questions: without it the steps would be counted on.
    walk = [f"**{words['walk']}**", walk_markdown(entry, lang), f"**{words['steps']}**"] if has_walk else []
    return [f"## {section.heading}", *walk, command_links(section.markdown)]


def placeholder_parts(entry: Entry, lang: str, snippets: Iterable[Snippet]) -> list[str]:
    """Return what is to be filled in in these code blocks, as one list, or nothing."""
    used = [p for p in entry.placeholders if any(f"{{{p.name}}}" in snippet.code for snippet in snippets)]
    rows = [_WORDS[lang]["placeholder"].format(p.name, p.default, p.find.of(lang)) for p in used]
    return ["\n".join(rows)] if rows else []


def source_parts(entry: Entry, lang: str) -> list[str]:
    """Return where an entry's facts can be checked, and whose they are where they are not official."""
    words = _WORDS[lang]
    parts = [f"## {words['sources']}"]
    if entry.origin != "book":
        parts.append(words["users" if entry.origin == "own" else "added"].format(entry.path))
    if not entry.official and entry.origin != "own":
        parts.append(words["own"])
    return [*parts, "\n".join(f"- {s.name}: <{s.url}>" if s.url else f"- {s.name}" for s in entry.sources)]


def guide_markdown(guide: Guide, lang: str) -> str:
    """Return a guide as Markdown in ``lang``, ``zh`` or ``en``."""
    words = _WORDS[lang]
    parts = [f"# {guide.title.of(lang)}"]
    for section in guide.sections(lang):
        parts += [f"## {section.heading}", command_links(section.markdown)]
    parts.append(f"## {words['sources']}")
    parts.append("\n".join(f"- {s.name}: <{s.url}>" if s.url else f"- {s.name}" for s in guide.sources))
    if guide.related:
        parts.append(f"{words['related']}: " + ", ".join(f"`{name}`" for name in guide.related))
    return "\n\n".join(parts) + "\n"


def fill(code: str, name: str, value: str) -> str:
    """Return ``code`` with the placeholder ``{name}`` replaced; a shell's own ``${name}`` stays.

    >>> fill("ls {folder} ${folder}", "folder", "/tmp")
    'ls /tmp ${folder}'
    """
    return re.sub(rf"(?<!\$)\{{{re.escape(name)}\}}", lambda found: value, code)


def snippet_markdown(snippet: Snippet, lang: str, number: int = 0) -> str:
    """Return a code block with its title and what one must know before running it.

    A ``number`` from 1 stands before the title: the text calls the block by it.
    """
    words = _WORDS[lang]
    notes = [words["destructive"]] if snippet.destructive else []
    if snippet.because:
        notes.append(words["syntax"].format(snippet.because))
    if other := [need for need in snippet.needs if need not in ("mindspore", "numpy")]:
        notes.append(words["needs"].format(", ".join(other)))
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", snippet.code)), default=0))
    title = f"{number}. {snippet.title.of(lang)}" if number else snippet.title.of(lang)
    parts = [f"### {title}", *notes, f"{fence}{snippet.lang}\n{snippet.code.rstrip()}\n{fence}"]
    return "\n\n".join(parts)


def walk_markdown(entry: Entry, lang: str) -> str:
    """Return the questions of a decision entry as a numbered list."""
    numbers = {question.name: number for number, question in enumerate(entry.walk, start=1)}
    lines = []
    for question in entry.walk:
        lines.append(f"{numbers[question.name]}. {question.ask.of(lang)}")
        lines += [f"   - {choice.when.of(lang)} → {_target(choice, numbers, lang)}" for choice in question.choices]
    return "\n".join(lines)


def escape_markdown(text: str) -> str:
    """Return user text such that Markdown shows it as it is: no link, image, emphasis or HTML."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def code_span(text: str) -> str:
    """Return user text as a Markdown code span, which shows it to the letter whatever it holds."""
    ticks = "`" * (1 + max(map(len, re.findall(r"`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _target(choice: Choice, numbers: Mapping[str, int], lang: str) -> str:
    words = _WORDS[lang]
    if choice.go:
        return words["go"].format(numbers[choice.go])
    if choice.see:
        return words["see"].format(choice.see)
    return words["result"].format(choice.result.of(lang) if choice.result else "")
