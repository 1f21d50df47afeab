"""Reads reStructuredText and plain text line by line.

docutils would have to know every directive and role of a project before it gave a tree; headings and paragraphs are
told by their lines, which every file has, and the lines are what a passage cites.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msfaq.corpus.documents.passage import DocumentPassage, Heading, cut_at_headings

_RULE: Final = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*$")
_BULLET: Final = re.compile(r"(?:[-*+•]|#\.|\d{1,3}[.)、])\s")
_ROLE: Final = re.compile(r":[\w:+.-]+:`([^`<]*?)(?:\s*<[^<>`]*>)?`")
_MARKS: Final = re.compile(r"`+_{0,2}|\*{1,2}|\s*<[^<>`]*>(?=`)")
_SHORTEST: Final = 0.6
"""Length of an underline as a share of the title's characters, of which Chinese authors count each as one or as two."""


def rst_passages(lines: Sequence[str]) -> Iterator[DocumentPassage]:
    """Yield the passages; paragraphs stay whole, and so do directives with what is indented beneath them."""
    headings = list(_headings(lines))
    breaks = {at for at in range(1, len(lines)) if _begins(lines, at)}
    return cut_at_headings(lines, headings, breaks)


def heading_text(line: str) -> str:
    """Return a title without roles, link targets and emphasis.

    >>> heading_text(":class:`mindspore.nn.Cell` and **more**")
    'mindspore.nn.Cell and more'
    """
    return " ".join(_MARKS.sub("", _ROLE.sub(r"\1", line)).split())


def _headings(lines: Sequence[str]) -> Iterator[Heading]:
    """Yield titles with a rule beneath, or above and beneath; levels follow the order in which their rules occur."""
    levels: dict[tuple[str, bool], int] = {}
    done = 0
    for at in range(1, len(lines)):
        title, rule = lines[at - 1], lines[at].rstrip()
        if at - 1 < done or not _underlines(rule, title):
            continue
        has_rule_above = at >= 2 and at - 2 >= done and lines[at - 2].rstrip() == rule
        if title[0].isspace() and not has_rule_above:
            continue
        level = levels.setdefault((rule[0], has_rule_above), len(levels) + 1)
        yield Heading(level, heading_text(title), at - 2 if has_rule_above else at - 1, at + 1)
        done = at + 1


def _underlines(rule: str, title: str) -> bool:
    if _RULE.match(rule) is None or not title.strip() or _RULE.match(title) is not None:
        return False
    return len(rule) >= _SHORTEST * len(title.strip())


def _begins(lines: Sequence[str], at: int) -> bool:
    """Tell whether a paragraph, a directive or a list item begins at the left margin of line ``at``."""
    line = lines[at]
    if not line.strip() or line[0].isspace():
        return False
    return not lines[at - 1].strip() or _BULLET.match(line) is not None
