"""The engines behind the interface: one answers, one reads logs, so that neither waits for the other."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.diagnosis import Diagnosis
from msfaq.tui.building import Building
from msfaq.tui.filters import Filters
from msfaq.tui.lane import Lane
from msfaq.tui.widgets.passages import without_documents

if TYPE_CHECKING:
    from msfaq.engine import Engine

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class IndexFacts:
    """What the index says of itself."""

    place: str
    """Its file, or ``memory``."""
    size: int
    """Bytes on disk; 0 in memory."""
    meta: dict[str, str]
    """``stamp``, ``model``, ``model_digest``, ``dim``, ``entries``, ``guides``, ``built`` (Unix time)."""


class Library:
    """Asks engines on threads of their own.

    Every method raises what the engine raises, all of it under MsfaqError.
    """

    def __init__(
        self, engine: "Engine | Callable[[], Engine]", building: Building, *, has_documents: bool = True
    ) -> None:
        """Make a library; ``engine`` makes an engine for each lane when it is first needed, one given ready does all.

        ``building`` hears from the engines that they build an index, and from here that it is done. Without
        ``has_documents`` the reader's own documents are left out of answers.
        """
        self.building = building
        """Whether an index is being built at this moment."""
        self._has_documents = has_documents
        if callable(engine):
            self._answering = Lane(engine, after=building.end)
            self.logs = Lane(engine, after=building.end)
            """Where logs are read and their failures answered; what comes from here is used only here."""
        else:
            self._answering = self.logs = Lane(lambda: engine, keeps_open=True, after=building.end)
        self._catalogue: tuple[Entry, ...] = ()
        self._guides: tuple[Guide, ...] | None = None

    async def ask(self, source: str | bytes, lang: str, filters: Filters, limit: int = 12) -> Diagnosis:
        """Answer a question, an error or a log."""
        found = await self.do(
            lambda engine: engine.lookup(
                source,
                lang=lang,
                limit=limit,
                platform=filters.platform or None,
                ms_version=filters.ms_version or None,
                mode=filters.mode or None,
                area=filters.area or None,
                kind=filters.kind or None,
            )
        )
        return found if self._has_documents else without_documents(found)

    async def entry(self, name: str) -> Entry:
        """Return the entry with this id or alias."""
        return await self.do(lambda engine: engine.entry(name))

    async def document(self, name: str) -> "tuple[Entry | Guide, tuple[Guide, ...]]":
        """Return the entry with this id or alias and the guides that lead to it, or the guide with this id."""
        return await self.do(partial(_read_document, name))

    async def catalogue(self) -> tuple[Entry, ...]:
        """Return all entries, by id."""
        if not self._catalogue:
            self._catalogue = await self.do(_read_catalogue)
        return self._catalogue

    async def guides(self) -> tuple[Guide, ...]:
        """Return all guides, by id."""
        if self._guides is None:
            self._guides = await self.do(lambda engine: tuple(map(engine.guide, engine.guide_ids())))
        return self._guides

    async def facts(self) -> IndexFacts:
        """Return what the index says of itself."""
        return await self.do(_read_facts)

    async def rebuild(self) -> None:
        """Build the index anew."""
        self._catalogue, self._guides = (), None
        await self.do(lambda engine: engine.rebuild().place)

    async def do(self, work: "Callable[[Engine], T]") -> T:
        """Return what ``work`` makes of the engine that answers, on its thread."""
        return await self._answering.do(work)

    def close(self) -> None:
        """Drop what waits and close the engines."""
        for lane in {self._answering, self.logs}:
            lane.close()


def _read_catalogue(engine: "Engine") -> tuple[Entry, ...]:
    return tuple(engine.entry(name) for name in engine.entry_ids())


def _read_document(name: str, engine: "Engine") -> tuple[Entry | Guide, tuple[Guide, ...]]:
    if name in engine.guide_ids():
        return engine.guide(name), ()
    entry = engine.entry(name)
    return entry, tuple(engine.guide(guide) for guide in entry.guides)


def _read_facts(engine: "Engine") -> IndexFacts:
    store = engine.store
    size = 0 if store.place == "memory" else Path(store.place).stat().st_size
    return IndexFacts(store.place, size, store.meta())
