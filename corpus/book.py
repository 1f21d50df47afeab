"""Opens the book: every entry and guide, the shipped ones and the user's own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from msfaq.corpus.entry import Entry
from msfaq.corpus.files import document_files, read_text
from msfaq.corpus.guide import Guide
from msfaq.corpus.guide_reader import parse_guide
from msfaq.corpus.own import read_own
from msfaq.corpus.places import ENTRIES, GUIDES
from msfaq.corpus.reader import parse_entry
from msfaq.errors import EntryError, UnknownEntry


@dataclass(frozen=True, slots=True)
class Book:
    """All documents, by id, with every name by which an entry can be asked for."""

    entries: Mapping[str, Entry]
    """Entry by id, sorted by id."""
    guides: Mapping[str, Guide]
    """Guide by id, sorted by id."""
    aliases: Mapping[str, str]
    """Other id → id of the entry it leads to."""
    faults: tuple[EntryError, ...]
    """Documents that could not be read, in file order; the rest of the book is whole without them."""

    def entry(self, name: str) -> Entry:
        """Return the entry with this id or alias.

        Raises UnknownEntry, or the EntryError of the file of that name when it could not be read.
        """
        found = self.entries.get(self.aliases.get(name, name))
        if found is None:
            for fault in self.faults:
                if fault.path.endswith(f"/{name}.md"):
                    raise fault
            raise UnknownEntry(f"no entry is called '{name}'")
        return found


def open_book(entries: Path = ENTRIES, guides: Path = GUIDES, own: Path | None = None) -> Book:
    """Read every document beneath the folders; ``own`` holds the user's own entries, and need not exist.

    A document that breaks the format, or takes an id that another one has, is left out and stands in ``faults``. An own
    entry takes the place of a shipped one of the same id, or adds to it with ``extends``.
    """
    read_entries: dict[str, Entry] = {}
    read_guides: dict[str, Guide] = {}
    aliases: dict[str, str] = {}
    faults: list[EntryError] = []
    for file in document_files(entries):
        try:
            entry = parse_entry(read_text(file), path=file.relative_to(entries).as_posix())
            _refuse_taken(entry, read_entries, aliases)
        except EntryError as fault:
            faults.append(fault)
            continue
        read_entries[entry.id] = entry
        aliases.update(dict.fromkeys(entry.aliases, entry.id))
    if own is not None:
        faults += read_own(own, read_entries, aliases)
    for file in document_files(guides):
        try:
            guide = parse_guide(read_text(file), path=file.relative_to(guides).as_posix())
        except EntryError as fault:
            faults.append(fault)
            continue
        read_guides[guide.id] = guide
    _link_guides(read_entries, read_guides, aliases)
    return Book(dict(sorted(read_entries.items())), dict(sorted(read_guides.items())), aliases, tuple(faults))


def _link_guides(entries: dict[str, Entry], guides: Mapping[str, Guide], aliases: Mapping[str, str]) -> None:
    leading: dict[str, list[str]] = {}
    for guide in sorted(guides.values(), key=lambda guide: guide.id):
        for name in guide.related:
            leading.setdefault(aliases.get(name, name), []).append(guide.id)
    for name, ids in leading.items():
        if name in entries:
            entries[name] = replace(entries[name], guides=tuple(ids))


def _refuse_taken(entry: Entry, entries: Mapping[str, Entry], aliases: Mapping[str, str]) -> None:
    for name in (entry.id, *entry.aliases):
        if name in entries or name in aliases:
            raise EntryError(entry.path, 2, f"the id '{name}' stands twice in the book")
