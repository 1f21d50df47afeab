"""Recognises messages exactly: all signatures of the book in one pass over the text.

One Aho-Corasick automaton (A. Aho, M. Corasick, CACM 1975) holds the longest literal of every template. Where one
occurs, the whole template is tried on a bounded stretch around it with RE2. Both are linear in the text, whatever it
holds.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import re2
from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from msfaq.corpus.entry import Entry, Signature
from msfaq.corpus.template import Capture, parse_template
from msfaq.index.patterns import anchor, literal_length, literals, options, to_pattern

_REACH: Final = 3000
"""Characters tried on either side of an anchor: ten captures at their longest."""

_TRIES: Final = 8
"""Occurrences of one anchor that are tried; a message that repeats more often says nothing new."""

_WEAK_SHARE: Final = 0.5
"""What a weak signature's literal characters count beside a full one's."""


@dataclass(frozen=True, slots=True)
class SignatureHit:
    """One signature found in a text."""

    entry_id: str
    """The entry it belongs to."""
    template: str
    """The template that matched."""
    captures: Mapping[str, str]
    """Capture name → text as it stood in the input (quotes of ``quoted`` captures removed)."""
    types: Mapping[str, str]
    """Capture name → its type."""
    start: int
    """Offset of the match in the text, characters."""
    end: int
    """Offset behind the match."""
    specificity: float
    """Literal characters matched, second keys included; comparable between hits and between queries."""
    weak: bool
    """Whether the author called the wording too general to settle the matter."""
    aside: bool
    """Whether the author said that the message accompanies other failures."""
    secondary: bool
    """Whether the entry is only the echo of an earlier failure."""
    variant: str
    """Name of the entry's variant that the wording is, or empty."""
    borrowed: bool = False
    """Whether a second key was taken as given, since it stands in the log around the text."""


@dataclass(frozen=True, slots=True)
class Row:
    """One signature in the compiled form that the store keeps."""

    entry_id: str
    """The entry it belongs to."""
    signature: Signature
    """The templates."""
    secondary: bool
    """Whether the entry is only an echo."""
    anchor: str
    """The longest literal of the first template, which the automaton looks for."""

    @classmethod
    def of(cls, entry_id: str, signature: Signature, secondary: bool = False) -> "Row":
        """Return the row of a signature of an entry, which may be an echo."""
        return cls(entry_id, signature, secondary, anchor(signature.match))


