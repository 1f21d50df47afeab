"""The report one attaches when asking for help: a worksheet put together with the book's titles and the environment."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from msfaq.corpus.entry import Bilingual
from msfaq.errors import UnknownEntry
from msfaq.worksheets.checklist import Checklist, Item
from msfaq.worksheets.contents import FOUND, OPEN, Attachment, Contents, KeptWalk, Record
from msfaq.worksheets.environment import Fact

SCHEMA: Final = "msfaq-worksheet/1"
"""Name and number of the report's form: within a number fields may be added, none changes its meaning or goes."""

Redact = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class ReportAttachment:
    """An output in a report."""

    kind: str
    """``file``, ``pipe`` or ``snippet``."""
    name: str
    """File name, or what was run."""
    text: str
    """The text; a line in its middle says where it was cut."""
    size: int
    """Bytes before it was cut."""
    left_out: int
    """Bytes cut out; 0 when whole."""
    code: str
    """The code that printed it, where it was not the book's own; else empty."""
    added: str
    """When it was attached: ISO 8601, UTC."""


@dataclass(frozen=True, slots=True)
class ReportItem:
    """An item in a report."""

    code: str
    """Its short name, such as ``ds.01``."""
    entry_id: str
    """The entry of the book."""
    group: str
    """Title of its group, in the report's language."""
    title: str
    """What was checked, likewise."""
    state: str
    """``open``, ``found``, ``fine`` or ``not-applicable``."""
    note: str
    """The person's words."""
    lacks_evidence: bool
    """Whether a verdict stands without a note or an output."""
    changed: str
    """When it last changed: ISO 8601, UTC; empty when it was never touched."""
    attachments: tuple[ReportAttachment, ...]
    """Outputs, oldest first."""


@dataclass(frozen=True, slots=True)
class ReportStep:
    """One answered question of a walk."""

    question: str
    """The question, in the report's language."""
    answer: str
    """The answer chosen."""


@dataclass(frozen=True, slots=True)
class ReportWalk:
    """A walk through a decision procedure."""

    entry_id: str
    """The decision entry."""
    title: str
    """Its title, in the report's language."""
    steps: tuple[ReportStep, ...]
    """The path taken."""
    open_question: str
    """The question at which it stopped; empty when it ended."""
    result: str
    """The conclusion, or the title of the entry it led to; empty while a question is open."""
    see: str
    """Id of the entry it led to, or empty."""
    changed: str
    """When it last changed: ISO 8601, UTC."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that goes into a file."""

    schema: str
    """`SCHEMA`."""
    made: str
    """When it was made: ISO 8601, UTC."""
    lang: str
    """``zh`` or ``en``: the language of titles, questions and results."""
    project: str
    """Name of the project folder, without the path to it."""
    redacted: bool
    """Whether what the person entered went through redaction."""
    environment: tuple[Fact, ...]
    """Versions and devices of the machine on which the report was made."""
    items: tuple[ReportItem, ...]
    """All items of the checklist, in the order of work."""
    walks: tuple[ReportWalk, ...]
    """Walks taken."""

    def of_state(self, state: str) -> list[ReportItem]:
        """Return the items in a state."""
        return [item for item in self.items if item.state == state]

    @property
    def found(self) -> list[ReportItem]:
        """Items with a problem."""
        return self.of_state(FOUND)

    @property
    def open(self) -> list[ReportItem]:
        """Items nobody has looked at."""
        return self.of_state(OPEN)


def make_report(
    contents: Contents,
    checklist: Checklist,
    environment: Iterable[Fact],
    *,
    lang: str,
    made: int,
    title_of: Callable[[str], Bilingual],
    redact: Redact | None = None,
) -> Report:
    """Return the report on a worksheet.

    ``made`` is the moment in seconds since 1970. ``title_of`` gives the title of an entry or raises UnknownEntry.
    ``redact`` is applied to every text that does not come from the book: notes, outputs, their code and names, the
    project's name and the environment.
    """
    clean: Redact = redact or (lambda text: text)
    groups = {item.code: title.of(lang) for title, items in checklist.groups() for item in items}
    return Report(
        schema=SCHEMA,
        made=iso_time(made),
        lang=lang,
        project=clean(contents.project.rstrip("/\\").replace("\\", "/").rpartition("/")[2]),
        redacted=redact is not None,
        environment=tuple(Fact(fact.name, clean(fact.value)) for fact in environment),
        items=tuple(
            _item(item, contents.record(item.entry_id), groups[item.code], lang, clean) for item in checklist.items
        ),
        walks=tuple(_walk(walk, lang, title_of) for walk in contents.walks),
    )


def iso_time(seconds: int) -> str:
    """Return a moment as ISO 8601 in UTC; an empty text for 0.

    >>> iso_time(1716184565)
    '2024-05-20T05:56:05Z'
    """
    from datetime import datetime, timezone

    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ") if seconds else ""


def _item(item: Item, record: Record, group: str, lang: str, clean: Redact) -> ReportItem:
    return ReportItem(
        code=item.code,
        entry_id=item.entry_id,
        group=group,
        title=item.title.of(lang),
        state=record.state,
        note=clean(record.note),
        lacks_evidence=record.lacks_evidence,
        changed=iso_time(record.changed),
        attachments=tuple(_attachment(one, clean) for one in record.attachments),
    )


def _attachment(one: Attachment, clean: Redact) -> ReportAttachment:
    return ReportAttachment(
        one.kind, clean(one.name), clean(one.text), one.size, one.left_out, clean(one.code), iso_time(one.added)
    )


def _walk(walk: KeptWalk, lang: str, title_of: Callable[[str], Bilingual]) -> ReportWalk:
    result = walk.result.of(lang) if walk.result else ""
    if walk.see:
        try:
            result = title_of(walk.see).of(lang)
        except UnknownEntry:
            # The walk was kept with a book that had this entry; its id still says where it led.
            result = walk.see
    return ReportWalk(
        entry_id=walk.entry_id,
        title=walk.title.of(lang),
        steps=tuple(ReportStep(step.ask.of(lang), step.when.of(lang)) for step in walk.steps),
        open_question=walk.asks.of(lang) if walk.asks else "",
        result=result,
        see=walk.see,
        changed=iso_time(walk.changed),
    )
