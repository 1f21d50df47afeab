"""``msfaq walk``: takes a person through a decision procedure, on a terminal or with answers from a pipe."""

import argparse
import sys
from typing import Final

from msfaq.answers.compose import escape_markdown
from msfaq.answers.walking import Walk, resume, start
from msfaq.cli.checklist import chosen_language
from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_markdown, write_text
from msfaq.cli.show import find_entry
from msfaq.corpus.entry import Entry
from msfaq.engine import Engine
from msfaq.errors import InputError, UnknownEntry, WorksheetFault
from msfaq.numerals import typed_number
from msfaq.worksheets.places import project_folder
from msfaq.worksheets.words import word
from msfaq.worksheets.worksheet import Worksheet

_LEAVE: Final = ("q", "quit")


def walk(arguments: argparse.Namespace) -> Exit:
    """List the procedures, or walk through one."""
    lang = chosen_language(arguments.lang)
    if arguments.id is None:
        return _list(lang)
    entry = find_entry(arguments.id)
    sheet = Worksheet(project_folder(arguments.project))
    begun = start(entry) if arguments.again or not sys.stdin.isatty() else _continued(entry, sheet)
    here = _Dialogue(lang).go(begun)
    with Engine(talk=say, waiting=say_waiting) as engine:
        write_markdown(walk_result(here, lang, engine), "auto")
    if here.steps:
        _keep(sheet, here)
    return Exit.ANSWERED if here.ending else Exit.UNKNOWN


def walk_result(here: Walk, lang: str, engine: Engine) -> str:
    """Return the path and what it led to, as Markdown."""
    lines = [f"# {here.title.of(lang)}", ""]
    for number, step in enumerate(here.steps, start=1):
        lines += [
            f"{number}. {escape_markdown(step.question.ask.of(lang))}",
            f"   - **{escape_markdown(step.choice.when.of(lang))}**",
        ]
    lines += [""] if here.steps else []
    if here.question is not None:
        lines.append(f"{word('stopped', lang)}: {escape_markdown(here.question.ask.of(lang))}")
    elif here.ending is not None:
        lines.append(f"## {word('result', lang)}")
        lines += ["", _conclusion(here, lang, engine)]
    return "\n".join(lines) + "\n"


def _conclusion(here: Walk, lang: str, engine: Engine) -> str:
    ending = here.ending
    if ending is None:
        return ""
    if ending.result is not None:
        return escape_markdown(ending.result.of(lang))
    try:
        target = engine.entry(ending.see)
    except UnknownEntry:
        return f"`msfaq show {ending.see}`"
    way = "walk" if target.walk else "show"
    return f"{escape_markdown(target.title.of(lang))}: `msfaq {way} {target.id}`"


class _Dialogue:
    """Asks on standard error and reads answers from standard input."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._is_terminal = sys.stdin.isatty()

    def go(self, here: Walk) -> Walk:
        """Return where the walk stands when it has ended, or the person or the pipe has."""
        if self._is_terminal:
            self._tell(f"{here.title.of(self._lang)}\n{word('keys', self._lang)}\n")
        while here.question is not None:
            answer = self._read(here)
            if answer is None:
                break
            if answer:
                here = self._moved(here, answer)
        return here

    def _moved(self, here: Walk, answer: str) -> Walk:
        if answer in ("b", "back"):
            return here.back()
        if answer in ("r", "restart"):
            return here.restart()
        try:
            return here.answer(typed_number(answer) or 0)
        except InputError:
            count = len(here.question.choices) if here.question else 0
            problem = f"'{answer[:40]}' is no answer here; choose 1 to {count}, b, r or q"
            if not self._is_terminal:
                raise InputError(f"{problem} (after {len(here.steps)} answers)") from None
            say(problem)
            return here

    def _read(self, here: Walk) -> str | None:
        """Return the answer typed, an empty text for an empty line, None at the end."""
        if self._is_terminal and here.question is not None:
            self._tell(f"{len(here.steps) + 1}. {here.question.ask.of(self._lang)}")
            for number, choice in enumerate(here.question.choices, start=1):
                self._tell(f"   {number}) {choice.when.of(self._lang)}")
            sys.stderr.write("> ")
            sys.stderr.flush()
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError as error:
            raise InputError("the answers are no text; send numbers, one a line") from error
        answer = line.strip().lower()
        return None if not line or answer in _LEAVE else answer

    def _tell(self, line: str) -> None:
        print(line, file=sys.stderr)


def _list(lang: str) -> Exit:
    with Engine(talk=say, waiting=say_waiting) as engine:
        entries = [engine.entry(name) for name in engine.entry_ids("decision")]
        rows = [f"{entry.id:34} {entry.title.of(lang)}" for entry in entries if entry.walk]
    write_text("\n".join(rows))
    return Exit.ANSWERED


def _continued(entry: Entry, sheet: Worksheet) -> Walk:
    """Return the walk where it was left unfinished, else its start."""
    try:
        kept = next((one for one in sheet.read().walks if one.entry_id == entry.id and one.asks), None)
    except WorksheetFault as fault:
        say(str(fault))
        kept = None
    if kept is None:
        return start(entry)
    say("going on where it was left; r begins again")
    return resume(entry, ((step.name, step.when.en) for step in kept.steps))


def _keep(sheet: Worksheet, here: Walk) -> None:
    """Keep the walk for the report; a worksheet that cannot be written does not spoil the answer."""
    try:
        sheet.keep_walk(here)
    except WorksheetFault as fault:
        say(f"the walk is not kept: {fault}")
