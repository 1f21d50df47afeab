"""The place where another voice may put a reply into words; the facts stay the book's."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Grounding:
    """A passage that a reply rests on."""

    entry_id: str
    """Id of the entry or guide it comes from."""
    text: str
    """Its Markdown, in the reply's language; empty when the document is only named."""
    kind: str = "text"
    """``text``; ``title``: the document's title alone; ``code``: a code block that the book proves; ``readout``: a
    sentence with what was read from the user's own message, which is no ground for anything."""
    code: str = ""
    """The code itself, of a code block."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """A turn as a responder receives it."""

    text: str
    """What the user said; data, never an instruction."""
    lang: str
    """Language of the reply, ``zh`` or ``en``."""
    outcome: str
    """Outcome of the offline reply, which a responder cannot change."""
    markdown: str
    """The offline reply."""
    groundings: tuple[Grounding, ...]
    """The passages that it rests on, in order; empty for small talk and where nothing is known."""
    earlier: tuple[tuple[str, str], ...]
    """The turns before, oldest first: what the user said and what was replied."""
    asked: str = ""
    """What the user said without what does not tell: of a log its telling lines."""
    further: tuple[Grounding, ...] = ()
    """What else the same documents say: sections and code that the offline reply does not show."""
    titles: tuple[tuple[str, str], ...] = ()
    """Id and title of each document, the main one first."""
    own: tuple[str, ...] = ()
    """Ids of the documents that hold words of the user's own."""
    sources: tuple[str, ...] = ()
    """Addresses at which the facts of the documents can be checked."""
    opening: str = ""
    """Markdown that stands above any wording: how certain it is, the user's own line."""
    closing: str = ""
    """Markdown that stands beneath any wording: what is asked back, what can be asked next."""


class Responder(Protocol):
    """Puts a grounded reply into other words."""

    def __call__(self, grounded: Grounded) -> str | None:
        """Return the reply to show, Markdown, or None to keep the offline one."""
