"""Tells in one sentence where the trouble in a set of logs began and what became of the others."""

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from typing import Final

from msfaq.answers.phrases import phrase
from msfaq.diagnosis import FailureSummary, LogSummary, RankSummary
from msfaq.logs.clock import clock

_STATES: Final = ("waited", "ended", "failed", "reported", "silent")


def tell(
    cause: FailureSummary | None,
    ranks: Sequence[RankSummary],
    logs: Sequence[LogSummary],
    lang: str,
    *,
    dated: bool = True,
) -> str:
    """Return the sentence, without markup; ``dated`` says whether the cause's time is that of its own first line."""
    if cause is None:
        lines = sum(log.lines for log in logs)
        return phrase("healthy logs", lang).format(logs=len(logs), lines=f"{lines:,}")
    parts = [_beginning(cause, lang, dated=dated), *_others(ranks, lang)]
    if unread := sum(bool(log.problem) for log in logs):
        parts.append(phrase("story unread", lang).format(count=unread))
    joint, end = ("；", "。") if lang == "zh" else ("; ", ".")
    return joint.join(parts) + end


def _beginning(cause: FailureSummary, lang: str, *, dated: bool) -> str:
    time = clock(cause.time)
    key = "story echoes" if cause.effect else "story alone" if cause.rank is None else "story"
    # Of a rank the time says when it failed, by its last record; beside a line it would be taken for that line's.
    is_own = dated or key == "story"
    when = phrase("story when" if is_own else "story after", lang).format(time=time) if time else ""
    where = ""
    if cause.place is not None:
        where = phrase("story where", lang).format(place=f"{PurePath(cause.place.file).name}:{cause.place.line}")
    return phrase(key, lang).format(
        who=_who(cause, lang), when=when, where=where, log=_name(cause.path, lang), line=cause.line
    )


def _name(path: str, lang: str) -> str:
    return phrase("standard input", lang) if path == "-" else path


def _who(cause: FailureSummary, lang: str) -> str:
    host = phrase("story host", lang).format(host=cause.host) if cause.host else ""
    if len(cause.ranks) > 1:
        who = phrase("story ranks", lang).format(count=len(cause.ranks), rank=cause.rank)
    else:
        who = phrase("story rank", lang).format(rank=cause.rank)
    return f"{host}{who} " if lang == "zh" else f"{who}{host}"


def _others(ranks: Sequence[RankSummary], lang: str) -> list[str]:
    states = Counter(rank.state for rank in ranks if rank.state != "cause")
    if len(states) == 1 and states["waited"] > 1:
        return [phrase("story all waited", lang).format(count=states["waited"])]
    return [phrase(f"story {state}", lang).format(count=states[state]) for state in _STATES if states[state]]
