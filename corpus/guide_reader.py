"""Reads a guide file."""

from msfaq.corpus.entry import Section
from msfaq.corpus.front_matter import GuideHead, parse_front_matter
from msfaq.corpus.guide import Guide
from msfaq.corpus.markdown import HeadedPart, parse_document, to_section
from msfaq.corpus.vocabulary import PART_TITLES
from msfaq.errors import EntryError


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
