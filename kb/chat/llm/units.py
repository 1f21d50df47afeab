"""Cuts what a model writes, as it comes, into sentences and code blocks.

A sentence ends with its mark and the citations behind it, and is given out as soon as neither can grow any more.
However the text is cut into pieces on its way, the units are the same.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_LONGEST_SENTENCE: Final = 2000
"""Characters after which what has no end is no sentence."""

_LONGEST_CODE: Final = 20_000
"""Characters of a code block, beyond which it is no snippet."""

_TELLING: Final = 8
"""Characters of a line, its markers not counted, from which it is known how it begins."""

_NESTED: Final = 2
"""Markers that a line may begin with."""

_FENCE: Final = re.compile(r"(`{3,}|~{3,})\s*([\w+#.-]*)")
_MARKER: Final = re.compile(r"[-*+•]\s+|(\d{1,2})(?:[.)]\s+|、\s*)|#{1,6}\s+|>\s?")
_CITED: Final = re.compile(r"\s*[\[【]\^?\d{1,3}(?:\s*[,，、;-]\s*\^?\d{1,3})*[\]】]")
_MAY_GROW: Final = re.compile(r"\s*[\[【][\^\d\s,，、;-]*$")
_END: Final = re.compile(r"[.!?]+[\"'”’)*_]*(?=\s|[\[【]|$)|[。！？]+[”’」）\"')*_]*")
_SMALL_LETTER: Final = re.compile(r"\s+[a-z0-9]")
_ABBREVIATED: Final = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig)|^\d{1,2})\.$", re.IGNORECASE)
_THINKS, _THOUGHT = "<think>", "</think>"


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or a code block."""

    text: str
    """The sentence with its citations, or the code."""
    is_code: bool = False
    """Whether it is a code block."""
    lang: str = ""
    """Language that a code block names."""
    marker: str = ""
    """``- `` or ``1. `` where it begins an item of a list."""
    begins: bool = False
    """Whether it begins a paragraph or an item."""


class Cutter:
    """Takes text piece by piece and gives out units."""

    def __init__(self) -> None:
        self._line = ""
        self._in_line = False
        self._block = ""
        self._marker = ""
        self._begins = True
        self._fence = ""
        self._lang = ""
        self._code: list[str] = []
        self._thinks: bool | None = None

    def feed(self, text: str) -> Iterator[Unit]:
        """Take the next piece; yield what is whole."""
        self._line += text.replace("\r\n", "\n").replace("\r", "\n")
        if self._thinks is not False and not self._has_thought():
            return
        while "\n" in self._line:
            line, _, self._line = self._line.partition("\n")
            yield from self._end_of_line(line)
        if not self._fence and (self._in_line or self._is_telling(self._line)):
            yield from self._within(self._line)
            self._line = ""

    def finish(self) -> Iterator[Unit]:
        """Yield what is left; a code block without an end is none."""
        if self._thinks is None:
            self._thinks = False
        if not self._thinks:
            line, self._line = self._line, ""
            yield from self._end_of_line(line)
            yield from self._end_of_block()

    def _has_thought(self) -> bool:
        """Leave out what a model thinks aloud before it speaks; tell whether it speaks."""
        bare = self._line.lstrip()
        if self._thinks is None:
            if bare and _THINKS.startswith(bare[: len(_THINKS)]) and len(bare) < len(_THINKS):
                return False
            if not bare:
                return False
            self._thinks = bare.startswith(_THINKS)
        if self._thinks:
            _, found, rest = self._line.partition(_THOUGHT)
            # Only the last characters can be the beginning of the end.
            self._line = rest if found else self._line[-len(_THOUGHT) :]
            self._thinks = not found
        return not self._thinks

    def _is_telling(self, line: str) -> bool:
        _, _, rest = _unmarked(line)
        return len(rest) >= _TELLING and not rest.startswith(("```", "~~~"))

    def _end_of_line(self, line: str) -> Iterator[Unit]:
        if self._fence:
            yield from self._code_line(line)
            return
        if not self._in_line and (fence := _FENCE.match(_unmarked(line)[2])):
            yield from self._end_of_block()
            self._fence, self._lang, self._code = fence[1], fence[2].lower(), []
            return
        if not self._in_line and not line.strip():
            yield from self._end_of_block()
            return
        yield from self._within(line)
        self._in_line = False
        self._block += " "

    def _code_line(self, line: str) -> Iterator[Unit]:
        bare = line.strip()
        if bare and set(bare) == {self._fence[0]} and len(bare) >= len(self._fence):
            code = "\n".join(self._code)
            if len(code) <= _LONGEST_CODE:
                yield Unit(code, is_code=True, lang=self._lang, begins=True)
            self._fence, self._code = "", []
        elif sum(map(len, self._code)) <= _LONGEST_CODE:
            self._code.append(line)

    def _within(self, text: str) -> Iterator[Unit]:
        """Take more of a line of prose."""
        if not self._in_line:
            is_marked, marker, text = _unmarked(text)
            if is_marked:
                yield from self._end_of_block()
                self._marker = marker
            self._in_line = True
        self._block += text
        yield from self._sentences(last=False)

    def _end_of_block(self) -> Iterator[Unit]:
        yield from self._sentences(last=True)
        self._block, self._marker, self._begins, self._in_line = "", "", True, False

    def _sentences(self, *, last: bool) -> Iterator[Unit]:
        while True:
            end = _sentence_end(self._block, last=last)
            if not end:
                break
            text, self._block = self._block[:end].strip(), self._block[end:]
            if text and len(text) <= _LONGEST_SENTENCE:
                yield Unit(text, marker=self._marker if self._begins else "", begins=self._begins)
                self._begins = False
        if len(self._block) > _LONGEST_SENTENCE:
            # Kept long, so that what follows is known to be the rest of what is no sentence.
            self._block = self._block[: _LONGEST_SENTENCE + 1]


