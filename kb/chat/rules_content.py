"""Rules for turns that say something: failures, questions, follow-ups, and what the book does not have."""

from dataclasses import replace
from typing import Final

from msfaq.chat.asking import ask_detail, ask_which
from msfaq.chat.content import is_vague
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.focus import Focus
from msfaq.chat.following import follow
from msfaq.chat.pieces import plain_links
from msfaq.chat.telling import tell
from msfaq.presenting import ANSWERED, UNSURE

_LIGHT: Final = 0.7
"""Weight of a turn's words up to which it says nothing by itself and can only be about the topic."""

_EVIDENCE: Final = 0.05
"""Nearness of any candidate, less what foreign words take away, from which a turn may be about the topic."""

_FOREIGN_FREE: Final = 0.3
_FOREIGN: Final = 0.4
"""Share of words unknown to the book that says nothing yet, and what each further share takes away."""

_BESIDE: Final = 0.12
"""How far behind the best an entry may be to have its nearest passage shown as well."""

_BESIDE_NEAR: Final = 0.3
"""Nearness that such a passage has at least."""

_DETAIL: Final = 0.6
"""Confidence from which a vague beginning with its details is answered rather than asked on."""


def failure(context: Context) -> Draft | None:
    """Answer a pasted failure, whatever was talked about before."""
    if not context.turn.is_failure:
        return None
    alone = context.turn.alone
    if alone.outcome == "answered":
        return tell(context, context.engine.entry(alone.answers[0].id), diagnosis=alone)
    return ask_which(context) if alone.outcome == "unsure" else decline(context)


def vague(context: Context) -> Draft | None:
    """Ask for the error where a turn says no more than that something fails, and go on asking until one is there."""
    pending = context.state.pending
    asked = pending is not None and pending.kind == "detail"
    if asked and (context.turn.alone.outcome != "answered" or context.turn.alone.answers[0].confidence < _DETAIL):
        return ask_detail(context)
    if not context.state.topic and is_vague(context.turn.intents.rest):
        return ask_detail(context)
    return None


def subject(context: Context) -> Draft | None:
    """Find what the turn is about, and answer from there; decline what the book does not have."""
    turn, state = context.turn, context.state
    found = context.candidates()
    if not found or not _is_known(context, found):
        return decline(context)
    best = found[0]
    if not state.topic and best.alone < ANSWERED:
        return ask_which(context) if best.alone >= UNSURE else decline(context)
    entry = context.engine.entry(best.entry_id)
    if best.entry_id == state.topic:
        draft = follow(context, entry, best)
    else:
        draft = tell(context, entry, diagnosis=turn.alone)
        if "also" in turn.intents and state.topic:
            draft.state = replace(draft.state, joined=state.topic)
    _add_beside(context, draft, found)
    return draft


def decline(context: Context) -> Draft:
    """Say that the book does not have it, with the nearest topics and where to ask."""
    draft = context.draft("unknown", pending=context.state.pending)
    draft.say(context.word("unknown"))
    near = context.turn.alone.nearest
    if near:
        draft.say(context.word("nearest") + "\n\n" + "\n".join(f"- {one.title} (`{one.id}`)" for one in near))
    draft.say(context.word("where"))
    topic = context.topic
    if topic is not None:
        draft.say(context.word("back to topic", topic.title.of(context.lang)))
    return draft


def _is_known(context: Context, found: tuple[Focus, ...]) -> bool:
    """Tell whether anything supports that the turn is about the best candidate."""
    turn, best = context.turn, found[0]
    if best.alone >= ANSWERED or (not context.state.topic and best.alone >= UNSURE):
        return "order" not in turn.intents
    if not context.state.topic or "order" in turn.intents:
        return False
    if turn.weight <= _LIGHT or turn.only_slots or best.alone >= UNSURE:
        return True
    near = max(one.near for one in found)
    return near - _FOREIGN * max(0.0, turn.foreign - _FOREIGN_FREE) >= _EVIDENCE


def _add_beside(context: Context, draft: Draft, found: tuple[Focus, ...]) -> None:
    """Add the nearest passage of an entry that was nearly chosen: it often has the missing half."""
    if len(found) < 2 or "code" in context.turn.intents:
        return
    best, second = found[0], found[1]
    if second.passages and second.near >= _BESIDE_NEAR and second.score >= best.score - _BESIDE:
        entry = context.engine.entry(second.entry_id)
        passage = second.passages[0][1]
        draft.say(context.word("see also", entry.title.of(context.lang), entry.id))
        draft.quote(entry.id, plain_links(passage.text))
