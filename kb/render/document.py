"""A diagnosis as one Markdown document: what every textual form is made from."""

from typing import Final

from msfaq.answers.compose import code_span, escape_markdown
from msfaq.answers.phrases import phrase
from msfaq.diagnosis import Answer, Diagnosis, LogReport
from msfaq.request import ANSWERED, SURE

_WORDS: Final = {
    "zh": {
        "place": "出错的是你的这一行",
        "raised": "背后的异常",
        "others": "也可能是",
        "candidates": "可能的条目",
        "nearest": "最接近的条目",
        "show": "用 `msfaq show <id>` 查看全文。",
        "sure": "确定",
        "likely": "很可能",
        "possible": "有可能",
        "echo": "这条信息只是前面某个失败的回声：先找日志里更早的第一个错误。",
        "query": "依据的文本",
        "line": "第 {0} 行",
        "folded": "日志里的其他失败",
        "warnings": "其中有条目的警告",
        "more": "另有 {0} 个",
        "followed": "由前面的失败引起",
        "waited": "在等别的进程",
        "ended": "被结束",
        "reported": "转述别处的失败",
        "own": "你自己的条目",
    },
    "en": {
        "place": "Your line",
        "raised": "The exception behind it",
        "others": "It could also be",
        "candidates": "It may be one of these",
        "nearest": "The nearest entries",
        "show": "`msfaq show <id>` shows a whole entry.",
        "sure": "sure",
        "likely": "likely",
        "possible": "possible",
        "echo": "This message is only the echo of an earlier failure: look for the first error further up.",
        "query": "Judged by",
        "line": "line {0}",
        "folded": "Other failures in the log",
        "warnings": "Warnings in it that have an entry",
        "more": "and {0} more",
        "followed": "came of an earlier one",
        "waited": "waited for another process",
        "ended": "was ended",
        "reported": "tells of another failure",
        "own": "your own entry",
    },
}

_WORTH_NAMING: Final = 0.1
"""Confidence from which another answer is named beneath the one that is given."""

_MOST_FOLDED: Final = 8
"""Failures listed beneath the cause."""


def diagnosis_markdown(diagnosis: Diagnosis, *, full: bool = False) -> str:
    """Return the diagnosis as Markdown: the first answer in short, or in ``full``, the others by name."""
    words = _WORDS[diagnosis.lang]
    parts = [escape_markdown(diagnosis.log.story)] if diagnosis.log and _has_story(diagnosis.log) else []
    parts += [diagnosis.message] if diagnosis.message else []
    if diagnosis.answers and diagnosis.outcome == "answered":
        parts.append(_first(diagnosis, diagnosis.answers[0], full=full))
        others = tuple(one for one in diagnosis.answers[1:] if one.confidence >= _WORTH_NAMING)
    else:
        parts += _unanswered(diagnosis, words)
        others = diagnosis.answers[:1] + tuple(one for one in diagnosis.answers[1:] if one.confidence >= _WORTH_NAMING)
    if diagnosis.documents and diagnosis.outcome == "answered" and not diagnosis.answers:
        from msfaq.render.documents import documents_markdown

        parts.append(documents_markdown(diagnosis.documents, diagnosis.lang, answered=True))
    if others:
        parts.append(f"## {words['others' if diagnosis.outcome == 'answered' else 'candidates']}")
        told = diagnosis.outcome == "answered"
        parts.append("\n".join(_row(one, words, told=told, steps=not told and not at) for at, one in enumerate(others)))
    nearest = diagnosis.nearest if diagnosis.outcome == "unknown" else ()
    if nearest:
        parts.append(f"## {words['nearest']}")
        parts.append("\n".join(f"- `{near.id}` {near.title}" for near in nearest))
    if others or nearest:
        parts.append(words["show"])
    if diagnosis.log and diagnosis.log.warnings and not diagnosis.answers:
        parts += _warnings(diagnosis.log, words)
    if diagnosis.log:
        parts += _folded(diagnosis.log, _answered(diagnosis), words)
    if diagnosis.documents and diagnosis.outcome != "answered":
        # Imported here, as above: most answers are entries.
        from msfaq.render.documents import documents_markdown

        parts.append(documents_markdown(diagnosis.documents, diagnosis.lang, answered=False))
    if diagnosis.explanation is not None:
        # Imported here: few questions ask for it.
        from msfaq.render.explanation import explanation_markdown

        parts.append(explanation_markdown(diagnosis.explanation, diagnosis.lang))
    return "\n\n".join(parts).rstrip() + "\n"


