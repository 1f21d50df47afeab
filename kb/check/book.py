"""Runs all checks over the book, and takes out the exceptions that are known and still needed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import yaml

from msfaq.check import languages, references, snippets, variants, walks
from msfaq.check.compatibility import check_compatibility
from msfaq.check.problem import Problem
from msfaq.check.signatures import SignatureCheck
from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry
from msfaq.corpus.places import ENTRIES

EXCEPTIONS: Final = ENTRIES.parent / "exceptions.yaml"
"""The known exceptions: a list of ``check``, ``entry``, ``reason``."""

Check = Callable[[Entry, Book], Iterator[Problem]]


def check_book(book: Book, only: tuple[str, ...] = (), exceptions: Path = EXCEPTIONS) -> tuple[Problem, ...]:
    """Return what is wrong with the book, or with the entries named in ``only``.

    An exception that nothing needs is a problem too, where the whole book is looked at.
    """
    checks: tuple[Check, ...] = (
        references.check,
        languages.check,
        SignatureCheck(book).check,
        variants.check,
        walks.check,
        snippets.check,
    )
    chosen = [book.entry(name) for name in only] or list(book.entries.values())
    excused = _read_exceptions(exceptions)
    found = [problem for entry in chosen for check in checks for problem in check(entry, book)]
    problems = [problem for problem in found if (problem.check, problem.entry_id) not in excused]
    if not only:
        problems += check_compatibility(book)
        problems += [problem for guide in book.guides.values() for problem in references.check_guide(guide, book)]
        for name, entry_id in sorted(excused - {(problem.check, problem.entry_id) for problem in found}):
            problems.append(
                Problem("exceptions", entry_id, exceptions.name, f"no longer needed: {name} of '{entry_id}'")
            )
    return tuple(problems)


def _read_exceptions(file: Path) -> set[tuple[str, str]]:
    if not file.exists():
        return set()
    rows = yaml.load(file.read_text("utf-8"), Loader=yaml.CBaseLoader) or []
    return {(row["check"], row["entry"]) for row in rows if row["reason"]}
