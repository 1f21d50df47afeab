"""Tells whether a text speaks of what the book is about, or of something else.

Two classes of naive Bayes (C. Manning, P. Raghavan, H. Schütze, "Introduction to Information Retrieval", 13.2), twice:

- of what is asked by itself: on one side the phrases by which people ask for the book's entries and the messages it
  knows, on the other texts about other things, ``others.txt``: errors of other programs, questions of other fields,
  everyday talk;
- of what is said in a conversation, ``turns.tsv``: on one side what engineers say next who were told of an entry, on
  the other what they ask in the midst about something else.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np

from msfaq.errors import IndexStale
from msfaq.index.columns import delta, pack_columns, unpack_columns, unpack_sizes
from msfaq.index.store import Store
from msfaq.index.tokens import tokens

OTHERS: Final = Path(__file__).parent / "others.txt"
"""Texts that no entry answers, one a line."""

TURNS: Final = Path(__file__).parent / "turns.tsv"
"""Turns of conversations: the entry that was talked about, ``on`` or ``off``, and the turn."""

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


@dataclass(frozen=True, slots=True)
class SaidNext:
    """What somebody says in a conversation who was told of an entry."""

    topic: str
    """Id of the entry."""
    goes_on: bool
    """Whether it goes on with that; else it is about something that the book does not have."""
    text: str
    """The turn, one line."""


def turns() -> list[SaidNext]:
    """Return the turns of conversations that were written for the book."""
    rows = (line.split("\t") for line in TURNS.read_text("utf-8").splitlines() if line)
    return [SaidNext(topic, kind == "on", text) for topic, kind, text in rows]


def pack_turns(said: Sequence[SaidNext]) -> bytes:
    """Return what each word says of whether a turn goes on with the conversation, packed as by `pack_domain`."""
    return pack_domain([one.text for one in said if one.goes_on], [one.text for one in said if not one.goes_on])


def pack_domain(ours: Sequence[str], others: Sequence[str]) -> bytes:
    """Return what each word of either class says, packed as `DomainIndex` reads it.

    ``ours`` are texts about the book's matter, ``others`` those about other things; each word counts once a text.
    """
    classes = Classes(ours, others)
    evidence = {key: found for key in classes.keys if (found := classes.evidence(key)) is not None}
    keys = np.array(sorted(evidence), _KEY)
    steps = np.array([round(evidence[key] / _STEP) + _ZERO for key in keys.tolist()], np.int64)
    return pack_columns([len(keys)], [delta(keys), np.clip(steps, 0, 255).astype(_EVIDENCE)])


class Classes:
    """How many texts of either class have a word."""

    def __init__(self, ours: Sequence[str], others: Sequence[str]) -> None:
        """Count; both classes weigh the same, however many texts stand for them."""
        self._ours, self._theirs = _counts(ours), _counts(others)
        self._share = len(others) / max(1, len(ours))

    @property
    def keys(self) -> Set[int]:
        """The words of either class, as their keys."""
        return self._ours.keys() | self._theirs.keys()

    def evidence(self, key: int, *, ours: int = 0, others: int = 0) -> float | None:
        """Return what a word says, positive for the book; None when too few texts have it.

        ``ours`` and ``others`` are how many of the texts of either class that have it are to be left out.
        """
        ours, theirs = self._ours[key] - ours, self._theirs[key] - others
        if ours + theirs < _LEAST:
            return None
        return math.log((ours * self._share + _SMOOTHING) / (theirs + _SMOOTHING))

    def likeness_without(self, text: str, *, is_ours: bool = False) -> float:
        """Return the evidence of one of the texts, as `DomainIndex.likeness` without that text.

        Of what it was counted from, a word says too much. ``is_ours`` says which class the text is of.
        """
        keys = list(_keys(text))
        left = {"ours": int(is_ours), "others": int(not is_ours)}
        found = [evidence for key in keys if (evidence := self.evidence(key, **left)) is not None]
        most = _ZERO * _STEP
        return sum(max(-most, min(most, evidence)) for evidence in found) / math.sqrt(max(1, len(keys)))


def _counts(texts: Iterable[str]) -> Counter[int]:
    """Return the key of a word → number of texts that have it."""
    return Counter(key for text in texts for key in _keys(text))


class DomainIndex:
    """The two classes of an open store."""

    def __init__(self, store: Store, name: str = "domain") -> None:
        """Read the piece ``name`` that `pack_domain` wrote.

        Raises IndexStale when the store is damaged.
        """
        try:
            (count,), raw = unpack_sizes(store.blob(name), 1)
            keys, steps = unpack_columns(raw, [(count, _KEY), (count, _EVIDENCE)])
        except ValueError as error:
            raise IndexStale(f"the index is damaged: {error}") from error
        self._keys: Any = np.cumsum(keys, dtype=_KEY)
        self._evidence: Any = (steps.astype(np.float64) - _ZERO) * _STEP

    def likeness(self, text: str) -> float:
        """Return the evidence that a text speaks of what the book is about; negative when it speaks against it.

        The log odds of its words, divided by the root of their number: words of one text repeat each other's evidence.
        0 for a text without known words; -8 to 8 times that root at most.
        """
        asked = np.fromiter(_keys(text), _KEY)
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


def _keys(text: str) -> Iterator[int]:
    return (crc32(word.encode()) for word in words_of(text))
