"""Turns pages into training pairs: two texts that should lie near each other."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from msfaq.index.training.pages import DocSection, Page, twins

BODY_CHARS: Final = 1000
"""A body is cut here: later sentences say little about the heading and slow the training."""

SHORT: Final = 4
"""Blocks with fewer characters (``Yes``, ``-``, ``否``) carry no meaning of their own."""

COMMON_HEADING: Final = 6
"""A heading that stands over more sections of one language (``Overview``) does not tell what its body says."""

_QUESTION = re.compile(r"^Q\s*[:：]\s*")
_ANSWER = re.compile(r"^A\s*[:：]\s*")
_API_WORDS: Final = 3
"""A description of an API has at least so many words beside other APIs' names; ``✔️`` and ``CPU`` describe nothing."""

_API = re.compile(r"[A-Za-z_][\w.]*(?:\.|_|[a-z][A-Z])\w+", re.ASCII)
_WORD = re.compile(r"[A-Za-z]{2,}|[\u4e00-\u9fff]{2}")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts that mean the same, or one of which asks for the other."""

    anchor: str
    """The shorter one, where they differ in kind: the heading, the question, the name."""
    positive: str
    """The text to be found by it."""
    kind: str
    """``parallel`` (zh and en of one thing), ``heading`` (and its body), ``api`` (name and description) or ``ask``."""
    group: str = ""
    """Pairs of one group mean the same and are kept out of each other's batch; empty for a pair by itself."""


def page_pairs(pages: Mapping[str, Page]) -> list[Pair]:
    """Return the pairs of a documentation tree, in a fixed order and without repetitions."""
    common = _common_headings(pages.values())
    found: dict[Pair, None] = {}
    for zh, en in twins(pages):
        found.update(dict.fromkeys(_parallel(zh, en)))
    for page in pages.values():
        for section in page.sections:
            found.update(dict.fromkeys(_heading_pairs(section, common)))
            found.update(dict.fromkeys(_api_pairs(section)))
    return [pair for pair in found if pair.anchor != pair.positive]


def question(heading: str) -> str:
    """Return a heading without the mark of a question.

    >>> question("Q: Why?")
    'Why?'
    """
    return _QUESTION.sub("", heading)


def body(section: DocSection) -> str:
    """Return the beginning of a section's text, without the mark of an answer."""
    return _ANSWER.sub("", section.body)[:BODY_CHARS]


def _common_headings(pages: Iterable[Page]) -> frozenset[str]:
    counted = Counter(section.heading for page in pages for section in page.sections)
    return frozenset(heading for heading, count in counted.items() if count > COMMON_HEADING)


def _parallel(zh: Page, en: Page) -> Iterator[Pair]:
    """Pair two translations section by section and, where the counts agree, block by block.

    Pages whose headings do not follow each other level by level are left out: a shifted pair teaches a falsehood.
    """
    if [s.level for s in zh.sections] != [s.level for s in en.sections]:
        return
    for left, right in zip(zh.sections, en.sections, strict=True):
        yield from _pair(question(left.heading), question(right.heading), "parallel")
        yield from _pair(body(left), body(right), "parallel")
        if len(left.blocks) == len(right.blocks) > 1:
            for one, other in zip(left.blocks, right.blocks, strict=True):
                yield from _pair(_ANSWER.sub("", one)[:BODY_CHARS], _ANSWER.sub("", other)[:BODY_CHARS], "parallel")


def _heading_pairs(section: DocSection, common: frozenset[str]) -> Iterator[Pair]:
    if section.heading not in common:
        yield from _pair(question(section.heading), body(section), "heading")


def _api_pairs(section: DocSection) -> Iterator[Pair]:
    """Pair the names in a table's first column with the rest of their row."""
    for cells in section.rows:
        description = " ".join(cells[1:])
        if _API.fullmatch(cells[0]) and len(_WORD.findall(_API.sub("", description))) >= _API_WORDS:
            yield from _pair(cells[0], description[:BODY_CHARS], "api")


def _pair(anchor: str, positive: str, kind: str) -> Iterator[Pair]:
    if len(anchor) >= SHORT and len(positive) >= SHORT:
        yield Pair(anchor, positive, kind)
