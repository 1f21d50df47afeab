"""Adds what was nearly chosen to a reply: parts of an entry that often has the missing half, and others in short."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len

from msfaq.answers.items import joined, section
from msfaq.answers.links import plain_links
from msfaq.chat.also import in_lines
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import rows_of, shortened
from msfaq.chat.focus import Focus
from msfaq.chat.pieces import links
from msfaq.chat.products import products_in, products_of
from msfaq.chat.ranking import ranked_parts
from msfaq.chat.selecting import add_parts
from msfaq.corpus.entry import Entry
from msfaq.request import ANSWERED, SURE

_ALONE: Final = 0.4
"""Confidence of the turn by itself from which it may be about another entry than the best one."""

_BESIDE: Final = 1.8
"""How far behind the best, in log odds, an entry may be to have its nearest section shown as well."""

_MOST_BESIDE: Final = 3
"""Candidates behind the best of which one may have been nearly chosen."""

_MORE: Final = 0.125
"""How much nearer than the best an entry must be to say more about the turn."""

_BESIDE_NEAR: Final = 0.15
"""Nearness that such a section has at least."""

_SURELY_NEAR: Final = 0.4
"""Nearness from which a section speaks of the turn; questions about other things come to 0.4 at most."""

_PERHAPS: Final = 4.0
"""How far behind the best, in log odds, an entry may be to be named with what it would say."""

_MOST_OTHERS: Final = 2
"""Entries that stand beside the best one, told at length or named like that."""

_ROOM_JOINED: Final = 500
"""Columns up to which a section of the entry that was told beside the topic is told whole."""

_MOST_JOINED: Final = 6
"""Items of a longer one."""

_LINES_PERHAPS: Final = 2
"""Lines for each of them."""

_ROOM_PERHAPS: Final = 480
"""Columns that these may take."""


def add_beside(context: Context, draft: Draft, found: tuple[Focus, ...]) -> None:
    """Add what the second likeliest entry says to the turn, where it often has the missing half; name others."""
    if "code" in context.turn.intents and context.turn.weight < 1:
        return
    others = _others(context, found[1:])
    second = _second(context, others, found[0])
    room = _MOST_OTHERS
    if second is not None and not draft.cites(second.entry_id):
        _add_entry(context, draft, context.engine.entry(second.entry_id))
        room -= 1
    if context.state.topic:
        near = [one for one in others if one.score >= found[0].score - _PERHAPS]
        _add_perhaps(context, draft, [one for one in near if not draft.cites(one.entry_id)][:room])


def add_own(context: Context, draft: Draft) -> None:
    """Add what the entry says whose question the turn is by itself, to a reply that took it for one about the topic.

    “Installed. How do I check it?” is about the topic as well as about checking an installation. Behind a topic that
    has nothing to do with that entry, a bare “how to check” is its question by its wording only.
    """
    alone, topic = context.turn.alone, context.topic
    if alone.outcome != "answered" or topic is None or draft.cites(alone.answers[0].id):
        return
    entry = context.engine.entry(alone.answers[0].id)
    if entry.area == topic.area or entry.id in links(topic):
        _add_entry(context, draft, entry)


def add_joined(context: Context, draft: Draft, keys: Sequence[str]) -> None:
    """Add these sections of the entry that was told beside the topic, long ones in short.

    A bare “how to check” means both, and where a fix of the one did not help the other is next.
    """
    name = context.state.joined
    if not name or name == context.state.topic or draft.cites(name):
        return
    entry = context.engine.entry(name)
    parts = [part for key in keys if (part := section(entry, context.lang, key)) is not None]
    if not parts:
        return
    draft.say(context.word("see also", entry.title.of(context.lang), entry.id))
    for part in parts:
        rows = rows_of(part)
        if cell_len(part.markdown) > _ROOM_JOINED:
            rows = tuple(shortened([one for one in rows if one.is_listed] or rows, context.turn.rarity)[:_MOST_JOINED])
        draft.quote(entry.id, f"**{part.heading}**\n\n{plain_links(joined(rows))}")


def _others(context: Context, found: Sequence[Focus]) -> list[Focus]:
    """Return the candidates that may stand beside another."""
    # What was reported as done, or set aside, is not told once more.
    left = context.state.topic if context.turn.is_news else ""
    named = _products_named(context)
    others = [one for one in found if one.passages is not None and one.entry_id != left]
    return [one for one in others if not (about := products_of(context.engine.scope(one.entry_id))) or about & named]


def _second(context: Context, others: Sequence[Focus], best: Focus) -> Focus | None:
    """Return the candidate that is told beside the best one, if any."""
    fitting = [one for one in others[:_MOST_BESIDE] if _is_beside(one, best)]
    fitting = fitting or [one for one in others if _says_more(one, best)]
    if not context.state.topic and best.alone >= SURE:
        # A sure answer to a first question needs no other beside it that the question does not ask for.
        fitting = [one for one in fitting if one.alone >= ANSWERED]
    if best.alone < ANSWERED:
        # A move that is not certain keeps a foot in the topic, where that speaks of the turn too.
        fitting = [one for one in others if one.entry_id == context.state.topic and _speaks_too(one, best)] or fitting
    return max(fitting, key=lambda one: one.score, default=None)


def _add_entry(context: Context, draft: Draft, entry: Entry) -> None:
    draft.say(context.word("see also", entry.title.of(context.lang), entry.id))
    add_parts(context, draft, entry, is_beside=True)
    if not draft.state.joined and entry.id != draft.state.topic:
        draft.state = replace(draft.state, joined=entry.id)


def _add_perhaps(context: Context, draft: Draft, near: Sequence[Focus]) -> None:
    """Add in a few lines what these entries would say: the turn may have meant one of them."""
    told = [(entry, _in_lines(context, entry)) for one in near if (entry := context.engine.entry(one.entry_id))]
    told = [(entry, lines) for entry, lines in told if lines]
    if told:
        draft.say(context.word("perhaps"))
    for entry, lines in told:
        name = f"- **{entry.title.of(context.lang)}** (`{entry.id}`)"
        draft.quote(entry.id, "\n".join((name, *(f"  {line}" for line in lines))))


def _in_lines(context: Context, entry: Entry) -> list[str]:
    ranked = ranked_parts(context, entry)
    return in_lines(ranked, context.turn.rarity, most=_LINES_PERHAPS, room=_ROOM_PERHAPS)


def _products_named(context: Context) -> frozenset[str]:
    """Return the products that the user or the topic has named: an entry about another one is of no use."""
    named = products_in(f"{context.state.question} {context.turn.text}")
    return named | products_of(context.topic) if context.topic is not None else named


def _says_more(one: Focus, best: Focus) -> bool:
    """Tell whether the turn, by itself, is about another entry, of which the best one says next to nothing."""
    return one.alone >= _ALONE and one.near >= max(_SURELY_NEAR, best.near + _MORE)


def _speaks_too(one: Focus, best: Focus) -> bool:
    """Tell whether the topic was nearly chosen, or a section of it is about as near as the entry moved to."""
    is_near = one.near >= max(_SURELY_NEAR, best.near - _BESIDE_NEAR)
    return one.passages is not None and (is_near or one.score >= best.score - _BESIDE)


def _is_beside(one: Focus, best: Focus) -> bool:
    close = one.score >= best.score - _BESIDE or (one.near > best.near and one.score >= best.score - 2 * _BESIDE)
    return one.alone >= ANSWERED or (one.near >= _BESIDE_NEAR and close)
