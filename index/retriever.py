"""Ranks the entries of an open store for one text by words and meaning together."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from msfaq.index.belonging import belonging
from msfaq.index.coverage import Coverage
from msfaq.index.domain import DomainIndex, turn_terms
from msfaq.index.encoders import Encoder
from msfaq.index.followups import Followed, FollowUps, Nearest
from msfaq.index.fusion import Context, Features, Fusion, Question, context_of
from msfaq.index.homophones import Homophones
from msfaq.index.meaning import MeaningHit, MeaningIndex
from msfaq.index.names import codes_in
from msfaq.index.passages import NearPassages, PassageIndex
from msfaq.index.platforms import agreement, platforms_in
from msfaq.index.spelling import Speller
from msfaq.index.store import Store
from msfaq.index.usage import UsageIndex, UsageSearch
from msfaq.index.words import WordHit, WordIndex, WordSearch, document_counts

_LONE: Final = 0.5
"""Factor for the confidence in what answers one word that is no name: whoever types it has not asked yet."""

_MOST_USED: Final = 10
"""Entries that are candidates because their phrases have most of the question's words."""

_KEPT: Final = 16
"""Sequences of texts whose vectors are kept: a conversation compares its turns to the parts of few entries."""

_RANKED: Final = 4
"""Rankings kept: the question of a turn is often all of it, and then is asked twice."""

_NO_WORDS: Final = WordHit(0.0, 0.0)


class Candidate(NamedTuple):
    """One entry as an answer to one text."""

    entry_id: str
    """The entry."""
    score: float
    """Ranking score, larger is better; comparable between queries."""
    features: Features
    """What the score was made of."""
    word_rank: int
    """1-based rank by words alone, 0 when words did not find it."""
    meaning_rank: int
    """1-based rank by meaning alone, 0 when vectors did not find it."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates for one text."""

    candidates: tuple[Candidate, ...]
    """Best first."""
    confidence: float
    """Probability, 0..1, that the first one answers the text; 0 without candidates."""
    text: str
    """The text as it was searched for, misspelt words mended."""
    question: Question
    """What is known of the text by itself."""
    context: Context | None
    """What the confidence was made of; None without candidates."""


class _Searched(NamedTuple):
    """What was found for one text, before it is joined."""

    words: Mapping[str, WordHit]
    meaning: Mapping[str, MeaningHit]
    unmeant: MeaningHit
    usage: UsageSearch
    word_ranks: Mapping[str, int]
    meaning_ranks: Mapping[str, int]
    platforms: Collection[str]


class _Found(NamedTuple):
    """The candidates for one text, before anything is said of the text."""

    text: str
    words: WordSearch
    candidates: tuple[Candidate, ...]


