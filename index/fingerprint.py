"""Tells whether the index on disk still belongs to the book and the model, without reading either."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msfaq.version import VERSION

FORMAT: Final = 19
"""Version of the index's form on disk; raised whenever a table, a token rule or a vector would come out otherwise."""

_BESIDE: Final = (Path(__file__).with_name("turns.tsv"), Path(__file__).with_name("others.txt"))
"""What is indexed beside the book: turns of conversations, and texts about other things."""


@dataclass(frozen=True, slots=True)
class BookState:
    """The files of a book as one look at its folders shows them."""

    files: tuple[tuple[str, int, int], ...]
    """Of each document its number of folder and path in it, its size in bytes, and its time of change in ns."""

    def stamp(self, model: str) -> str:
        """Return what an index on this machine answers to: other when a document is added, removed or edited.

        ``model`` is the digest of the embedding model. 16 hexadecimal digits, as of `released`.
        """
        return _digest(model, (f"{name}\0{size}\0{changed}" for name, size, changed in self.files))

    def released(self, model: str) -> str:
        """Return what the index answers to that was built for the package: times of change differ by machine."""
        return _digest(model, (f"{name}\0{size}" for name, size, _ in self.files))

    @property
    def changed(self) -> int:
        """When the last document changed, in ns."""
        return max((changed for *_, changed in self.files), default=0)


def survey(folders: tuple[Path, ...]) -> BookState:
    """Look at the folders of a book, and at what else is indexed with it; a folder that is missing holds nothing."""
    found = (
        (f"{number} {name}", size, changed)
        for number, folder in enumerate(folders)
        for name, size, changed in _files(os.fspath(folder), "")
    )
    beside = ((file.name, (state := file.stat()).st_size, state.st_mtime_ns) for file in _BESIDE)
    return BookState((*sorted(found), *beside))


def _digest(model: str, lines: Iterable[str]) -> str:
    state = hashlib.sha256(f"{FORMAT} {VERSION} {model}".encode())
    for line in lines:
        state.update(f"{line}\n".encode("utf-8", "surrogateescape"))
    return state.hexdigest()[:16]


def _files(folder: str, prefix: str) -> Iterator[tuple[str, int, int]]:
    try:
        with os.scandir(folder) as found:
            entries = list(found)
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        if entry.is_dir():
            yield from _files(entry.path, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".md"):
            state = entry.stat()
            yield f"{prefix}{entry.name}", state.st_size, state.st_mtime_ns
