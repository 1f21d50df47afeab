"""Decides: what was read and found becomes answers, candidates, or "not known"."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from math import exp, prod
from typing import TYPE_CHECKING, Final

from msfaq.answers.considered import Considered
from msfaq.answers.presenting import Found, Read, considered, present
from msfaq.corpus.scope import Scope
from msfaq.diagnosis import Diagnosis
from msfaq.index.belonging import LENT, belonging, is_anothers_trace
from msfaq.index.names import codes_in
from msfaq.index.signatures import SignatureHit, SignatureIndex
from msfaq.index.store import Store
from msfaq.language import choose_language
from msfaq.logs.reading import Reading
from msfaq.request import ANSWERED, Request

if TYPE_CHECKING:
    from msfaq.explanation import Trail
    from msfaq.index.retriever import Ranking, Retriever

_EXACT: Final = ((24, 0.97), (12, 0.9), (0, 0.8))
"""Confidence of an exact match by the literal characters of its signature: short wordings occur by chance."""

_NAMED: Final = 0.95
"""Confidence of an entry of which the whole question is a name, and no other's."""

_SHARED_NAME: Final = 0.68
"""The same when up to three entries share the name: each is a fair answer."""

_MOST_NAMED: Final = 3
_LONGEST_NAME: Final = 200
"""Characters up to which a question can be a name."""

_AT_LENGTH: Final = 3.0
"""How many times the literal characters of a match another one must have to go before the entry of the error code."""

_ECHO: Final = 0.85
"""Factor for a message that is only the echo of an earlier failure."""

_ASIDE: Final = 0.5
"""Factor for a match beside the point: in a warning while an error stands unexplained, or in a mere companion."""

_UNDER: Final = 0.1
"""The same where the program is known to have failed and no error says why: a warning that it printed before is no
answer, and is only named as what came near."""

_FOREIGN: Final = 0.6
"""Factor for a message in a text that names other programs, or for one that any program may have in a text that names
nothing of ours: two programs may say the same."""

_ANYBODYS: Final = 0.7
"""Factor for what a search finds for a failure in which nothing of ours stands, or for a question that names another
framework: any program has such failures, and only what is nearly certain stays an answer."""

_PICKED: Final = 3
"""Lines up to which a log without failures was picked out by somebody."""

_HINTED: Final = 0.4
"""Confidence of an entry of which such lines have a hint."""

_SEARCHED_LINES: Final = 3
"""Key lines of an input that are searched with, each for itself."""

_LOOKED_AT: Final = 20_000
"""Characters of an input that may tell whose program failed."""

_CONSIDERED: Final = 3
"""Candidates kept beyond those asked for: they are named when nothing is certain."""


