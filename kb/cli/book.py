"""The authors' commands ``check`` and ``try``."""

import argparse
import sys

from msfaq.check.book import check_book
from msfaq.cli.exits import Exit
from msfaq.corpus.book import open_book
from msfaq.index.signatures import SignatureIndex
from msfaq.places import own_entries_folder
from msfaq.promises.keep import Kept, keep_promises

_SHOWN_OUTPUT = 2000


def check(arguments: argparse.Namespace) -> Exit:
    """``msfaq check [ID…]``: hold the book to its format and its signatures to their entries."""
    book = open_book(own=own_entries_folder())
    problems = check_book(book, tuple(arguments.id))
    for problem in problems:
        print(f"{problem.path}: {problem.check}: {problem.message}")
    for fault in book.faults:
        print(fault)
    entries = len(arguments.id) or len(book.entries)
    print(f"{entries} entries, {len(book.guides)} guides, {len(problems) + len(book.faults)} problems", file=sys.stderr)
    return Exit.UNKNOWN if problems or book.faults else Exit.ANSWERED


def try_promises(arguments: argparse.Namespace) -> Exit:
    """``msfaq try ID…``: run what the entries promise, on this machine."""
    book = open_book(own=own_entries_folder())
    signatures = SignatureIndex.from_entries(book.entries.values())
    names = arguments.id or list(book.entries)
    counts = dict.fromkeys(("kept", "skipped", "broken"), 0)
    for name in names:
        for kept in keep_promises(book.entry(name), signatures):
            counts[kept.state] += 1
            _report(kept)
    print(", ".join(f"{number} {state}" for state, number in counts.items()), file=sys.stderr)
    return Exit.UNKNOWN if counts["broken"] else Exit.ANSWERED


def _report(kept: Kept) -> None:
    snippet = kept.snippet
    line = f"{kept.state:8}{kept.entry_id}:{snippet.first_line}  {snippet.promise} {snippet.title.en}"
    print(f"{line}  ({kept.reason})" if kept.reason else line, flush=True)
    if kept.state == "broken" and kept.output:
        print("\n".join("    | " + text for text in kept.output[-_SHOWN_OUTPUT:].splitlines()))
