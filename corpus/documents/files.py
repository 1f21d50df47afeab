"""Finds the documents beneath a path."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msfaq.corpus.documents.reader import READERS

LARGEST: Final = 8 << 20
"""Bytes of the largest document that is read: more is data, not text."""

_APART: Final = ("__pycache__", "node_modules")
"""Folders that hold nobody's own documents."""

REASONS: Final = ("hidden", "other", "oversized", "binary", "unreadable")
"""Why a file is left out: its name or its folder's begins with a dot; its ending is of no format; its size; what is in
it; it could not be read."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What lies beneath a path."""

    files: tuple[Path, ...]
    """The documents, sorted."""
    skipped: Mapping[str, int]
    """Reason, one of `REASONS` → number of files left out."""


def find_documents(root: Path, excluded: tuple[Path, ...] = ()) -> Walk:
    """Return the documents beneath an absolute path, or the one file it is, whatever its name.

    Symbolic links to folders are not followed: they may lead in circles.
    """
    if root.is_file():
        large = root.stat().st_size > LARGEST
        return Walk(() if large else (root,), {"oversized": 1} if large else {})
    skipped: Counter[str] = Counter()
    files = list(_walk(root, excluded, skipped))
    return Walk(tuple(sorted(files)), dict(skipped))


def _walk(root: Path, excluded: tuple[Path, ...], skipped: Counter[str]) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in _APART and here / name not in excluded
        )
        for name in names:
            file = here / name
            if file in excluded:
                continue
            reason = _reason(file)
            if reason:
                skipped[reason] += 1
            else:
                yield file


def _reason(file: Path) -> str:
    if file.name.startswith("."):
        return "hidden"
    if file.suffix.lower() not in READERS:
        return "other"
    try:
        state = file.stat()
    except OSError:
        return "unreadable"
    if not file.is_file():
        return "other"
    return "oversized" if state.st_size > LARGEST else ""
