"""Writes an entry as JSON and reads it back; no schema library, because a question waits for this."""

import json
from typing import Any

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


def to_json(document: Entry | Guide) -> str:
    """Return an entry or a guide as JSON text."""
    return json.dumps(document, default=_fields, ensure_ascii=False)


def entry_from_json(text: str) -> Entry:
    """Read an entry that `to_json` wrote.

    Raises KeyError or TypeError when the text is of another release.
    """
    data = _shared(json.loads(text))
    data["asks"] = Phrases(tuple(data["asks"]["zh"]), tuple(data["asks"]["en"]))
    data["signatures"] = tuple(Signature(**_tupled(row)) for row in data["signatures"])
    data["readout"] = tuple(Bilingual(**row) for row in data["readout"])
    data["variants"] = tuple(Variant(**{**row, "mend": Bilingual(**row["mend"])}) for row in data["variants"])
    data["placeholders"] = tuple(
        Placeholder(row["name"], row["default"], Bilingual(**row["find"])) for row in data["placeholders"]
    )
    data["walk"] = tuple(_question(row) for row in data["walk"])
    data["snippets"] = tuple(
        Snippet(**{**_tupled(row), "title": Bilingual(**row["title"])}) for row in data["snippets"]
    )
    return Entry(**_tupled(data))


def guide_from_json(text: str) -> Guide:
    """Read a guide that `to_json` wrote.

    Raises KeyError or TypeError when the text is of another release.
    """
    return Guide(**_tupled(_shared(json.loads(text))))


def _fields(value: Any) -> dict[str, Any]:
    """Return the fields of a slotted dataclass; `dataclasses.asdict` copies each value deeply, which takes long."""
    return {name: getattr(value, name) for name in value.__slots__}


def _shared(data: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with those read that entries and guides have in common."""
    sections = {key: tuple(Section(**row) for row in data[key]) for key in ("sections_zh", "sections_en")}
    return {
        **data,
        **sections,
        "title": Bilingual(**data["title"]),
        "sources": tuple(Source(**row) for row in data["sources"]),
    }


def _question(row: dict[str, Any]) -> Question:
    choices = tuple(
        Choice(
            Bilingual(**choice["when"]),
            Phrases(**_tupled(choice["said"])),
            choice["go"],
            choice["see"],
            Bilingual(**choice["result"]) if choice["result"] else None,
        )
        for choice in row["choices"]
    )
    return Question(row["name"], Bilingual(**row["ask"]), choices)


def _tupled(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
