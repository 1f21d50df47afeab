"""Reads a Markdown document with markdown-it-py."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msfaq.corpus.documents.passage import DocumentPassage, Heading, HeadingPath, cut_at_headings
from msfaq.corpus.markdown import markdown_parser

_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s\"[^\"]*\")?\)")
_MARKS: Final = re.compile(r"`+|\*{1,3}|<[^<>]{1,200}>|\{#[^{}]*\}")


def markdown_passages(lines: Sequence[str], path: HeadingPath | None = None) -> Iterator[DocumentPassage]:
    """Yield the passages; code blocks, tables and list items stay whole as far as they are of reasonable length.

    ``path`` holds the headings above, as `cut_at_headings` has it.
    """
    tokens = markdown_parser().parse("\n".join(lines))
    headings: list[Heading] = []
    breaks: set[int] = set()
    for at, token in enumerate(tokens):
        if token.map is None:
            continue
        start, end = token.map
        if token.type == "heading_open" and token.level == 0:
            headings.append(Heading(int(token.tag[1]), heading_text(tokens[at + 1].content), start, end))
        elif token.level == 0 or (token.type == "list_item_open" and token.level == 1):
            breaks.add(start)
    return cut_at_headings(lines, headings, breaks, path)


def heading_text(markdown: str) -> str:
    """Return a heading without its marks.

    >>> heading_text("Use [`Model`](https://x) **now**")
    'Use Model now'
    """
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", markdown)).split())
