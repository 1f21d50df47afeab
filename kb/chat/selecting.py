"""Tells the parts of an entry that a turn asks for, wherever in it they stand."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len

from msfaq.answers.items import joined, section
from msfaq.answers.links import linked_ids, plain_links
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import rows_of, shortened
from msfaq.chat.ranking import CODE, Part, Ranked, ranked_parts
from msfaq.chat.tables import cut_tables
from msfaq.chat.telling import add_code_of, add_short_code, note_shown
from msfaq.corpus.entry import Entry, Section
from msfaq.corpus.vocabulary import ASKED

_ENOUGH: Final = 0.97
"""Probability from which what was chosen surely has the answer."""

_LEAST: Final = 0.008
"""Probability below which a part is no answer, whatever is still missing."""

_ROOM: Final = 1200
"""Columns that several parts may take together: some ten lines."""

_ROOM_BESIDE: Final = 800
"""The same beside another answer."""

_WHOLE: Final = 1100
"""Columns of a reply up to which the other items of the first section are told in short."""

_POINTER: Final = 110
"""Columns up to which an item that names another entry says hardly more than that."""

_BLOCK: Final = 0.2
"""Probability from which a code block is shown."""


def add_parts(
    context: Context, draft: Draft, entry: Entry, *, is_beside: bool = False, without: Collection[str] = ()
) -> tuple[Part, ...]:
    """Add the parts that the turn asks for, those of a section under its heading; return the items told.

    ``is_beside`` says that they stand beside another answer: fewer are told, and none beside those that are asked for.
    Items with a text of ``without`` are not told.
    """
    ranked = [one for one in ranked_parts(context, entry) if one.part.item is None or one.part.item.text not in without]
    chosen = choose(ranked, _ROOM_BESIDE if is_beside else _ROOM)
    by_section: dict[str, list[int]] = {}
    for one in chosen:
        by_section.setdefault(one.part.key, []).append(one.part.number)
    for place, (key, numbers) in enumerate(by_section.items()):
        part = section(entry, context.lang, key)
        if part is not None:
            draft.quote(entry.id, _told(context, draft, part, sorted(numbers), rest=place == 0 and not is_beside))
    note_shown(context, draft, entry, tuple(by_section))
    block = next((one for one in ranked if one.part.key == CODE), None)
    if block is not None and block.share >= _BLOCK:
        add_short_code(context, draft, entry, block.part.number)
    elif not is_beside:
        # A step that says “run the first script” is nothing without it, also where it was shown before.
        add_code_of(context, draft, entry, "\n".join(one.part.text for one in chosen), again=True)
    if chosen and not is_beside:
        _add_pointed(context, draft, chosen[0].part)
    return tuple(one.part for one in chosen)


def _add_pointed(context: Context, draft: Draft, part: Part) -> None:
    """Add what the turn asks for of the entry that the likeliest item does no more than point to."""
    name = points_to(part)
    if name and not draft.cites(name):
        entry = context.engine.entry(name)
        draft.say(context.word("see also", entry.title.of(context.lang), entry.id))
        add_parts(context, draft, entry, is_beside=True)


def points_to(part: Part) -> str:
    """Return the id of the entry that an item leads to, if it says hardly more than that; else an empty text."""
    names = linked_ids(part.item.text) if part.item is not None else []
    return names[0] if len(set(names)) == 1 and cell_len(part.text) <= _POINTER else ""


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


def _told(context: Context, draft: Draft, part: Section, numbers: Sequence[int], *, rest: bool) -> str:
    """Return the items of a section with these numbers, and where ``rest`` has room for them the others in short."""
    rows = rows_of(part)
    chosen = [replace(rows[number], text=cut_tables(context, rows[number].text)) for number in numbers]
    whole = plain_links(joined(chosen))
    if part.key == ASKED:
        # Each has its own question: a heading says nothing, and the others are about something else.
        return whole
    text = f"**{part.heading}**\n\n{whole}"
    # What was told in short once is not told so again: the talk is about something in particular by then.
    mark = f"rest:{part.key}"
    left = [row for number, row in enumerate(rows) if number not in numbers] if rest else []
    left = [] if mark in draft.state.shown else left
    others = plain_links(joined(shortened(left, context.turn.rarity)))
    columns = sum(cell_len(one.text) for one in draft.groundings) + cell_len(text) + cell_len(others)
    if not others or columns > _WHOLE:
        return text
    draft.state = replace(draft.state, shown=(*draft.state.shown, mark))
    return f"{text}\n\n{context.word('rest')}\n\n{others}"
