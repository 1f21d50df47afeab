"""The engine behind the interface: asked on one thread of its own, in turn, never on the one that draws."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from msfaq.corpus.entry import Entry
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.tui.filters import Filters

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
    """Asks an engine on a thread of its own.

    Every method raises what the engine raises, all of it under MsfaqError.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._pool = ThreadPoolExecutor(1, "library")
        self._catalogue: tuple[Entry, ...] = ()

    async def ask(self, source: str | bytes, lang: str, filters: Filters, limit: int = 12) -> Diagnosis:
        """Answer a question, an error or a log."""
        return await self._do(
            partial(
                self._engine.lookup,
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

    async def entry(self, name: str) -> Entry:
        """Return the entry with this id or alias."""
        return await self._do(partial(self._engine.entry, name))

    async def catalogue(self) -> tuple[Entry, ...]:
        """Return all entries, by id."""
        if not self._catalogue:
            self._catalogue = await self._do(self._read_catalogue)
        return self._catalogue

    async def facts(self) -> IndexFacts:
        """Return what the index says of itself."""
        return await self._do(self._read_facts)

    async def rebuild(self) -> None:
        """Build the index anew."""
        self._catalogue = ()
        await self._do(self._engine.rebuild)

    async def do(self, work: Callable[[Engine], T]) -> T:
        """Return what ``work`` makes of the engine, on the engine's thread."""
        return await self._do(partial(work, self._engine))

    def close(self) -> None:
        """Drop what waits and close the engine once the running call has ended."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _read_catalogue(self) -> tuple[Entry, ...]:
        return tuple(self._engine.entry(name) for name in self._engine.entry_ids())

    def _read_facts(self) -> IndexFacts:
        store = self._engine.store
        size = 0 if store.place == "memory" else Path(store.place).stat().st_size
        return IndexFacts(store.place, size, store.meta())
