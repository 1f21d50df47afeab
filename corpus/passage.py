"""A passage: a stretch of a document that is found and cited as one, and where it stands."""

from dataclasses import dataclass
from typing import NamedTuple

from msfaq.corpus.entry import Entry, Section
from msfaq.corpus.guide import Guide


class Span(NamedTuple):
    """Where a passage stands in its document."""

    section: int
    """Number of the section, from 0; the Chinese ones come first."""
    start: int
    """First line of the section's text, from 0."""
    end: int
    """The line after the last one."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document that is found and cited as one."""

    is_guide: bool
    """Whether the document is a guide."""
    lang: str
    """``zh`` or ``en``."""
    heading: str
    """The heading it stands under."""
    text: str
    """The Markdown, whole lines of the file."""
    span: Span
    """Where it stands."""


def passage_at(document: Entry | Guide, span: Span) -> Passage:
    """Return the passage that stands there.

    Raises IndexError when the document has no such section.
    """
    section = section_at(document, span)
    text = "\n".join(section.markdown.split("\n")[span.start : span.end]).strip("\n")
    return Passage(isinstance(document, Guide), language_of(document, span), section.heading, text, span)


def section_at(document: Entry | Guide, span: Span) -> Section:
    """Return the section in which something stands.

    Raises IndexError when the document has no such section.
    """
    return (*document.sections_zh, *document.sections_en)[span.section]


def language_of(document: Entry | Guide, span: Span) -> str:
    """Return the language, ``zh`` or ``en``, of what stands there."""
    return "zh" if span.section < len(document.sections_zh) else "en"
