"""Rules for turns that say something: failures, questions, follow-ups, and what the book does not have."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import re2

from msfaq.answers.links import plain_links
from msfaq.chat.asking import ask_detail, ask_which
from msfaq.chat.beside import add_beside
from msfaq.chat.content import content_words, is_vague, only_fails
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.focus import POSSIBLE, Focus
from msfaq.chat.following import follow
from msfaq.chat.guides import GuideHit, leads, nearest_guide, stands_beside
from msfaq.chat.relevance import belongs, is_about_another, may_belong
from msfaq.chat.selecting import add_parts
from msfaq.chat.slots import without_case_words
from msfaq.chat.telling import tell
from msfaq.corpus.passage import passage_at
from msfaq.index.names import codes_in
from msfaq.request import ANSWERED, SURE

_FOREIGN_FIRST: Final = 0.5
"""Share of words unknown to the book above which an uncertain first question is declined."""

_OFFERED: Final = 0.4
"""Confidence from which an entry is offered with reserve to a turn that does not go on with the topic."""

_FOREIGN_OFFERED: Final = 0.4
"""Share of words unknown to the book up to which it is."""

_ERROR: Final = re2.compile(
    r"\b\w*(?:[Ee]rror|Exception)\b[^?？]*: \S|\bERROR\b|报错[:：]? ?\S|\bE[A-Z0-9]\d{4}[:：] ?\S"
)
"""How an error is told of that was met just now."""

_NAMED_NEAR: Final = 0.15
"""Nearness that an entry has at least to be named beside a passage of a guide."""

_MOST_NEAR: Final = 3
"""Entries named where nothing answers directly."""

_DETAIL: Final = 0.8
"""Confidence from which a vague beginning with its details is answered rather than asked on."""


def failure(context: Context) -> Draft | None:
    """Answer a pasted failure, whatever was talked about before."""
    if not context.turn.is_failure:
        return None
    alone = context.turn.alone
    if alone.outcome == "answered":
        return tell(context, context.engine.entry(alone.answers[0].id), diagnosis=alone.worded(alone.answers[0].id))
    return ask_which(context) if alone.outcome == "unsure" else decline(context)


def vague(context: Context) -> Draft | None:
    """Ask for the error where a turn says no more than that something fails, and go on asking until one is there."""
    turn, pending = context.turn, context.state.pending
    asked = pending is not None and pending.kind == "detail"
    if asked and turn.slots and not content_words(without_case_words(turn.intents.rest)):
        return ask_detail(context)
    strange = turn.foreign > _FOREIGN_FIRST and not turn.slots
    is_told = turn.alone.outcome == "answered" and turn.alone.answers[0].confidence >= _DETAIL
    if asked and not strange and not is_told:
        return ask_detail(context)
    said = turn.intents.rest
    if not context.state.topic and (is_vague(said) or (only_fails(said) and not is_told)):
        return ask_detail(context)
    return None


def another(context: Context) -> Draft | None:
    """Decline what is asked of another framework: the book has how it is done in MindSpore only."""
    return decline(context) if not context.turn.is_failure and is_about_another(context) else None


def subject(context: Context) -> Draft:
    """Find what the turn is about, and answer from there; decline what the book does not have."""
    turn, state = context.turn, context.state
    found = context.candidates
    guide = nearest_guide(context) if "order" not in turn.intents else None
    if guide is not None and leads(guide, found, state.topic):
        return _from_guide(context, guide, found)
    if not found or not belongs(context, found):
        if turn.alone.outcome == "answered" and codes_in(turn.text):
            # An error code is what a turn is about, whatever stands around it.
            entry = context.engine.entry(turn.alone.answers[0].id)
            return tell(context, entry, diagnosis=turn.alone.worded(entry.id))
        return _with_reserve(context) or _nearest_in_topic(context, found) or decline(context)
    best = found[0]
    if not state.topic and best.alone < ANSWERED:
        if turn.foreign > _FOREIGN_FIRST:
            return decline(context)
        return ask_which(context) if max(one.alone for one in found) >= POSSIBLE else decline(context)
    entry = context.engine.entry(best.entry_id)
    if best.entry_id == state.topic and not _is_met_again(context, best):
        draft = follow(context, entry, best)
    else:
        draft = tell(context, entry, diagnosis=turn.alone.worded(entry.id))
        if "also" in turn.intents and state.topic:
            draft.state = replace(draft.state, joined=state.topic)
    add_beside(context, draft, found)
    if guide is not None and stands_beside(guide, found):
        _quote_guide(context, draft, guide)
    return draft


def _is_met_again(context: Context, topic: Focus) -> bool:
    """Tell whether the turn reports an error of the topic: whoever meets it now wants its steps, not a detail."""
    return topic.alone >= SURE and _ERROR.search(context.turn.text) is not None and not context.turn.intents.names


def _with_reserve(context: Context) -> Draft | None:
    """Offer what the turn would be answered with were it the first one: a conversation around it takes nothing away."""
    turn = context.turn
    if turn.alone.outcome != "unsure" or turn.foreign > _FOREIGN_OFFERED or "order" in turn.intents:
        return None
    if turn.alone.answers[0].confidence < _OFFERED:
        return None
    entry = context.engine.entry(turn.alone.answers[0].id)
    draft = tell(context, entry, lead=context.word("likeliest"), diagnosis=turn.alone.worded(entry.id))
    draft.outcome = "unsure"
    return draft


def _nearest_in_topic(context: Context, found: tuple[Focus, ...]) -> Draft | None:
    """Say that nothing answers the turn, and give what the topic has that is nearest to it."""
    topic = next((one for one in found if one.entry_id == context.state.topic), None)
    if topic is None or not may_belong(context, found):
        return None
    entry = context.engine.entry(topic.entry_id)
    draft = context.draft("unsure")
    draft.say(context.word("no direct", entry.title.of(context.lang)))
    add_parts(context, draft, entry, is_beside=True)
    alone = [one.id for one in context.turn.alone.answers[:_MOST_NEAR] if one.confidence >= POSSIBLE]
    _name(context, draft, [name for name in alone if name != entry.id])
    draft.say(context.word("detail short"))
    return draft


def _name(context: Context, draft: Draft, names: Sequence[str]) -> None:
    """Name the nearest entries, which can then be asked for by number."""
    if names:
        titles = [(context.engine.entry(name).title.of(context.lang), name) for name in names]
        draft.say(context.word("nearest") + "\n\n" + "\n".join(f"- {title} (`{name}`)" for title, name in titles))
        for name in names:
            draft.cite(name)
        draft.state = replace(draft.state, listed=tuple(names))


def _from_guide(context: Context, guide: GuideHit, found: tuple[Focus, ...]) -> Draft:
    """Answer with a passage of a guide; the topic stays what it was, and the nearest entries are named."""
    draft = context.draft()
    _quote_guide(context, draft, guide)
    near = [one.entry_id for one in found[:2] if one.near >= _NAMED_NEAR or one.alone >= POSSIBLE]
    _name(context, draft, near)
    return draft


def _quote_guide(context: Context, draft: Draft, guide: GuideHit) -> None:
    passage = passage_at(context.engine.guide(guide.guide_id), guide.span)
    draft.say(context.word("guide", passage.heading, guide.guide_id))
    draft.quote(guide.guide_id, plain_links(passage.text))


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
