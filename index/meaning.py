"""Finds entries by meaning: the question's vector against those of titles, phrases and passages."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from msfaq.corpus.passage import Span
from msfaq.errors import IndexStale
from msfaq.index.encoders import Encoder
from msfaq.index.scale import Scale
from msfaq.index.store import Store
from msfaq.index.vectors import VectorIndex

_Owner = tuple[str, bool, bool]
"""Whose a row is: the document's id, whether it is a guide, whether the row is a passage."""

_NEAREST: Final = 64
"""Vectors looked at; an entry has about sixty."""

_SUPPORT: Final = 6
"""Vectors of one entry that count towards its support."""


@dataclass(frozen=True, slots=True)
class MeaningHit:
    """What the vectors say of one entry or guide."""

    cosine: float
    """Best cosine of any of its vectors, -1..1; comparable between queries."""
    head_cosine: float
    """Best cosine of its title and phrases, 0 when none is near."""
    support: float
    """Mean of its six best cosines, -1..1: what more than one of its texts says."""
    is_guide: bool
    """Whether it is a guide."""


@dataclass(frozen=True, slots=True)
class MeaningSearch:
    """The outcome of one search by meaning."""

    hits: Mapping[str, MeaningHit]
    """Document id → what was found, nearest first."""
    farthest: float
    """Cosine of the farthest vector looked at, -1..1: others are no nearer; 0 when there is none."""


class MeaningIndex:
    """The vectors of an open store."""

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._encoder = encoder
        meta = store.meta()
        try:
            self._vectors = VectorIndex.from_bytes(store.blob("vectors"))
        except ValueError as error:
            raise IndexStale(str(error)) from error
        if meta["model_digest"] != encoder.digest or self._vectors.dim != encoder.dim:
            raise IndexStale(f"the index was built with the model {meta['model']}, not with {encoder.name}")
        self._scale = Scale.from_json(store.text("scale"))
        self._store = store
        self._owners: dict[int, _Owner] = {}

    def search(self, text: str) -> MeaningSearch:
        """Search for what means the same as ``text``."""
        found = self._vectors.search(self._encoder.encode_queries([text])[0], _NEAREST)
        self._learn_owners(row for row, _ in found)
        cosines: dict[str, list[float]] = defaultdict(list)
        heads: dict[str, float] = {}
        guides = set[str]()
        farthest = 0.0
        for row, cosine in found:
            farthest = self._scale(cosine)
            owner, is_guide, is_passage = self._owners[row]
            cosines[owner].append(farthest)
            if not is_passage:
                heads.setdefault(owner, farthest)
            if is_guide:
                guides.add(owner)
        hits = {
            # What was not looked at is at most as near as the farthest that was.
            owner: MeaningHit(
                near[0],
                max(0.0, heads.get(owner, 0.0)),
                farthest + sum(cosine - farthest for cosine in near[:_SUPPORT]) / _SUPPORT,
                owner in guides,
            )
            for owner, near in cosines.items()
        }
        return MeaningSearch(hits, farthest)

    def places(self, document: str) -> tuple[tuple[int, Span], ...]:
        """Return row and place of each passage of a document."""
        return self._places.get(document, ())

    def cosines(self, text: str, rows: Sequence[int]) -> list[float]:
        """Return the cosine of ``text`` to each of these rows, -1..1."""
        if not rows:
            return []
        found: list[float] = (self._vectors.rows(rows) @ self._encoder.encode([text])[0]).tolist()
        return found

    def _learn_owners(self, rows: Iterable[int]) -> None:
        """Look up whose these rows are; reading all of them would take longer than a question."""
        wanted = [row for row in rows if row not in self._owners]
        if wanted:
            marks = ", ".join("?" * len(wanted))
            sql = (
                "SELECT row, id, guide, section IS NOT NULL FROM unit JOIN owner ON owner.number = unit.owner"
                f" WHERE row IN ({marks})"
            )
            for row, owner, guide, passage in self._store.query(sql, tuple(wanted)):
                self._owners[int(str(row))] = (str(owner), bool(guide), bool(passage))

    @cached_property
    def _places(self) -> Mapping[str, tuple[tuple[int, Span], ...]]:
        """Document id → row and place of each of its passages."""
        found: dict[str, list[tuple[int, Span]]] = defaultdict(list)
        sql = (
            "SELECT id, row, section, first, last FROM unit JOIN owner ON owner.number = unit.owner"
            " WHERE section IS NOT NULL ORDER BY row"
        )
        for owner, row, *span in self._store.query(sql):
            found[str(owner)].append((int(str(row)), Span(*(int(str(part)) for part in span))))
        return {name: tuple(places) for name, places in found.items()}
