"""Says a paragraph, or what to do, in a sentence or two: their own first ones."""

import re
from collections.abc import Callable
from itertools import islice
from typing import Final

from msfaq.answers.items import items, section
from msfaq.answers.links import plain_links, without_links
from msfaq.corpus.entry import Entry

_MOST_STEPS: Final = 3
"""Steps that are told of an entry which may be the answer."""

_SENTENCE: Final = re.compile(
    r"(?:\d+\.\s)?(?:\*\*(?:`[^`]*`|[^`*]|\*(?!\*))+\*\*|`[^`]*`|[^`])+?"
    r"(?:(?:[。！？]|(?<=[。！？]\*\*))[”’」）)]*|(?:[.!?]|(?<=[.!?]\*\*))[\"”’)]*(?=\s|$)|$)\s*",
    re.DOTALL,
)
"""A sentence; what is bold or code is never cut, and a bold sentence ends where its bold does."""

_WARNS: Final = re.compile(r"(?i)\*\*[^*]*(?:[不勿别]|\b(?:not|never|only|once|don't)\b)[^*]*\*\*")
"""A warning in bold."""

_HEADING: Final = re.compile(r"(?:\d+\.\s|[-*]\s)?\*\*[^*]+\*\*\s*")
"""A sentence that is bold as a whole and only says what the following ones are about."""

_BENEATH: Final = re.compile(r"\n\s*\n|\n\s*(?:[-*]|\d+\.)\s|\n\s*(?=\||```)")
"""What stands beneath the first paragraph of an item."""

_NESTED: Final = re.compile(r"(?m)^\s+(?:[-*]|\d+\.)\s.*$")
"""An item of a list beneath it, on one line as the book has them."""

_MARKER: Final = re.compile(r"(?m)^\s+(?:[-*]|\d+\.)\s")


def first_sentence(markdown: str) -> str:
    """Return the first sentence of a paragraph or list item.

    >>> first_sentence("1. Two sides wait, see `a. b`. Then go on.")
    '1. Two sides wait, see `a. b`.'
    """
    return next((found.group().rstrip() for found in _SENTENCE.finditer(markdown)), markdown)


def gist(markdown: str, wanted: Callable[[str], bool] = lambda text: False) -> str:
    r"""Return what a paragraph or list item says in short: its first sentence, and the first that names what to type.

    A first sentence that is only a heading has the one after it beside it; bold warnings stay, and what is ``wanted``.
    A list beneath the first paragraph is told item by item; tables and code are left out, and `beneath` returns them.

    >>> gist("1. Two sides wait. In `a. b` set more. Then go on.")
    '1. Two sides wait. In `a. b` set more.'
    >>> gist("1. By the log:\n   - Late: wait. Then go on.\n   - Early: look.")
    '1. By the log:\n   - Late: wait.\n   - Early: look.'
    >>> gist("1. **Scale first.** It halves itself. Two. Try `x=1`.\n\n   | a | b |")
    '1. **Scale first.** It halves itself. Try `x=1`.'
    """
    sentences = [found.group() for found in _SENTENCE.finditer(_BENEATH.split(markdown, maxsplit=1)[0])]
    first = 2 if len(sentences) > 1 and _HEADING.fullmatch(sentences[0]) else 1
    kept, others = sentences[:first], sentences[first:]
    naming = next((one for one in others if "`" in one), "") if not any("`" in one for one in kept) else ""
    short = "".join((*kept, *(one for one in others if one is naming or _WARNS.search(one) or wanted(one)))).rstrip()
    nested = (gist(found[0].strip(), wanted) for found in _NESTED.finditer(markdown))
    return "\n".join((short, *(f"   {one}" for one in nested)))


def beneath(markdown: str) -> str:
    r"""Return the table or code that stands beneath the first paragraph of a list item; empty without any.

    >>> beneath("1. By the message:\n\n   | a | b |")
    '   | a | b |'
    """
    below = "".join(_BENEATH.split(markdown, maxsplit=1)[1:])
    return below if below.lstrip().startswith(("|", "```")) else ""


def about(entry: Entry, lang: str) -> str:
    """Return the sentence with which an entry begins, on one line; empty where it begins with a table or code."""
    opening = entry.sections(lang)[0].markdown.split("\n\n", 1)[0]
    if opening.startswith(("|", "```", "- ", "1. ")):
        return ""
    return " ".join(first_sentence(without_links(opening)).split())


def first_steps(entry: Entry, lang: str) -> tuple[str, ...]:
    """Return the first things to do, each in a sentence or two of Markdown without its number; empty without a list."""
    fix = section(entry, lang, "fix")
    listed = (one for one in items(fix) if one.is_listed) if fix is not None else ()
    texts = (plain_links(one.text.partition(" ")[2]) for one in islice(listed, _MOST_STEPS))
    return tuple(" ".join(_MARKER.sub("", gist(text)).split()) for text in texts)
