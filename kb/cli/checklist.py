"""``msfaq checklist``: works through the accuracy checklist of a project."""

import argparse
import sys
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msfaq.answers.compose import answer_markdown
from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_markdown, write_text
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.language import locale_language
from msfaq.worksheets.checklist import Checklist, Item, read_checklist
from msfaq.worksheets.contents import FOUND, OPEN, STATES, Attachment, Contents, Record
from msfaq.worksheets.evidence import from_file, from_stream
from msfaq.worksheets.places import project_folder
from msfaq.worksheets.running import SnippetRun
from msfaq.worksheets.words import MARKS, word
from msfaq.worksheets.worksheet import Worksheet
from msfaq.worksheets.writing import FORMS, report_on, write_file

_STATE_NAMES: Final = {
    **{state: state for state in STATES},
    "na": "not-applicable",
    "n/a": "not-applicable",
    "ok": "fine",
    **{word(state, "zh"): state for state in STATES},
}
"""What people may write for a state."""


class Desk:
    """What every action works with: the book's checklist and the project's worksheet."""

    def __init__(self, engine: Engine, arguments: argparse.Namespace) -> None:
        """Open both for the project and language that the arguments name."""
        self.engine = engine
        self.lang = chosen_language(arguments.lang)
        self.sheet = Worksheet(project_folder(arguments.project))

    @property
    def checklist(self) -> Checklist:
        """The checklist of the book."""
        return read_checklist(self.engine)


def checklist(arguments: argparse.Namespace) -> Exit:
    """Do the action."""
    with Engine(talk=say, waiting=say_waiting) as engine:
        return _ACTIONS[arguments.action or "list"](Desk(engine, arguments), arguments)


def chosen_language(lang: str | None) -> str:
    """Return the language asked for, else the locale's; raise InputError for another word."""
    if lang not in (None, "zh", "en"):
        raise InputError(f"lang is '{lang}'; choose zh or en")
    return lang or locale_language()


def _list(desk: Desk, arguments: argparse.Namespace) -> Exit:
    contents, items = desk.sheet.read(), desk.checklist
    only_open = getattr(arguments, "open", False)
    records = [contents.record(item.entry_id) for item in items.items]
    done = sum(record.state != OPEN for record in records)
    lines = [
        f"{word('checklist', desk.lang)}: {contents.project}",
        word("progress", desk.lang, done=done, all=len(records)),
    ]
    for title, members in items.groups():
        rows = [
            _row(item, contents.record(item.entry_id), desk.lang)
            for item in members
            if not only_open or contents.record(item.entry_id).state == OPEN
        ]
        if rows:
            lines += ["", title.of(desk.lang), *rows]
    lines += _walk_rows(contents, desk.lang)
    write_text("\n".join(lines))
    return Exit.UNKNOWN if only_open and done == len(records) else Exit.ANSWERED


def _show(desk: Desk, arguments: argparse.Namespace) -> Exit:
    item = desk.checklist.item(arguments.item)
    record = desk.sheet.read().record(item.entry_id)
    lines = [_row(item, record, desk.lang)]
    if record.note.strip():
        lines += ["", word("note", desk.lang), *(f"  {line}" for line in record.note.strip().split("\n"))]
    for one in record.attachments:
        lines += ["", f"{word('attachment', desk.lang)} {one.id}: {one.name} ({one.size:,} bytes)"]
        lines += [f"  {line}".rstrip() for line in one.text.rstrip().split("\n")]
    write_text("\n".join(lines) + "\n")
    write_markdown(answer_markdown(desk.engine.entry(item.entry_id), desk.lang), "auto")
    return Exit.ANSWERED


def _set(desk: Desk, arguments: argparse.Namespace) -> Exit:
    state = _STATE_NAMES.get(arguments.state.strip().lower())
    if state is None:
        raise InputError(f"'{arguments.state}' is no state; choose {', '.join(STATES[:-1])} or na")
    checklist = desk.checklist
    # Every name is looked at before anything is written.
    items = [checklist.item(name) for name in arguments.item]
    for item in items:
        desk.sheet.set_state(item.entry_id, state)
        if arguments.note is not None:
            desk.sheet.set_note(item.entry_id, arguments.note)
    contents = desk.sheet.read()
    write_text("\n".join(_row(item, contents.record(item.entry_id), desk.lang) for item in items))
    if state == FOUND:
        say(f"how to mend it: msfaq show {items[0].entry_id}; change this one thing, train again, then go on")
    return Exit.ANSWERED


