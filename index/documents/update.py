"""Brings the documents' store in line with the files: what is unchanged is not read again."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from msfaq.corpus.documents.files import find_documents
from msfaq.corpus.documents.reader import read_document
from msfaq.errors import DocumentError
from msfaq.index.documents.store import DocumentStore, ReadFile, StoredFile
from msfaq.index.documents.texts import embedded
from msfaq.index.encoders import Encoder

Progress = Callable[[int, int], None]
"""Receives the number of documents done and of all to do."""

_BATCH: Final = 1500
"""Passages read, embedded and written at once: what is lost when the work is interrupted."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an update did."""

    added: int
    """Documents that were not known."""
    changed: int
    """Documents read again."""
    removed: int
    """Documents that are gone or were taken out."""
    unchanged: int
    """Documents that are as they were."""
    passages: int
    """Passages written."""
    skipped: Mapping[str, int]
    """Reason → files left out, see `msfaq.corpus.documents.files.REASONS`."""
    broken: tuple[tuple[Path, str], ...]
    """Documents that could not be read, and why."""
    missing: tuple[Path, ...]
    """Added paths that are not there; what was known of them is kept."""


def update(
    store: DocumentStore, encoder: Encoder, progress: Progress | None = None, only: Sequence[Path] = ()
) -> Change:
    """Read what is new or changed beneath the added paths, and forget what is gone.

    With ``only`` just those paths are looked at.
    """
    paths = store.paths()
    roots = tuple(only) or paths.roots
    missing = tuple(root for root in roots if not root.exists())
    known = {file.path: file for file in store.files()}
    skipped: Counter[str] = Counter()
    there: dict[Path, None] = {}
    for root in roots:
        walk = find_documents(root, paths.excluded) if root.exists() else None
        if walk:
            skipped.update(walk.skipped)
            there.update(dict.fromkeys(walk.files))
    gone = [file for file in known if file not in there and _belongs(file, roots) and not _belongs(file, missing)]
    if gone:
        with store.writing() as cursor:
            store.drop(cursor, map(str, gone))
    worker = _Worker(store, encoder, known)
    worker.match_model()
    worker.run(list(there), progress or (lambda done, total: None))
    skipped.update(worker.skipped)
    return Change(
        worker.added, worker.changed, len(gone) + worker.dropped, worker.unchanged, worker.passages,
        dict(skipped), tuple(worker.broken), missing,
    )  # fmt: skip


def _belongs(file: Path, roots: Sequence[Path]) -> bool:
    return any(file == root or root in file.parents for root in roots)


class _Worker:
    """Reads, embeds and writes in batches."""

    def __init__(self, store: DocumentStore, encoder: Encoder, known: Mapping[Path, StoredFile]) -> None:
        self._store = store
        self._encoder = encoder
        self._known = known
        self.added = self.changed = self.dropped = self.unchanged = self.passages = 0
        self.skipped: Counter[str] = Counter()
        self.broken: list[tuple[Path, str]] = []

    def match_model(self) -> None:
        """Compute all vectors anew when they are of another model, or those that are missing; note the present one."""
        encoder, store = self._encoder, self._store
        is_other = store.meta("model_digest") != encoder.digest
        wanted = "" if is_other else "WHERE id NOT IN (SELECT file FROM vectors)"
        numbers = [int(row[0]) for row in store.query(f"SELECT id FROM file {wanted} ORDER BY id")]
        if not is_other and not numbers:
            return
        found = {
            number: [
                embedded(heading, text)
                for heading, text in store.query(
                    "SELECT heading, text FROM passage WHERE file = ? ORDER BY id", (number,)
                )
            ]
            for number in numbers
        }
        vectors = _encode(encoder, [text for texts in found.values() for text in texts])
        with store.writing() as cursor:
            if is_other:
                # Also what another process wrote meanwhile with the model it knew.
                cursor.execute("DELETE FROM vectors")
            at = 0
            for number, texts in found.items():
                store.put_vectors(cursor, number, vectors[at : at + len(texts)])
                at += len(texts)
            store.note_model(cursor, encoder.name, encoder.digest, encoder.dim)

    def run(self, files: Sequence[Path], progress: Progress) -> None:
        """Look at every file."""
        held: list[ReadFile] = []
        for done, path in enumerate(files, start=1):
            read = self._read(path)
            held += [read] if read else []
            if sum(len(file.passages) for file in held) >= _BATCH:
                self._write(held)
                held = []
            progress(done, len(files))
        self._write(held)

    def _read(self, path: Path) -> ReadFile | None:
        """Return the document if it has to be written."""
        known = self._known.get(path)
        try:
            state = path.stat()
            if known and (known.size, known.mtime) == (state.st_size, state.st_mtime_ns):
                self.unchanged += 1
                return None
            data = path.read_bytes()
            digest = hashlib.sha256(data).hexdigest()[:32]
            if known and known.digest == digest:
                self.unchanged += 1
                with self._store.writing() as cursor:
                    cursor.execute("UPDATE file SET mtime = ? WHERE id = ?", (state.st_mtime_ns, known.id))
                return None
            passages = read_document(path.name, data)
        except (OSError, DocumentError) as error:
            self._leave_out(path, error)
            return None
        self.changed += known is not None
        self.added += known is None
        return ReadFile(path, state.st_size, state.st_mtime_ns, digest, passages)

    def _leave_out(self, path: Path, error: Exception) -> None:
        """Count a file that cannot be read; what was known of it no longer holds."""
        if str(error) == "binary":
            self.skipped["binary"] += 1
        else:
            reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
            self.broken.append((path, reason))
        if path in self._known:
            self.dropped += 1
            with self._store.writing() as cursor:
                self._store.drop(cursor, [str(path)])

    def _write(self, files: Sequence[ReadFile]) -> None:
        if not files:
            return
        texts = [embedded(p.heading, p.text) for file in files for p in file.passages]
        vectors = _encode(self._encoder, texts)
        at = 0
        with self._store.writing() as cursor:
            for file in files:
                self._store.put(cursor, file, vectors[at : at + len(file.passages)])
                at += len(file.passages)
        self.passages += len(texts)


def _encode(encoder: Encoder, texts: Sequence[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    return encoder.encode(texts) if texts else np.zeros((0, encoder.dim), np.float32)


def states(store: DocumentStore) -> Iterator[tuple[StoredFile, str]]:
    """Yield each document with its state: ``current``, ``changed`` or ``gone``."""
    for file in store.files():
        yield file, file_state(file)


def file_state(file: StoredFile) -> str:
    """Return ``current``, ``changed`` or ``gone``."""
    try:
        state = file.path.stat()
        if (state.st_size, state.st_mtime_ns) == (file.size, file.mtime):
            return "current"
        same = hashlib.sha256(file.path.read_bytes()).hexdigest()[:32] == file.digest
        return "current" if same else "changed"
    except OSError:
        return "gone"
