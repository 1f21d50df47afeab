"""Tells of a section what a turn asks for: its nearest items in full and the others in short."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len

from msfaq.answers.gist import beneath, gist
from msfaq.answers.items import Item, items, joined
from msfaq.answers.links import plain_links, without_links
from msfaq.chat.context import Context
from msfaq.chat.details import asks_for_detail, gives_detail
from msfaq.chat.nearness import nearness, share_had
from msfaq.chat.turn import rarity_of
from msfaq.corpus.entry import Section

_SHORT: Final = 700
"""Columns of a terminal up to which a section is told whole: some seven lines."""

_LEAST: Final = 0.3
"""Nearness of the nearest item below which no item is what the turn asks for."""

_AS_NEAR: Final = 0.75
"""Share of the nearest item's nearness from which another one is told in full beside it."""

_DETAIL: Final = 0.3
"""What it adds to an item's nearness that it gives a detail of the kind asked for."""

_MOST: Final = 3
"""Items told in full."""

_MORE: Final = 0.15
"""Share of the turn's words, by weight, for which an item in short is told at greater length."""

_ASKED: Final = 800
"""Characters of a turn to which items are compared."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is told of a section, as Markdown."""

    full: str
    """What stands there as it is in the section."""
    rest: str
    """The other items in short; empty where nothing was cut."""


def excerpt(context: Context, part: Section) -> Excerpt:
    """Return what to tell of a section: the whole of it where it is short, or where the turn is near to no item."""
    rows = rows_of(part)
    near = nearest(context, rows) if len(rows) > 1 and cell_len(part.markdown) > _SHORT else []
    if not near:
        return Excerpt(plain_links(part.markdown), "")
    others = [one for one in rows if one not in near]
    rest = shortened(others, context.turn.rarity)
    return Excerpt(plain_links(joined(near)), plain_links(joined(rest)))


def rows_of(part: Section) -> tuple[Item, ...]:
    """Return the items of a section; a table stands with the paragraph that leads to it."""
    kept: list[Item] = []
    for one in items(part):
        if kept and one.text.startswith("|") and not kept[-1].is_listed:
            kept[-1] = replace(kept[-1], text=f"{kept[-1].text}\n\n{one.text}")
        else:
            kept.append(one)
    return tuple(kept)


def nearest(context: Context, rows: Sequence[Item]) -> list[Item]:
    """Return the items that a turn asks for, in their order; none where it is near to none of them."""
    turn = context.turn
    is_detail = asks_for_detail(turn.text)
    if turn.leans and not is_detail:
        return []
    texts = [without_links(one.text) for one in rows]
    text, weights = turn.text[:_ASKED], turn.rarity
    if turn.leans:
        # “default?” is about what was asked before.
        text, weights = f"{' '.join(context.state.said)} {text}", rarity_of(context.engine, context.state.said)
    cosines = context.engine.search(lambda retriever: retriever.cosines(text, texts))
    near = [nearness(cosine, one, weights) for cosine, one in zip(cosines, texts, strict=True)]
    if is_detail:
        near = [one + _DETAIL * gives_detail(turn.text, of) for one, of in zip(near, texts, strict=True)]
    least = max(_LEAST, _AS_NEAR * max(near))
    kept = sorted((at for at in range(len(rows)) if near[at] >= least), key=lambda at: -near[at])[:_MOST]
    return [rows[at] for at in sorted(kept)]


def shortened(rows: Sequence[Item], weights: Mapping[str, float]) -> list[Item]:
    """Return list items in short; of paragraphs among them tables, and what the turn's words are about.

    ``weights`` is the turn's word → its rarity.
    """
    listed = [one for one in rows if one.is_listed]
    kept = [one for one in rows if one.is_listed or not listed or _is_kept(one.text, weights)]
    return [replace(one, text=_in_short(one.text, lambda text: _share(text, weights) >= _MORE)) for one in kept]


def _is_kept(paragraph: str, weights: Mapping[str, float]) -> bool:
    return "\n|" in f"\n{paragraph}" or _share(paragraph, weights) >= _MORE


def _in_short(text: str, is_wanted: Callable[[str], bool]) -> str:
    """Return an item in short; a table whole, and an item whose first paragraph only leads to what stands beneath."""
    if text.startswith("|"):
        return text
    short, below = gist(text, is_wanted), beneath(text)
    return text if below and (short.endswith(("：", ":")) or is_wanted(below)) else short


def _share(text: str, weights: Mapping[str, float]) -> float:
    """Return the share of the words, by weight, that a text has."""
    return share_had(text, weights)
