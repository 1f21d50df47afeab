"""Tells whether a text speaks of what the book is about, or of something else.

Two classes of naive Bayes (C. Manning, P. Raghavan, H. Schütze, "Introduction to Information Retrieval", 13.2), twice:

- of what is asked by itself: on one side the phrases by which people ask for the book's entries and the messages it
  knows, on the other texts about other things, ``others.txt``: errors of other programs, questions of other fields,
  everyday talk;
- of what is said in a conversation, `msfaq.index.turns`: on one side what engineers say next who were told of an entry,
  on the other what they ask in the midst about something else.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np

from msfaq.errors import IndexStale
from msfaq.index.columns import delta, pack_columns, unpack_columns, unpack_sizes
from msfaq.index.store import Store
from msfaq.index.tokens import tokens
from msfaq.index.turns import turns

OTHERS: Final = Path(__file__).parent / "others.txt"
"""Texts that no entry answers, one a line."""

_LEAD: Final = re.compile(
    r"(?i)^\W*(?:(?:(?:ok|okay|thanks|thx|cool|btw|by the way|also|unrelated|separate thing|one more thing|oh)\b"
    r"|(?:好的?|谢谢|谢了|对了|话说|另外|还有|顺便|顺带)(?:再?问(?:一?下|个|一句)?)?)\W*)+"
)
"""What a turn begins with that goes on to something else, or only seems to."""

_SMOOTHING: Final = 0.5
"""What is added to every count."""

_LEAST: Final = 2
"""Texts of both classes that have a word which is kept: what is rarer tells nothing of either."""

_LONGEST_NUMBER: Final = 4
"""Digits up to which a number is a size or a count, as there are in texts about anything; longer ones are codes."""

_STEP: Final = 1 / 16
"""Unit in which the evidence of a word is kept: a byte holds eight on either side of none."""

_ZERO: Final = 128
_KEY: Final = np.dtype("<u4")
_EVIDENCE: Final = np.dtype("u1")


def other_texts() -> list[str]:
    """Return texts that no entry answers."""
    return [line for line in OTHERS.read_text("utf-8").splitlines() if line]


def pack_domain(classes: "Classes") -> bytes:
    """Return what each term of either class says, packed as `DomainIndex` reads it."""
    evidence = {key: found for key in classes.keys if (found := classes.evidence(key)) is not None}
    keys = np.array(sorted(evidence), _KEY)
    steps = np.array([round(evidence[key] / _STEP) + _ZERO for key in keys.tolist()], np.int64)
    return pack_columns([len(keys)], [delta(keys), np.clip(steps, 0, 255).astype(_EVIDENCE)])


Terms = Callable[[str], list[str]]
"""Cuts a text into the distinct terms that are counted."""


class Classes:
    """How many texts of either class have a term."""

    def __init__(self, ours: Sequence[str], others: Sequence[str], terms: "Terms | None" = None) -> None:
        """Count the terms, words unless given: each once a text, both classes alike, however many texts they have.

        ``ours`` are texts about the book's matter, ``others`` those about other things.
        """
        self._terms = terms or words_of
        self._ours, self._theirs = _counts(self._terms, ours), _counts_kept(self._terms, tuple(others))
        self._share = len(others) / max(1, len(ours))

    @property
    def keys(self) -> Set[int]:
        """The terms of either class, as their keys."""
        return self._ours.keys() | self._theirs.keys()

    def evidence(self, key: int, *, ours: int = 0, others: int = 0) -> float | None:
        """Return what a term says, positive for the book; None when too few texts have it.

        ``ours`` and ``others`` are how many of the texts of either class that have it are to be left out.
        """
        held, theirs = self._ours[key] - ours, self._theirs[key] - others
        if held + theirs < _LEAST:
            return None
        return math.log((held * self._share + _SMOOTHING) / (theirs + _SMOOTHING))

    def likeness_without(self, text: str, *, is_ours: bool = False) -> float:
        """Return the evidence of one of the texts, as `DomainIndex.likeness` without that text.

        Of what it was counted from, a term says too much. ``is_ours`` says which class the text is of.
        """
        keys = list(_keys(self._terms(text)))
        left = {"ours": int(is_ours), "others": int(not is_ours)}
        found = [evidence for key in keys if (evidence := self.evidence(key, **left)) is not None]
        most = _ZERO * _STEP
        return sum(max(-most, min(most, evidence)) for evidence in found) / math.sqrt(max(1, len(keys)))


def _counts(terms: Terms, texts: Iterable[str]) -> Counter[int]:
    """Return the key of a term → number of texts that have it."""
    return Counter(key for text in texts for key in _keys(terms(text)))


@lru_cache(maxsize=2)
def _counts_kept(terms: Terms, texts: tuple[str, ...]) -> Counter[int]:
    """Return the same of texts that no book changes: who edits entries builds the index again and again."""
    return _counts(terms, texts)


@lru_cache(maxsize=1)
def packed_turns() -> bytes:
    """Return the classes of turns, packed: they are the same for every book."""
    return pack_domain(turn_classes())


def turn_classes() -> Classes:
    """Return the classes of turns: those that go on with what was talked about, and those about something else."""
    said = turns()
    # What several entries answer stands there once for each.
    goes_on, digresses = (
        list(dict.fromkeys(one.text for one in said if one.goes_on is which)) for which in (True, False)
    )
    return Classes(goes_on, digresses, turn_terms)


class DomainIndex:
    """The two classes of an open store."""

    def __init__(self, store: Store, name: str = "domain", terms: "Terms | None" = None) -> None:
        """Read the piece ``name`` that `pack_domain` wrote of classes with these terms, words unless given.

        Raises IndexStale when the store is damaged.
        """
        self._terms = terms or words_of
        try:
            (count,), raw = unpack_sizes(store.blob(name), 1)
            keys, steps = unpack_columns(raw, [(count, _KEY), (count, _EVIDENCE)])
        except ValueError as error:
            raise IndexStale(f"the index is damaged: {error}") from error
        self._keys: Any = np.cumsum(keys, dtype=_KEY)
        self._evidence: Any = (steps.astype(np.float64) - _ZERO) * _STEP

    def likeness(self, text: str) -> float:
        """Return the evidence that a text speaks of what the book is about; negative when it speaks against it.

        The log odds of its terms, divided by the root of their number: terms of one text repeat each other's evidence.
        0 for a text without known terms; -8 to 8 times that root at most.
        """
        asked = np.fromiter(_keys(self._terms(text)), _KEY)
        if not len(asked) or not len(self._keys):
            return 0.0
        places = np.minimum(np.searchsorted(self._keys, asked), len(self._keys) - 1)
        found = self._keys[places] == asked
        return float(self._evidence[places[found]].sum()) / math.sqrt(len(asked))


def words_of(text: str) -> list[str]:
    """Return the distinct words of a text that may tell what it is about.

    >>> words_of("Loss is nan after 23 steps: error 507018")
    ['loss', 'is', 'nan', 'after', 'steps', 'error', '507018']
    """
    found = dict.fromkeys(tokens(text))
    return [word for word in found if not word[0].isdigit() or len(word) > _LONGEST_NUMBER]


def turn_terms(text: str) -> list[str]:
    """Return the distinct words of a turn, each pair of neighbours, and the word that it begins with as such.

    In a turn the words that hold it together tell more than those of its matter: “how do I”, “can you”. Words that
    lead to another matter are left out: it may well be one of the book's.

    >>> turn_terms("and the weather?")
    ['and', 'the', 'weather', 'and the', 'the weather', '^ and']
    """
    words = words_of(_LEAD.sub("", text))
    pairs = dict.fromkeys(f"{one} {other}" for one, other in pairwise(words))
    return [*words, *pairs, *(f"^ {word}" for word in words[:1])]


def _keys(terms: Iterable[str]) -> Iterator[int]:
    return (crc32(term.encode()) for term in terms)
