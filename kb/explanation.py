"""How an answer came about: what was read, what was recognised, what was searched for, and what each search said."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from msfaq.index.signatures import SignatureHit
from msfaq.logs.keylines import KeyLine
from msfaq.logs.reading import Reading

if TYPE_CHECKING:
    from msfaq.index.retriever import Ranking

_SHOWN: Final = 8
"""Candidates and matches that are explained."""

_LEAST: Final = 0.01
"""Probability from which it is told what became of an entry."""

REASONS: Final = ("echo", "aside", "others", "anybodys", "exact")
"""What lowers a confidence: the message is the echo of an earlier failure; it stands beside the errors or accompanies
them; the text names other programs and nothing of MindSpore's, or any program may write it; nothing in a failure shows
MindSpore; a message that was recognised is surer than what was searched for."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A signature that occurs in the input."""

    id: str
    """Its entry."""
    template: str
    """The message template."""
    line: int
    """1-based line of the input."""
    captures: Mapping[str, str]
    """What it read from the message."""
    specificity: float
    """Characters of literal text that matched; the largest wins."""
    weak: bool
    """Whether the wording only points at the entry."""
    secondary: bool
    """Whether the entry is the echo of an earlier failure."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """An entry as one search saw it."""

    id: str
    """The entry."""
    score: float
    """Ranking score, larger is better."""
    word_rank: int
    """1-based rank by words alone, 0 when they did not find it."""
    meaning_rank: int
    """1-based rank by meaning alone, 0 when it was not near."""
    features: Mapping[str, float]
    """What the score was made of; see `msfaq.index.fusion.Features`."""


@dataclass(frozen=True, slots=True)
class Search:
    """One line that was searched for."""

    line: int
    """1-based line of the input it starts on."""
    role: str
    """``question``, ``exception``, ``section``, ``record`` or ``warning``."""
    text: str
    """The text, prefixes taken off and misspelt words mended."""
    confidence: float
    """Probability, 0..1, that its first candidate answers it."""
    context: Mapping[str, float]
    """What the confidence was made of; see `msfaq.index.fusion.Context`."""
    candidates: tuple[Weighed, ...]
    """The first candidates, best first."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An entry as it was judged in the end."""

    id: str
    """The entry."""
    confidence: float
    """Probability, 0..1, that it answers the input."""
    lowered: tuple[str, ...]
    """Why that is less than its match or its search says: names of `REASONS`."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """How an answer came about."""

    lines: int
    """Lines that were read."""
    failures: int
    """Failures found among them."""
    read_as: str
    """``log`` or ``question``."""
    recognised: tuple[Recognised, ...]
    """Signatures that occur, the strongest first."""
    named: tuple[str, ...]
    """Ids of the entries of which the whole question is a name."""
    searches: tuple[Search, ...]
    """What was searched for; nothing when a signature settled the matter."""
    judged: tuple[Judged, ...]
    """What became of the entries, the likeliest first."""


class Trail:
    """Collects what is done for one question, to be explained if that is asked for."""

    def __init__(self, hits: Sequence[SignatureHit], named: Sequence[str]) -> None:
        self._hits = hits
        self._named = named
        self._searches: list[Search] = []

    def searched(self, key: KeyLine, ranking: "Ranking") -> None:
        """Note one search."""
        candidates = tuple(
            Weighed(c.entry_id, round(c.score, 3), c.word_rank, c.meaning_rank, _rounded(c.features._asdict()))
            for c in ranking.candidates[:_SHOWN]
        )
        context = _rounded(asdict(ranking.context)) if ranking.context else {}
        self._searches.append(
            Search(key.number, key.role, ranking.text, round(ranking.confidence, 3), context, candidates)
        )

    def explanation(self, reading: Reading, judged: Sequence[tuple[str, float, tuple[str, ...]]]) -> Explanation:
        """Return what was collected; ``judged`` are id, confidence and reasons of each entry in the end."""
        return Explanation(
            lines=len(reading.numbers),
            failures=len(reading.failures),
            read_as="log" if reading.is_log else "question",
            recognised=tuple(
                Recognised(
                    hit.entry_id,
                    hit.template,
                    reading.line_at(hit.start),
                    dict(hit.captures),
                    hit.specificity,
                    hit.weak,
                    hit.secondary,
                )
                for hit in self._hits[:_SHOWN]
            ),
            named=tuple(self._named),
            searches=tuple(self._searches),
            judged=tuple(Judged(name, round(share, 3), why) for name, share, why in judged[:_SHOWN] if share >= _LEAST),
        )


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in values.items()}
