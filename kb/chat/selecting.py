"""Tells the parts of an entry that a turn asks for, wherever in it they stand."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from msfaq.answers.items import Item, joined, section
from msfaq.answers.links import plain_links
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import rows_of, shortened
from msfaq.chat.ranking import CODE, Part, Ranked, ranked_parts
from msfaq.chat.telling import add_code_of, add_short_code, note_shown
from msfaq.corpus.entry import Entry, Section
from msfaq.corpus.vocabulary import ASKED

_FULL: Final = 0.8
"""Probability from which what was chosen has the answer; what is chosen beyond it is told in short."""

_ENOUGH: Final = 0.97
"""Probability from which it surely has."""

_LEAST: Final = 0.008
"""Probability below which a part is no answer, whatever is still missing."""

_ROOM: Final = 1200
"""Columns that several parts may take together: some ten lines."""

_ROOM_BESIDE: Final = 800
"""The same beside another answer."""

_WHOLE: Final = 1100
"""Columns of a reply up to which the other items of the first section are told in short."""

_BLOCK: Final = 0.2
"""Probability from which a code block is shown."""


def add_parts(context: Context, draft: Draft, entry: Entry, *, is_beside: bool = False) -> tuple[Part, ...]:
    """Add the parts that the turn asks for, those of a section under its heading; return the items told.

    ``is_beside`` says that they stand beside another answer: fewer are told, and none beside those that are asked for.
    """
    ranked = ranked_parts(context, entry)
    chosen = choose(ranked, _ROOM_BESIDE if is_beside else _ROOM)
    by_section: dict[str, list[Ranked]] = {}
    for one in chosen:
        by_section.setdefault(one.part.key, []).append(one)
    full = _full(chosen)
    for place, (key, found) in enumerate(by_section.items()):
        part = section(entry, context.lang, key)
        if part is not None:
            draft.quote(entry.id, _told(context, draft, part, found, full, rest=place == 0 and not is_beside))
    note_shown(context, draft, entry, tuple(by_section))
    block = next((one for one in ranked if one.part.key == CODE), None)
    if block is not None and block.share >= _BLOCK:
        add_short_code(context, draft, entry, block.part.number)
    elif not is_beside:
        # A step that says “run the first script” is nothing without it, also where it was shown before.
        told = "\n".join(one.part.text for one in chosen if one.part.name in full)
        add_code_of(context, draft, entry, told, again=True)
    return tuple(one.part for one in chosen)


def choose(ranked: Sequence[Ranked], room: int = _ROOM) -> list[Ranked]:
    """Return the items that are told: the likeliest until they surely have the answer, or fill ``room`` columns."""
    chosen: list[Ranked] = []
    for one in ranked:
        if one.part.key == CODE:
            continue
        columns = sum(cell_len(other.part.text) for other in (*chosen, one))
        is_enough = sum(other.share for other in chosen) >= _ENOUGH or one.share < _LEAST
        if chosen and (is_enough or columns > room):
            break
        chosen.append(one)
    return chosen


def _full(chosen: Sequence[Ranked]) -> frozenset[str]:
    """Return the names of those that are told in full: the likeliest until they have the answer."""
    names: list[str] = []
    share = 0.0
    for one in chosen:
        if names and share >= _FULL:
            break
        names.append(one.part.name)
        share += one.share
    return frozenset(names)


def _told(
    context: Context, draft: Draft, part: Section, found: Sequence[Ranked], full: frozenset[str], *, rest: bool
) -> str:
    rows = rows_of(part)
    whole = sorted(one.part.number for one in found if one.part.name in full)
    short = [one.part.number for one in found if one.part.name not in full]
    if part.key == ASKED:
        # Each has its own question: a heading says nothing, and the others are about something else.
        return plain_links(joined([rows[number] for number in sorted((*whole, *short))]))
    others = [number for number in range(len(rows)) if number not in whole and (rest or number in short)]
    text = f"**{part.heading}**"
    if whole:
        text += f"\n\n{plain_links(joined([rows[number] for number in whole]))}"
    told = _rest(context, [rows[number] for number in others])
    columns = sum(cell_len(one.text) for one in draft.groundings) + cell_len(text) + cell_len(told)
    if rest and columns > _WHOLE:
        told = _rest(context, [rows[number] for number in sorted(short)])
    if told and whole:
        text += f"\n\n{context.word('rest')}"
    return f"{text}\n\n{told}" if told else text


def _rest(context: Context, others: Sequence[Item]) -> str:
    return plain_links(joined(shortened(others, context.turn.rarity)))
