"""Asks back: for the error itself, or the one question that tells candidates apart best."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from msfaq.answers.links import plain_links
from msfaq.answers.splitting import best_slot, named_values
from msfaq.chat.content import is_vague
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.focus import POSSIBLE
from msfaq.chat.state import Option, Pending
from msfaq.chat.telling import tell
from msfaq.corpus.entry import Entry
from msfaq.corpus.passage import passage_at

_MOST: Final = 4
"""Candidates listed."""

_CLOSE: Final = 2.5
"""How far behind the first candidate, in log odds, the second one may be to have its nearest passage shown."""

_LEAST: Final = 0.15
"""Confidence that a candidate needs to be listed."""


def ask_detail(context: Context) -> Draft:
    """Ask for the error message, saying what was noted."""
    turn = context.turn
    draft = context.draft("asked", pending=Pending("detail"))
    if turn.slots:
        draft.say(context.word("noted", ", ".join(_fact(context, name, value) for name, value in turn.slots.items())))
    draft.say(context.word("detail"))
    likely = [one for one in turn.alone.answers[:3] if one.confidence >= POSSIBLE and not is_vague(turn.intents.rest)]
    if likely:
        draft.say(context.word("nearest"))
        for one in likely:
            draft.cite(one.id)
        titles = ((context.engine.entry(one.id).title.of(context.lang), one.id) for one in likely)
        options = tuple(Option(title, name) for title, name in titles)
        draft.offer(options)
        pending = Pending("detail", options=options)
        draft.state = replace(draft.state, pending=pending, listed=tuple(one.id for one in likely))
    return draft


def ask_which(context: Context) -> Draft:
    """Give the likeliest entry as such, with the nearest passage of the next one, and ask what would settle it."""
    confidence = {one.id: one.confidence for one in context.turn.alone.answers}
    found = [one for one in context.candidates if one.entry_id in confidence] or list(context.candidates[:1])
    entries = [context.engine.entry(one.entry_id) for one in found]
    draft = tell(
        context, entries[0], lead=context.word("likeliest"), diagnosis=context.turn.alone.worded(entries[0].id)
    )
    draft.outcome = "unsure"
    beside = found[1].passages if len(found) > 1 and found[1].score >= found[0].score - _CLOSE else None
    if beside is not None:
        draft.say(context.word("see also", entries[1].title.of(context.lang), entries[1].id))
        draft.quote(entries[1].id, plain_links(passage_at(entries[1], beside.nearest_first()[0][1]).text))
    likely = [(entry, confidence.get(entry.id, 0.0)) for entry in entries]
    likely = [pair for pair in likely if pair[1] >= _LEAST][:_MOST]
    if len(likely) < 2 or draft.state.pending is not None:
        return draft
    slot = best_slot([entry for entry, _ in likely], [share for _, share in likely], context.state.slots)
    if slot:
        _ask_slot(context, draft, slot, [entry for entry, _ in likely])
        return draft
    options = tuple(Option(entry.title.of(context.lang), entry.id) for entry, _ in likely)
    draft.outcome = "asked"
    draft.say(context.word("which")).offer(options)
    ids = tuple(entry.id for entry, _ in likely)
    draft.state = replace(draft.state, pending=Pending("entry", options=options, candidates=ids), listed=ids)
    return draft


def _fact(context: Context, slot: str, value: str) -> str:
    if slot in ("version", "devices"):
        return context.word(f"fact {slot}", value)
    return _label(context, value)


def _ask_slot(context: Context, draft: Draft, slot: str, entries: Sequence[Entry]) -> None:
    options = tuple(Option(_label(context, value), value) for value in named_values(entries, slot))
    options += (Option(context.word("dont know"), ""),)
    draft.outcome = "asked"
    draft.say(f"**{context.word(f'ask {slot}')}**").offer(options)
    ids = tuple(entry.id for entry in entries)
    draft.state = replace(draft.state, pending=Pending("slot", slot, options, ids), listed=ids)


def _label(context: Context, value: str) -> str:
    return context.word(value) if value in ("graph", "pynative") else value
