"""The user's own documents: added, taken out, kept current, and asked when no entry answers."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from msfaq.answers.phrases import phrase
from msfaq.diagnosis import Diagnosis, OwnPassage
from msfaq.errors import IndexFault, IndexStale, InputError
from msfaq.request import Request

if TYPE_CHECKING:
    from msfaq.index.documents.search import DocumentHit, DocumentSearch
    from msfaq.index.documents.store import DocumentStore, Paths, StoredFile
    from msfaq.index.documents.update import Change, Progress
    from msfaq.index.encoders import Encoder
    from msfaq.index.store import Store
    from msfaq.logs.reading import Reading

_ASKED_LINES: Final = 3
"""Key lines of an input that the documents are asked, each for itself."""

_SHOWN: Final = 0.15
"""Confidence from which a passage is shown at all."""

_SAME_LANGUAGE: Final = 0.05
"""What a passage in the answer's language is put before one in the other."""


class OwnDocuments:
    """The documents of one data folder; the store is opened when it is needed, and only if there is one."""

    def __init__(
        self, folder: Path, encoder: "Callable[[], Encoder]", book: "Callable[[], Store]", talk: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._encoder = encoder
        self._book = book
        self._talk = talk
        self._opened: DocumentStore | None = None
        self._search: DocumentSearch | None = None
        self._told: set[str] = set()
        self._asking = Lock()

    def close(self) -> None:
        """Close the store; the next use opens it again."""
        if self._opened is not None:
            self._opened.close()
        self._opened = self._search = None

    @property
    def exist(self) -> bool:
        """Whether documents were ever added."""
        # Imported here, as below: what the book answers opens no documents.
        from msfaq.index.documents.schema import DATABASE

        return (self._folder / DATABASE).exists()

    def add(self, paths: Sequence[str], progress: "Progress | None" = None) -> "Change":
        """Read files and folders in; those that are known already are brought up to date.

        Raises InputError for a path that is not there, DocumentsDamaged, and IndexFault when nothing can be written.
        """
        from msfaq.index.documents.store import Paths
        from msfaq.index.documents.update import update

        added = [_absolute(path) for path in paths]
        for path, name in zip(added, paths, strict=True):
            if not path.exists():
                raise InputError(f"{name} is not there; name files or folders")
        store = self._store(create=True)
        with store.writing() as cursor:
            known = store.paths()
            roots = [root for root in known.roots if not any(_within(root, path) for path in added)]
            fresh = [path for path in added if not any(_within(path, root) for root in roots)]
            outside = [path for path in known.excluded if not any(_within(path, new) for new in added)]
            # What was taken out with the folder around it is no document of its own when it is named again.
            fresh += [path for path in added if any(_within(path, out) for out in outside) and path not in fresh]
            store.keep_paths(cursor, Paths((*roots, *fresh), tuple(outside)))
        return update(store, self._encoder(), progress, added)

    def remove(self, paths: Sequence[str]) -> int:
        """Take documents out, and return how many; their files stay.

        Raises InputError for a path of which nothing is known.
        """
        from msfaq.index.documents.store import Paths

        removed = [_absolute(path) for path in paths]
        store = self._store()
        with store.writing() as cursor:
            known, files = store.paths(), store.files()
            for path, name in zip(removed, paths, strict=True):
                if path not in known.roots and not any(_within(file.path, path) for file in files):
                    raise InputError(f"{name} is not among the documents; msfaq index documents lists them")
            gone = [file for file in files if any(_within(file.path, path) for path in removed)]
            store.drop(cursor, [str(file.path) for file in gone])
            roots = tuple(root for root in known.roots if not any(_within(root, path) for path in removed))
            excluded = [
                path for path in (*known.excluded, *removed) if any(_within(path, root) for root in roots)
            ]  # fmt: skip
            store.keep_paths(cursor, Paths(roots, tuple(excluded)))
        return len(gone)

    def update(self, progress: "Progress | None" = None, *, rebuild: bool = False) -> "Change":
        """Read what is new or changed, and forget what is gone; with ``rebuild`` everything is read again."""
        from msfaq.index.documents.store import set_aside
        from msfaq.index.documents.update import update

        if rebuild:
            self.close()
            set_aside(self._folder)
        return update(self._store(create=rebuild or not self.exist), self._encoder(), progress)

    def paths(self) -> "Paths":
        """Return what was added, and what was taken out from beneath it."""
        return self._store().paths()

    def states(self) -> "list[tuple[StoredFile, str]]":
        """Return each document with its state: ``current``, ``changed`` or ``gone``."""
        from msfaq.index.documents.update import states

        return list(states(self._store()))

    def consult(self, diagnosis: Diagnosis, reading: "Reading", request: Request) -> Diagnosis:
        """Return the diagnosis of a question that no entry answers, with what the documents say.

        A store that is damaged, cannot be read, or holds vectors of another model costs a line of talk and no answer.
        """
        if not reading.key_lines or not self.exist:
            return diagnosis
        try:
            # One thread at a time: a store has one connection, and a search is a transaction on it.
            with self._asking:
                texts = [key.text for key in reading.key_lines[:_ASKED_LINES]]
                hits = self._asked(texts, diagnosis.lang, request.limit)
        except IndexStale:
            # That is the book's, which the engine builds anew.
            raise
        except IndexFault as fault:
            self._tell(str(fault))
            return diagnosis
        passages = tuple(_passage(hit) for hit in hits if hit.likelihood >= _SHOWN)
        if not passages or passages[0].confidence < request.confidence:
            return replace(diagnosis, documents=passages)
        return replace(
            diagnosis,
            outcome="answered",
            answers=(),
            message=phrase("own documents", diagnosis.lang),
            documents=tuple(one for one in passages if one.confidence >= request.confidence),
        )

    def _asked(self, texts: Sequence[str], lang: str, limit: int) -> "list[DocumentHit]":
        from msfaq.index.documents.search import DocumentSearch

        book = self._book()
        if self._search is None or self._search.book is not book:
            self._search = DocumentSearch(self._store(), self._encoder(), book)
        if not self._search.has_vectors:
            self._tell("the documents were read with another model, so only their words are searched; "
                       "msfaq index update computes their vectors anew")  # fmt: skip
        best: dict[tuple[Path, int, int], DocumentHit] = {}
        for hit in (hit for text in texts for hit in self._search.search(text, limit)):
            place = (hit.path, hit.cell, hit.first_line)
            if place not in best or best[place].likelihood < hit.likelihood:
                best[place] = hit
        ordered = sorted(best.values(), key=lambda hit: -hit.likelihood - _SAME_LANGUAGE * (hit.lang == lang))
        return ordered[:limit]

    def _store(self, *, create: bool = False) -> "DocumentStore":
        from msfaq.index.documents.store import DocumentStore

        if self._opened is None:
            if not create and not self.exist:
                raise InputError("there are no documents of your own yet; msfaq index add PATH… reads them in")
            self._opened = DocumentStore.open(self._folder, create=create)
        return self._opened

    def _tell(self, line: str) -> None:
        """Say something once."""
        if line not in self._told:
            self._talk(line)
        self._told.add(line)


def _passage(hit: "DocumentHit") -> OwnPassage:
    return OwnPassage(
        path=str(hit.path),
        first_line=hit.first_line,
        last_line=hit.last_line,
        cell=hit.cell,
        heading=hit.heading,
        text=hit.text,
        lang=hit.lang,
        confidence=round(hit.likelihood, 3),
        state=hit.state,
    )


def _absolute(path: str) -> Path:
    return Path(os.path.normpath(Path(path).expanduser().absolute()))


def _within(path: Path, root: Path) -> bool:
    return path == root or root in path.parents
