"""Reads the user's own entries into the book: they come beside the shipped ones, in their place, or add to them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from msfaq.corpus.entry import Entry
from msfaq.corpus.extension import extended, is_extension
from msfaq.corpus.files import document_files, read_text
from msfaq.corpus.reader import parse_entry
from msfaq.errors import EntryError


def read_own(folder: Path, entries: dict[str, Entry], aliases: dict[str, str]) -> Iterator[EntryError]:
    """Put the entries beneath a folder into the book's ``entries`` and ``aliases``; yield what could not be read.

    Faults and paths name the file whole: the user keeps it where they like.
    """
    extensions: list[tuple[str, str]] = []
    own: set[str] = set()
    for file in document_files(folder):
        if any(part.startswith(".") for part in file.relative_to(folder).parts):
            continue
        path = file.as_posix()
        try:
            text = read_text(file)
            if is_extension(text):
                extensions.append((text, path))
                continue
            entry = _parsed(text, file, folder)
            _refuse_taken(entry, own, entries, aliases)
        except EntryError as fault:
            yield fault
            continue
        own.add(entry.id)
        _put(entry, entries, aliases)
    for text, path in extensions:
        try:
            entry = extended(text, entries, path=path)
            _refuse_taken(replace(entry, id=""), own - {entry.id}, entries, aliases)
        except EntryError as fault:
            yield fault
            continue
        _put(entry, entries, aliases)


def _parsed(text: str, file: Path, folder: Path) -> Entry:
    try:
        entry = parse_entry(text, path=file.relative_to(folder).as_posix())
    except EntryError as fault:
        raise EntryError(file.as_posix(), fault.line, fault.problem) from fault
    return replace(entry, path=file.as_posix(), origin="own")


def _refuse_taken(entry: Entry, own: set[str], entries: dict[str, Entry], aliases: dict[str, str]) -> None:
    """Refuse an id that another own entry has, and an alias that is an entry's id."""
    if entry.id and (entry.id in own or aliases.get(entry.id) in own):
        raise EntryError(entry.path, 2, f"the id '{entry.id}' stands twice among your own entries")
    for alias in entry.aliases:
        if alias in entries and alias != entry.id:
            raise EntryError(entry.path, 2, f"the alias '{alias}' is the id of an entry; take that id to replace it")


def _put(entry: Entry, entries: dict[str, Entry], aliases: dict[str, str]) -> None:
    for alias in [alias for alias, target in aliases.items() if target == entry.id or alias == entry.id]:
        del aliases[alias]
    entries[entry.id] = entry
    aliases.update(dict.fromkeys(entry.aliases, entry.id))
