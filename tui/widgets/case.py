"""What stands above an answer: its title, and what concerns this reader's own case."""

from typing import Final

from textual.content import Content

from msfaq.answers.phrases import phrase
from msfaq.corpus.entry import Entry
from msfaq.diagnosis import Answer, Diagnosis
from msfaq.tui.context import Context
from msfaq.tui.marking import marked, words_of
from msfaq.tui.widgets.answers import confidence_content
from msfaq.tui.words import named, word

_LONGEST: Final = 300
"""Characters of the reader's own lines that are shown."""

Part = Content | str | tuple[str, str]


def case_content(entry: Entry, lang: str, diagnosis: Diagnosis | None, answer: Answer | None) -> Content:
    """Return title, what kind of entry it is, how sure the answer is, and the reader's own numbers and lines."""
    parts: list[Part] = [(entry.title.of(lang), "bold $text-primary"), "\n"]
    if answer is not None:
        parts += [confidence_content(answer.confidence, lang), ("  ", "")]
    parts.append((_facts(entry, lang), "$text-muted"))
    if answer is not None and diagnosis is not None:
        parts += _own(answer, diagnosis)
    return Content.assemble(*parts)


def _facts(entry: Entry, lang: str) -> str:
    platforms = ", ".join(entry.platforms) if "any" not in entry.platforms else ""
    modes = ", ".join(entry.modes) if "any" not in entry.modes else ""
    versions = f"MindSpore {entry.versions}" if entry.versions != "all" else ""
    kind, area = named("kind", entry.kind, lang), named("area", entry.area, lang)
    return " · ".join(part for part in (kind, area, platforms, modes, versions, entry.id) if part)


def _own(answer: Answer, diagnosis: Diagnosis) -> list[Part]:
    lang = diagnosis.lang
    parts: list[Part] = []
    if answer.readout:
        parts += ["\n\n", (answer.readout, "bold reverse")]
    if answer.secondary:
        parts += ["\n\n", (word("echo" if diagnosis.earlier else "echo alone", lang), "bold $text-warning")]
        for early in diagnosis.earlier:
            parts += [f"\n  {word('line', lang, line=early.line)}  ", early.text[:_LONGEST]]
    rows: list[tuple[str, Content | str]] = []
    if diagnosis.place is not None:
        place = diagnosis.place
        rows.append((word("your line", lang), f"{place.file}:{place.line}  {place.code}".rstrip()[:_LONGEST]))
        if place.is_late:
            rows.append((word("late line", lang), phrase("late line", lang).replace("`", "")))
    if diagnosis.raised and diagnosis.raised not in diagnosis.query:
        rows.append((word("raised", lang), diagnosis.raised[:_LONGEST]))
    if diagnosis.query and "\n" not in diagnosis.query:
        rows.append((word("judged", lang), marked(diagnosis.query[:_LONGEST], words_of(answer.title))))
    if rows:
        parts.append("\n")
    for name, text in rows:
        parts += ["\n", (f"{name}: ", "$text-muted"), text]
    return parts


def welcome_content(here: Context) -> Content:
    """Return what an empty page says."""
    lang = here.lang
    keys = {"help": "F1", "paste": "Ctrl+O", "palette": "Ctrl+P"}
    parts: list[Part] = [(word("welcome", lang), "bold $text-primary"), "\n"]
    for row in ("welcome 1", "welcome 2"):
        parts += ["\n", word(row, lang)]
    parts += ["\n\n", (word("welcome 3", lang, **keys), "$text-muted"), "\n", (word("welcome 4", lang), "$text-muted")]
    if here.session.asked:
        parts += ["\n\n", (word("recent", lang), "bold")]
        parts += [f"\n  {question.partition(chr(10))[0][:100]}" for question in here.session.asked[:5]]
    return Content.assemble(*parts)


def unknown_content(diagnosis: Diagnosis, here: Context) -> Content:
    """Return what an unanswered question leads to."""
    lang = here.lang
    parts: list[Part] = [(diagnosis.message, "bold $text-warning")]
    if diagnosis.query:
        parts += ["\n\n", (f"{word('judged', lang)}: ", "$text-muted"), diagnosis.query[:_LONGEST]]
    if diagnosis.log is not None and diagnosis.log.warnings:
        parts += ["\n\n", (word("log warned", lang), "bold")]
        for one in diagnosis.log.warnings:
            parts += [f"\n  - {one.title} ({one.id}, {word('line', lang, line=one.line)})"]
    parts += ["\n\n", word("unknown 1", lang), f"\n  - {word('unknown 2', lang)}"]
    if filters := here.settings.filters.words(lang):
        parts.append(f"\n  - {word('unknown 3', lang, filters=filters)}: Ctrl+F")
    parts.append(f"\n  - {word('unknown 4', lang, entries='F3')}")
    return Content.assemble(*parts)