def _attach(desk: Desk, arguments: argparse.Namespace) -> Exit:
    item = desk.checklist.item(arguments.item)
    if (arguments.file is None) == (arguments.run is None):
        raise InputError("pass one of FILE, '-' for standard input, or --run N")
    if arguments.run is not None:
        attachment = _run_snippet(desk, item, arguments.run)
    elif arguments.file == "-":
        attachment = from_stream(sys.stdin.buffer, "pipe", arguments.name or "stdin")
    else:
        attachment = from_file(Path(arguments.file))
    kept = desk.sheet.attach(item.entry_id, attachment)
    write_text(f"{item.code}  {word('attachment', desk.lang)} {kept.id}: {kept.name} ({kept.size:,} bytes)")
    if kept.left_out:
        say(f"{kept.left_out:,} bytes from the middle were left out; the report carries the beginning and the end")
    return Exit.ANSWERED


def _run_snippet(desk: Desk, item: Item, number: int) -> Attachment:
    with SnippetRun(desk.engine.entry(item.entry_id), number, desk.sheet.project, lang=desk.lang) as run:
        say(f"running '{run.snippet.title.of(desk.lang)}' in {desk.sheet.project}")
        run.wait()
        return run.output()


def _detach(desk: Desk, arguments: argparse.Namespace) -> Exit:
    entry_id = desk.sheet.detach(arguments.number)
    item = desk.checklist.item(entry_id)
    write_text(_row(item, desk.sheet.read().record(entry_id), desk.lang))
    return Exit.ANSWERED


def _export(desk: Desk, arguments: argparse.Namespace) -> Exit:
    file = Path(arguments.file) if arguments.file else None
    form = arguments.format or (file.suffix[1:].lower() if file else "md")
    if form not in FORMS:
        hint = "choose md, html or json" if arguments.format else "end it in .md, .html or .json, or pass --format"
        raise InputError(f"'{form}' is no form of a report; {hint}")
    # Imported here: few commands of the checklist write a report.
    from msfaq.redaction.redact import redact

    report = report_on(
        desk.sheet.read(),
        desk.checklist,
        desk.engine,
        lang=desk.lang,
        made=int(time.time()),
        redact=None if arguments.raw else redact,
    )
    text = FORMS[form](report)
    if file is None:
        write_text(text)
    else:
        write_file(file, text)
        say(f"written to {file}; {word('not redacted' if arguments.raw else 'redacted', desk.lang)}")
    return Exit.ANSWERED


def _reset(desk: Desk, arguments: argparse.Namespace) -> Exit:
    checklist = desk.checklist
    contents = desk.sheet.read()
    walks = {walk.entry_id for walk in contents.walks}
    entries = [name if name in walks else checklist.item(name).entry_id for name in arguments.item]
    what = ", ".join(arguments.item) or f"the whole worksheet of {contents.project}"
    if not arguments.yes and not _agreed(f"Forget {what}, with notes and attachments?"):
        say("nothing was changed")
        return Exit.UNKNOWN
    desk.sheet.reset(entries or None)
    say(f"forgotten: {what}")
    return Exit.ANSWERED


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise InputError("reset asks on a terminal; pass --yes to do it without asking")
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes", "是")


def _row(item: Item, record: Record, lang: str) -> str:
    extra = [f"({word('note', lang)})"] if record.note.strip() else []
    if record.attachments:
        extra.append(f"({word('attachments', lang).format(len(record.attachments))})")
    state = _padded(f"{MARKS[record.state]} {word(record.state, lang)}", 10 if lang == "zh" else 16)
    return "  ".join((f"{item.code:6}", state, " ".join((item.title.of(lang), *extra))))


def _walk_rows(contents: Contents, lang: str) -> list[str]:
    rows = [f"{walk.entry_id}  {_ending(walk.see, walk.asks is not None, lang)}" for walk in contents.walks]
    return ["", word("walks", lang), *rows] if rows else []


def _ending(see: str, is_open: bool, lang: str) -> str:
    if is_open:
        return word("unfinished", lang)
    return f"→ {see}" if see else word("finished", lang)


def _padded(text: str, width: int) -> str:
    """Return text filled up to a width in columns; Chinese characters take two."""
    columns = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
    return text + " " * (width - columns)


_ACTIONS: Final[dict[str, Callable[[Desk, argparse.Namespace], Exit]]] = {
    "list": _list,
    "show": _show,
    "set": _set,
    "attach": _attach,
    "detach": _detach,
    "export": _export,
    "reset": _reset,
}
