"""Finds entries by meaning: the question's vector against those of titles, phrases and passages."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from msfaq.corpus.passage import Span
from msfaq.errors import IndexStale
from msfaq.index.encoders import Encoder
from msfaq.index.scale import Scale
from msfaq.index.store import Store
from msfaq.index.units import Units
from msfaq.index.vectors import VectorIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NEAREST: Final = 64
"""Vectors looked at; an entry has about sixty."""

_SUPPORT: Final = 6
"""Vectors of one entry that count towards its support."""


class MeaningHit(NamedTuple):
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
        self._units = Units(store.blob("units"))
        if len(self._units) != len(self._vectors):
            raise IndexStale(f"the index {store.place} is damaged: vectors are missing")
        self._owners = store.owners()
        self._numbers = {owner.id: number for number, owner in enumerate(self._owners)}
        if not self._units.lie_within([owner.sections for owner in self._owners]):
            raise IndexStale(f"the index {store.place} is damaged: a passage leads nowhere")

    def search(self, text: str) -> MeaningSearch:
        """Search for what means the same as ``text``."""
        found = self._vectors.search(self._encoder.encode_queries([text])[0], _NEAREST)
        cosines: dict[str, list[float]] = defaultdict(list)
        heads: dict[str, float] = {}
        guides = set[str]()
        farthest = 0.0
        numbers = self._units.owners([row for row, _ in found])
        for (row, cosine), number in zip(found, numbers, strict=True):
            farthest = self._scale(cosine)
            owner = self._owners[number]
            cosines[owner.id].append(farthest)
            if row < self._units.first:
                heads.setdefault(owner.id, farthest)
            if owner.is_guide:
                guides.add(owner.id)
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

    def unpack(self) -> None:
        """Unpack the vectors: for whoever goes on asking."""
        self._vectors.unpack()

    @property
    def passages(self) -> int:
        """Number of passages."""
        return len(self._units) - self._units.first

    def places(self, document: str, lang: str) -> list[tuple[int, Span]]:
        """Return number, among all passages, and place of each passage of a document in ``lang`` (``zh`` or ``en``)."""
        number = self._numbers.get(document)
        if number is None:
            return []
        owner = self._owners[number]
        return [one for one in self._units.passages(number) if owner.language_of(one[1]) == lang]

    def cosines(self, text: str, passages: "NDArray[np.int64]") -> "NDArray[np.float32]":
        """Return the cosine of ``text`` to each of these passages, shape (len(passages),), -1..1."""
        rows = self._vectors.rows(passages + self._units.first)
        found: NDArray[np.float32] = rows @ self._encoder.encode([text])[0]
        return found
