"""Rules for turns that choose: an answer to what was asked, one of a list, an earlier topic."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from msfaq.answers.blocks import blocks_named
from msfaq.answers.items import Item, items, section
from msfaq.answers.links import plain_links
from msfaq.chat.asking import ask_detail
from msfaq.chat.blocks import add_code
from msfaq.chat.causes import rest_of
from msfaq.chat.choices import alike, chosen, ordinal, question_of, said, spoken
from msfaq.chat.content import content_words
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.focus import Focus
from msfaq.chat.following import code_in_question, follow, in_short
from msfaq.chat.intents import find_intents
from msfaq.chat.nearness import nearness
from msfaq.chat.sections import add_more
from msfaq.chat.selecting import add_parts
from msfaq.chat.state import Option, Pending, Visit
from msfaq.chat.telling import tell
from msfaq.chat.walks import add_walk, keep_walk
from msfaq.corpus.entry import Entry, Section

_FIELDS: Final = {"platform": "platforms", "mode": "modes"}
"""Slot that is asked for → the field of an entry that has its values."""

_LIGHT: Final = 0.3
"""Weight of the words beside a pick from which they are answered too."""

_SAYS: Final = 1.0
"""Weight of the words from which only a clause of its own picks."""

_LONGEST: Final = 160
"""Characters up to which a turn can be an answer to a question."""


def answer_pending(context: Context) -> Draft | None:
    """Take a turn for the answer to what the last reply asked."""
    pending, turn = context.state.pending, context.turn
    if pending is None or turn.is_failure or len(turn.text) > _LONGEST:
        return None
    # “The first way” is one of the steps that were told, whatever the question beneath them offers.
    is_step = "pick" in turn.intents and _names_item(turn.text)
    option = None if is_step else chosen(context, pending.options)
    if pending.kind == "walk":
        if option is not None:
            return _walk_on(context, pending, option)
        # What people say of a choice goes before words shared with a label: “in step 1” is not “before step 1”.
        if (option := said(context, pending)) is not None:
            return _walk_on(context, pending, option, told=True)
        option = spoken(context, pending.options) or (None if is_step else alike(context, pending.options))
        return None if option is None else _walk_on(context, pending, option)
    option = option or (None if is_step else alike(context, pending.options))
    if option is not None and option.value and pending.kind in ("entry", "detail"):
        return tell(context, context.engine.entry(option.value))
    if pending.kind == "slot":
        return _settle_slot(context, pending, option)
    if "dont_know" in turn.intents:
        return _without_knowing(context, pending)
    return None


def pick(context: Context) -> Draft | None:
    """Take “the second one” for the entry listed there, or for that item of the steps shown last."""
    turn, state, topic = context.turn, context.state, context.topic
    if "pick" not in turn.intents:
        return None
    number = ordinal(turn.text if turn.weight < _SAYS else _picking_clause(turn.text))
    if not number:
        return None
    if state.listed and not _names_item(turn.text):
        if not -len(state.listed) <= number <= len(state.listed):
            return context.draft("asked").say(context.word("no such item", len(state.listed)))
        return tell(context, context.engine.entry(state.listed[number - 1 if number > 0 else number]))
    part = _counted_part(context, topic) if topic is not None else None
    if topic is None or part is None:
        return context.draft("asked").say(context.word("nothing to pick"))
    rows = [one for one in items(part) if one.is_listed]
    if not -len(rows) <= number <= len(rows):
        return context.draft("asked").say(context.word("no such item", len(rows)))
    return _give_item(context, topic, part, rows[number - 1 if number > 0 else number])


_CLAUSE: Final = re.compile(r"[，。；,;]|[.!?！？](?=\s|$)")


def _picking_clause(text: str) -> str:
    """Return the clause of a turn that does nothing but pick: “not my code, so the second way. exact line?”."""
    for clause in _CLAUSE.split(text):
        intents = find_intents(clause)
        if intents.names == {"pick"} and _names_item(clause) and not content_words(intents.rest):
            return clause
    return ""


_ITEM: Final = {
    "cause": re.compile(r"(?i)\b(?:cause|reason)s?\b|原因"),
    "fix": re.compile(r"(?i)\b(?:fix(?:es)?|steps?|ways?|solutions?)\b|办法|方法|做法|方案|步"),
    "verify": re.compile(r"(?i)\bchecks?\b|检查|确认"),
}
"""Key of a section → words by which its items are counted."""


def _names_item(text: str) -> bool:
    return any(pattern.search(text) is not None for pattern in _ITEM.values())


def _counted_part(context: Context, topic: Entry) -> Section | None:
    named = [key for key, pattern in _ITEM.items() if pattern.search(context.turn.text) is not None]
    parts = [section(topic, context.lang, key) for key in (*named, context.state.steps) if key]
    return next((part for part in parts if part is not None), None)


def _give_item(context: Context, topic: Entry, part: Section, item: Item) -> Draft:
    draft = context.draft(joined=context.state.joined)
    draft.quote(topic.id, f"**{part.heading}**\n\n{plain_links(item.text)}")
    # A clause that does nothing but pick leaves nothing to answer; “the second kind, what is wrong there” does.
    if _LIGHT < context.turn.weight < _SAYS:
        add_parts(context, draft, topic, without=(item.text,))
    numbers = blocks_named(item.text, context.lang, len(topic.snippets))
    number = code_in_question(context, topic, of=item.text) if "code" in context.turn.intents else None
    for one in numbers or (() if number is None else (number,)):
        add_code(context, draft, topic, one)
    keep_walk(context, draft, topic)
    add_more(context, draft, topic)
    return draft


def go_back(context: Context) -> Draft | None:
    """Return to an earlier topic: the one that the turn's words are nearest to, else the last or the first one."""
    turn, state = context.turn, context.state
    if "back" not in turn.intents:
        return None
    if not state.trail:
        return _first_question(context) if _STARTS.search(turn.text) else _the_topic(context)
    found = {one.entry_id: one for one in context.candidates}
    visits = state.trail[::-1]
    visit = visits[0]
    if ordinal(turn.text) == 1 or any(mark in turn.text for mark in ("最开始", "最早", "最初")):
        visit = visits[-1]
    elif turn.weight > 0.5:
        visit = max(visits, key=lambda one: _recalled(context, one, found))
        here = found.get(state.topic)
        best = found.get(visit.entry_id)
        if here is not None and best is not None and here.near > best.near:
            return None
        if found and next(iter(found.values())).alone > 0.7 and next(iter(found)) != visit.entry_id:
            return None
    entry = context.engine.entry(visit.entry_id)
    moved = replace(context, state=state.move(entry.id, visit.question))
    lead = context.word("back", entry.title.of(context.lang))
    draft = follow(moved, entry, found.get(entry.id)) if turn.weight > 0.5 else tell(moved, entry)
    draft.parts.insert(0, lead)
    draft.opening.insert(0, lead)
    return draft


