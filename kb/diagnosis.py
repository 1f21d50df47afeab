"""What msfaq says of a question: a `Diagnosis` with its answers, the same content for people, programs and pages."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from msfaq.explanation import Explanation

SCHEMA: Final = "msfaq/1"
"""Name and version of the JSON form; the number rises when a field changes its meaning or goes."""

OUTCOMES: Final = ("answered", "unsure", "unknown")


@dataclass(frozen=True, slots=True)
class AnswerSnippet:
    """A code block of an answer."""

    title: str
    """What it shows, in the answer's language."""
    lang: str
    """``python``, ``bash`` …"""
    code: str
    """The code, placeholders unfilled."""
    promise: str
    """``fails``, ``warns``, ``fix``, ``runs`` or ``syntax``; see ``docs/entries.md``."""
    needs: tuple[str, ...]
    """What the machine must have for it: ``mindspore``, ``ascend``, ``root`` …"""
    destructive: bool
    """True when running it ends processes, deletes something or cannot be undone."""


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """Where an answer's facts can be checked."""

    name: str
    """What it is."""
    url: str
    """Its address, or empty."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One entry as the answer to a question."""

    id: str
    """The entry's id."""
    title: str
    """Its title in the answer's language."""
    about: str
    """The sentence with which it begins, or empty."""
    steps: tuple[str, ...]
    """The first things to do, three at most, Markdown; empty where the entry lists none."""
    confidence: float
    """Probability, 0..1, that it answers the question; comparable between questions."""
    why: str
    """Why it was chosen, in the answer's language."""
    line: int
    """1-based line of the input that led to it."""
    captures: Mapping[str, str]
    """What the signature read from the message; empty without an exact match."""
    readout: str
    """A sentence with the captures put in, or empty."""
    variant: str
    """Name of the kind of message that it was, where the entry tells several apart; else empty."""
    mending: str
    """What to do about that kind of message, Markdown; empty where ``variant`` is."""
    brief: str
    """The answer in short, Markdown: what happened, why, how to mend it, one code block, sources."""
    markdown: str
    """The whole answer, Markdown."""
    snippets: tuple[AnswerSnippet, ...]
    """Its code, in order."""
    sources: tuple[AnswerSource, ...]
    """Where its facts can be checked."""
    related: tuple[str, ...]
    """Ids worth reading next."""
    guides: tuple[str, ...]
    """Ids of the guides that lead to it; `Engine.guide` gives them, and ``msfaq show``."""
    official: bool
    """False when no official page says this."""
    secondary: bool
    """True when the message is only the echo of an earlier failure."""
    own: bool = False
    """True when the entry is the user's own, or one of ours that the user has extended."""


@dataclass(frozen=True, slots=True)
class OwnPassage:
    """A passage of the user's own documents that answers a question, or may."""

    path: str
    """Absolute path of the document."""
    first_line: int
    """1-based number of its first line in the file; in a notebook, in the cell."""
    last_line: int
    """1-based number of its last line, inclusive."""
    cell: int
    """1-based number of the notebook's cell; 0 in other documents."""
    heading: str
    """The headings it stands under, joined by ``›``."""
    text: str
    """What it says, as it stands in the file; of HTML, without the markup."""
    lang: str
    """Language of the text, ``zh`` or ``en``."""
    confidence: float
    """Probability, 0..1, that it answers the question."""
    state: str
    """``current``, or ``changed`` or ``gone`` since it was read."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """An entry that came near without being an answer."""

    id: str
    """The entry's id."""
    title: str
    """Its title in the answer's language."""


@dataclass(frozen=True, slots=True)
class Place:
    """The user's own line that the failure came from."""

    file: str
    """The file as the log writes it."""
    line: int
    """1-based line number."""
    code: str
    """The source line, or empty."""
    is_late: bool = False
    """Whether it only waited for a result: the operator that failed was started by an earlier line."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """An error further up in the log, of which the answered line is the echo."""

    line: int
    """1-based line of the input."""
    text: str
    """Its message, the first 400 characters."""


@dataclass(frozen=True, slots=True)
class LogSummary:
    """One log that was read."""

    path: str
    """Its name as it was given or found, ``-`` for standard input."""
    rank: int | None
    """The writer's rank, from the name or the first lines; null when neither tells."""
    host: str
    """The host that a folder in the path is named for, or empty."""
    size: int
    """Bytes read, decompressed."""
    lines: int
    """Lines read."""
    failures: int
    """How many of the failures stand in it."""
    problem: str
    """Why it could not be read, or not to its end; else empty."""


