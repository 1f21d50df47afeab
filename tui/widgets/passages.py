"""Passages of the reader's own documents, in lists and on the page: always said to be theirs, with file and line."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from textual.content import Content

from msfaq.diagnosis import Diagnosis, OwnPassage
from msfaq.tui.marking import marked, words_of
from msfaq.tui.words import word

_PREFIX: Final = "own:"
"""Begins the name of a row that stands for a passage; no entry's id holds a colon."""


def is_passage(name: str) -> bool:
    """Tell whether a row's name stands for a passage."""
    return name.startswith(_PREFIX)


def passage_named(diagnosis: Diagnosis | None, name: str) -> OwnPassage | None:
    """Return the passage that a row's name stands for."""
    if diagnosis is None or not is_passage(name):
        return None
    at = int(name.removeprefix(_PREFIX))
    return diagnosis.documents[at] if at < len(diagnosis.documents) else None


def passage_rows(diagnosis: Diagnosis) -> Iterator[tuple[str, Content, Content]]:
    """Yield name, title and note of a row per passage."""
    words, lang = words_of(diagnosis.query), diagnosis.lang
    for at, passage in enumerate(diagnosis.documents):
        note = Content.assemble(
            (f"{word('own document', lang)} {passage.confidence:.0%}", "$text-warning"),
            (f"  {_short_place(passage)}", "$text-muted"),
        )
        yield f"{_PREFIX}{at}", marked(_title(passage), words), note


def passage_content(passage: OwnPassage, lang: str) -> Content:
    """Return what stands above a passage on the page."""
    return Content.assemble(
        (_title(passage), "bold $text-primary"), "\n", (word("own not ours", lang), "$text-warning")
    )


def passage_markdown(passage: OwnPassage, lang: str) -> str:
    """Return the passage with its place, how likely it answers, and what has become of the file since."""
    # Imported here: most answers are entries.
    from msfaq.render.documents import documents_markdown

    return documents_markdown((passage,), lang, answered=True)


def without_documents(diagnosis: Diagnosis) -> Diagnosis:
    """Return the diagnosis as it would be without documents: for those who must not read them."""
    if not diagnosis.documents:
        return diagnosis
    is_answered = diagnosis.outcome == "answered" and bool(diagnosis.answers)
    if is_answered or diagnosis.outcome != "answered":
        return replace(diagnosis, documents=())
    return replace(diagnosis, documents=(), outcome="unknown", message=word("unknown", diagnosis.lang))


def _title(passage: OwnPassage) -> str:
    return passage.heading or PurePath(passage.path).name


def _short_place(passage: OwnPassage) -> str:
    cell = f"[{passage.cell}]" if passage.cell else ""
    return f"{PurePath(passage.path).name}{cell}:{passage.first_line}"
