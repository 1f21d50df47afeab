"""Rules for turns about the topic as a whole: a correction, a comparison, versions, sources, another platform."""

import re
from dataclasses import replace
from typing import Final

from msfaq.answers.items import bullet, items
from msfaq.answers.links import plain_links
from msfaq.chat.blocks import add_short_code
from msfaq.chat.case import own_case, own_mend
from msfaq.chat.content import only_asks
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import rows_of
from msfaq.chat.focus import POSSIBLE
from msfaq.chat.following import follow
from msfaq.chat.sections import add_excerpts, add_more, add_sections
from msfaq.chat.slots import without_slot_words
from msfaq.chat.tables import asks_for_whole, table_of
from msfaq.chat.telling import tell
from msfaq.chat.turn import Turn
from msfaq.corpus.entry import Entry
from msfaq.request import ANSWERED, SURE

_PARTS: Final = re.compile(
    r"\s*(?:和|跟|与|、|还是|\b(?:and|vs\.?|versus|from|or|to|with|between)\b)\s*", re.IGNORECASE
)
_LONGEST: Final = 120
"""Characters up to which a turn can be a correction."""

_COMPONENT: Final = re.compile(r"(?i)\b(?:cann|hccl|nccl|cuda|cudnn)\b")
_LIGHT: Final = 0.8
_OTHERS: Final = 5
"""Answers among which one for another platform is looked for."""

_MENTIONS: Final = {
    "Ascend": ("ascend", "昇腾", "npu", "hccl", "cann"),
    "GPU": ("gpu", "cuda", "nccl", "nvidia"),
    "CPU": ("cpu",),
    "macOS": ("mac",),
    "Windows": ("windows", "wsl"),
    "Linux": ("linux", "ubuntu"),
    "graph": ("graph", "图"),
    "pynative": ("pynative", "动态图"),
}
"""Slot value → what lines about it contain, lower-case."""


def correction(context: Context) -> Draft | None:
    """Ask again with what the user meant."""
    turn, state = context.turn, context.state
    if "correct" not in turn.intents or not state.topic or turn.is_failure or len(turn.text) > _LONGEST:
        return None
    if turn.only_slots:
        return elsewhere(context)
    alone = context.engine.lookup(turn.intents.rest.strip(" ,，。:：是") or turn.text, lang=context.lang)
    if alone.outcome == "unknown" or alone.answers[0].confidence < SURE:
        # What is put right is a circumstance (“not Ubuntu, CentOS”): the topic stays the likeliest one.
        return None
    return tell(context, context.engine.entry(alone.answers[0].id), diagnosis=alone)


def comparison(context: Context) -> Draft | None:
    """Put two entries side by side."""
    turn, topic = context.turn, context.topic
    if "compare" not in turn.intents or turn.is_failure:
        return None
    names = list(dict.fromkeys(_named(context, turn)))
    if topic is not None and len(names) == 1:
        names = [topic.id, *(name for name in names if name != topic.id)]
    if len(names) < 2 and topic is not None and context.state.trail and turn.weight < _LIGHT:
        names = [context.state.trail[-1].entry_id, topic.id]
    if len(names) < 2:
        return None
    draft = context.draft()
    draft.say(context.word("compare"))
    for name in names[:2]:
        _side(context, draft, context.engine.entry(name))
    draft.state = replace(draft.state.move(names[1], context.question), listed=tuple(names[:2]))
    return draft


def _named(context: Context, turn: Turn) -> list[str]:
    """Return the entries that the parts of a comparison name surely."""
    found = []
    for part in _PARTS.split(turn.intents.rest):
        if part.strip(" ?？,，。.的它这那"):
            diagnosis = context.engine.lookup(part, lang=context.lang)
            if diagnosis.outcome == "answered" and not only_asks(part):
                found.append(diagnosis.answers[0].id)
    return found


def _side(context: Context, draft: Draft, entry: Entry) -> None:
    draft.quote(entry.id, f"**{entry.title.of(context.lang)}** (`{entry.id}`)", "title")
    add_sections(context, draft, entry, ("meaning", "cause", "fix"))


def sources(context: Context) -> Draft | None:
    """Say where the topic's facts can be checked; to who doubts them also what was run, and how to check."""
    topic, turn = context.topic, context.turn
    if topic is None or not turn.intents.any(("source", "doubt")) or turn.weight > _LIGHT:
        return None
    if "source" not in turn.intents and turn.intents.any(("why", "fix", "meaning", "code")):
        # “Are you sure? What would it harm?” is answered by what it asks.
        return None
    rows = "\n".join(f"- {one.name}: <{one.url}>" if one.url else f"- {one.name}" for one in topic.sources)
    is_asked = turn.intents.any(("code", "why", "fix", "verify"))
    draft = follow(context, topic, None) if is_asked else context.draft(joined=context.state.joined)
    draft.quote(topic.id, context.word("sources") + "\n\n" + rows)
    if "doubt" in turn.intents:
        run = sum(one.promise != "syntax" for one in topic.snippets)
        if run:
            draft.quote(topic.id, context.word("proven", run))
        add_sections(context, draft, topic, ("verify",))
    return draft


