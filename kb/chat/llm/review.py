"""Holds what a model writes to what it was given: each sentence and code block, before anybody sees it."""

import re
import textwrap
from typing import Final

from msfaq.chat.llm.prompt import Prompt
from msfaq.chat.llm.support import Passage, unsupported
from msfaq.chat.llm.tidy import addresses, inert, outside_spans, visible, without_links
from msfaq.chat.llm.units import Unit
from msfaq.chat.llm.words import word
from msfaq.chat.responder import Grounding

_CITATION: Final = re.compile(r"\s*[\[【]\^?(\d{1,3}(?:\s*[,，、;-]\s*\^?\d{1,3})*)[\]】]")
_SEVERAL: Final = re.compile(r"\D*[,，、;]\D*")
_LAST_MARK: Final = re.compile(r"\s*([.!?。！？]*)\s*$")
_CHINESE: Final = re.compile(r"[\u3400-\u9fff]")
_LEADS_IN: Final = re.compile(r"[:：][*_]*$")

_SHOWN: Final = (
    *("python", "py", "python3", "c", "cpp", "c++", "cmake", "yaml", "yml", "json", "toml", "ini", "text", "txt"),
    *("diff", "dockerfile", "java", "go", "rust"),
)
"""Languages of code that may be shown as not proven. Commands are missing: people paste them into a shell unread."""


class Review:
    """Takes a model's units in order; gives out the Markdown of those that hold."""

    def __init__(self, prompt: Prompt, sources: tuple[str, ...], lang: str) -> None:
        self._passages = {one.number: one for one in prompt.passages}
        self._codes = {_folded(one.code): one for one in prompt.codes}
        self._sources = sources
        self._lang = lang
        self._pending: str | None = None
        self._last_marker = ""
        self._begun = False
        self.dropped = 0
        """Statements and code blocks left out."""
        self.cited: set[int] = set()
        """Numbers of the passages that what was given out cites."""
        self.codes: set[str] = set()
        """The proven code that was given out."""

    def take(self, unit: Unit) -> str:
        """Return the Markdown of a unit, with what separates it from the one before; nothing when it does not hold."""
        text = self._code(unit) if unit.is_code else self._sentence(unit.text)
        if unit.begins:
            self._pending = unit.marker
        if not text:
            return ""
        if self._pending is not None:
            marker, self._pending = self._pending, None
            listed = bool(marker and self._last_marker and not unit.is_code)
            gap = "" if not self._begun else "\n" if listed else "\n\n"
            self._last_marker = "" if unit.is_code else marker
            text = f"{gap}{marker}{text}"
        else:
            text = text if _CHINESE.match(text[:1]) else f" {text}"
        self._begun = True
        return text

    def _sentence(self, text: str) -> str:
        text = visible(text)
        numbers, bare = self._citations(text)
        if not numbers and _LEADS_IN.search(bare.strip()):
            # It leads in what follows and says nothing itself.
            return ""
        passages = [self._passages[number] for number in numbers if number in self._passages]
        body = without_links(bare, self._sources).strip()
        if not passages or len(passages) < len(numbers) or not self._holds(body, passages):
            self.dropped += 1
            return ""
        self.cited.update(numbers)
        mark = _LAST_MARK.search(body)
        end = mark[1] if mark else ""
        stem = inert(body[: mark.start()] if mark else body)
        gap = "" if _CHINESE.match(stem[-1:]) else " "
        return f"{stem}{gap}{''.join(f'[{number}]' for number in numbers)}{end}"

    def _holds(self, body: str, passages: list[Passage]) -> bool:
        allowed = (*self._sources, *(address for one in passages for address in addresses(one.text)))
        if any(address not in allowed for address in addresses(body)):
            return False
        words = body
        for address in addresses(body):
            words = words.replace(address, " ")
        return not unsupported(words, passages)

    def _citations(self, text: str) -> tuple[list[int], str]:
        """Return the numbers that a sentence cites, as they come, and the sentence without them."""
        numbers: list[int] = []

        def taken(found: re.Match[str]) -> str:
            named = [_range(part) for part in _SEVERAL.split(found[1].replace("^", ""))]
            flat = [number for part in named for number in part]
            if len(flat) > 1 and not set(flat) <= set(self._passages):
                # A shape or a range of values: words like others.
                return found[0]
            numbers.extend(flat)
            return ""

        bare = outside_spans(text, lambda part: _CITATION.sub(taken, part))
        return list(dict.fromkeys(numbers)), bare

    def _code(self, unit: Unit) -> str:
        code = visible(unit.text)
        known = self._codes.get(_folded(code))
        if known is not None:
            if known.code in self.codes:
                return ""
            self.codes.add(known.code)
            return proven(known, self._lang)
        if unit.lang not in _SHOWN or not code.strip():
            self.dropped += 1
            return ""
        fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", code)), default=0))
        return f"{word('unproven', self._lang)}\n\n{fence}{unit.lang}\n{code.rstrip()}\n{fence}"


def proven(code: Grounding, lang: str) -> str:
    """Return one of the book's code blocks, with the entry it comes from and what that says of running it."""
    return f"{word('proven', lang).format(code.entry_id)}\n\n{code.text}"


def _range(part: str) -> list[int]:
    first, dash, last = part.partition("-")
    begin, end = int(first), int(last) if dash else int(first)
    return list(range(begin, end + 1)) if begin <= end <= begin + 20 else [begin, end]


def _folded(code: str) -> str:
    return "\n".join(line.rstrip() for line in textwrap.dedent(code).strip().split("\n"))
