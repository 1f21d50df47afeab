"""Every kind of message that an entry tells apart is one of its signatures', and what it names exists."""

from collections.abc import Iterator

from msfaq.check.problem import Problem
from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry


def check(entry: Entry, book: Book) -> Iterator[Problem]:
    """Yield variants that no signature names, and names in signatures and variants that mean nothing."""

    def problem(message: str) -> Problem:
        return Problem("variants", entry.id, entry.path, message)

    names = [variant.name for variant in entry.variants]
    meant = {signature.variant for signature in entry.signatures if signature.variant}
    titles = {snippet.title.en for snippet in entry.snippets if snippet.promise in ("fix", "runs", "syntax")}
    questions = {question.name for question in entry.walk}
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield problem(f"two variants are called '{name}'")
    for name in sorted(meant - set(names)):
        yield problem(f"a signature's variant: '{name}' is none of the entry's")
    for variant in entry.variants:
        if variant.name not in meant:
            yield problem(f"variant '{variant.name}': no signature has it")
        if variant.code and variant.code not in titles:
            yield problem(f"variant '{variant.name}': no code block that mends or runs is titled '{variant.code}'")
        if variant.go and variant.go not in questions:
            yield problem(f"variant '{variant.name}': the walk has no question '{variant.go}'")
