"""Finds a section of an entry, and cuts it into its list items and paragraphs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.corpus.entry import Entry, Section

_ITEM: Final = re.compile(r"(?:\d+\.|[-*])\s")


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


def bullet(text: str) -> str:
    r"""Return an item as one of a list without numbers.

    >>> bullet("2. Set it.\nThen go on.")
    '- Set it.\n  Then go on.'
    """
    return "- " + re.sub(r"^(?:\d+\.|[-*])\s+", "", text).replace("\n", "\n  ")
