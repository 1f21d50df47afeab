"""Writes what the index keeps of a document and reads it back; no schema library, because a question waits for it."""

import json
from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

from msfaq.corpus.entry import (
    Bilingual,
    Choice,
    Entry,
    Phrases,
    Placeholder,
    Question,
    Section,
    Signature,
    Snippet,
    Source,
    Variant,
)
from msfaq.corpus.guide import Guide
from msfaq.corpus.scope import Scope


def to_json(document: Entry | Guide) -> str:
    """Return an entry or a guide as JSON text: its values, and those of its parts, in the order of their fields."""
    return json.dumps(_values(document), default=_values, ensure_ascii=False, separators=(",", ":"))


def entry_from_json(text: str) -> Entry:
    """Read an entry that `to_json` wrote.

    Raises TypeError or ValueError when the text is of another release.
    """
    data = _shared(Entry, text)
    data["asks"] = Phrases(*map(tuple, data["asks"]))
    data["signatures"] = tuple(Signature(*_tupled(row)) for row in data["signatures"])
    data["readout"] = tuple(Bilingual(*row) for row in data["readout"])
    data["variants"] = tuple(Variant(name, Bilingual(*mend), *rest) for name, mend, *rest in data["variants"])
    data["placeholders"] = tuple(
        Placeholder(name, default, Bilingual(*find)) for name, default, find in data["placeholders"]
    )
    data["walk"] = tuple(_question(*row) for row in data["walk"])
    data["snippets"] = tuple(Snippet(Bilingual(*title), *_tupled(rest)) for title, *rest in data["snippets"])
    return Entry(*_tupled(data.values()))


def guide_from_json(text: str) -> Guide:
    """Read a guide that `to_json` wrote.

    Raises TypeError or ValueError when the text is of another release.
    """
    return Guide(*_tupled(_shared(Guide, text).values()))


def scope_row(scope: Scope) -> tuple[object, ...]:
    """Return what the index says of an entry beside its text, with a checksum."""
    places = " ".join(scope.platforms), " ".join(scope.modes), scope.versions
    row = (scope.id, scope.kind, scope.area, scope.title.zh, scope.title.en, *places, int(scope.general))
    return (*row, _checksum(row))


def scope_from_row(row: Sequence[Any]) -> Scope:
    """Read what `scope_row` wrote.

    Raises ValueError when the checksum differs.
    """
    *values, checksum = row
    if _checksum(values) != checksum:
        raise ValueError("the checksum differs")
    name, kind, area, zh, en, platforms, modes, versions, general = values
    return Scope(
        name, kind, area, Bilingual(zh, en), tuple(platforms.split()), tuple(modes.split()), versions, bool(general)
    )


def _checksum(values: Iterable[object]) -> int:
    return crc32("\n".join(map(str, values)).encode())


def _values(value: Any) -> list[Any]:
    """Return the values of a slotted dataclass; names of fields would be a twelfth of the index."""
    return [getattr(value, name) for name in value.__slots__]


def _shared(kind: type[Entry | Guide], text: str) -> dict[str, Any]:
    """Return name of a field → its value, with those read that entries and guides have in common."""
    data = dict(zip(kind.__slots__, json.loads(text), strict=True))
    for key in ("sections_zh", "sections_en"):
        data[key] = tuple(Section(*row) for row in data[key])
    data["title"] = Bilingual(*data["title"])
    data["sources"] = tuple(Source(*row) for row in data["sources"])
    return data


def _question(name: str, ask: list[str], choices: list[list[Any]]) -> Question:
    return Question(
        name,
        Bilingual(*ask),
        tuple(
            Choice(Bilingual(*when), Phrases(*map(tuple, said)), go, see, Bilingual(*result) if result else None)
            for when, said, go, see, result in choices
        ),
    )


def _tupled(row: Iterable[Any]) -> list[Any]:
    return [tuple(value) if isinstance(value, list) else value for value in row]
