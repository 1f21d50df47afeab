"""Cuts an entry into the pieces that replies are made of."""

import re
from typing import Final

from msfaq.corpus.entry import Entry, Section, Snippet

_LINK: Final = re.compile(r"\[([^\]]+)\]\(entry:([^)\s]+)\)")
_SHELLS: Final = ("bash", "sh", "shell", "console", "powershell")


def section(entry: Entry, lang: str, key: str) -> Section | None:
    """Return the section with this key, or None."""
    return next((one for one in entry.sections(lang) if one.key == key), None)


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