class Finder:
    """Finds answers for readings over one open index."""

    def __init__(self, store: Store, signatures: SignatureIndex, retriever: "Callable[[], Retriever]") -> None:
        self._store = store
        self._signatures = signatures
        self._make_retriever = retriever

    @cached_property
    def retriever(self) -> "Retriever":
        """The ranking by words and meaning, opened at its first use."""
        return self._make_retriever()

    def find(self, reading: Reading, request: Request) -> Diagnosis:
        """Answer what was read."""
        hits = self._hits(reading)
        named = self._named(reading, request)
        trail = _trail(hits, named) if request.explain else None
        found = self._found(reading, hits, named, request, trail)
        diagnosis = present(reading, found, _language(reading, hits, request), request, self._store.entry)
        if trail is None:
            return diagnosis
        judged = [(one.entry.id, one.confidence, one.lowered) for one in found]
        return replace(diagnosis, explanation=trail.explanation(reading, judged))

    def consider(self, reading: Reading, request: Request, read: Read) -> Considered:
        """Find what may answer what was read, without saying it.

        ``read`` returns an entry by its id, whenever one is put into words: the store may be another by then.
        """
        hits = self._hits(reading)
        found = self._found(reading, hits, self._named(reading, request), request, None)
        return considered(reading, found, _language(reading, hits, request), request, read)

    def _found(
        self,
        reading: Reading,
        hits: Sequence[SignatureHit],
        named: Sequence[Found],
        request: Request,
        trail: "Trail | None",
    ) -> list[Found]:
        """Return the entries that may be the answer, best first."""
        found = self._exact(reading, [hit for hit in hits if not hit.weak], request)
        if len(named) == 1 and named[0].confidence > _SHARED_NAME:
            found = _merge(found, named)
        if not found or found[0].confidence < max(ANSWERED, request.confidence):
            weak = {hit.entry_id for hit in hits if hit.weak} | {one.entry.id for one in named}
            ranked = _floored(self._ranked(reading, weak, request, trail), named)
            is_anybodys = bool(found) and found[0].entry.general and not _is_ours(reading)
            is_others = is_anybodys or _is_foreign(reading) or _is_traced_elsewhere(reading)
            ranked = _held(ranked, found, reading) if is_others else ranked
            # An entry whose name was asked for is an answer even where the ranking passed it over.
            found = _merge(_merge(found, ranked), named)
        if not found and len(reading.numbers) <= _PICKED and not reading.ended:
            found = self._hinted(reading, hits, request)
        return found

    def _hits(self, reading: Reading) -> tuple[SignatureHit, ...]:
        """Return what the signatures recognise; MindSpore's part in the log makes up for it only in general errors."""
        hits = self._signatures.find(reading.text, LENT if reading.is_ours else ())
        return tuple(hit for hit in hits if not hit.borrowed or self._store.scope(hit.entry_id).general)

    def _exact(self, reading: Reading, hits: Sequence[SignatureHit], request: Request) -> list[Found]:
        found: dict[str, Found] = {}
        foreign = _FOREIGN if hits and _is_foreign(reading) else 1.0
        led_to = {name for hit in hits for name in self._store.entry(hit.entry_id).leads_to}
        for hit in hits:
            entry = self._store.scope(hit.entry_id)
            if request.admits(entry):
                line = reading.line_at(hit.start)
                confidence = next(share for length, share in _EXACT if hit.specificity >= length)
                share = _share(reading, line, hit)
                shares = {
                    "echo": _ECHO if hit.secondary or hit.entry_id in led_to else 1.0,
                    "aside": share * (_ASIDE if hit.aside and not hits[0].aside else 1.0),
                    "others": foreign if not entry.general else 1.0 if _is_ours(reading) else _FOREIGN,
                }
                confidence *= prod(shares.values())
                if hit.entry_id not in found or confidence > found[hit.entry_id].confidence:
                    why = tuple(name for name, factor in shares.items() if factor < 1)
                    beside = hit.aside and share < 1
                    found[hit.entry_id] = Found(entry, confidence, line, hit, beside=beside, lowered=why)
        if len(found) < 2:
            return list(found.values())
        coded = self._coded(reading.text)
        most = max((hit.specificity for hit in hits), default=0.0)

        def goes_first(one: Found) -> bool:
            # A message spelt out at length says more than the code that it comes with.
            return one.entry.id in coded and one.hit is not None and one.hit.specificity * _AT_LENGTH >= most

        return sorted(found.values(), key=lambda one: (-one.confidence, not goes_first(one)))

    def _coded(self, text: str) -> set[str]:
        """Return the entries that bear an error code of the text: beside a whole family they are the closer answer."""
        codes = codes_in(text[:_LOOKED_AT])
        return {one.id for code in codes for one in _bearing(code, map(self._store.scope, self._store.named(code)))}

    def _named(self, reading: Reading, request: Request) -> list[Found]:
        """Return the entries of which the whole question is a name, or its one error code; none when many have it."""
        if len(reading.text) > _LONGEST_NAME:
            return []
        name, names = reading.text, self._store.named(reading.text)
        if not names and len(codes := codes_in(reading.text)) == 1:
            name, names = codes[0], self._store.named(codes[0])
        entries = _called(name, [self._store.scope(one) for one in names])
        share = _NAMED if len(entries) == 1 and name == reading.text else _SHARED_NAME
        shares = [share * (_FOREIGN if one.general and not _is_ours(reading) else 1.0) for one in entries]
        admitted = [
            Found(one, likely, reading.numbers[0], named=True)
            for one, likely in zip(entries, shares, strict=True)
            if request.admits(one)
        ]
        return admitted if len(admitted) <= _MOST_NAMED else []

    def _hinted(self, reading: Reading, hits: Sequence[SignatureHit], request: Request) -> list[Found]:
        """Return the entries of which a few healthy lines have a hint: whoever picked them out wonders about them."""
        found = [
            Found(entry, _HINTED, reading.line_at(hit.start), hit)
            for hit in hits
            if hit.weak and request.admits(entry := self._store.scope(hit.entry_id))
        ]
        return _merge(found, ())

    def _ranked(self, reading: Reading, weak: Collection[str], request: Request, trail: "Trail | None") -> list[Found]:
        best: list[Found] = []
        is_anybodys = bool(reading.failures) and not _is_ours(reading)
        for key in reading.key_lines[:_SEARCHED_LINES]:
            ranking = self.retriever.rank(key.text, weak, reading.text[:_LOOKED_AT])
            if trail is not None:
                trail.searched(key, ranking)
            best = _merge(best, self._admitted(ranking, key.number, request, is_anybodys=is_anybodys))
        return best

    def _admitted(self, ranking: "Ranking", line: int, request: Request, *, is_anybodys: bool) -> list[Found]:
        found: list[Found] = []
        for candidate in ranking.candidates:
            entry = self._store.scope(candidate.entry_id)
            if not request.admits(entry):
                continue
            # A difference of scores is the logarithm of the odds of one before the other; none overtakes the first.
            confidence = ranking.confidence * exp(candidate.score - ranking.candidates[0].score)
            confidence *= (_FOREIGN if entry.general else _ANYBODYS) if is_anybodys else 1.0
            found.append(Found(entry, confidence, line, lowered=("anybodys",) if is_anybodys else ()))
            if len(found) >= request.limit + _CONSIDERED:
                break
        return found


