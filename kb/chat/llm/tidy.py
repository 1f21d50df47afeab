"""Takes out of a model's sentence what could do more than be read: escape codes, links, images, HTML."""

import re
import unicodedata
from collections.abc import Callable, Collection
from typing import Final

from msfaq.logs.decode import clean

_SPAN: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_IMAGE: Final = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])")
_LINK: Final = re.compile(r"\[([^\]\[]*)\]\(\s*<?([^)\s>]*)>?[^)]*\)")
_ADDRESS: Final = re.compile(
    r"<?((?:\b[A-Za-z][A-Za-z0-9+.-]{1,15}://|\bwww\.|\b(?:mailto|javascript|data|entry):(?=\w))[^\s<>`\"'）)\]】，。；]*)>?"
)
_HIDDEN: Final = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
"""Unicode categories of what is not seen: controls, direction marks, private and unassigned code points."""

_BEGINS_BLOCK: Final = re.compile(r"(?:[#>|~=+*_-]|\d{1,9}[.)])")


def visible(text: str) -> str:
    """Return text without terminal controls and other characters that are not seen; line ends and tabs stay."""
    return "".join(c for c in clean(text) if c in "\n\t" or unicodedata.category(c) not in _HIDDEN)


def outside_spans(text: str, change: Callable[[str], str]) -> str:
    """Return Markdown with everything outside its code spans changed."""
    parts, at = [], 0
    for found in _SPAN.finditer(text):
        parts += [change(text[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, change(text[at:])])


def without_links(text: str, allowed: Collection[str]) -> str:
    """Return Markdown with the links to allowed addresses as ``<address>`` and all others as their bare words."""

    def plain(part: str) -> str:
        part = _IMAGE.sub("", part)
        return _LINK.sub(lambda link: f"{link[1]} <{link[2]}>" if link[2] in allowed else link[1], part)

    return outside_spans(text, plain)


def addresses(text: str) -> tuple[str, ...]:
    """Return the addresses that stand in a text."""
    return tuple(found[1].rstrip(".,;:!?") for found in _ADDRESS.finditer(text))


def inert(text: str) -> str:
    """Return a sentence such that Markdown makes of it no link, image, HTML, heading, list, table or code block.

    Addresses in it must have been allowed before; emphasis and code spans stay.
    """
    lines = outside_spans(" ".join(text.split()), _inert)
    return f"\\{lines}" if _BEGINS_BLOCK.match(lines) and not lines.startswith("**") else lines


def _inert(part: str) -> str:
    kept: list[str] = []
    at = 0
    for found in _ADDRESS.finditer(part):
        address = found[1].rstrip(".,;:!?")
        kept += [_escaped(part[at : found.start()]), f"<{address}>", found[1][len(address) :]]
        at = found.end()
    return "".join([*kept, _escaped(part[at:])])


def _escaped(part: str) -> str:
    part = part.replace("\\", "\\\\").replace("<", "\\<").replace("&", "\\&").replace("`", "\\`")
    return part.replace("](", "]\\(").replace("]:", "]\\:").replace("![", "!\\[").replace("][", "] [")