def elsewhere(context: Context) -> Draft | None:
    """Answer “and on GPU?”: the last question again with the new platform, system or mode in place of the old."""
    turn, topic, state = context.turn, context.topic, context.state
    if topic is None or not turn.only_slots or turn.intents.any(_NOT_ELSEWHERE):
        return None
    if not turn.slots:
        return _not_there(context, topic)
    if _COMPONENT.search(turn.text) and turn.alone.outcome == "answered" and turn.alone.answers[0].id != topic.id:
        # What tells the platform may be what is asked about: “and that of CANN?”.
        return None
    value = next(iter(turn.slots.values()))
    asked = f"{value} {without_slot_words(state.question)}"
    alone = context.engine.lookup(asked, lang=context.lang, limit=4)
    names = [one.id for one in alone.answers if one.confidence >= POSSIBLE]
    other = next((context.engine.entry(name) for name in names[:1] if name != topic.id), None)
    if other is not None and alone.answers[0].confidence >= ANSWERED and not _fits(topic, value):
        return tell(context, other)
    if _mentioned(context, topic, value) or value in topic.platforms or "any" in topic.platforms:
        return _there(context, topic, value)
    linked = [one.entry_id for one in context.candidates]
    for name in linked:
        entry = context.engine.entry(name)
        if name != topic.id and _mentioned(context, entry, value) and _fits(entry, value):
            return tell(context, entry)
    return _there(context, topic, value)


_NOT_ELSEWHERE: Final = (
    "code",
    "version",
    "compare",
    "back",
    "why",
    "meaning",
    "verify",
    "failed",
    "ruled_out",
    "name",
)
"""Intents that ask for something else than the same in another place."""


def _there(context: Context, entry: Entry, value: str) -> Draft:
    """Say what an entry has on a platform, system or mode; that it holds there only where it says so."""
    draft = context.draft(joined=context.state.joined)
    lines = _mentioned(context, entry, value)
    label = context.word(value) if value in ("graph", "pynative") else value
    # In Chinese a Latin word has a blank before it, and none before a comma or semicolon, which stands behind it here.
    label = f" {label}" if context.lang == "zh" and label.isascii() else label
    if not _fits(entry, value):
        draft.quote(entry.id, context.word("platform differs", label, _places(context, entry, value)))
    elif lines:
        draft.quote(entry.id, context.word("place lines", label))
    else:
        key = "place named" if value in (*entry.platforms, *entry.modes) else "place unnamed"
        draft.quote(entry.id, context.word(key, label))
    if lines:
        draft.quote(entry.id, plain_links("\n".join(bullet(one) for one in lines)))
    add_sections(context, draft, entry, ("fix",))
    add_short_code(context, draft, entry)
    return draft


def _places(context: Context, entry: Entry, value: str) -> str:
    """Return the places that the entry is written for, of the kind of ``value``."""
    if value in ("graph", "pynative"):
        return ", ".join(context.word(mode) for mode in entry.modes)
    return ", ".join(entry.platforms)


def _not_there(context: Context, topic: Entry) -> Draft:
    """Take “not on GPU”: leave an entry that is for nothing else, and go on with one that fits; else only note it."""
    turn, state = context.turn, context.state
    slots = {name: value for name, value in state.slots.items() if turn.denied.get(name) != value}
    noted = context.word("noted not", ", ".join(turn.denied.values()))
    value = next(iter(turn.denied.values()))
    moved = replace(context, state=replace(state, slots=slots))
    if set(topic.platforms) == {value}:
        for answer in context.engine.lookup(
            without_slot_words(state.question), lang=context.lang, limit=_OTHERS
        ).answers:
            entry = context.engine.entry(answer.id)
            if set(entry.platforms) != {value} and answer.confidence >= POSSIBLE:
                return tell(moved, entry, lead=noted)
    draft = moved.draft(joined=state.joined).open_with(noted)
    add_sections(context, draft, topic, ("fix",))
    add_more(context, draft, topic)
    return draft


def _fits(entry: Entry, value: str) -> bool:
    places = entry.modes if value in ("graph", "pynative") else entry.platforms
    return bool({value, "any"} & set(places)) or value not in ("Ascend", "GPU", "CPU", "graph", "pynative")


def _mentioned(context: Context, entry: Entry, value: str) -> list[str]:
    marks = _MENTIONS.get(value, (value.lower(),))
    return [
        one.text
        for part in entry.sections(context.lang)
        if part.key != "fix"
        for one in items(part)
        if any(mark in one.text.lower() for mark in marks)
    ]


_LINE: Final = re.compile(
    r"(?i)\b(?:which|what|where)\b.{0,16}\blines?\b|\bmy (?:own )?lines?\b|哪(?:一)?行|我的?(?:代码)?(?:里|中)?的?哪"
)
"""Asks for the user's own line."""


def own_line(context: Context) -> Draft | None:
    """Repeat what was read from the user's message, their line above all, with what mends it."""
    topic, turn = context.topic, context.turn
    if topic is None or turn.is_failure or not context.state.own.line or not _LINE.search(turn.text):
        return None
    draft = context.draft(joined=context.state.joined).open_with(own_case(context))
    own = own_mend(context, topic)
    if own:
        draft.quote(topic.id, own)
    else:
        add_excerpts(context, draft, topic, ("fix",))
    add_more(context, draft, topic)
    return draft


def whole_table(context: Context) -> Draft | None:
    """Show the topic's tables with all their rows, to who asks for that."""
    topic = context.topic
    if topic is None or not asks_for_whole(context.turn.text):
        return None
    rows = [one for part in topic.sections(context.lang) for one in rows_of(part) if table_of(one.text) is not None]
    if not rows:
        return None
    draft = context.draft(joined=context.state.joined)
    draft.quote(topic.id, plain_links("\n\n".join(one.text for one in rows)))
    add_more(context, draft, topic)
    return draft