class SignatureIndex:
    """All signatures of the book, ready to be looked for."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = tuple(rows)
        self._compiled: dict[str, Any] = {}

    @classmethod
    def from_entries(cls, entries: Iterable[Entry]) -> "SignatureIndex":
        """Collect the signatures of the entries."""
        return cls([Row.of(e.id, s, e.secondary) for e in entries for s in e.signatures])

    @classmethod
    def from_json(cls, text: str) -> "SignatureIndex":
        """Read what `to_json` wrote."""
        return cls(
            [
                Row(str(entry_id), Signature(match, tuple(also), tuple(unless), *rest), secondary, literal)
                for entry_id, secondary, literal, match, also, unless, *rest in json.loads(text)
            ]
        )

    def to_json(self) -> str:
        """Return the signatures as JSON text."""
        rows = (
            (r.entry_id, r.secondary, r.anchor, s.match, s.also, s.unless, s.versions, s.weak, s.aside, s.variant)
            for r in self._rows
            for s in (r.signature,)
        )
        return json.dumps(list(rows), ensure_ascii=False)

    @cached_property
    def _anchors(self) -> Mapping[str, tuple[Row, ...]]:
        grouped: dict[str, list[Row]] = {}
        for row in self._rows:
            grouped.setdefault(row.anchor, []).append(row)
        return {literal: tuple(rows) for literal, rows in grouped.items()}

    @cached_property
    def _by_number(self) -> tuple[tuple[Row, ...], ...]:
        """The signatures of each literal, by the number that the automaton knows it by."""
        return tuple(self._anchors.values())

    @cached_property
    def _automaton(self) -> AhoCorasick:
        # The contiguous automaton is built in a tenth of a DFA's time, which is what a cold question waits for.
        return AhoCorasick(
            list(self._anchors), matchkind=MatchKind.Standard, implementation=Implementation.ContiguousNFA
        )

    def anchor_bytes(self) -> tuple[bytes, ...]:
        """Return the literals that are looked for, UTF-8, lower-case: for searching long inputs before reading them."""
        return tuple(literal.encode() for literal in self._anchors)

    def find(self, text: str, given: Collection[str] = ()) -> tuple[SignatureHit, ...]:
        """Return one hit per signature that occurs in ``text``, the most specific first.

        ``text`` has single blanks and line ends only, as `msfaq.logs.reading.Reading.text` has. ``given`` are second
        keys known to stand in the log that it was taken from; a hit that needs one says so, and comes behind others.
        """
        if not self._rows:
            return ()
        folded = fold(text)
        places: dict[int, list[int]] = {}
        for which, start, _end in self._automaton.find_matches_as_indexes(folded, overlapping=True):
            seen = places.setdefault(which, [])
            if len(seen) < _TRIES:
                seen.append(start)
        hits = [
            hit
            for which, starts in places.items()
            for row in self._by_number[which]
            if (hit := self._try(row, text, folded, starts, given)) is not None
        ]
        return tuple(sorted(hits, key=_rank))

    def _try(
        self, row: Row, text: str, folded: str, starts: Sequence[int], given: Collection[str]
    ) -> SignatureHit | None:
        signature = row.signature
        # A pattern is put together in milliseconds, and most of one message's neighbours lack a literal.
        if not _in_order(literals(signature.match), folded):
            return None
        pattern = self._pattern(signature.match)
        for start in starts:
            low, high = max(0, start - _REACH), start + _REACH
            found = pattern.search(text[low:high])
            if found is None:
                continue
            lacking = [key for key in signature.also if not self._occurs(key, text, folded)]
            if not all(key in given for key in lacking):
                return None
            if any(self._occurs(key, text, folded) for key in signature.unless):
                return None
            return _hit(row, found, low, lacking)
        return None

    def _occurs(self, template: str, text: str, folded: str) -> bool:
        return anchor(template) in folded and self._pattern(template).search(text) is not None

    def _pattern(self, template: str) -> Any:
        pattern = self._compiled.get(template)
        if pattern is None:
            pattern = self._compiled[template] = re2.compile(to_pattern(template), options())
        return pattern


def fold(text: str) -> str:
    """Return ``text`` of the same length in which case and line ends no longer tell characters apart."""
    spaced = text.replace("\n", " ")
    folded = spaced.lower()
    # A few characters change length in lower case; offsets matter more than they do.
    return folded if len(folded) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in spaced)


def _in_order(parts: Iterable[str], folded: str) -> bool:
    """Tell whether all parts occur in a text one behind the other."""
    at = 0
    for part in parts:
        at = folded.find(part, at) + len(part)
        if at < len(part):
            return False
    return True


def _rank(hit: SignatureHit) -> tuple[bool, bool, bool, bool, float, int]:
    return (hit.weak, hit.aside, hit.secondary, hit.borrowed, -hit.specificity, hit.start)


def _hit(row: Row, found: Any, offset: int, borrowed: Collection[str]) -> SignatureHit:
    signature = row.signature
    types = {p.name: p.type for p in parse_template(signature.match) if isinstance(p, Capture) and p.name != "_"}
    captures = {name: _read(value, types[name]) for name, value in found.groupdict().items() if value is not None}
    keys = (signature.match, *(key for key in signature.also if key not in borrowed))
    return SignatureHit(
        entry_id=row.entry_id,
        template=signature.match,
        captures=captures,
        types=types,
        start=offset + found.start(),
        end=offset + found.end(),
        specificity=sum(map(literal_length, keys)) * (_WEAK_SHARE if signature.weak else 1.0),
        weak=signature.weak,
        aside=signature.aside,
        secondary=row.secondary,
        variant=signature.variant,
        borrowed=bool(borrowed),
    )


def _read(value: str, kind: str) -> str:
    """Return what a capture of this type has read."""
    if kind == "quoted":
        return value[1:-1]
    value = value.strip()
    # The full stop behind a name or a path ends the sentence.
    return (value.rstrip(".") or value) if kind in ("name", "path") else value
