"""Adds, in a line each, the items of an entry that a turn may have meant besides those it is answered with."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from msfaq.answers.items import bullet
from msfaq.answers.links import plain_links, without_links
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import shortened
from msfaq.chat.ranking import Ranked
from msfaq.corpus.entry import Entry

_MOST: Final = 6
"""Items told in a line each."""

_ROOM: Final = 1200
"""Columns of a terminal that they may take together with what is told in full: some twelve lines."""

_LONGEST: Final = 240
"""Columns of a line: what takes more is none."""


def add_also(context: Context, draft: Draft, entry: Entry, ranked: Sequence[Ranked], told: Collection[Ranked]) -> Draft:
    """Add the likeliest items of an entry that are not ``told``, each in a line or two; fewer beside a long answer.

    ``ranked`` are all of them, the likeliest first.
    """
    room = _ROOM - sum(cell_len(one.part.text) for one in told)
    lines = in_lines([one for one in ranked if one not in told], context.turn.rarity, most=_MOST, room=room)
    return draft.quote(entry.id, context.word("also here") + "\n\n" + "\n".join(lines)) if lines else draft


def in_lines(ranked: Sequence[Ranked], weights: Mapping[str, float], *, most: int, room: int) -> list[str]:
    """Return the likeliest items as bullets of a line or two, ``most`` of them as far as there is room for.

    ``ranked`` has the likeliest first; ``weights`` is word of the turn → how much it says; ``room`` is in columns.
    """
    lines: list[str] = []
    for one in ranked:
        if one.part.item is None:
            continue
        (short,) = shortened([one.part.item], weights)
        columns = cell_len(without_links(short.text))
        if "\n" in short.text or columns > _LONGEST:
            continue
        room -= columns
        if room < 0 or len(lines) == most:
            break
        lines.append(plain_links(bullet(short.text)))
    return lines
