"""Rules for turns that choose: an answer to what was asked, one of a list, an earlier topic."""

import re
from dataclasses import replace
from typing import Final

from msfaq.answers.blocks import blocks_named
from msfaq.answers.items import Item, items, section
from msfaq.answers.links import plain_links
from msfaq.chat.asking import ask_detail
from msfaq.chat.causes import rest_of
from msfaq.chat.content import content_words
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.focus import nearness
from msfaq.chat.following import code_in_question, follow, in_short
from msfaq.chat.intents import find_intents
from msfaq.chat.state import Option, Pending
from msfaq.chat.telling import add_code, add_more, add_walk, tell
from msfaq.corpus.entry import Entry, Question, Section
from msfaq.index.tokens import fold_name, tokens

_NUMBERS: Final = {
    **{word: number for number, word in enumerate("一二三四五六七八九十", start=1)},
    **{
        word: number
        for number, words in enumerate(
            (
                ("first", "1st", "former", "前者"),
                ("second", "2nd", "latter", "后者"),
                ("third", "3rd"),
                ("fourth",),
                ("fifth",),
            ),
            start=1,
        )
        for word in words
    },
    "last": -1,
    "最后": -1,
}
_DIGITS: Final = re.compile(r"\d{1,2}")

_DENIES: Final = re.compile(r"(?i)[不没否无]|\b(?:not?|none|never|without|neither)\b|n't\b")
"""What a label has that stands for no."""

_ASKS: Final = re.compile(
    r"(?i)[?？吗呢]\s*$|能不能|能否|可不可以|怎么|如何|为什么|啥|什么|哪[个一里些]|多少"
    r"|^\s*(?:how|what|why|which|can|could|should|does|is there)\b"
)
"""What a question has; one that shares words with a choice does not take it."""

_ALIKE: Final = 0.6
"""Share of a label's words that a turn must have to be taken for it."""

_NEAR: Final = 0.62
"""Cosine of a turn to what people say of a choice from which it takes that choice."""

_LEAD: Final = 0.08
"""How far behind the nearest choice the next one must be. Of phrases left out, these two take every second one, 4 % of
them wrongly, and 3 % of other turns."""

_FIELDS: Final = {"platform": "platforms", "mode": "modes"}
"""Slot that is asked for → the field of an entry that has its values."""

_LONGEST: Final = 160
"""Characters up to which a turn can be an answer to a question."""


def answer_pending(context: Context) -> Draft | None:
    """Take a turn for the answer to what the last reply asked."""
    pending, turn = context.state.pending, context.turn
    if pending is None or turn.is_failure or len(turn.text) > _LONGEST:
        return None
    option = chosen(context, pending.options)
    if pending.kind == "walk":
        if option is not None:
            return _walk_on(context, pending, option)
        said = _said(context, pending)
        return None if said is None else _walk_on(context, pending, said, told=True)
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
    text = turn.text if turn.weight < 1 else _picking_clause(turn.text)
    number = ordinal(text) if "pick" in turn.intents else 0
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
    numbers = blocks_named(item.text, context.lang, len(topic.snippets))
    number = code_in_question(context, topic, of=item.text) if "code" in context.turn.intents else None
    for one in numbers or (() if number is None else (number,)):
        add_code(context, draft, topic, one)
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
        visit = max(visits, key=lambda one: found[one.entry_id].near if one.entry_id in found else 0.0)
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


_STARTS: Final = re.compile(r"(?i)\b(?:first|question|start|beginning|over)\b|最开始|最早|最初|第一|问题|重来")
"""Means the beginning of a walk."""


def _the_topic(context: Context) -> Draft | None:
    """Return to the topic itself, which only turns about something else came after."""
    topic = context.topic
    if topic is None or not context.turn.leans:
        return None
    draft = in_short(context, topic)
    return draft.open_with(context.word("back", topic.title.of(context.lang)), first=True)


def _first_question(context: Context) -> Draft | None:
    """Begin a walk anew where there is no earlier topic to return to."""
    pending = context.state.pending
    if pending is None or pending.kind != "walk" or context.turn.weight > 1:
        return None
    draft = context.draft("asked")
    add_walk(context, draft, context.engine.entry(pending.name.partition(":")[0]))
    return draft


def chosen(context: Context, options: tuple[Option, ...]) -> Option | None:
    """Return the option that a turn names: by number, by its label, or by yes and no."""
    turn = context.turn
    number = ordinal(turn.text) if "pick" in turn.intents else 0
    if number and -len(options) <= number <= len(options):
        return options[number - 1 if number > 0 else number]
    folded = fold_name(turn.text)
    for option in options:
        if folded and fold_name(option.label) == folded:
            return option
    if turn.intents.any(("yes", "no")):
        fitting = [one for one in options if bool(_DENIES.search(one.label)) == ("no" in turn.intents)]
        return fitting[0] if len(fitting) == 1 else None
    return _alike(context, options)


def _alike(context: Context, options: tuple[Option, ...]) -> Option | None:
    """Return the option most of whose words the turn has, when no other is as near."""
    if _asks(context):
        return None
    scored = []
    for option in options:
        words = tuple(dict.fromkeys(tokens(option.label)))
        weights = dict.fromkeys(words, 1.0)
        scored.append((2 * nearness(0.0, context.turn.text, weights), option))
    scored.sort(key=lambda pair: -pair[0])
    if scored and scored[0][0] >= _ALIKE and (len(scored) < 2 or scored[0][0] > scored[1][0]):
        return scored[0][1]
    return None


def _said(context: Context, pending: Pending) -> Option | None:
    """Return the option of a walk's question that people choose in about the words of the turn."""
    question = _question_of(context, pending)
    if question is None or _asks(context):
        return None
    said = [(number, text) for number, one in enumerate(question.choices) for text in (*one.said.zh, *one.said.en)]
    texts = [text for _, text in said]
    if not texts:
        return None
    cosines = context.engine.search(lambda retriever: retriever.cosines(context.turn.text, texts))
    near = [0.0] * len(question.choices)
    for (number, _), cosine in zip(said, cosines, strict=True):
        near[number] = max(near[number], cosine)
    first, second = sorted(near, reverse=True)[:2]
    if first < _NEAR or first - second < _LEAD:
        return None
    wording = question.choices[near.index(first)].when
    return next((one for one in pending.options if one.label in (wording.zh, wording.en)), None)


def _asks(context: Context) -> bool:
    intents = context.turn.intents.any(("failed", "why", "code", "verify", "compare", "version", "back"))
    return intents or _ASKS.search(context.turn.text) is not None


def _question_of(context: Context, pending: Pending) -> Question | None:
    """Return the question of a walk that waits for an answer, the first where the book has it no more."""
    entry_id, _, name = pending.name.partition(":")
    walk = context.engine.entry(entry_id).walk
    return next((one for one in walk if one.name == name), walk[0] if walk else None)


def ordinal(text: str) -> int:
    """Return the number that a turn names, -1 for the last, 0 for none.

    >>> ordinal("第二个"), ordinal("the last one"), ordinal("3")
    (2, -1, 3)
    """
    digits = _DIGITS.search(text)
    if digits is not None:
        return int(digits[0])
    lowered = text.lower()
    return next((number for name, number in _NUMBERS.items() if name in lowered), 0)


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
    question = _question_of(context, pending)
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
