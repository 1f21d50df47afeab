"""Links in Markdown: to entries of the book, which the interface opens itself, and to the world."""

import re
from typing import Final

from textual.widget import Widget

from msfaq.tui.context import context
from msfaq.tui.messages import EntryWanted
from msfaq.tui.words import word

_SCHEME: Final = "entry:"
_CITED: Final = re.compile(r"\(`(?P<bare>[a-z0-9][a-z0-9-]+)`\)|`msfaq show (?P<shown>[a-z0-9-]+)`")
_FENCE: Final = re.compile(r"^ {0,3}(```|~~~)")


def linked(markdown: str) -> str:
    """Return Markdown in which ids cited in parentheses and ``msfaq show`` commands lead to the entry."""
    lines, fenced = [], False
    for line in markdown.split("\n"):
        is_fence = bool(_FENCE.match(line))
        lines.append(line if fenced or is_fence else _CITED.sub(_link, line))
        fenced ^= is_fence
    return "\n".join(lines)


def follow_link(widget: Widget, href: str) -> None:
    """Open what a link leads to: an entry here, an address in the browser, anything else not at all."""
    if href.startswith(_SCHEME):
        widget.post_message(EntryWanted(href.removeprefix(_SCHEME)))
    elif href.startswith(("https://", "http://")):
        widget.app.open_url(href)
        widget.app.notify(word("opened", context(widget).lang, url=href), markup=False, timeout=3)


def _link(found: re.Match[str]) -> str:
    name = found["bare"] or found["shown"]
    text = f"[{name}](entry:{name})"
    return f"({text})" if found["bare"] else text
