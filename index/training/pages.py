"""Pages of documentation, and which page is the translation of which."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class DocSection:
    """A heading of a page and what stands beneath it, up to the next heading, as plain text."""

    level: int
    """1 for the page's title, more for deeper headings."""
    heading: str
    """The heading without markup."""
    blocks: tuple[str, ...]
    """Paragraphs, list items and table cells in order, without markup and without code blocks; none is empty."""
    rows: tuple[tuple[str, ...], ...]
    """The tables' rows, cells without markup; their cells stand in ``blocks`` too."""

    @property
    def body(self) -> str:
        """The blocks, one a line."""
        return "\n".join(self.blocks)


@dataclass(frozen=True, slots=True)
class Page:
    """One file of the documentation."""

    path: str
    """Relative to the tree, with forward slashes."""
    sections: tuple[DocSection, ...]
    """In file order."""


_EN_SUFFIX = re.compile(r"(_en|_EN)$")
_ZH_SUFFIX = re.compile(r"(_cn|_CN|_zh)$")


def twin_keys(path: str) -> tuple[str, str]:
    """Return a page's language, ``"zh"`` or ``"en"``, and a key that is the same for its translation.

    Two habits are known: folders ``source_zh_cn`` beside ``source_en``, and file names with a language's suffix.

    >>> twin_keys("docs/source_zh_cn/faq.md") == ("zh", twin_keys("docs/source_en/faq.md")[1])
    True
    >>> twin_keys("install/pip_en.md")
    ('en', 'install/pip')
    """
    pure = PurePosixPath(path)
    stem = pure.stem
    if "source_en" in pure.parts or _EN_SUFFIX.search(stem):
        lang = "en"
    elif "source_zh_cn" in pure.parts or _ZH_SUFFIX.search(stem):
        lang = "zh"
    else:
        lang = ""
    key = "/".join("source" if part in ("source_en", "source_zh_cn") else part for part in pure.parts[:-1])
    stem = _ZH_SUFFIX.sub("", _EN_SUFFIX.sub("", stem))
    return lang or ("en" if stem == "README" else "zh"), f"{key}/{stem}" if key else stem


def twins(pages: Mapping[str, Page]) -> Iterator[tuple[Page, Page]]:
    """Yield (Chinese page, English page) for every page that has a translation, sorted by key."""
    by_key: dict[str, dict[str, Page]] = {}
    for path, page in pages.items():
        lang, key = twin_keys(path)
        by_key.setdefault(key, {}).setdefault(lang, page)
    for _, both in sorted(by_key.items()):
        if "zh" in both and "en" in both:
            yield both["zh"], both["en"]
