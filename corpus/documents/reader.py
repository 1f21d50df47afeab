"""Reads a document by its format."""

from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Final

from msfaq.corpus.documents.decode import clean_lines, decode_document
from msfaq.corpus.documents.html import html_passages
from msfaq.corpus.documents.markdown import markdown_passages
from msfaq.corpus.documents.notebook import notebook_passages
from msfaq.corpus.documents.passage import DocumentPassage
from msfaq.corpus.documents.rst import rst_passages
from msfaq.errors import DocumentError

Reader = Callable[[str], Iterator[DocumentPassage]]


def _markdown(text: str) -> Iterator[DocumentPassage]:
    return markdown_passages(clean_lines(text))


def _rst(text: str) -> Iterator[DocumentPassage]:
    return rst_passages(clean_lines(text))


READERS: Final[dict[str, Reader]] = {
    ".md": _markdown,
    ".markdown": _markdown,
    ".rst": _rst,
    ".txt": _rst,
    ".text": _rst,
    ".ipynb": notebook_passages,
    ".html": html_passages,
    ".htm": html_passages,
}
"""Ending of a file's name, lower-case → how it is read."""


def read_document(name: str, data: bytes) -> tuple[DocumentPassage, ...]:
    """Return the passages of a document; a name with an ending of no format is read as plain text.

    Raises DocumentError, in a few words, when the bytes are no text or not of that format.
    """
    reader = READERS.get(PurePath(name).suffix.lower(), _rst)
    try:
        return tuple(reader(decode_document(data)))
    except DocumentError:
        raise
    except Exception as error:
        # A parser that trips over one file must not cost the user all others.
        raise DocumentError(f"cannot be read: {type(error).__name__}: {error}") from error
