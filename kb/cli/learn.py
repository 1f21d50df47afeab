"""``msfaq learn``: proposes an entry of the user's own from a failure that nothing answers."""

import argparse
import time
from pathlib import Path

from msfaq.check.book import check_book
from msfaq.check.signatures import sample_text
from msfaq.cli.ask import question
from msfaq.cli.exits import Exit
from msfaq.cli.new import check_id, write_new
from msfaq.cli.output import say, say_waiting, write_text
from msfaq.corpus.book import Book, open_book
from msfaq.corpus.vocabulary import AREAS
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.index.signatures import SignatureIndex
from msfaq.learning.propose import Proposal, propose, unused_id
from msfaq.learning.skeleton import Setting, entry_text
from msfaq.learning.unanswered import clear_kept, kept_questions
from msfaq.logs.reading import read
from msfaq.places import data_folder
from msfaq.settings import store_settings

_FALLBACK_AREA = "execution"
"""Area of an entry to which nothing is near."""


def learn(arguments: argparse.Namespace) -> Exit:
    """Do what was asked: learn, or look after the questions that were kept."""
    if arguments.keep:
        return _keep(arguments.keep == "on")
    if arguments.list:
        return _list()
    if arguments.clear:
        write_text(f"{clear_kept(data_folder())} questions deleted")
        return Exit.ANSWERED
    return _learn(_kept(arguments.kept) if arguments.kept is not None else question(arguments.text), arguments)


def _learn(source: str | bytes, arguments: argparse.Namespace) -> Exit:
    if arguments.area and arguments.area not in AREAS:
        raise InputError(f"area '{arguments.area}' is not one of {', '.join(AREAS)}")
    with Engine(talk=say, waiting=say_waiting) as engine:
        diagnosis = engine.lookup(source)
        if diagnosis.answers and diagnosis.outcome == "answered" and not arguments.force:
            answer = diagnosis.answers[0]
            raise InputError(
                f"'{answer.id}' answers this already ({answer.confidence:.0%}): msfaq show {answer.id}; "
                "--force learns it all the same"
            )
        proposal = propose(read(source))
        folder = engine.own_entries
        book = open_book(own=folder)
        setting = _setting(proposal, arguments, book, folder, _area(engine, diagnosis))
        text = entry_text(proposal, setting)
        if arguments.prints:
            write_text(text)
            return Exit.ANSWERED
        file = folder / setting.area / f"{setting.id}.md"
        write_new(file, text)
        write_text(str(file))
        _report(setting, folder)
        # Closed first, so that the index is built again with the entry.
        engine.close()
        found = engine.lookup(source)
    if not found.answers or found.answers[0].id != setting.id:
        say(f"the log leads to '{found.answers[0].id if found.answers else 'nothing'}' first; sharpen the signature")
    return Exit.ANSWERED


def _setting(proposal: Proposal, arguments: argparse.Namespace, book: Book, folder: Path, area: str) -> Setting:
    taken = {*book.entries, *book.aliases, *(file.stem for file in folder.rglob("*.md"))}
    if arguments.id:
        check_id(arguments.id)
        if arguments.id in taken:
            raise InputError(f"there is an entry '{arguments.id}' already; choose another id")
    others = SignatureIndex.from_entries(book.entries.values()).find(sample_text(proposal.signature))
    return Setting(
        id=arguments.id or unused_id(proposal.id, taken),
        area=arguments.area or area,
        overlaps=tuple(dict.fromkeys(hit.entry_id for hit in others)),
        today=time.strftime("%Y-%m-%d"),
    )


def _area(engine: Engine, diagnosis: Diagnosis) -> str:
    """Return the area of the nearest entry."""
    for name in (*(one.id for one in diagnosis.answers), *(one.id for one in diagnosis.nearest)):
        return engine.entry(name).area
    return _FALLBACK_AREA


def _report(setting: Setting, folder: Path) -> None:
    """Say what is left to write; whatever `msfaq check` has against the entry."""
    book = open_book(own=folder)
    for fault in book.faults:
        if fault.path.endswith(f"/{setting.id}.md"):
            say(str(fault))
    if setting.id in book.entries:
        for problem in check_book(book, (setting.id,)):
            say(f"{problem.check}: {problem.message}")
    say(f"write what is marked 待写 / to be written, then: msfaq check {setting.id}")


def _keep(on: bool) -> Exit:
    store_settings(data_folder(), keep_unanswered=on)
    say("questions without an answer are kept on this machine, masked" if on else "nothing is kept any more")
    return Exit.ANSWERED


def _list() -> Exit:
    questions = kept_questions(data_folder())
    for number, one in enumerate(questions, start=1):
        write_text(f"{number:4}  {one.time}  {one.outcome:8} {one.query}")
    say(f"{len(questions)} questions; msfaq learn --from N proposes an entry, msfaq learn --clear deletes them")
    return Exit.ANSWERED


def _kept(number: int) -> str:
    questions = kept_questions(data_folder())
    if not 1 <= number <= len(questions):
        raise InputError(f"{len(questions)} questions were kept; there is no number {number}")
    return questions[number - 1].text
