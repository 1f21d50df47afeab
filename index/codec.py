"""Writes an entry as JSON and reads it back; no schema library, because a question waits for this."""

import json
from dataclasses import asdict
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
)
from msfaq.corpus.guide import Guide


def entry_to_json(entry: Entry) -> str:
    """Return the entry as JSON text."""
    return json.dumps(asdict(entry), ensure_ascii=False)


def entry_from_json(text: str) -> Entry:
    """Read what `entry_to_json` wrote.

    Raises KeyError or TypeError when the text is of another release.
    """
    data: dict[str, Any] = json.loads(text)
    data["title"] = Bilingual(**data["title"])
    data["asks"] = Phrases(tuple(data["asks"]["zh"]), tuple(data["asks"]["en"]))
    data["signatures"] = tuple(Signature(**_tupled(row)) for row in data["signatures"])
    data["readout"] = tuple(Bilingual(**row) for row in data["readout"])
    data["sources"] = tuple(Source(**row) for row in data["sources"])
    data["placeholders"] = tuple(
        Placeholder(row["name"], row["default"], Bilingual(**row["find"])) for row in data["placeholders"]
    )
    data["walk"] = tuple(_question(row) for row in data["walk"])
    data["sections_zh"] = tuple(Section(**row) for row in data["sections_zh"])
    data["sections_en"] = tuple(Section(**row) for row in data["sections_en"])
    data["snippets"] = tuple(
        Snippet(**{**_tupled(row), "title": Bilingual(**row["title"])}) for row in data["snippets"]
    )
    return Entry(**_tupled(data))


def guide_to_json(guide: Guide) -> str:
    """Return the guide as JSON text."""
    return json.dumps(asdict(guide), ensure_ascii=False)


def guide_from_json(text: str) -> Guide:
    """Read what `guide_to_json` wrote.

    Raises KeyError or TypeError when the text is of another release.
    """
    data: dict[str, Any] = json.loads(text)
    data["title"] = Bilingual(**data["title"])
    data["sources"] = tuple(Source(**row) for row in data["sources"])
    data["sections_zh"] = tuple(Section(**row) for row in data["sections_zh"])
    data["sections_en"] = tuple(Section(**row) for row in data["sections_en"])
    return Guide(**_tupled(data))


def _question(row: dict[str, Any]) -> Question:
    choices = tuple(
        Choice(
            Bilingual(**choice["when"]),
            choice["go"],
            choice["see"],
            Bilingual(**choice["result"]) if choice["result"] else None,
        )
        for choice in row["choices"]
    )
    return Question(row["name"], Bilingual(**row["ask"]), choices)


def _tupled(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
