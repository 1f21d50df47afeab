"""Rules for turns that ask why, how to check, for the code or for more, and say nothing else."""

from dataclasses import replace
from typing import Final

from msfaq.answers.considered import Considered
from msfaq.chat.asking import ask_detail
from msfaq.chat.beside import add_joined, add_own
from msfaq.chat.blocks import add_code
from msfaq.chat.clauses import only_question
from msfaq.chat.content import content_words
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.following import follow, in_short
from msfaq.chat.intents import find_intents
from msfaq.chat.sections import add_more, add_sections
from msfaq.chat.telling import tell
from msfaq.chat.turn import Turn
from msfaq.corpus.entry import Entry

_LIGHT: Final = 0.8
"""Weight of the words of a turn up to which they name no subject."""

_REPORT: Final = 2.5
"""Weight of the words of a turn up to which what it says before it asks how to check is a report of what was done."""

_BARE: Final = {"why": "cause", "meaning": "meaning", "fix": "fix", "verify": "verify"}
"""Intent of a turn that says nothing else → the section that it asks for."""


def bare_ask(context: Context) -> Draft | None:
    """Answer why, code, check and the like with nothing else said: from the topic, which must be there."""
    turn, topic = context.turn, context.topic
    asks = ("code", "shell", "why", "verify", "meaning", "fix", "name", "more", "simpler")
    if topic is not None and _only_checks(turn):
        # What it reports does not say which part is told, but whether the check of an installation is meant as well.
        alone = Considered.of(context.engine.lookup(turn.text, lang=turn.lang))
        turn = replace(turn, alone=alone, words=(), rarity={}, weight=0.0)
        context = replace(context, turn=turn)
    if turn.is_failure or turn.weight > _LIGHT or not turn.intents.any(asks):
        return None
    if topic is None:
        # Common words may well name a subject together.
        return None if turn.words and turn.alone.outcome == "answered" else ask_detail(context)
    if turn.words and "code" not in turn.intents:
        return None
    if "more" in turn.intents and "code" not in turn.intents:
        return more(context, topic)
    # “Explain simply” asks for the meaning too, and wants it short.
    if "simpler" in turn.intents and not turn.intents.any(set(asks) - {"simpler", "meaning"}):
        return in_short(context, topic)
    draft = follow(context, topic, None)
    if "verify" in turn.intents:
        add_own(context, draft)
    add_joined(context, draft, [key for intent, key in _BARE.items() if intent in turn.intents])
    return draft


def _only_checks(turn: Turn) -> bool:
    """Tell whether a turn reports something and asks no more than how to check it: “Installed now. How do I check?”."""
    asked = find_intents(only_question(turn.text))
    return "verify" in asked and not content_words(asked.rest) and turn.weight <= _REPORT


def more(context: Context, entry: Entry) -> Draft:
    """Show what of the topic was not shown, or the next item of a checklist."""
    shown = context.state.shown
    keys = tuple(one.key for one in entry.sections(context.lang) if one.key not in shown)
    if not keys and entry.kind == "checklist":
        names = [name for name in context.engine.entry_ids() if name.startswith("checklist-")]
        if entry.id in names and entry.id != names[-1]:
            return tell(context, context.engine.entry(names[names.index(entry.id) + 1]))
    draft = context.draft(joined=context.state.joined)
    add_sections(context, draft, entry, keys[:2])
    if len(keys) < 2:
        add_code(context, draft, entry)
    add_more(context, draft, entry)
    return draft