def _unmarked(line: str) -> tuple[bool, str, str]:
    """Return whether a line begins with markers, the one of a list item among them, and what stands behind them."""
    rest, marker, is_marked = line.lstrip(), "", False
    for _ in range(_NESTED):
        found = _MARKER.match(rest)
        if found is None:
            break
        is_marked = True
        if found[0][0] not in "#>":
            marker = f"{found[1]}. " if found[1] else "- "
        rest = rest[found.end() :].lstrip()
    return is_marked, marker, rest


def _sentence_end(text: str, *, last: bool) -> int:
    """Return where the first sentence ends, its citations in it; 0 when that is not known yet."""
    at = 0
    while at < len(text):
        tick = text.find("`", at)
        found = _END.search(text, at)
        if found is None and tick < 0:
            break
        if tick >= 0 and (found is None or tick < found.start()):
            at = _span_end(text, tick)
            if not at and not last:
                return 0
            # What opens a span that nothing closes is a letter like others.
            at = at or tick + 1
            continue
        assert found is not None
        at = found.end()
        end = _with_citations(text, at)
        rest = text[end:]
        if not last and (not rest.strip() or _MAY_GROW.match(rest)):
            return 0
        is_dot = found[0].startswith(".")
        if is_dot and end == at and (_ABBREVIATED.search(text[: found.start() + 1]) or _SMALL_LETTER.match(rest)):
            continue
        return end
    return len(text) if last else 0


def _with_citations(text: str, at: int) -> int:
    while (cited := _CITED.match(text, at)) is not None:
        at = cited.end()
    return at


def _span_end(text: str, start: int) -> int:
    """Return where the code span that begins at ``start`` ends; 0 when it does not."""
    run = len(text) - len(text[start:].lstrip("`")) - start
    end = text.find("`" * run, start + run)
    while end >= 0 and text[end + run : end + run + 1] == "`":
        end += run
        while text[end : end + 1] == "`":
            end += 1
        end = text.find("`" * run, end)
    return end + run if end >= 0 else 0
