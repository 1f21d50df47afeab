"""A report as Markdown, for an issue or a mail."""

import re
from collections.abc import Iterator, Sequence

from msfaq.answers.compose import code_span, escape_markdown
from msfaq.worksheets.report import Report, ReportAttachment, ReportItem, ReportWalk
from msfaq.worksheets.words import MARKS, codes, word


def to_markdown(report: Report) -> str:
    """Return the report as Markdown: what a helper reads first stands first, the outputs last."""
    lang = report.lang
    parts = [f"# {word('report', lang)}: {_line(report.project)}", "\n".join(_head(report))]
    parts += [f"## {word('problems', lang)}", _found(report)]
    parts += [f"## {word('still open', lang)}", "\n".join(f"- {_line(text)}" for text in open_points(report))]
    parts += [f"## {word('environment', lang)}", _table(("", ""), _facts(report))]
    parts += [f"## {word('items', lang)}", _items(report)]
    if report.walks:
        parts.append(f"## {word('walks', lang)}")
        parts += [_walk(walk, lang) for walk in report.walks]
    detailed = [item for item in report.items if item.note.strip() or item.attachments]
    if detailed:
        parts.append(f"## {word('details', lang)}")
        parts += [_details(item, lang) for item in detailed]
    return "\n\n".join(parts) + "\n"


def open_points(report: Report) -> list[str]:
    """Return in sentences what is still to be done; one sentence saying so when nothing is."""
    lang = report.lang
    points = []
    if report.open:
        points.append(word("open items", lang, codes=codes([item.code for item in report.open], lang)))
    if bare := [item.code for item in report.items if item.lacks_evidence]:
        points.append(word("no evidence", lang, codes=codes(bare, lang)))
    points += [
        word("open walk", lang, title=walk.title, question=walk.open_question)
        for walk in report.walks
        if walk.open_question
    ]
    return points or [word("nothing open", lang)]


def attachment_title(attachment: ReportAttachment, lang: str) -> str:
    """Return what an attachment is, in a line of plain text."""
    size = word(
        "cut" if attachment.left_out else "whole",
        lang,
        size=f"{attachment.size:,}",
        left_out=f"{attachment.left_out:,}",
    )
    return f"{attachment.name} ({word(f'from {attachment.kind}', lang)}, {size}, {attachment.added})"


def evidence(item: ReportItem, lang: str) -> str:
    """Return in a few words what an item has to show."""
    found = [word("note", lang)] if item.note.strip() else []
    if item.attachments:
        found.append(word("attachments", lang).format(len(item.attachments)))
    return codes(found, lang)


def progress(report: Report) -> str:
    """Return how far the checklist is."""
    return word("progress", report.lang, done=len(report.items) - len(report.open), all=len(report.items))


def _head(report: Report) -> Iterator[str]:
    lang = report.lang
    yield f"- {progress(report)}"
    yield f"- {word('made', lang)}: {report.made}"
    yield f"- {word('redacted' if report.redacted else 'not redacted', lang)}"


def _found(report: Report) -> str:
    rows = [f"- {_bold(item.code)} {_line(item.title)} ({_id(item.entry_id)})" for item in report.found]
    return "\n".join(rows) or word("none found", report.lang)


def _facts(report: Report) -> list[tuple[str, ...]]:
    return [(_line(fact.name), _line(fact.value)) for fact in report.environment]


def _items(report: Report) -> str:
    lang = report.lang
    head = ("", word("item", lang), word("state", lang), word("evidence", lang))
    rows = [
        (_line(item.code), _line(item.title), f"{MARKS[item.state]} {word(item.state, lang)}", evidence(item, lang))
        for item in report.items
    ]
    return _table(head, rows)


def _walk(walk: ReportWalk, lang: str) -> str:
    lines = [f"### {_line(walk.title)} ({_id(walk.entry_id)})", ""]
    lines += [f"{n}. {_line(step.question)}\n   - {_bold(step.answer)}" for n, step in enumerate(walk.steps, 1)]
    lines += [""] if walk.steps else []
    if walk.open_question:
        lines.append(f"{word('stopped', lang)}: {_line(walk.open_question)}")
    else:
        result = word("see", lang, id=walk.see, title=walk.result) if walk.see else walk.result
        lines.append(f"**{word('result', lang)}**: {_line(result)}")
    return "\n".join(lines)


def _details(item: ReportItem, lang: str) -> str:
    parts = [f"### {_line(item.code)} {_line(item.title)}: {word(item.state, lang)}"]
    if item.note.strip():
        note = item.note.strip()
        parts.append(_fence(note) if "\n" in note else f"> {_line(note)}")
    for attachment in item.attachments:
        parts += [
            f"{word('attachment', lang).capitalize()}: {_line(attachment_title(attachment, lang))}",
            _fence(attachment.text),
        ]
        if attachment.code:
            parts += [word("code", lang), _fence(attachment.code, "python")]
    return "\n\n".join(parts)


def _id(name: str) -> str:
    return code_span(" ".join(name.split()))


def _bold(text: str) -> str:
    # Four asterisks without a text between them would be a rule.
    return f"**{_line(text)}**" if text.strip() else "…"


def _line(text: str) -> str:
    """Return text such that Markdown shows it as it is, on one line."""
    escaped = escape_markdown(" ".join(text.split()))
    # A number and a point at its start would begin a list, equal signs a heading, and tildes a block of code.
    return re.sub(r"^(\d{0,9})(?=[=~]|[.)](?:\s|$))", r"\1\\", escaped).replace("&", "&amp;")


def _fence(text: str, lang: str = "text") -> str:
    ticks = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
    return f"{ticks}{lang}\n{text.rstrip()}\n{ticks}"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
