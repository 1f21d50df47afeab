"""Shows Markdown on a terminal with Rich: width kept, Chinese aligned, colours only where they are wanted."""

from typing import IO, ClassVar, Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, Paragraph, TableElement
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from msfaq.render.wrapping import wrapped

_NARROWEST: Final = 40
_WIDEST: Final = 110
"""Columns beyond which lines of prose tire the eye."""


class _LeftHeading(Heading):
    """A heading at the left margin; Rich centres them."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text: Text = self.text
        text.justify = "left"
        yield text


class _Paragraph(Paragraph):
    """A paragraph broken as Chinese and English both may be."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield wrapped(self.text, options.max_width)


class _Code(CodeBlock):
    """A code block as it is to be copied: from the first column, its lines whole."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = str(self.text).rstrip()
        if options.max_width < console.width:
            # Within a list what is longer than the line would be lost.
            yield Syntax(code, self.lexer_name, theme=self.theme, word_wrap=True)
            return
        text = Syntax(code, self.lexer_name, theme=self.theme).highlight(code)
        text.rstrip()
        text.no_wrap, text.overflow = True, "ignore"
        yield text


class _Table(TableElement):
    """A table whose cells are broken where they are too wide; Rich cuts the longest words."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for part in super().__rich_console__(console, options):
            if isinstance(part, Table):
                for column in part.columns:
                    column.overflow = "fold"
            yield part


class _Document(Markdown):
    elements: ClassVar = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "paragraph_open": _Paragraph,
        "fence": _Code,
        "code_block": _Code,
        "table_open": _Table,
    }

    def __init__(self, markup: str) -> None:
        super().__init__(markup, code_theme="ansi_dark", hyperlinks=False)
        # Rich writes the address of a link behind its words: an address by itself would stand there twice.
        for token in self.parsed:
            if token.children:
                token.children = [child for child in token.children if child.markup != "autolink"]


def document(text: str) -> Markdown:
    """Return Markdown as Rich shows it: headings at the left, code in the terminal's own colours, links as text."""
    return _Document(text)


def print_markdown(text: str, out: IO[str], *, colour: bool, width: int | None = None) -> None:
    """Write Markdown to a stream, wrapped to its width (the terminal's, or COLUMNS, at most 110).

    Without ``colour`` nothing but plain text is written.
    """
    console = Console(
        file=out,
        width=width,
        no_color=not colour or None,
        force_terminal=colour,
        color_system="auto" if colour else None,
        highlight=False,
        legacy_windows=False,
        # In a notebook too the text is wanted as text, where it was sent.
        force_jupyter=False,
    )
    console.width = max(_NARROWEST, min(_WIDEST, console.width))
    # The terminal breaks what is longer than its lines, and copies it whole.
    console.print(document(text), crop=False)
