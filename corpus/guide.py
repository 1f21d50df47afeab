"""A guide: a longer text in both languages, free in its headings, cited by passage."""

from dataclasses import dataclass

from msfaq.corpus.entry import Bilingual, Section, Source


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
