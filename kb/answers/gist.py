"""Says a paragraph, or what to do, in a sentence or two: their own first ones."""

import re
from itertools import islice
from typing import Final

from msfaq.answers.items import items, section
from msfaq.answers.links import plain_links, without_links
from msfaq.corpus.entry import Entry

_MOST_STEPS: Final = 3
"""Steps that are told of an entry which may be the answer."""

_SENTENCE: Final = re.compile(r"(?:\d+\.\s)?(?:`[^`]*`|[^`])+?(?:[。！？]|[.!?](?=\s|$)|$)\s*", re.DOTALL)


def first_sentence(markdown: str) -> str:
    """Return the first sentence of a paragraph or list item.

    >>> first_sentence("1. Two sides wait, see `a. b`. Then go on.")
    '1. Two sides wait, see `a. b`.'
    """
    return next((found.group().rstrip() for found in _SENTENCE.finditer(markdown)), markdown)


def gist(markdown: str) -> str:
    """Return the first sentence of a paragraph or list item, and the first one that names something to type.

    >>> gist("1. Two sides wait. In `a. b` set more. Then go on.")
    '1. Two sides wait. In `a. b` set more.'
    """
    sentences = (found.group() for found in _SENTENCE.finditer(markdown))
    first = next(sentences, markdown)
    naming = "" if "`" in first else next((one for one in sentences if "`" in one), "")
    return f"{first}{naming}".rstrip()


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
    return tuple(" ".join(gist(text).split()) for text in texts)
