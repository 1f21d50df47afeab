"""Tells the parts of an entry that a turn asks for, wherever in it they stand."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len

from msfaq.answers.items import joined, section
from msfaq.answers.links import linked_ids, plain_links
from msfaq.chat.also import add_also
from msfaq.chat.blocks import add_code, add_code_of, add_short_code
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import rows_of
from msfaq.chat.ranking import CODE, Part, Ranked, ranked_parts
from msfaq.chat.sections import note_shown, note_told, told_parts
from msfaq.chat.tables import cut_tables
from msfaq.chat.turn import narrowed
from msfaq.corpus.entry import Entry, Section
from msfaq.corpus.vocabulary import ASKED

_ENOUGH: Final = 0.85
"""Probability from which what was chosen surely has the answer."""

_LEAST: Final = 0.008
"""Probability below which a part is no answer, whatever is still missing."""

_AGAIN: Final = 0.02
"""The same for what was told before."""

_LEADS: Final = 1.5
"""How many times as likely as the next one of its section an item is that goes before those that stand above it."""

_ANSWERS: Final = 0.35
"""Share of the likeliest part's probability from which a question with its answer goes before it: it is short, and
answers outright if it is the one."""

_ROOM: Final = 1200
"""Columns that several parts may take together: some ten lines."""

_ROOM_BESIDE: Final = 700
"""The same beside another answer."""

_SEVERAL: Final = 2
"""Questions of a turn from which each is looked at by itself."""

_WANTED: Final = 0.4
"""Probability from which an item answers one of several questions."""

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
    told = () if is_beside else told_parts(draft, entry)
    chosen = choose(ranked, _ROOM_BESIDE if is_beside else _ROOM, told, () if is_beside else _wanted(context, entry))
    by_section: dict[str, list[Ranked]] = {}
    for one in chosen:
        by_section.setdefault(one.part.key, []).append(one)
    if ASKED in by_section and by_section[ASKED][0].share >= _ANSWERS * chosen[0].share:
        by_section = {ASKED: by_section.pop(ASKED), **by_section}
    for key, found in by_section.items():
        part = section(entry, context.lang, key)
        if part is not None:
            draft.quote(entry.id, _told(context, part, in_order(found)))
    note_shown(context, draft, entry, tuple(by_section))
    note_told(draft, entry, [one.part.name for one in chosen])
    block = next((one for one in ranked if one.part.key == CODE), None)
    if block is not None and "code" in context.turn.intents and not is_beside:
        # Asked for, it is shown however long it is, and however surely a step answers too.
        add_code(context, draft, entry, block.part.number)
    elif block is not None and block.share >= _BLOCK:
        add_short_code(context, draft, entry, block.part.number)
    elif not is_beside:
        # A step that says “run the first script” is nothing without it, also where it was shown before.
        add_code_of(context, draft, entry, "\n".join(one.part.text for one in chosen), again=True)
    if chosen and not is_beside:
        _add_pointed(context, draft, chosen[0].part)
        add_also(context, draft, entry, ranked, chosen)
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


def _wanted(context: Context, entry: Entry) -> tuple[str, ...]:
    """Return the names of the items that answer each of several questions, as far as that is likely."""
    turn = context.turn
    if len(turn.questions) < _SEVERAL:
        return ()
    asked = (replace(context, turn=narrowed(turn, question, context.engine)) for question in turn.questions)
    # An entry of one's own may have no parts at all.
    best = [one for each in asked for one in ranked_parts(each, entry)[:1]]
    return tuple(dict.fromkeys(one.part.name for one in best if one.part.key != CODE and one.share >= _WANTED))


def choose(
    ranked: Sequence[Ranked], room: int = _ROOM, told: Collection[str] = (), wanted: Collection[str] = ()
) -> list[Ranked]:
    """Return the items that are told: the likeliest until they surely have the answer, or fill ``room`` columns.

    Of those named in ``told``, which were told before, only likely ones are told again. Those named in ``wanted``, each
    the answer to a question of its own, are told in any case.
    """
    chosen = [one for one in ranked[:1] if one.part.key != CODE]
    chosen += [one for one in ranked if one.part.name in wanted and one not in chosen]
    columns = sum(cell_len(one.part.text) for one in chosen)
    for one in ranked:
        if one.part.key == CODE or one in chosen:
            continue
        more = cell_len(one.part.text)
        is_enough = sum(other.share for other in chosen) >= _ENOUGH or one.share < _LEAST
        if chosen and (is_enough or columns + more > room):
            break
        if chosen and one.part.name in told and one.share < _AGAIN:
            continue
        chosen.append(one)
        columns += more
    return chosen


def in_order(found: Sequence[Ranked]) -> list[int]:
    """Return the numbers of a section's items in their order, that which is by far the likeliest first."""
    numbers = sorted(one.part.number for one in found)
    if len(found) > 1 and found[0].share >= _LEADS * found[1].share:
        numbers.sort(key=lambda number: number != found[0].part.number)
    return numbers


def _told(context: Context, part: Section, numbers: Sequence[int]) -> str:
    """Return the items of a section with these numbers, under its heading."""
    rows = rows_of(part)
    text = plain_links(joined([replace(rows[at], text=cut_tables(context, rows[at].text)) for at in numbers]))
    # What people ask next has its own question each: a heading says nothing.
    return text if part.key == ASKED else f"**{part.heading}**\n\n{text}"
