"""Reads the sections of a Markdown page."""

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from msfaq.corpus.markdown import markdown_parser
from msfaq.index.training.pages import DocSection

_TAG = re.compile(r"<[^>\n]{1,200}>")
_SOFT_BREAK = "\n"


def markdown_sections(text: str) -> tuple[DocSection, ...]:
    """Return the headed sections of a page; text before the first heading belongs to a heading ``""`` of level 1.

    Code blocks, images, raw HTML and link targets are left out; link texts and inline code stay.
    """
    sections: list[DocSection] = []
    level, heading = 1, ""
    blocks: list[str] = []
    rows: list[tuple[str, ...]] = []
    for kind, text_of, cells in _events(markdown_parser(inline=True).parse(text)):
        if kind == "row":
            rows.append(cells)
        elif kind == "block":
            blocks.append(text_of)
        else:
            if heading or blocks:
                sections.append(DocSection(level, heading, tuple(blocks), tuple(rows)))
            level, heading, blocks, rows = int(kind), text_of, [], []
    if heading or blocks:
        sections.append(DocSection(level, heading, tuple(blocks), tuple(rows)))
    return tuple(sections)


def _events(tokens: Sequence[Token]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield (heading level, text, ()), ("block", text, ()) and ("row", "", cells) in reading order."""
    level = ""
    cells: list[str] | None = None
    for token in tokens:
        if token.type == "heading_open":
            level = token.tag[1:]
        elif token.type == "tr_open":
            cells = []
        elif token.type == "tr_close" and cells is not None:
            yield "row", "", tuple(cells)
            cells = None
        elif token.type == "inline":
            text = plain(token)
            if level:
                yield level, text, ()
                level = ""
                continue
            if cells is not None:
                cells.append(text)
            if text:
                yield "block", text, ()


def plain(token: Token) -> str:
    """Return the text of an inline token without markup, blanks squeezed.

    >>> plain(markdown_parser(inline=True).parse("see [`Model`](https://x) <br/> *now*")[1])
    'see Model now'
    """
    words = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            words.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            words.append(_SOFT_BREAK)
    return " ".join(_TAG.sub(" ", "".join(words)).split())
