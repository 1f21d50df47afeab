"""Builds the index that a package of msfaq carries: ``python -m msfaq.index.release FILE``.

It is what `Engine` would build at the first question, from the same documents and with the shipped model.
"""

import sqlite3
import sys
from pathlib import Path

from msfaq.corpus.book import open_book
from msfaq.corpus.places import ENTRIES, GUIDES
from msfaq.index.build import build
from msfaq.index.encoders import shipped_encoder
from msfaq.index.fingerprint import survey
from msfaq.index.store import write_store


def write_released(file: Path, entries: Path = ENTRIES, guides: Path = GUIDES) -> None:
    """Write the index of a book, by default of the shipped one, into ``file``.

    Raises OSError or sqlite3.OperationalError when it cannot be written.
    """
    encoder = shipped_encoder()

    def fill(connection: sqlite3.Connection, stamp: str) -> None:
        build(connection, open_book(entries, guides), encoder, stamp)

    write_store(file, fill, survey((entries, guides)).released(encoder.digest))


if __name__ == "__main__":
    write_released(Path(sys.argv[1]))