class Retriever:
    """Words, vectors and their fusion over one store."""

    def __init__(self, store: Store, encoder: Encoder, fusion: Fusion) -> None:
        self._store = store
        self._encoder = encoder
        self._fusion = fusion
        self._encoded = lru_cache(maxsize=_KEPT)(encoder.encode)
        self._ranked = lru_cache(maxsize=_RANKED)(self._rank)
        self._is_open = False

    @cached_property
    def _words(self) -> WordIndex:
        return WordIndex(self._store)

    @cached_property
    def _meaning(self) -> MeaningIndex:
        return MeaningIndex(self._store, self._encoder)

    @cached_property
    def _usage(self) -> UsageIndex:
        return UsageIndex(self._store)

    @cached_property
    def _domain(self) -> DomainIndex:
        return DomainIndex(self._store)

    @cached_property
    def _turns(self) -> DomainIndex:
        return DomainIndex(self._store, "turns", turn_terms)

    @cached_property
    def _coverage(self) -> Coverage:
        return Coverage(self._encoder)

    @cached_property
    def _follow_ups(self) -> FollowUps:
        return FollowUps(self._store, self._encoder)

    @cached_property
    def _platforms(self) -> dict[str, list[str]]:
        return {str(name): str(held).split() for name, held in self._store.query("SELECT id, platforms FROM entry")}

    @cached_property
    def _guides(self) -> tuple[str, ...]:
        return tuple(str(row[0]) for row in self._store.query("SELECT id FROM owner WHERE guide ORDER BY id"))

    @cached_property
    def _speller(self) -> Speller:
        return Speller(json.loads(self._store.text("lexicon")), self._encoder.is_word)

    @cached_property
    def _homophones(self) -> Homophones:
        words = json.loads(self._store.text("homophones"))
        return Homophones(words, self._encoder.is_word, lambda pairs: document_counts(self._store, list(pairs)))

    @cached_property
    def _passages(self) -> PassageIndex:
        return PassageIndex(self._store, self._meaning)

    def opening(self) -> Iterator[None]:
        """Open step by step what is opened at its first use else; yields behind each step, and not where all is open.

        Raises IndexStale when the store is damaged or was built with another model.
        """
        if self._is_open:
            return
        self.rank("open")
        yield
        self.goes_on("open")
        self.passages("open", {"open": 1.0}, self._guides, "en")
        yield
        self._meaning.unpack()
        yield
        self._follow_ups.unpack()
        self._is_open = True
        yield

    def rank(self, text: str, weak: Collection[str] = (), around: str = "") -> Ranking:
        """Rank entries for ``text``.

        ``weak`` are entries of which a weak signature occurs in it; ``around`` is what it was taken from, whose names
        tell whether the question is about MindSpore at all.

        Raises IndexStale when the store is damaged or was built with another model.
        """
        return self._ranked(text, frozenset(weak), around)

    def candidates(self, text: str) -> tuple[Candidate, ...]:
        """Return the candidates of `rank`, for whoever need not know how likely the first one answers the text.

        Raises IndexStale as `rank` does.
        """
        return self._find(text, frozenset()).candidates

    def _rank(self, text: str, weak: frozenset[str], around: str) -> Ranking:
        found = self._find(text, weak)
        whose = belonging(around or found.text)
        question = Question(found.words.unknown_share, found.words.words, whose, self._domain.likeness(found.text))
        if not found.candidates:
            return Ranking((), 0.0, found.text, question, None)
        best = found.candidates[0]
        scores = [candidate.score for candidate in found.candidates[:2]]
        context = context_of(question, scores, (best.word_rank, best.meaning_rank))
        confidence = self._fusion.confidence(context) * (_LONE if found.words.words <= 1 else 1.0)
        return Ranking(found.candidates, confidence, found.text, question, context)

    def _find(self, text: str, weak: frozenset[str]) -> _Found:
        text = self._homophones.mended(self._speller.mended(text))
        weak |= self._coded(text)
        by_words = self._words.search(text)
        found = self._meaning.search(text)
        by_meaning = {name: hit for name, hit in found.hits.items() if not hit.is_guide}
        usage = self._usage.search(text)
        searched = _Searched(
            by_words.hits,
            by_meaning,
            MeaningHit(0.0, 0.0, found.farthest, is_guide=False),
            usage,
            _ranks(by_words.hits),
            _ranks(by_meaning),
            platforms_in(text),
        )
        names = dict.fromkeys((*by_words.hits, *by_meaning, *weak, *usage.nearest(_MOST_USED)))
        candidates = [self._candidate(name, searched, weak) for name in names]
        candidates.sort(key=lambda candidate: (-candidate.score, candidate.entry_id))
        return _Found(text, by_words, tuple(candidates))

    def passages(
        self, text: str, weights: Mapping[str, float], documents: Collection[str], lang: str
    ) -> Mapping[str, NearPassages]:
        """Return document id → its passages in ``lang`` beside a text; see `msfaq.index.passages`."""
        return self._passages.beside(text, weights, documents, lang)

    def cosines(self, text: str, others: Sequence[str]) -> list[float]:
        """Return the cosine of ``text`` to each of ``others``, -1..1."""
        if not others:
            return []
        return [float(one) for one in self._encoded(tuple(others)) @ self._encoder.encode([text])[0]]

    def covered(self, text: str, others: Sequence[str]) -> list[float]:
        """Return how far each of ``others`` has what ``text`` says, 0..1; see `msfaq.index.coverage`."""
        return self._coverage.of(text, others)

    def guides(self) -> tuple[str, ...]:
        """Return the ids of the guides, which are found by passage only."""
        return self._guides

    def rarity(self, words: Collection[str]) -> Mapping[str, tuple[float, bool]]:
        """Return word of `msfaq.index.tokens` → its inverse document frequency, and whether the book has it.

        The frequency is 0 for a word in every document, and greatest for one that the book does not have.
        """
        return self._words.rarity(words)

    def likeness(self, text: str) -> float:
        """Return how much a text speaks of what the book is about; see `msfaq.index.domain`."""
        return self._domain.likeness(text)

    def goes_on(self, text: str) -> float:
        """Return how much a turn of a conversation sounds like one that goes on with it; see `msfaq.index.domain`."""
        return self._turns.likeness(text)

    def followed(self, text: str, entry: str) -> Followed:
        """Return the turns written for an entry, compared to ``text``; see `msfaq.index.followups`."""
        return self._follow_ups.compared(text, entry)

    def likeness_of_turns(self, text: str, entries: Collection[str]) -> Mapping[str, float]:
        """Return entry → how far a turn that was written for it asks the same as ``text``; see there."""
        return self._follow_ups.likeness(text, entries)

    def nearest_turns(self, text: str) -> Nearest:
        """Return how near the nearest turns written for any entry are; see `msfaq.index.followups`."""
        return self._follow_ups.nearest(text)

    def _coded(self, text: str) -> set[str]:
        """Return the entries that have an error code of the text for a name."""
        return {name for code in codes_in(text) for name in self._store.named(code)}

    def _candidate(self, name: str, searched: _Searched, weak: Collection[str]) -> Candidate:
        cosine, head_cosine, support, _ = searched.meaning.get(name, searched.unmeant)
        # By place, which takes half the time: in the order of the fields.
        features = Features(
            *searched.words.get(name, _NO_WORDS),
            cosine,
            head_cosine,
            support,
            searched.usage.behind(name),
            float(name in weak),
            agreement(searched.platforms, self._platforms[name]) if searched.platforms else 0.0,
        )
        ranks = searched.word_ranks.get(name, 0), searched.meaning_ranks.get(name, 0)
        return Candidate(name, self._fusion.score(features), features, *ranks)


def _ranks(hits: Mapping[str, object]) -> dict[str, int]:
    """Return the 1-based rank of each hit; they come best first."""
    return {name: rank for rank, name in enumerate(hits, start=1)}
