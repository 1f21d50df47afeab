"""The texts of the page: an entry's or a guide's sections, and where they come from and lead to."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from textual.content import Content

from msfaq.answers.compose import escape_markdown, variant_parts, walk_markdown
from msfaq.corpus.entry import Entry, Source, Variant
from msfaq.corpus.guide import Guide
from msfaq.tui.words import named, word

_COMMAND: Final = re.compile(r"`msfaq show ([a-z0-9-]+)`")


def entry_text(entry: Entry, lang: str, variant: Variant | None = None) -> str:
    """Return an entry's sections as Markdown, with its walk and what its placeholders mean.

    What is to be done about the reader's own kind of message, the ``variant``, goes first.
    """
    parts = [f"## {word('yours', lang)}", variant.mend.of(lang)] if variant else []
    for section in entry.sections(lang):
        parts.append(f"## {section.heading}")
        if section.key == "fix" and entry.walk:
            parts.append(_COMMAND.sub(r"[\1](entry:\1)", walk_markdown(entry, lang)))
        parts.append(section.markdown)
    if variant is None:
        parts += (_COMMAND.sub(r"[\1](entry:\1)", part) for part in variant_parts(entry, lang))
    rows = [f"- `{{{p.name}}}` = `{p.default}`: {p.find.of(lang)}" for p in entry.placeholders]
    return "\n\n".join([*parts, "\n".join(rows)]) if rows else "\n\n".join(parts)


def entry_tail(entry: Entry, guides: Sequence[Guide], lang: str) -> str:
    """Return where an entry leads to, and where it comes from, as Markdown; ``guides`` are those that lead to it."""
    parts = _related(entry.related, lang)
    if guides:
        rows = (f"- [{escape_markdown(guide.title.of(lang))}](entry:{guide.id})" for guide in guides)
        parts += [f"## {word('guides', lang)}", "\n".join(rows)]
    parts.append(f"## {word('sources', lang)}")
    if not entry.official:
        parts.append(word("own", lang))
    return "\n\n".join([*parts, _sources(entry.sources)])


def guide_case(guide: Guide, lang: str) -> Content:
    """Return what stands above a guide: its title, and that it is one."""
    note = f"{named('kind', 'guide', lang)} · {guide.id}"
    return Content.assemble((guide.title.of(lang), "bold $text-primary"), "\n", (note, "$text-muted"))


def guide_text(guide: Guide, lang: str) -> str:
    """Return a guide's sections as Markdown."""
    return "\n\n".join(f"## {section.heading}\n\n{section.markdown}" for section in guide.sections(lang))


def guide_tail(guide: Guide, lang: str) -> str:
    """Return where a guide leads to, and where it comes from, as Markdown."""
    return "\n\n".join([*_related(guide.related, lang), f"## {word('sources', lang)}", _sources(guide.sources)])


def _related(names: Sequence[str], lang: str) -> list[str]:
    rows = "\n".join(f"- [{name}](entry:{name})" for name in names)
    return [f"## {word('related', lang)}", rows] if rows else []


def _sources(sources: Iterable[Source]) -> str:
    return "\n".join(f"- [{s.name}]({s.url})" if s.url else f"- {s.name}" for s in sources)
