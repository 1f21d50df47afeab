"""Reads one Markdown file into an `Entry`, refusing whatever breaks the format with file and line.

The format is described for authors in ``docs/entries.md``.
"""

import re
from itertools import groupby

from msfaq.corpus.entry import Bilingual, Entry, Section, Signature, Snippet
from msfaq.corpus.fence import parse_fence
from msfaq.corpus.front_matter import EntryHead, parse_front_matter
from msfaq.corpus.markdown import Block, HeadedPart, parse_document, to_section
from msfaq.corpus.template import parse_template
from msfaq.corpus.versions import parse_versions
from msfaq.corpus.vocabulary import AREAS, KINDS, MODES, PART_TITLES, PLATFORMS, SECTIONS
from msfaq.errors import EntryError

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def parse_entry(text: str, *, path: str) -> Entry:
    """Read the text of an entry file; ``path`` is its place relative to the folder of entries.

    Raises EntryError, naming the file and the line, for anything that breaks the format.
    """
    parsed = parse_document(text, path=path)
    head = parse_front_matter(EntryHead, parsed.front_matter, path=path, first_line=parsed.front_matter_line)
    _check_head(head, path)
    zh, en, code = _split_parts(parsed.parts, path)
    return Entry(
        **{name: getattr(head, name) for name in EntryHead.__slots__},
        sections_zh=_sections(zh, head.kind, "zh", path),
        sections_en=_sections(en, head.kind, "en", path),
        snippets=tuple(_snippet(part, path) for part in code),
        path=path,
    )


def check_signatures(signatures: tuple[Signature, ...], path: str) -> None:
    """Raise EntryError for a template or a release range that cannot be read."""
    try:
        for template in (t for s in signatures for t in (s.match, *s.also, *s.unless)):
            parse_template(template)
        for signature in signatures:
            parse_versions(signature.versions)
    except ValueError as error:
        raise EntryError(path, 2, str(error)) from error


def _check_head(head: EntryHead, path: str) -> None:
    area, _, name = path.rpartition("/")
    checks = (
        (_ID.fullmatch(head.id) is not None, f"id '{head.id}' is not lower-case words joined by hyphens"),
        (name == f"{head.id}.md", f"id '{head.id}' differs from the file's name"),
        (area == head.area, f"area '{head.area}' differs from the folder's name"),
        (head.kind in KINDS, f"kind '{head.kind}' is not one of {', '.join(KINDS)}"),
        (head.area in AREAS, f"area '{head.area}' is not one of {', '.join(AREAS)}"),
        (set(head.platforms) <= set(PLATFORMS), f"platforms are not all among {', '.join(PLATFORMS)}"),
        (set(head.modes) <= set(MODES), f"modes are not all among {', '.join(MODES)}"),
        (bool(head.platforms and head.modes and head.sources), "platforms, modes and sources each need a value"),
        (bool(head.walk) == (head.kind == "decision"), "a decision has a walk, and nothing else has one"),
    )
    for holds, problem in checks:
        if not holds:
            raise EntryError(path, 2, problem)
    check_signatures(head.signatures, path)
    try:
        parse_versions(head.versions)
    except ValueError as error:
        raise EntryError(path, 2, str(error)) from error


def _split_parts(
    parts: tuple[HeadedPart, ...], path: str
) -> tuple[tuple[HeadedPart, ...], tuple[HeadedPart, ...], tuple[HeadedPart, ...]]:
    """Return the level-2 parts under the Chinese, the English and the code title."""
    titles = [part.heading for part in parts if part.level == 1]
    if titles not in ([*PART_TITLES.values()], [PART_TITLES["zh"], PART_TITLES["en"]]):
        wanted = ", ".join(f"# {title}" for title in PART_TITLES.values())
        raise EntryError(path, parts[0].first_line if parts else 1, f"the level-1 headings must be {wanted}")
    under: dict[str, tuple[HeadedPart, ...]] = {}
    title = ""
    for is_title, group in groupby(parts, lambda part: part.level == 1):
        members = tuple(group)
        if is_title:
            title = members[-1].heading
            for member in members:
                under[member.heading] = ()
                if member.blocks:
                    raise EntryError(path, member.first_line, f"text directly under '# {member.heading}'")
        else:
            under[title] = members
    return tuple(under.get(PART_TITLES[key], ()) for key in ("zh", "en", "code"))  # type: ignore[return-value]


def _sections(parts: tuple[HeadedPart, ...], kind: str, lang: str, path: str) -> tuple[Section, ...]:
    kinds = SECTIONS[kind]
    keys = {(k.zh if lang == "zh" else k.en): k.key for k in kinds}
    found: list[Section] = []
    for part in parts:
        if part.level != 2 or part.heading not in keys:
            wanted = ", ".join(f"'## {heading}'" for heading in keys)
            raise EntryError(path, part.first_line, f"'{part.heading}' is not a heading of kind {kind}: {wanted}")
        for block in part.blocks:
            if block.kind == "fence" and block.info != "text":
                raise EntryError(path, block.first_line, "code belongs under '# Code', once for both languages")
        if not part.blocks:
            raise EntryError(path, part.first_line, f"nothing stands under '{part.heading}'")
        found.append(to_section(keys[part.heading], part))
    have = [section.key for section in found]
    if have != [k.key for k in kinds if k.key in have]:
        raise EntryError(path, parts[0].first_line, "the headings are out of order, or one stands twice")
    for section_kind in kinds:
        if section_kind.required and section_kind.key not in have:
            heading = section_kind.zh if lang == "zh" else section_kind.en
            raise EntryError(path, parts[-1].last_line if parts else 1, f"'## {heading}' is missing")
    return tuple(found)


def _snippet(part: HeadedPart, path: str) -> Snippet:
    zh, slash, en = part.heading.partition(" / ")
    if part.level != 2 or not slash or " / " in en:
        raise EntryError(path, part.first_line, "a code heading reads '## 中文标题 / English title'")
    if [block.kind for block in part.blocks] != ["fence"]:
        raise EntryError(
            path, part.first_line, "exactly one code block stands under each code heading, and nothing else"
        )
    block: Block = part.blocks[0]
    try:
        fence = parse_fence(block.info)
    except ValueError as error:
        raise EntryError(path, block.first_line, str(error)) from error
    return Snippet(
        title=Bilingual(zh.strip(), en.strip()),
        code=block.content,
        first_line=block.first_line,
        last_line=block.last_line,
        **{name: getattr(fence, name) for name in type(fence).__slots__},
    )