def _language(reading: Reading, hits: Sequence[SignatureHit], request: Request) -> str:
    is_question = not reading.failures and not hits and not reading.is_log
    return request.lang or choose_language(reading.text, is_question=is_question)


def _called(text: str, entries: Sequence[Scope]) -> Sequence[Scope]:
    """Return the entries that bear the name in title or id, before those that only list it among their keywords."""
    return _bearing(text.strip(), entries) or entries


def _bearing(name: str, entries: Iterable[Scope]) -> list[Scope]:
    """Return the entries that have a name in title or id."""
    folded = name.lower()
    return [one for one in entries if any(folded in place.lower() for place in (one.id, one.title.zh, one.title.en))]


def _trail(hits: Sequence[SignatureHit], named: Sequence[Found]) -> "Trail":
    # Imported here: few questions ask how they were answered.
    from msfaq.explanation import Trail

    return Trail(hits, [one.entry.id for one in named])


def _merge(first: Sequence[Found], second: Sequence[Found]) -> list[Found]:
    """Join two lists, each entry once with its better confidence, best first; an exact match wins a tie.

    What makes an entry surer than a match beside the point did is another line, and that match says nothing of it.
    """
    best: dict[str, Found] = {}
    for one in (*first, *second):
        known = best.get(one.entry.id)
        if known is None or one.confidence > known.confidence:
            hit = one.hit or (known.hit if known and not known.beside else None)
            best[one.entry.id] = one if hit is one.hit else replace(one, hit=hit)
    return sorted(best.values(), key=lambda one: -one.confidence)


def _floored(ranked: Sequence[Found], named: Sequence[Found]) -> list[Found]:
    """Raise the confidence of entries that share the name asked for; the ranking keeps its order among them."""
    floors = {one.entry.id: one.confidence for one in named}
    return [
        replace(one, confidence=max(one.confidence, floors[one.entry.id]), named=True)
        if one.entry.id in floors
        else one
        for one in ranked
    ]


def _is_foreign(reading: Reading) -> bool:
    """Tell whether the text names other programs and nothing of MindSpore's."""
    text = reading.text[:_LOOKED_AT]
    return not reading.is_ours and belonging(text, is_failure=bool(reading.failures)).is_foreign


def _is_traced_elsewhere(reading: Reading) -> bool:
    """Tell whether a failure's traceback is another package's; a message of ours may well stand in such a one."""
    return bool(reading.failures) and not _is_ours(reading) and is_anothers_trace(reading.text[:_LOOKED_AT])


def _is_ours(reading: Reading) -> bool:
    """Tell whether the text, or the log it was taken from, has something of MindSpore's."""
    return reading.is_ours or belonging(reading.text[:_LOOKED_AT]).own


def _held(ranked: Sequence[Found], exact: Sequence[Found], reading: Reading) -> list[Found]:
    """Hold down what a search found for another program's text, or for one that any program may write.

    A failure is that program's own; a question that names another framework may be about moving from there. Neither
    raises an exact match or goes before it.
    """
    most = {one.entry.id: one.confidence for one in exact if one.hit is not None}
    surest = max(most.values(), default=1.0)
    whose = belonging(reading.text[:_LOOKED_AT])
    share = _FOREIGN if reading.failures else _ANYBODYS if whose.framework and not whose.own else 1.0
    held = []
    for one in ranked:
        limit = most.get(one.entry.id, surest)
        why: tuple[str, ...] = ("others",) if share < 1 else ()
        why += ("exact",) if one.confidence * share > limit else ()
        held.append(replace(one, confidence=min(one.confidence * share, limit), lowered=(*one.lowered, *why)))
    return held


def _share(reading: Reading, line: int, hit: SignatureHit) -> float:
    """Return what a match on this line counts: outside every error, while there are errors, it is beside the point."""
    errors = [failure for failure in reading.failures if failure.kind != "warning"]
    if any(failure.first_line <= line <= failure.last_line for failure in errors):
        return 1.0
    has_died = reading.ended == "signal" or bool(errors)
    is_bare = all(failure.kind == "crash" for failure in errors) and (has_died or bool(reading.ended))
    if is_bare and ((has_died and hit.aside) or reading.warns_at(line)):
        return _UNDER
    return _ASIDE if errors else 1.0
