"""Answers with an entry that the conversation comes to: in short, or with the part that was asked for."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from msfaq.answers.links import plain_links
from msfaq.chat.asked import add_asked
from msfaq.chat.blocks import add_code, add_named_code, add_short_code
from msfaq.chat.case import add_case, told_variant
from msfaq.chat.clauses import asks
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.ranking import CODE, ranked_parts
from msfaq.chat.sections import add_excerpts, add_more, add_sections
from msfaq.chat.selecting import add_parts
from msfaq.chat.turn import narrowed
from msfaq.chat.walks import add_walk
from msfaq.chat.wanted import wants_code
from msfaq.corpus.entry import Entry
from msfaq.diagnosis import Diagnosis

_SHORT: Final = {
    "error": ("meaning", "cause", "fix"),
    "howto": ("cause", "fix"),
    "concept": ("meaning", "cause", "fix"),
    "checklist": ("meaning", "look", "fix"),
    "decision": ("cause", "fix"),
}
"""Sections of the short answer per kind of entry; the rest is offered."""

_Add = Callable[[Context, Draft, Entry, tuple[str, ...]], bool]
"""Adds sections of an entry, and tells whether there were any."""

_NAMED: Final = 0.5
"""Weight of the words from which code was asked for by name."""


def tell(context: Context, entry: Entry, *, lead: str = "", diagnosis: Diagnosis | None = None) -> Draft:
    """Answer with an entry: what happened, why, what to do, one snippet, and what else can be asked.

    ``diagnosis`` is where the entry was found, for the reader's own numbers and line.
    """
    draft = _begin(context, entry, lead)
    add_case(context, draft, entry, diagnosis)
    if context.turn.beside:
        asked = replace(context, turn=narrowed(context.turn, context.turn.beside, context.engine))
        add_asked(context, draft, entry, ranked_parts(asked, entry))
    variant = told_variant(entry, diagnosis)
    if variant is not None:
        draft.state = replace(draft.state, own=replace(draft.state.own, variant=variant.name))
    go = variant.go if variant else ""
    if "code" in context.turn.intents and entry.snippets and (context.topic is None or wants_code(context, entry)):
        is_named = context.turn.weight > _NAMED
        blocks = (one.part.number for one in ranked_parts(context, entry) if one.part.key == CODE)
        add_code(context, draft, entry, next(blocks) if is_named else None)
        # What is asked for by name may be a line of the steps rather than the block.
        if is_named:
            add_sections(context, draft, entry, ("fix",))
    elif variant is not None:
        draft.quote(entry.id, plain_links(variant.mend.of(context.lang)))
        snippet = entry.fix_snippet(variant)
        if snippet is not None:
            add_code(context, draft, entry, entry.snippets.index(snippet))
    elif context.topic is not None and not context.turn.is_failure and not context.turn.leans:
        if asks(context.turn.text) and "fix" not in context.turn.intents:
            # Who asks on in a conversation asks for something in particular.
            add_parts(context, draft, entry)
        else:
            _tell_excerpts(context, draft, entry)
    else:
        _tell_whole(context, draft, entry)
    # A walk begins by asking which message it was: where that is known it goes on from there, or is not needed.
    if variant is None or go:
        add_walk(context, draft, entry, go)
    add_more(context, draft, entry)
    return draft


def _tell_excerpts(context: Context, draft: Draft, entry: Entry) -> None:
    """Add what an entry says to who comes to it from another one: of each section what the turn is nearest to."""
    ranked = ranked_parts(context, entry)
    add_asked(context, draft, entry, ranked)
    places = {one.part.key: place for place, one in reversed(list(enumerate(ranked)))}
    keys = tuple(sorted(_SHORT[entry.kind], key=lambda key: places.get(key, len(places))))
    _tell_sections(context, draft, entry, keys, add_excerpts)


def _tell_whole(context: Context, draft: Draft, entry: Entry) -> None:
    """Add what an entry says to who has not been told anything of it, behind the questions that the turn asks."""
    if not context.turn.is_failure and not context.turn.leans:
        add_asked(context, draft, entry, ranked_parts(context, entry))
    _tell_sections(context, draft, entry, _SHORT[entry.kind], add_sections)


def _tell_sections(context: Context, draft: Draft, entry: Entry, keys: tuple[str, ...], add: _Add) -> None:
    """Add these sections, before them how to check for who asks that, and the code they speak of or a short one."""
    if "verify" in context.turn.intents:
        add(context, draft, entry, ("verify",))
    add(context, draft, entry, keys)
    if not add_named_code(context, draft, entry, keys):
        add_short_code(context, draft, entry)


def _begin(context: Context, entry: Entry, lead: str) -> Draft:
    state = replace(context.state.move(entry.id, context.question), pending=None, listed=())
    draft = Draft(state)
    if lead:
        draft.open_with(lead)
    return draft.quote(entry.id, f"**{entry.title.of(context.lang)}** (`{entry.id}`)", "title")
