"""Every signature leads to its own entry, takes no other entry's messages, and rejects what it must."""

import re
from collections.abc import Iterator

from msfaq.check.problem import Problem
from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry, Signature
from msfaq.corpus.template import capture_names, sample
from msfaq.index.signatures import SignatureIndex

_BRACED = re.compile(r"\{([a-z_][a-z0-9_]*)\}")


class SignatureCheck:
    """Checks signatures against those of the whole book."""

    def __init__(self, book: Book) -> None:
        self._index = SignatureIndex.from_entries(book.entries.values())

    def check(self, entry: Entry, book: Book) -> Iterator[Problem]:
        """Yield signatures that lead astray, and declarations that nothing needs."""
        met: set[str] = set()
        for signature in entry.signatures:
            found = [hit.entry_id for hit in self._index.find(sample_text(signature))]
            met.update(found)
            if entry.id not in found:
                yield _problem(entry, f"its own text does not match: {signature.match!r}")
            elif found[0] != entry.id and found[0] not in entry.overlaps:
                yield _problem(entry, f"'{found[0]}' is recognised before it in: {signature.match!r}")
            for other in sorted(set(found) - {entry.id, *entry.overlaps}):
                if entry.id not in book.entries[other].overlaps:
                    yield _problem(entry, f"undeclared overlap with '{other}' in: {signature.match!r}")
        for text in entry.rejects:
            if entry.id in {hit.entry_id for hit in self._index.find(" ".join(text.split()))}:
                yield _problem(entry, f"matches what it should reject: {text!r}")
        yield from _declarations(entry)


def sample_text(signature: Signature) -> str:
    """Return a message that the signature matches, second keys on lines of their own."""
    return "\n".join(" ".join(sample(template).split()) for template in (signature.match, *signature.also))


def _declarations(entry: Entry) -> Iterator[Problem]:
    if entry.signatures and not entry.rejects:
        yield _problem(entry, "rejects: an entry with signatures names at least one text that it must not match")
    if entry.kind == "error" and not entry.signatures:
        yield _problem(entry, "an entry of kind error has at least one signature")
    captures = frozenset().union(*(capture_names(signature.match) for signature in entry.signatures))
    for readout in entry.readout:
        zh, en = set(_BRACED.findall(readout.zh)), set(_BRACED.findall(readout.en))
        if zh != en:
            yield _problem(entry, f"readout: the languages use different captures: {sorted(zh ^ en)}")
        for name in sorted((zh | en) - captures):
            yield _problem(entry, f"readout: no signature captures '{name}'")


def _problem(entry: Entry, message: str) -> Problem:
    return Problem("signatures", entry.id, entry.path, message)
