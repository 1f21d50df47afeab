"""Tells which sections of an entry a turn wants."""

from typing import Final

from msfaq.chat.context import Context
from msfaq.chat.focus import Focus
from msfaq.chat.ranking import CODE, ranked_parts
from msfaq.corpus.entry import Entry
from msfaq.corpus.passage import section_at

_WANTED: Final = {
    "why": {"cause": 0.5, "meaning": 0.4},
    "verify": {"verify": 0.6, "look": 0.3},
    "meaning": {"meaning": 0.4, "cause": 0.35},
    "fix": {"fix": 0.5},
    "name": {"fix": 0.3},
    "more": {"otherwise": 0.3, "verify": 0.3},
}
"""Intent → what it adds to a section's nearness."""

_HABIT: Final = {"fix": 0.12, "cause": 0.06, "otherwise": 0.0, "verify": 0.0, "meaning": 0.0, "look": 0.06}
"""What a section is worth by itself: people mostly ask what to do. Others are never shown whole."""

_SITUATED: Final = ("howto", "decision")
"""Kinds of entries whose first section says when they are needed: who asks in its words wants the steps."""

_BESIDE: Final = 0.21
"""How far behind the nearest section another one may be to be shown with it."""

_NAMED: Final = 0.5
"""Weight of the words from which something is named beside the code."""


def wanted_sections(context: Context, entry: Entry, found: Focus | None) -> tuple[str, ...]:
    """Return the keys of the sections to show, the most wanted first, two at most."""
    scores = _scores(context, entry, found)
    order = sorted(scores, key=lambda key: -scores[key])
    return tuple(key for key in order[:2] if scores[key] >= scores[order[0]] - _BESIDE)


def _scores(context: Context, entry: Entry, found: Focus | None) -> dict[str, float]:
    """Return key of a section → how much the turn wants it."""
    near: dict[str, float] = {}
    beside = found.passages if found is not None else None
    for score, span in beside.nearest_first() if beside is not None else ():
        heading = section_at(entry, span).heading
        near[heading] = max(near.get(heading, 0.0), score)
    scores = {
        one.key: near.get(one.heading, 0.0) + _HABIT[one.key]
        for one in entry.sections(context.lang)
        if one.key in _HABIT
    }
    for intent, wanted in _WANTED.items():
        if intent in context.turn.intents:
            scores = {key: score + wanted.get(key, 0.0) for key, score in scores.items()}
    if entry.kind in _SITUATED and "fix" in scores and "why" not in context.turn.intents:
        scores["fix"] = max(scores["fix"], scores.pop("meaning", 0.0))
    return scores


def wants_code(context: Context, entry: Entry) -> bool:
    """Tell whether who names code asks for a block of it: “how do I write the password” asks for a line of the text."""
    if context.turn.weight <= _NAMED or not entry.snippets or "more" in context.turn.intents:
        return True
    return ranked_parts(context, entry)[0].part.key == CODE
