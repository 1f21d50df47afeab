"""Links to entries within the book's Markdown, ``[words](entry:id)``, as different readers can follow them."""

import re
from typing import Final

_LINK: Final = re.compile(r"\[([^\]]+)\]\(entry:([^)\s]+)\)")


def plain_links(markdown: str) -> str:
    """Return Markdown in which links to entries are words followed by the entry's id.

    >>> plain_links("see [the limit](entry:set-memory)")
    'see the limit (`set-memory`)'
    """
    return _LINK.sub(r"\1 (`\2`)", markdown)


def command_links(markdown: str) -> str:
    """Return Markdown in which links to entries are words followed by the command that shows the entry."""
    return _LINK.sub(r"\1 (`msfaq show \2`)", markdown)


def without_links(markdown: str) -> str:
    """Return Markdown in which links to entries are words alone."""
    return _LINK.sub(r"\1", markdown)


def linked_ids(markdown: str) -> list[str]:
    """Return the ids that are linked, in order, with repetitions."""
    return [name for _, name in _LINK.findall(markdown)]