def _recalled(context: Context, visit: Visit, found: Mapping[str, Focus]) -> float:
    """Return how near a turn is to an earlier topic: to what the entry says, and to what was asked when it came up."""
    near = found[visit.entry_id].near if visit.entry_id in found else 0.0
    return near + nearness(0.0, visit.question, context.turn.rarity)


_STARTS: Final = re.compile(r"(?i)\b(?:first|question|start|beginning|over)\b|最开始|最早|最初|第一|问题|重来")
"""Means the beginning of a walk."""


_ASKS: Final = ("code", "shell", "why", "verify", "fix")
"""Intents of who wants more of the topic than to be reminded of it."""


def _the_topic(context: Context) -> Draft | None:
    """Return to the topic itself, which only turns about something else came after."""
    topic = context.topic
    if topic is None or not context.turn.leans:
        return None
    draft = follow(context, topic, None) if context.turn.intents.any(_ASKS) else in_short(context, topic)
    return draft.open_with(context.word("back", topic.title.of(context.lang)), first=True)


def _first_question(context: Context) -> Draft | None:
    """Begin a walk anew where there is no earlier topic to return to."""
    pending = context.state.pending
    if pending is None or pending.kind != "walk" or context.turn.weight > 1:
        return None
    draft = context.draft("asked")
    add_walk(context, draft, context.engine.entry(pending.name.partition(":")[0]))
    return draft


def _settle_slot(context: Context, pending: Pending, option: Option | None) -> Draft | None:
    value = option.value if option is not None else context.turn.slots.get(pending.name, "")
    if pending.name not in _FIELDS or (not value and "dont_know" not in context.turn.intents and option is None):
        return None
    if not value:
        return _without_knowing(context, pending)
    slots = {**context.state.slots, pending.name: value}
    entries = [context.engine.entry(name) for name in pending.candidates]
    fitting = [one for one in entries if {value, "any"} & set(getattr(one, _FIELDS[pending.name]))]
    return tell(replace(context, state=replace(context.state, slots=slots)), (fitting or entries)[0])


def _without_knowing(context: Context, pending: Pending) -> Draft:
    """Go on with the machine's own value, said to be a guess, or with the likeliest candidate."""
    default = context.machine.platform if pending.kind == "slot" and pending.name == "platform" else ""
    if not pending.candidates:
        return ask_detail(context)
    entries = [context.engine.entry(name) for name in pending.candidates]
    fitting = [one for one in entries if default and {default, "any"} & set(one.platforms)]
    lead = context.word("assumed", default) if fitting else context.word("likeliest")
    return tell(context, (fitting or entries)[0], lead=lead)


def _walk_on(context: Context, pending: Pending, option: Option, *, told: bool = False) -> Draft | None:
    """Go on from a choice; whoever ``told`` their case rather than picked it reads what remains beside the question."""
    entry = context.engine.entry(pending.name.partition(":")[0])
    question = question_of(context, pending)
    if question is None:
        return None
    choice = next((one for one in question.choices if option.label in (one.when.zh, one.when.en)), None)
    if choice is None:
        # The book words it otherwise by now, so it is asked again.
        draft = context.draft("asked")
        add_walk(context, draft, entry, question.name)
        return draft
    if choice.see:
        return tell(context, context.engine.entry(choice.see))
    if choice.go and told:
        return rest_of(context, entry, count=False, question=choice.go)
    draft = context.draft()
    if choice.go:
        add_walk(context, draft, entry, choice.go)
        draft.outcome = "asked"
    elif choice.result is not None:
        draft.quote(entry.id, context.word("walk end") + choice.result.of(context.lang))
    return draft
