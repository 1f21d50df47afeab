"""Reads an HTML page with the standard library's parser: its text block by block, with the lines it stands on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Final

from msfaq.corpus.documents.decode import clean_lines
from msfaq.corpus.documents.passage import DocumentPassage, Heading, HeadingPath, language_of

_SILENT: Final = frozenset(("script", "style", "template", "noscript", "svg", "nav", "footer"))
"""Elements whose text is no part of the page's own."""

# fmt: off
_BLOCKS: Final = frozenset((
    "address", "article", "aside", "blockquote", "body", "br", "caption", "dd", "details", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li",
    "main", "ol", "option", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "title", "tr", "ul",
))
# fmt: on
"""Elements that begin and end a line of text."""

_CELLS: Final = ("td", "th")
_PILCROW: Final = "¶"
"""The sign that documentation generators put behind headings to link to them."""

_LONGEST: Final = 900
"""Characters a passage may have before another begins, as in other documents."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A line of text as the page shows it."""

    tag: str
    text: str
    first_line: int
    last_line: int
    in_main: bool


def html_passages(text: str) -> Iterator[DocumentPassage]:
    """Yield the passages of a page; where it marks its main part, of that alone."""
    parser = _TextParser()
    parser.feed(text)
    parser.close()
    parser.end_block()
    blocks = parser.blocks
    if any(block.in_main for block in blocks):
        blocks = [block for block in blocks if block.in_main or block.tag == "title"]
    yield from _passages(blocks)


def _passages(blocks: Sequence[_Block]) -> Iterator[DocumentPassage]:
    path = HeadingPath()
    held: list[_Block] = []
    heading: _Block | None = None
    has_title = any(block.tag == "h1" for block in blocks)
    for block in blocks:
        level = _level(block)
        size = sum(len(one.text) + 1 for one in held)
        if level is None:
            if held and size + len(block.text) > _LONGEST:
                yield _passage(held, path)
                held = []
            held.append(block)
            heading = None
            continue
        if held:
            yield _passage(held, path)
        elif heading is not None and level <= (_level(heading) or 0):
            yield _passage([heading], path)
        held = []
        if block.tag != "title" or not has_title:
            path.enter(Heading(level, block.text.removesuffix(_PILCROW).strip(), 0, 0))
            heading = block
    if held or heading is not None:
        yield _passage(held or [heading], path)  # type: ignore[list-item]


def _level(block: _Block) -> int | None:
    if block.tag == "title":
        return 1
    return int(block.tag[1]) if len(block.tag) == 2 and block.tag[0] == "h" and block.tag[1] in "123456" else None


def _passage(blocks: Sequence[_Block], path: HeadingPath) -> DocumentPassage:
    text = "\n".join(block.text for block in blocks)
    return DocumentPassage(str(path), text, blocks[0].first_line, blocks[-1].last_line, language_of(text))


class _TextParser(HTMLParser):
    """Collects the lines of text of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[_Block] = []
        self._silent: list[str] = []
        self._main: list[str] = []
        self._pre = 0
        self._tag = ""
        self._pieces: list[str] = []
        self._lines = (0, 0)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin what the element begins."""
        if tag in _SILENT:
            self._silent.append(tag)
        elif (self._main and tag == self._main[0]) or (not self._main and (tag == "main" or ("role", "main") in attrs)):
            self._main.append(tag)
        if tag in _BLOCKS:
            self.end_block()
            self._tag = tag
            self._pre += tag == "pre"
            if tag == "li":
                self._add("- ")
        elif tag in _CELLS and any(piece.strip() for piece in self._pieces):
            self._add(" | ")

    def handle_endtag(self, tag: str) -> None:
        """End what the element began."""
        if tag in self._silent:
            # An element that was never closed ends with the one around it.
            del self._silent[self._silent.index(tag) :]
        if tag in _BLOCKS:
            self.end_block()
            self._pre -= tag == "pre" and self._pre > 0
        if self._main and tag == self._main[0]:
            self._main.pop()

    def handle_data(self, data: str) -> None:
        """Take text; what a preformatted block breaks stays broken."""
        if self._silent:
            return
        if self._pre:
            first = self.getpos()[0]
            for at, line in enumerate(clean_lines(data)):
                if at:
                    self.end_block()
                self._add(line, first + at)
        else:
            self._add(data)

    def _add(self, data: str, line: int = 0) -> None:
        first = line or self.getpos()[0]
        if not data.strip():
            self._pieces += [data] if self._pieces else []
            return
        lead = data[: len(data) - len(data.lstrip())]
        first += 0 if line else lead.count("\n")
        last = first + data.strip().count("\n")
        is_first = not any(piece.strip(" -|") for piece in self._pieces)
        self._lines = (first if is_first else self._lines[0], max(last, 0 if is_first else self._lines[1]))
        self._pieces.append(data)

    def end_block(self) -> None:
        """End the line of text."""
        text = "".join(self._pieces)
        text = text.rstrip() if self._pre else " ".join(text.split())
        text = " ".join(clean_lines(text))
        if text.strip(" -|"):
            self.blocks.append(_Block(self._tag, text, *self._lines, bool(self._main)))
        self._pieces = []
        self._tag = ""
