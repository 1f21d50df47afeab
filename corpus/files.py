"""Finds and reads the Markdown files of the book."""

from collections.abc import Iterator
from pathlib import Path

from msfaq.errors import EntryError


def document_files(folder: Path) -> Iterator[Path]:
    """Yield the Markdown files beneath a folder, sorted by path; none when it does not exist."""
    return iter(sorted(folder.rglob("*.md")))


def read_text(file: Path) -> str:
    """Return the text of a document.

    Raises EntryError when it cannot be read or is not UTF-8.
    """
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EntryError(file.as_posix(), 1, f"not UTF-8 at byte {error.start}") from error
    except OSError as error:
        raise EntryError(file.as_posix(), 1, f"cannot be read: {error.strerror}") from error
