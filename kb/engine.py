"""The engine behind every face: keeps the index open and answers questions."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from msfaq.answers.considered import Considered
from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.corpus.places import ENTRIES, GUIDES
from msfaq.corpus.scope import Scope
from msfaq.diagnosis import Diagnosis
from msfaq.errors import IndexStale, ModelUnavailable
from msfaq.index.fingerprint import BookState, survey
from msfaq.index.models import SHIPPED, Model, Work, find_model, open_model
from msfaq.index.store import Store, open_store, rebuild_store
from msfaq.logs.reading import read
from msfaq.once import Once
from msfaq.opened import Opened
from msfaq.own_documents import OwnDocuments
from msfaq.places import cache_folder, data_folder, own_entries_folder
from msfaq.request import ANSWERED, Request
from msfaq.settings import settings_in_force

if TYPE_CHECKING:
    from msfaq.index.encoders import Encoder
    from msfaq.index.retriever import Retriever
    from msfaq.logs.logfile import LogReader, LogReading
    from msfaq.logs.progress import Progress
    from msfaq.logs.reading import Reading
    from msfaq.reports.report import Report

T = TypeVar("T")

Talk = Callable[[str], None]


class Engine:
    """Answers questions; opens the index at the first one and keeps it open.

    An engine may be shared by threads: the first that needs the index opens it while the others wait, and each call is
    complete in itself.
    """

    def __init__(
        self,
        *,
        cache: Path | None = None,
        entries: Path = ENTRIES,
        guides: Path = GUIDES,
        talk: Talk | None = None,
        data: Path | None = None,
        own_entries: Path | None = None,
        model: str | None = None,
        work: Work | None = None,
        waiting: Talk | None = None,
    ) -> None:
        """Make an engine over the book in ``entries`` and ``guides``, and over what is the user's own.

        ``cache`` is the folder that keeps the index; ``talk`` receives what a person should know meanwhile, a line at a
        time (the index cannot be kept, a document is broken), and defaults to silence. ``data`` is the folder of the
        user's documents and settings, ``own_entries`` that of their entries; ``model`` chooses the embedding model for
        this engine alone, and ``work`` says how it computes many vectors. ``waiting`` receives a line before work of
        some seconds, such as building the index, and defaults to silence.
        """
        self._cache = cache
        self._entries = entries
        self._guides = guides
        self._talk: Talk = talk or (lambda line: None)
        self._data = data
        self._own_entries = own_entries
        self._model_name = model
        self._work = work
        self._waiting: Talk = waiting or (lambda line: None)
        self.lock = RLock()
        """Held while the index or the model is opened, or replaced."""
        self._now: Opened | None = None

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the index and the documents; the next question opens them again."""
        with self.lock:
            self._forget()
            if "documents" in self.__dict__:
                self.documents.close()

    @property
    def store(self) -> Store:
        """The open index, built first when it is missing or stale."""
        return self._opened.store

    @property
    def _opened(self) -> Opened:
        with self.lock:
            if self._now is None:
                store = open_store(self._folder, self._state, self.model.digest, self._build, self._talk)
                self._now = Opened(store, lambda: self._encoder, self.lock)
            return self._now

    def rebuild(self) -> Store:
        """Build the index anew, whatever lies in the cache."""
        with self.lock:
            self._forget()
            store = rebuild_store(self._folder, self._state.stamp(self.model.digest), self._build, self._talk)
            self._now = Opened(store, lambda: self._encoder, self.lock)
            return store

    def lookup(
        self,
        text: str | bytes,
        *,
        lang: str | None = None,
        limit: int = 3,
        platform: str | None = None,
        ms_version: str | None = None,
        mode: str | None = None,
        area: str | None = None,
        kind: str | None = None,
        explain: bool = False,
        confidence: float = ANSWERED,
    ) -> Diagnosis:
        """Answer a question, an error message or a whole log.

        ``lang`` is ``zh`` or ``en``; None means the question's own language, else the locale's. At most ``limit``
        answers come back. ``platform`` (``Ascend``, ``GPU``, ``CPU``), ``mode`` (``graph``, ``pynative``) and
        ``ms_version`` (``2.3.1``) leave out entries that do not hold there; ``area`` and ``kind``, names of
        `msfaq.corpus.vocabulary`, leave out the others. With ``explain`` the diagnosis says how it came about;
        ``confidence`` is the probability, 0 to 1, from which an answer counts as the answer.

        Raises InputError for a text that is empty or no text, or for an option out of range; IndexFault and ModelError
        when the index cannot be had at all.
        """
        request = Request.checked(
            lang,
            limit,
            platform,
            ms_version,
            mode=mode,
            area=area,
            kind=kind,
            explain=explain,
            confidence=confidence,
        )
        reading = read(text, self._with_store(lambda: self._anchors) if isinstance(text, bytes) else ())
        return self._answered(reading, request)

    def _answered(self, reading: "Reading", request: Request) -> Diagnosis:
        diagnosis = self._with_store(lambda: self._opened.finder.find(reading, request))
        if diagnosis.outcome != "answered" and self.documents.exist:
            return self._with_store(lambda: self.documents.consult(diagnosis, reading, request))
        return diagnosis

    def consider(self, text: str, request: Request) -> Considered:
        """Find what may answer a text, and leave it to the caller what of it is said.

        Raises InputError for a text that is empty or no text; IndexFault and ModelError as `lookup` does.
        """
        reading = read(text)
        found = self._with_store(lambda: self._opened.finder.consider(reading, request, self.entry))
        if found.outcome != "answered" and self.documents.exist:
            return Considered.of(self._answered(reading, request))
        return found

    @Once
    def documents(self) -> OwnDocuments:
        """The user's own documents, which are asked when no entry answers."""
        return OwnDocuments(self.data_folder, lambda: self._encoder, lambda: self.store, self._talk)

    @Once
    def model(self) -> Model:
        """The embedding model in use: the chosen one, or the shipped one where that cannot be had."""
        name = self._model_name or settings_in_force(self.data_folder).model
        try:
            return find_model(name)
        except ModelUnavailable as problem:
            return self._shipped_instead(problem)

    @property
    def data_folder(self) -> Path:
        """The folder of what is the user's own."""
        return self._data or data_folder()

    @property
    def own_entries(self) -> Path:
        """The folder of the user's own entries; it need not exist."""
        return self._own_entries or own_entries_folder(self._data)

    def search(self, work: "Callable[[Retriever], T]") -> T:
        """Return what ``work`` makes of the ranking behind `lookup`; faces that search in a context use it.

        A damaged index is built anew and ``work`` done once more.
        """
        return self._with_store(lambda: work(self._opened.retriever))

    def diagnose(
        self,
        paths: "str | os.PathLike[str] | Sequence[str | os.PathLike[str]]",
        *,
        lang: str | None = None,
        limit: int = 3,
        platform: str | None = None,
        ms_version: str | None = None,
        explain: bool = False,
        confidence: float = ANSWERED,
        jobs: int | None = None,
        progress: "Progress | None" = None,
    ) -> "Report":
        """Diagnose logs: files of any length, plain or compressed, pipes, and folders of them.

        The report names every failure with its log, line, rank and time, each once, the one that began it first.
        ``report.answer(n)`` answers the n-th when it is asked for; ``report.diagnosis`` answers the first cause.
        ``jobs`` is the number of processes that read; None means as many as pay. ``progress`` is told how far reading
        has come; once it is stopped, the report is of what was read by then. The other arguments are those of `lookup`;
        without ``lang`` the locale's language is taken.

        Raises InputError when none of the paths can be read, or for an option out of range; IndexFault and ModelError
        when the index cannot be had at all. A log among several that cannot be read is named in ``report.log.logs``.
        """
        names = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
        request = Request.checked(lang, limit, platform, ms_version, explain=explain, confidence=confidence)
        find = self._finding(request)
        return self._with_store(lambda: self._opened.diagnoser.paths(names, find, lang, jobs, progress))

    def reader(self, name: str = "-") -> "LogReader":
        """Return a reader for a log that is still being written: fill its ``space``, ``feed`` it, ask for `report`."""
        from msfaq.logs.logfile import LogReader
        from msfaq.logs.scan import Scanner

        return LogReader(name, Scanner(self._with_store(lambda: self._anchors)))

    def report(
        self,
        source: "bytes | Sequence[LogReading] | Report",
        *,
        name: str = "-",
        lang: str | None = None,
        limit: int = 3,
        platform: str | None = None,
        ms_version: str | None = None,
        explain: bool = False,
        confidence: float = ANSWERED,
        ended: str = "",
    ) -> "Report":
        """Diagnose the bytes of a short log, or what readers understood of logs; the arguments are those of `diagnose`.

        ``ended`` says of bytes how the program ended that wrote them, where that is known: ``signal`` or ``failed``.
        Then they are a log however short, and neither a warning nor a healthy line in them is the answer.
        Of a report the same is told again, in another language or under other conditions; no log is read for it.

        Raises InputError for bytes that are empty or no text, or for an option out of range.
        """
        request = Request.checked(lang, limit, platform, ms_version, explain=explain, confidence=confidence)
        find = self._finding(request)
        # Imported here, as above: a question in words needs no logs.
        from msfaq.reports.report import Report

        if isinstance(source, Report):
            return source.told(find, lang)
        if isinstance(source, bytes):
            return self._with_store(lambda: self._opened.diagnoser.text(source, name, find, lang, ended))
        return self._with_store(lambda: self._opened.diagnoser.readings(source, find, lang))

    def _finding(self, request: Request) -> "Callable[[Reading], Diagnosis]":
        return lambda reading: self._answered(reading, request)

    def entry(self, name: str) -> Entry:
        """Return the entry with this id or alias.

        Raises UnknownEntry.
        """
        return self._with_store(lambda: self.store.entry(name))

    def scope(self, name: str) -> Scope:
        """Return the scope of the entry with this id or alias: what it is about, without reading all of it.

        Raises UnknownEntry.
        """
        return self._with_store(lambda: self.store.scope(name))

    def guide(self, name: str) -> Guide:
        """Return the guide with this id.

        Raises UnknownEntry.
        """
        return self._with_store(lambda: self.store.guide(name))

    def guide_ids(self) -> tuple[str, ...]:
        """Return the ids of all guides, sorted."""
        return self._with_store(lambda: self.store.guide_ids())

    def entry_ids(self, kind: str | None = None) -> tuple[str, ...]:
        """Return the ids of all entries, or of those of one kind (``checklist``, ``decision`` …), sorted."""
        return self._with_store(lambda: self.store.entry_ids(kind))

    @property
    def _anchors(self) -> tuple[bytes, ...]:
        return self._opened.signatures.anchor_bytes()

    @Once
    def _encoder(self) -> "Encoder":
        return open_model(self.model, self._work)

    @property
    def _folder(self) -> Path:
        return self._cache or cache_folder()

    @property
    def _state(self) -> BookState:
        return survey((self._entries, self._guides, self.own_entries))

    def _build(self, connection: sqlite3.Connection, stamp: str) -> None:
        # Imported here: most questions find the index built.
        from msfaq.corpus.book import open_book
        from msfaq.index.build import build

        self._waiting("building the index; this happens once, and takes some seconds")
        book = open_book(self._entries, self._guides, self.own_entries)
        for fault in book.faults:
            self._talk(f"left out of the index: {fault}")
        build(connection, book, self._encoder, stamp)

    def _with_store(self, work: Callable[[], T]) -> T:
        """Do ``work``; when the index turns out to be damaged or the model unusable, mend that and do it once more."""
        model = self.model
        try:
            return self._mended(work)
        except ModelUnavailable as problem:
            if model.is_shipped:
                raise
            with self.lock:
                # Another thread may have met with the same and mended it.
                if self.model is model:
                    self.close()
                    self.__dict__.update(model=self._shipped_instead(problem))
                    self.__dict__.pop("_encoder", None)
            return self._mended(work)

    def _mended(self, work: Callable[[], T]) -> T:
        opened = self._opened
        try:
            return work()
        except IndexStale as damage:
            with self.lock:
                if self._now is opened:
                    self._talk(f"{damage}; building it again")
                    self.rebuild()
            return work()

    def _shipped_instead(self, problem: ModelUnavailable) -> Model:
        self._talk(f"{problem}; the shipped model answers instead (msfaq index build --model shipped ends this line)")
        return find_model(SHIPPED)

    def _forget(self) -> None:
        if self._now is not None:
            self._now.store.close()
        self._now = None
