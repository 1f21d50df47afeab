"""The page of one item: what was said about it, then how to check it."""

from typing import Final

from textual.content import Content

from msfaq.answers.compose import answer_markdown, escape_markdown
from msfaq.corpus.entry import Entry
from msfaq.tui.links import linked
from msfaq.worksheets.checklist import Item
from msfaq.worksheets.contents import FINE, FOUND, NOT_APPLICABLE, OPEN, Attachment, Record
from msfaq.worksheets.words import MARKS, word

_STYLES: Final = {OPEN: "", FOUND: "bold $text-error", FINE: "$text-success", NOT_APPLICABLE: "$text-muted"}
"""Colour beside the mark, never instead of it."""

_SHOWN_LINES: Final = 30
"""Lines of an attachment on the page: the last ones, where results stand."""


def page_css(screen: str) -> str:
    """Return the style of a page on a screen: headings take no more room than they need."""
    return f"""
    {screen} MarkdownH1 {{ margin: 0; content-align: left middle; }}
    {screen} MarkdownHorizontalRule {{ padding-top: 0; margin-bottom: 0; }}
    {screen} MarkdownH2 {{ margin: 0; }}
    {screen} MarkdownH3 {{ margin: 1 0; }}
    """


def item_text(item: Item, record: Record, lang: str) -> Content:
    """Return an item's line in a list: mark, code, title, and whether there is evidence."""
    evidence = ""
    if record.note.strip() or record.attachments:
        attached = f"+{len(record.attachments)}" if record.attachments else ""
        evidence = f"{'¶' if record.note.strip() else ''}{attached} "
    mark = f"{MARKS[record.state]} {item.code:6} "
    return Content.assemble((mark, _STYLES[record.state]), evidence, item.title.of(lang))


def marks_text(groups: list[list[str]]) -> Content:
    """Return the states of all items as a row of marks, groups apart."""
    parts: list[tuple[str, str]] = []
    for states in groups:
        parts += [*((MARKS[state], _STYLES[state]) for state in states), (" ", "")]
    return Content.assemble(*parts)


def item_markdown(entry: Entry, record: Record, lang: str) -> str:
    """Return an item's page as Markdown."""
    title, _, answer = answer_markdown(entry, lang).partition("\n\n")
    parts = [title, f"**{MARKS[record.state]} {word(record.state, lang)}**"]
    if record.note.strip():
        parts.append("\n".join(f"> {escape_markdown(line.strip())}  " for line in record.note.strip().split("\n")))
    parts += [_attachment(one, lang) for one in record.attachments]
    return "\n\n".join([*parts, "---", linked(answer)])


def _attachment(one: Attachment, lang: str) -> str:
    lines = one.text.rstrip().split("\n")
    shown = lines[-_SHOWN_LINES:]
    cut = [f"… ({len(lines) - len(shown)})"] if len(lines) > len(shown) else []
    # Indented code: no fence in the output can end it.
    body = "\n".join(f"    {line}" for line in (*cut, *shown))
    return f"{word('attachment', lang)} {one.id}: {escape_markdown(one.name)}\n\n{body}"
