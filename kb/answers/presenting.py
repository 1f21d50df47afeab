"""Puts what was found into a `Diagnosis`: outcome, answers in words, and the user's own line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.answers.brief import brief_markdown
from msfaq.answers.compose import answer_markdown, code_span, escape_markdown, mend, readout
from msfaq.answers.considered import Considered, Likely
from msfaq.answers.gist import about, first_steps
from msfaq.answers.phrases import phrase
from msfaq.answers.splitting import COMPARED, question
from msfaq.answers.values import show_capture
from msfaq.corpus.entry import Entry
from msfaq.corpus.scope import Scope
from msfaq.corpus.template import shown_template
from msfaq.diagnosis import Answer, AnswerSnippet, AnswerSource, Diagnosis, Earlier, Nearest, Place
from msfaq.index.signatures import SignatureHit
from msfaq.logs.reading import Reading
from msfaq.request import SURE, Request

UNSURE: Final = 0.1
"""Confidence from which candidates are shown; below it the question is not known."""

Read = Callable[[str], Entry]
"""Returns the entry with an id."""

_MOST_EARLIER: Final = 3
_LONGEST_EARLIER: Final = 400
"""Errors shown above an echo, and characters of each."""

_LONGEST_RAISED: Final = 400
"""Characters of an exception that a failure passes on."""

_NEAREST: Final = 3
"""Entries named beside an answer that is not certain."""

_NEAR: Final = 0.03
"""Least probability of the best for any to be named: of the labelled questions that an entry answers none is below
twice this, of those that none answers two thirds are, and the entries nearest to these have nothing to do with them."""


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that may be the answer, before it is put into words."""

    entry: Scope
    """The entry, as far as it takes to judge it."""
    confidence: float
    """Probability, 0..1."""
    line: int
    """1-based line of the input that led to it."""
    hit: SignatureHit | None = None
    """The exact match that led to it, or None."""
    named: bool = False
    """Whether the question is one of the entry's names."""
    beside: bool = False
    """Whether the match is a mere companion, outside every error while there are errors."""
    lowered: tuple[str, ...] = ()
    """Why it is less likely than match or search say by themselves, as `msfaq.explanation.REASONS` names it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What becomes of the entries found, in an outcome."""

    outcome: str
    """As in `Diagnosis`."""
    shown: Sequence[Found]
    """The answers."""
    rest: Sequence[Found]
    """What is named beside them."""


def judge(found: Sequence[Found], request: Request) -> Judged:
    """Return the outcome: the first answers if the best is likely enough, else what came near."""
    top = found[0].confidence if found else 0.0
    outcome = "answered" if top >= request.confidence else "unsure" if top >= UNSURE else "unknown"
    shown = [] if outcome == "unknown" else found[: request.limit]
    names_others = outcome == "unsure" or (outcome == "unknown" and top >= _NEAR)
    rest = found[len(shown) :][:_NEAREST] if names_others else []
    return Judged(outcome, shown, rest)


def considered(reading: Reading, found: Sequence[Found], lang: str, request: Request, read: Read) -> Considered:
    """Return what may be the answer, which is read and put into words as soon as somebody wants it."""
    judged = judge(found, request)

    def worded(name: str) -> Diagnosis:
        told = [one for one in judged.shown if one.entry.id == name]
        return _present(reading, judged, told, _asking(told, lang, request, read), lang, read)

    likely = tuple(Likely(one.entry.id, round(one.confidence, 3)) for one in judged.shown)
    return Considered(judged.outcome, likely, _nearest(judged, lang), worded)


def present(reading: Reading, found: Sequence[Found], lang: str, request: Request, read: Read) -> Diagnosis:
    """Return the diagnosis in ``lang``."""
    judged = judge(found, request)
    return _present(reading, judged, judged.shown, _asking(found, lang, request, read), lang, read)


