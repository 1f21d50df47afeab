"""Tells which sections of an entry a turn wants."""

import re
from typing import Final

from msfaq.answers.items import items
from msfaq.chat.context import Context
from msfaq.chat.details import asks_for_detail, gives_detail
from msfaq.chat.focus import Focus
from msfaq.corpus.entry import Entry, Section

_WANTED: Final = {
    "why": {"cause": 0.5, "meaning": 0.4},
    "verify": {"verify": 0.6, "look": 0.3},
    "meaning": {"meaning": 0.4, "cause": 0.35},
    "fix": {"fix": 0.5},
    "name": {"fix": 0.3},
    "more": {"otherwise": 0.3, "verify": 0.3},
}
"""Intent → what it adds to a section's nearness."""

SECTION_INTENTS: Final = tuple(_WANTED)
"""Intents that say which section is wanted."""

_HABIT: Final = {"fix": 0.12, "cause": 0.06, "otherwise": 0.0, "verify": 0.0, "meaning": 0.0, "look": 0.06}
"""What a section is worth by itself: people mostly ask what to do."""

_HOW: Final = re.compile(
    r"(?i)\bhow (?:do|can|could|should|would|to|about)\b|怎么(?!样|会|回事|这么|还|对应|算|理解|区分|读)|如何|怎样|咋"
)
_FOUND: Final = re.compile(
    r"(?i)\bfound it\b|\bturns out\b|\bit (?:was|is) indeed\b|\byou were right\b"
    r"|(?:查|找|看|定位)(?:到|出来)了|发现(?:是|了)|原来是|确实(?:是|有)|果然"
)
_HOW_TO: Final = 0.3
"""What it adds to the steps that a turn asks how, or tells that the cause was found."""

_DETAIL: Final = 0.2
"""What it adds to a section that it gives a detail of the kind asked for."""

_SITUATED: Final = ("howto", "decision")
"""Kinds of entries whose first section says when they are needed: who asks in its words wants the steps."""

_BESIDE: Final = 0.21
"""How far behind the nearest section another one may be to be shown with it."""


def wanted_sections(context: Context, entry: Entry, found: Focus | None) -> tuple[str, ...]:
    """Return the keys of the sections to show, the most wanted first, two at most."""
    scores = section_scores(context, entry, found)
    order = sorted(scores, key=lambda key: -scores[key])
    return tuple(key for key in order[:2] if scores[key] >= scores[order[0]] - _BESIDE)


def ranked_sections(context: Context, entry: Entry, found: Focus | None) -> list[str]:
    """Return the keys of all sections, the most wanted first."""
    scores = section_scores(context, entry, found)
    return sorted(scores, key=lambda key: -scores[key])


def section_scores(context: Context, entry: Entry, found: Focus | None) -> dict[str, float]:
    """Return key of a section → how much the turn wants it."""
    near: dict[str, float] = {}
    for score, passage in found.passages if found is not None else ():
        near[passage.heading] = max(near.get(passage.heading, 0.0), score)
    scores = {one.key: near.get(one.heading, 0.0) + _HABIT[one.key] for one in entry.sections(context.lang)}
    for intent, wanted in _WANTED.items():
        if intent in context.turn.intents:
            scores = {key: score + wanted.get(key, 0.0) for key, score in scores.items()}
    if asks_for_detail(context.turn.text):
        given = {part.key for part in entry.sections(context.lang) if _gives(context, part)}
        scores = {key: score + _DETAIL * (key in given) for key, score in scores.items()}
    wants_steps = _HOW.search(context.turn.text) or _FOUND.search(context.turn.text)
    if "fix" in scores and wants_steps and not context.turn.intents.any(("why", "verify")):
        scores["fix"] += _HOW_TO
    if entry.kind in _SITUATED and "fix" in scores and "why" not in context.turn.intents:
        scores["fix"] = max(scores["fix"], scores.pop("meaning", 0.0))
    return scores


def _gives(context: Context, part: Section) -> bool:
    return any(gives_detail(context.turn.text, one.text) for one in items(part))
