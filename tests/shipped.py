"""The shipped book, read once for all tests of a process."""

from typing import Final

from msfaq.corpus.book import open_book

BOOK: Final = open_book()
