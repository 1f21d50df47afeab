"""Cuts an entry into the pieces that replies are made of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.corpus.entry import Entry, Section, Snippet

_ITEM: Final = re.compile(r"(?:\d+\.|[-*])\s")
_LINK: Final = re.compile(r"\[([^\]]+)\]\(entry:([^)\s]+)\)")
_SHELLS: Final = ("bash", "sh", "shell", "console", "powershell")


@dataclass(frozen=True, slots=True)
class Item:
    """One list item or paragraph of a section."""

    key: str
    """The section's key: ``cause``, ``fix`` …"""
    text: str
    """Its Markdown."""

    @property
    def is_listed(self) -> bool:
        """Whether it is a list item."""
        return _ITEM.match(self.text) is not None


def section(entry: Entry, lang: str, key: str) -> Section | None:
    """Return the section with this key, or None."""
    return next((one for one in entry.sections(lang) if one.key == key), None)


def items(part: Section) -> tuple[Item, ...]:
    """Return the list items and paragraphs of a section; continuation lines stay with what they continue."""
    return tuple(Item(part.key, text) for text in _blocks(part.markdown))


def _blocks(markdown: str) -> Iterator[str]:
    held: list[str] = []
    fenced = False
    for line in markdown.split("\n"):
        begins = not fenced and (bool(_ITEM.match(line)) or (held and not held[-1].strip() and not line[:1].isspace()))
        if begins and any(map(str.strip, held)):
            yield "\n".join(held).strip()
            held = []
        if line.lstrip().startswith("```"):
            fenced = not fenced
        held.append(line)
    if any(map(str.strip, held)):
        yield "\n".join(held).strip()


def joined(found: Sequence[Item]) -> str:
    """Return items as one Markdown text: list items beneath each other, paragraphs apart."""
    text = ""
    for one in found:
        gap = "" if not text else "\n" if one.is_listed else "\n\n"
        text += gap + one.text
    return text


def plain_links(markdown: str) -> str:
    """Return Markdown in which links to entries are words followed by the entry's id."""
    return _LINK.sub(r"\1 (`\2`)", markdown)


def links(entry: Entry) -> tuple[str, ...]:
    """Return the ids that an entry leads to: links in its text first, in order, then ``related``."""
    found = [name for lang in ("zh", "en") for one in entry.sections(lang) for _, name in _LINK.findall(one.markdown)]
    return tuple(name for name in dict.fromkeys((*found, *entry.related, *entry.leads_to)) if name != entry.id)


def links_under(entry: Entry, key: str) -> tuple[str, ...]:
    """Return the ids linked in one section, in order."""
    found = [name for one in entry.sections("zh") if one.key == key for _, name in _LINK.findall(one.markdown)]
    return tuple(dict.fromkeys(found))


def snippets_in_order(entry: Entry, *, shell: bool) -> tuple[int, ...]:
    """Return the numbers of an entry's code blocks, the most wanted first.

    Fixes go before examples, and these before code that only shows the fault; ``shell`` puts commands first.
    """
    order = {"fix": 0, "runs": 1, "syntax": 2, "warns": 3, "fails": 4}

    def rank(number: int) -> tuple[bool, int, int]:
        snippet = entry.snippets[number]
        return (shell and not is_shell(snippet), order[snippet.promise], number)

    return tuple(sorted(range(len(entry.snippets)), key=rank))


def is_shell(snippet: Snippet) -> bool:
    """Tell whether a code block is for a shell."""
    return snippet.lang in _SHELLS
