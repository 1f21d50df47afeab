"""Reads a guide: a longer text in both languages, free in its headings, cited by passage."""

from dataclasses import dataclass

from msfaq.corpus.entry import Bilingual, Section, Source
from msfaq.corpus.front_matter import GuideHead, parse_front_matter
from msfaq.corpus.markdown import HeadedPart, parse_document, to_section
from msfaq.corpus.vocabulary import PART_TITLES
from msfaq.errors import EntryError


@dataclass(frozen=True, slots=True)
class Guide:
    """One guide of the book."""

    id: str
    """Lower-case words joined by hyphens; equals the file's name."""
    title: Bilingual
    """One line that says what the guide is about."""
    sources: tuple[Source, ...]
    """Where the facts can be checked."""
    related: tuple[str, ...]
    """Ids of entries worth reading next."""
    sections_zh: tuple[Section, ...]
    """The Chinese text along its headings; the keys are ``1``, ``2`` … in order."""
    sections_en: tuple[Section, ...]
    """The English text, with as many headings as the Chinese."""
    path: str
    """The file, relative to the folder of guides, with forward slashes."""

    def sections(self, lang: str) -> tuple[Section, ...]:
        """Return the sections in ``lang`` (``"zh"`` or ``"en"``)."""
        return self.sections_zh if lang == "zh" else self.sections_en


def parse_guide(text: str, *, path: str) -> Guide:
    """Read the text of a guide file.

    Raises EntryError, naming the file and the line, for anything that breaks the format.
    """
    parsed = parse_document(text, path=path)
    head = parse_front_matter(GuideHead, parsed.front_matter, path=path, first_line=parsed.front_matter_line)
    if path.rpartition("/")[2] != f"{head.id}.md":
        raise EntryError(path, 2, f"id '{head.id}' differs from the file's name")
    titles = [part for part in parsed.parts if part.level == 1]
    if [part.heading for part in titles] != [PART_TITLES["zh"], PART_TITLES["en"]]:
        raise EntryError(path, 1, f"the level-1 headings must be # {PART_TITLES['zh']} and # {PART_TITLES['en']}")
    border = parsed.parts.index(titles[1])
    zh, en = _numbered(parsed.parts[1:border]), _numbered(parsed.parts[border + 1 :])
    if len(zh) != len(en) or not zh:
        raise EntryError(path, titles[1].first_line, f"{len(zh)} Chinese headings face {len(en)} English ones")
    return Guide(head.id, head.title, head.sources, head.related, zh, en, path)


def _numbered(parts: tuple[HeadedPart, ...]) -> tuple[Section, ...]:
    return tuple(to_section(str(number), part) for number, part in enumerate(parts, start=1))