@dataclass(frozen=True, slots=True)
class FailureSummary:
    """One failure that the logs tell of; what is the same but for numbers is one."""

    kind: str
    """``exception``, ``crash``, ``record`` (an error-level log record) or ``line`` (an entry's message elsewhere)."""
    exception: str
    """Name of the exception class, or empty."""
    headline: str
    """First line of its message, with the exception's name; at most 400 characters."""
    role: str
    """``cause`` (it began the trouble), ``echo`` (it only tells of another one) or ``other``."""
    effect: str
    """Of an echo what it shows: it ``followed`` from an earlier failure of its process, or its writer ``waited`` for
    another process, was ``ended``, or ``reported`` a death; else empty."""
    path: str
    """The log of its first occurrence."""
    line: int
    """1-based line of that log on which it begins."""
    last_line: int
    """1-based line on which it ends, inclusive."""
    count: int
    """How many times it occurs in all logs."""
    rank: int | None
    """Rank of its first occurrence, or null."""
    ranks: tuple[int, ...]
    """All ranks on which it occurs, ascending."""
    host: str
    """Host of its first occurrence, or empty."""
    process: str
    """Process id, or empty."""
    time: str
    """Time of the record, or of the nearest one above it, as it was written, or empty."""
    operator: str
    """The operator or kernel that it names, or empty."""
    codes: tuple[str, ...]
    """Error codes in it: ``EI0006``, ``507011`` …"""
    sections: tuple[str, ...]
    """Titles of its dashed sections."""
    place: Place | None
    """The user's own line, when it names one."""
    raised: str = ""
    """The exception that it only passes on, where it quotes the traceback of one: ``KeyError: 'bird'``; or empty."""


@dataclass(frozen=True, slots=True)
class RankSummary:
    """What became of one rank."""

    rank: int
    """The rank."""
    state: str
    """``cause``, ``failed`` (by itself), ``waited``, ``ended``, ``reported``, or ``silent``: no failure in its log."""
    failure: int | None
    """Index of the failure that says most of it, or null."""


@dataclass(frozen=True, slots=True)
class WarningSummary:
    """A warning that an entry is about, in logs in which nothing failed."""

    id: str
    """The entry's id."""
    title: str
    """Its title in the answer's language."""
    text: str
    """The warning, the first 400 characters."""
    path: str
    """The log of its first occurrence."""
    line: int
    """1-based line of that log."""


@dataclass(frozen=True, slots=True)
class LogReport:
    """What the logs tell together."""

    story: str
    """One sentence: where it began, and what became of the others; in the answers' language."""
    cause: int | None
    """Index of the failure that began it; null when nothing failed."""
    failures: tuple[FailureSummary, ...]
    """The failures: the cause first, then those in their own right, then echoes, each in order of time."""
    ranks: tuple[RankSummary, ...]
    """The ranks, ascending; empty when the logs name none."""
    logs: tuple[LogSummary, ...]
    """The logs, in the order in which they were given or found."""
    warnings: tuple[WarningSummary, ...] = ()
    """Where nothing failed, the warnings that have an entry, each entry once, in the order of the logs."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The outcome of one question."""

    query: str
    """The line of the input that was asked about."""
    lang: str
    """Language of the answers, ``zh`` or ``en``."""
    outcome: str
    """``answered``, ``unsure`` (candidates, none of them certain) or ``unknown``."""
    answers: tuple[Answer, ...]
    """Best first; empty when unknown."""
    nearest: tuple[Nearest, ...]
    """What came near, when unknown or unsure."""
    place: Place | None
    """The user's own line, when the input names it."""
    earlier: tuple[Earlier, ...]
    """The first errors above the answered line, when that line is only an echo; at most three, in log order."""
    message: str
    """One sentence on the outcome, in the answers' language."""
    log: LogReport | None = None
    """What stands in the logs; None for a question."""
    explanation: "Explanation | None" = None
    """How the answer came about, when that was asked for."""
    documents: tuple[OwnPassage, ...] = ()
    """Passages of the user's own documents, best first; they are searched when no entry answers. Where the outcome is
    ``answered`` and ``answers`` is empty, the first is the answer."""
    raised: str = ""
    """The exception behind the failure, where that only passes one on and quotes its traceback: ``KeyError: 'bird'``;
    or empty."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, as ``msfaq --json`` prints it; ``docs/json.md`` describes it."""
        fields = asdict(self)
        if self.explanation is None:
            del fields["explanation"]
        return {"schema": SCHEMA, **fields}