def _unanswered(diagnosis: Diagnosis, words: dict[str, str]) -> list[str]:
    """Return what a log says of a failure for which there is no certain answer."""
    log = diagnosis.log
    if log is None or log.cause is None:
        return []
    failure = log.failures[log.cause]
    notes = [f"- {words['query']}: {code_span(failure.headline)} ({words['line'].format(failure.line)})"]
    if failure.place is not None:
        shown = f"{failure.place.file}:{failure.place.line}  {failure.place.code}".rstrip()
        notes.insert(0, f"- {words['place']}: {code_span(shown)}")
    if diagnosis.raised:
        notes.append(f"- {words['raised']}: {code_span(diagnosis.raised)}")
    return ["\n".join(notes)]


def _warnings(log: LogReport, words: dict[str, str]) -> list[str]:
    """Return what is said of the warnings that have an entry."""
    rows = []
    for one in log.warnings:
        line = words["line"].format(one.line)
        where = f"{escape_markdown(one.path)}, {line}" if len(log.logs) > 1 else line
        rows.append(f"- `{one.id}` {one.title} ({where})")
    return [f"## {words['warnings']}", "\n".join(rows), words["show"]]


def _has_story(log: LogReport) -> bool:
    """Tell whether there is more to say of the logs than the answer says: several failures or logs."""
    return log.cause is not None and (len(log.failures) > 1 or len(log.logs) > 1)


def _answered(diagnosis: Diagnosis) -> int | None:
    """Return the index of the failure with the line that led to the answer; where none has it, of the cause."""
    log = diagnosis.log
    if log is None or log.cause is None or not diagnosis.answers or diagnosis.outcome != "answered":
        return log.cause if log is not None else None
    line, path = diagnosis.answers[0].line, log.failures[log.cause].path
    holding = [at for at, one in enumerate(log.failures) if one.path == path and one.line <= line <= one.last_line]
    return log.cause if log.cause in holding or not holding else holding[0]


def _folded(log: LogReport, answered: int | None, words: dict[str, str]) -> list[str]:
    """Return the failures beneath the one that is answered, a line each."""
    others = [failure for at, failure in enumerate(log.failures) if at != answered]
    if not others:
        return []
    rows = []
    for failure in others[:_MOST_FOLDED]:
        who = f"rank {failure.rank}, " if failure.rank is not None and len(failure.ranks) == 1 else ""
        who = f"{len(failure.ranks)} ranks, " if len(failure.ranks) > 1 else who
        notes = [words[failure.effect]] if failure.effect else []
        notes += [f"{failure.count}×"] if failure.count > 1 else []
        note = f" ({', '.join(notes)})" if notes else ""
        rows.append(f"- {who}{code_span(f'{failure.path}:{failure.line}')}: {code_span(failure.headline)}{note}")
    if len(others) > _MOST_FOLDED:
        rows.append(f"- {words['more'].format(len(others) - _MOST_FOLDED)}")
    return [f"## {words['folded']}", "\n".join(rows)]


def confidence_word(confidence: float, lang: str) -> str:
    """Return how sure a confidence, 0..1, is in a reader's word."""
    words = _WORDS[lang]
    return words["sure" if confidence >= SURE else "likely" if confidence >= ANSWERED else "possible"]


def _first(diagnosis: Diagnosis, answer: Answer, *, full: bool) -> str:
    """Put what concerns this case between the title and the first section."""
    words = _WORDS[diagnosis.lang]
    title, _, rest = (answer.markdown if full else answer.brief).partition("\n\n## ")
    notes = []
    if diagnosis.place is not None:
        place = diagnosis.place
        notes.append(f"- {words['place']}: {code_span(f'{place.file}:{place.line}  {place.code}'.rstrip())}")
        notes += [f"  - {phrase('late line', diagnosis.lang)}"] if place.is_late else []
    if diagnosis.raised and diagnosis.raised not in diagnosis.query:
        notes.append(f"- {words['raised']}: {code_span(diagnosis.raised)}")
    if diagnosis.query:
        notes.append(f"- {words['query']}: {code_span(diagnosis.query)}")
    notes.append(f"- {confidence_word(answer.confidence, diagnosis.lang)}: {answer.why}")
    if answer.own:
        notes.append(f"- **{words['own']}**")
    if answer.secondary:
        notes.append(f"- **{words['echo']}**")
        notes += [f"  - {words['line'].format(early.line)}: {code_span(early.text)}" for early in diagnosis.earlier]
    return "\n\n".join([title, "\n".join(notes), f"## {rest}"]).rstrip()


def _row(answer: Answer, words: dict[str, str], *, told: bool, steps: bool) -> str:
    """Return a line that names an answer; where none has been ``told``, with what it is about, and its first steps."""
    level = "sure" if answer.confidence >= SURE else "likely" if answer.confidence >= ANSWERED else "possible"
    own = f", {words['own']}" if answer.own else ""
    row = f"- `{answer.id}` {answer.title} ({words[level]}, {answer.confidence:.0%}{own})"
    lines = [row, *([answer.about] if answer.about and not told else ())]
    if steps and answer.steps:
        lines += ["", *(f"{number}. {step}" for number, step in enumerate(answer.steps, start=1))]
    return "\n  ".join(lines)
