"""Tells whether the index on disk still belongs to the book and the model, without reading either."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msfaq.version import VERSION

FORMAT: Final = 5
"""Version of the index's form on disk; raised whenever a table, a token rule or a vector would come out otherwise."""


def fingerprint(folders: tuple[Path, ...], model: str) -> str:
    """Return 16 hexadecimal digits that change when a document is added, removed or edited, or the model is replaced.

    Files are told apart by relative path, size and time of change, which costs one look at each folder; ``model`` is
    the model's digest.
    """
    state = hashlib.sha256(f"{FORMAT} {VERSION} {model}".encode())
    for number, folder in enumerate(folders):
        state.update(f"{number}\0".encode())
        for name, size, changed in sorted(_files(os.fspath(folder), "")):
            state.update(f"{name}\0{size}\0{changed}\n".encode("utf-8", "surrogateescape"))
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