def _present(
    reading: Reading, judged: Judged, told: Sequence[Found], asking: Callable[[], str], lang: str, read: Read
) -> Diagnosis:
    """Return the diagnosis with those answers that are ``told``, and what ``asking`` returns if none is certain."""
    frame, outcome, shown = reading.frame, judged.outcome, judged.shown
    return Diagnosis(
        query=_asked(reading, shown[0].line if shown else None),
        lang=lang,
        outcome=outcome,
        answers=tuple(_answer(one, read(one.entry.id), lang) for one in told),
        nearest=_nearest(judged, lang),
        place=Place(frame.file, frame.line, frame.code, frame.is_late) if frame else None,
        raised=reading.raised[:_LONGEST_RAISED],
        earlier=_earlier(reading, shown[0]) if shown and read(shown[0].entry.id).secondary else (),
        message=asking() if outcome == "unsure" else phrase(_message(reading, outcome), lang),
    )


def _nearest(judged: Judged, lang: str) -> tuple[Nearest, ...]:
    return tuple(Nearest(one.entry.id, one.entry.title.of(lang)) for one in judged.rest)


def _earlier(reading: Reading, echo: Found) -> tuple[Earlier, ...]:
    """Return the errors that stand above an echo: the cause is among them."""
    above = [f for f in reading.failures if f.kind != "warning" and f.last_line < echo.line and f.headline]
    return tuple(Earlier(f.first_line, f.headline[:_LONGEST_EARLIER]) for f in above[:_MOST_EARLIER])


def _answer(found: Found, entry: Entry, lang: str) -> Answer:
    hit = found.hit
    values = {name: show_capture(text, hit.types[name]) for name, text in hit.captures.items()} if hit else {}
    escaped = {name: escape_markdown(text) for name, text in values.items()}
    variant = entry.variant(hit.variant) if hit else None
    sentence = readout(entry, lang, escaped) if hit else ""
    key = "why exact" if hit else "why named" if found.named else "why near"
    return Answer(
        id=entry.id,
        title=entry.title.of(lang),
        about=about(entry, lang),
        steps=first_steps(entry, lang),
        confidence=round(found.confidence, 3),
        why=phrase(key, lang).format(line=found.line, template=code_span(shown_template(hit.template)) if hit else ""),
        line=found.line,
        captures=dict(hit.captures) if hit else {},
        readout=readout(entry, lang, values) if hit else "",
        variant=variant.name if variant else "",
        mending=mend(variant, lang),
        brief=brief_markdown(entry, lang, sentence, variant, sure=found.confidence >= SURE),
        markdown=answer_markdown(entry, lang, sentence, variant),
        snippets=tuple(
            AnswerSnippet(s.title.of(lang), s.lang, s.code, s.promise, s.needs, s.destructive) for s in entry.snippets
        ),
        sources=tuple(AnswerSource(source.name, source.url) for source in entry.sources),
        related=entry.related,
        guides=entry.guides,
        official=entry.official,
        secondary=entry.secondary,
        own=entry.origin != "book",
    )


def _asked(reading: Reading, line: int | None) -> str:
    """Return the text of the line that was asked about."""
    if line is not None and line in reading.numbers:
        text = reading.text.split("\n")[reading.numbers.index(line)]
        # A failure is found on its first line; of a traceback the last one says what it is.
        keys = (key.text for key in reading.key_lines if key.number == line)
        return next(keys, text) if text.startswith("Traceback (most recent call last)") else text
    return reading.key_lines[0].text if reading.key_lines else ""


def _asking(found: Sequence[Found], lang: str, request: Request, read: Read) -> Callable[[], str]:
    """Return what makes the words above candidates, with the question that would tell them apart."""

    def asking() -> str:
        likely = [one for one in found if one.confidence >= UNSURE][:COMPARED]
        known = {"platform": request.platform, "mode": request.mode, "kind": request.kind}
        asked = question([read(one.entry.id) for one in likely], [one.confidence for one in likely], lang, known)
        return phrase("unsure", lang).format(question=asked or phrase("split else", lang))

    return asking


def _message(reading: Reading, outcome: str) -> str:
    if outcome == "unknown" and reading.is_log and not reading.key_lines:
        return "healthy"
    return outcome
