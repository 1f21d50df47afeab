"""Finds a section of an entry, and cuts it into its list items and paragraphs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from msfaq.corpus.entry import Entry, Section

_ITEM: Final = re.compile(r"(?:\d+\.|[-*])\s")
_NUMBER: Final = re.compile(r"(\d+)\.(?=\s)")


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
    r"""Return items as one Markdown text: list items beneath each other, paragraphs apart.

    Markdown counts on from a list's first number whatever follows. Where numbers are left out, or stand in another
    order, each item is marked with a dot and its number written beside it.

    >>> joined([Item("fix", "2. Set it."), Item("fix", "3. Look.")])
    '2. Set it.\n3. Look.'
    >>> joined([Item("fix", "3. Look."), Item("fix", "1. Wait.")])
    '- **3.** Look.\n- **1.** Wait.'
    """
    numbers = [int(number[1]) for one in found if (number := _NUMBER.match(one.text))]
    counts_on = all(later == one + 1 for one, later in pairwise(numbers))
    text, was_listed = "", False
    for one in found:
        number = _NUMBER.match(one.text)
        # Only a list that begins with 1, or with a dot, may follow a paragraph without a blank line.
        is_close = one.is_listed and (was_listed or not counts_on or number is None or number[1] == "1")
        text += ("\n" if is_close else "\n\n") if text else ""
        text += one.text if counts_on or number is None else f"- **{number[1]}.**{one.text[number.end() :]}"
        was_listed = one.is_listed
    return text


def bullet(text: str) -> str:
    r"""Return an item as one of a list without numbers.

    >>> bullet("2. Set it.\nThen go on.")
    '- Set it.\n  Then go on.'
    """
    return "- " + re.sub(r"^(?:\d+\.|[-*])\s+", "", text).replace("\n", "\n  ")
