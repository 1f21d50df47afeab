"""Cuts a Markdown document along its headings with markdown-it-py, keeping line numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from msfaq.corpus.entry import Section
from msfaq.errors import EntryError

_LINE_END = re.compile(r"\r\n?|\n")
"""What ends a line for markdown-it-py, whose line numbers the blocks carry."""


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block: a paragraph, list, table or code block."""

    kind: str
    """``fence``, ``code`` or another markdown-it token type without its ``_open``."""
    info: str
    """The words after the opening fence; empty for other blocks."""
    content: str
    """The code of a fence; empty for other blocks."""
    first_line: int
    """1-based number of the block's first line in the file."""
    last_line: int
    """1-based number of its last line, inclusive."""


@dataclass(frozen=True, slots=True)
class HeadedPart:
    """A heading and the blocks beneath it, up to the next heading of any level."""

    level: int
    """1 to 6."""
    heading: str
    """The heading's text, Markdown marks included."""
    first_line: int
    """1-based number of the heading's line."""
    blocks: tuple[Block, ...]
    """What stands beneath, in order."""
    markdown: str
    """The text beneath, from its first to its last line as the file has it."""

    @property
    def last_line(self) -> int:
        """1-based number of the part's last line, inclusive."""
        return self.blocks[-1].last_line if self.blocks else self.first_line

    @property
    def body_line(self) -> int:
        """1-based number of the first line beneath the heading that holds text."""
        return self.blocks[0].first_line if self.blocks else self.first_line


@dataclass(frozen=True, slots=True)
class Parsed:
    """A Markdown document, cut along its headings."""

    front_matter: str
    """The YAML text between the ``---`` lines."""
    front_matter_line: int
    """1-based number of the first line of that text."""
    parts: tuple[HeadedPart, ...]
    """The document's headings in file order."""


@lru_cache(maxsize=2)
def markdown_parser(*, inline: bool = False) -> MarkdownIt:
    """Return the parser for Markdown: CommonMark with tables and front matter.

    Marks within a line are parsed only with ``inline``: cutting documents needs none of them, and they take half the
    time.
    """
    parser = MarkdownIt("commonmark").enable("table").use(front_matter_plugin)
    return parser if inline else parser.disable("inline")


def parse_document(text: str, *, path: str) -> Parsed:
    """Cut a document into its front matter and headed parts.

    Raises EntryError when the front matter is missing or not closed, or text stands before the first heading.
    """
    lines = _LINE_END.split(text)
    body = markdown_parser().parse(text)
    if not body or body[0].type != "front_matter":
        problem = (
            "the front matter is not closed by '---'" if lines[0] == "---" else "no front matter ('---') on line 1"
        )
        raise EntryError(path, 1, problem)
    parts: list[tuple[Token, str, list[Block]]] = []
    for at, token in enumerate(body):
        if token.level or not token.map or token.type == "front_matter":
            continue
        if token.type == "heading_open":
            parts.append((token, body[at + 1].content.strip(), []))
        elif not parts:
            raise EntryError(path, token.map[0] + 1, "text before the first heading")
        else:
            parts[-1][2].append(_block(token, lines))
    return Parsed(body[0].content, 2, tuple(_headed(*part, lines) for part in parts))


def _headed(head: Token, name: str, blocks: Sequence[Block], lines: Sequence[str]) -> HeadedPart:
    text = "\n".join(lines[blocks[0].first_line - 1 : blocks[-1].last_line]) if blocks else ""
    return HeadedPart(int(head.tag[1]), name, (head.map or [0])[0] + 1, tuple(blocks), text)


def _block(token: Token, lines: Sequence[str]) -> Block:
    start, end = token.map or (0, 0)
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    is_fence = token.type == "fence"
    return Block(
        kind=token.type.removesuffix("_open"),
        info=token.info.strip() if is_fence else "",
        content=token.content if is_fence else "",
        first_line=start + 1,
        last_line=end,
    )


def to_section(key: str, part: HeadedPart) -> Section:
    """Return a headed part as the section of a document."""
    return Section(key, part.heading, part.markdown, part.first_line, part.body_line, part.last_line)
