"""Adds an entry’s sections to a reply, and remembers what was told of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from msfaq.answers.items import items, section
from msfaq.answers.links import plain_links
from msfaq.chat.blocks import hidden_blocks
from msfaq.chat.case import own_mend
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import excerpt, rows_of
from msfaq.corpus.entry import Entry, Section


def add_sections(context: Context, draft: Draft, entry: Entry, keys: tuple[str, ...]) -> bool:
    """Add these sections of an entry, whole, each under its heading; tell whether there was any."""
    return _add(context, draft, entry, keys, _whole)


def add_excerpts(context: Context, draft: Draft, entry: Entry, keys: tuple[str, ...]) -> bool:
    """Add what the turn asks for of these sections of an entry, each under its heading; tell whether there was any."""

    def told(part: Section) -> str:
        cut = excerpt(context, part)
        return f"{cut.full}\n\n{context.word('rest')}\n\n{cut.rest}" if cut.rest else cut.full

    return _add(context, draft, entry, keys, told)


def _add(context: Context, draft: Draft, entry: Entry, keys: tuple[str, ...], told: Callable[[Section], str]) -> bool:
    shown = []
    for key in keys:
        part = section(entry, context.lang, key)
        if part is not None:
            own = own_mend(context, entry) if key == "fix" and context.turn.leans else ""
            draft.quote(entry.id, f"**{part.heading}**\n\n{own or told(part)}")
            shown.append(key)
            if told is _whole:
                note_told(draft, entry, [f"{key}.{number}" for number in range(len(rows_of(part)))])
    note_shown(context, draft, entry, shown)
    return bool(shown)


def _whole(part: Section) -> str:
    return plain_links(part.markdown)


def note_shown(context: Context, draft: Draft, entry: Entry, keys: Sequence[str]) -> None:
    """Remember that these sections of an entry are shown, if it is the topic."""
    if entry.id == draft.state.topic and keys:
        draft.state = replace(draft.state, shown=tuple(dict.fromkeys((*draft.state.shown, *keys))))
        if steps := _counted(entry, context.lang, keys):
            draft.state = replace(draft.state, steps=steps, listed=())


def note_told(draft: Draft, entry: Entry, names: Sequence[str]) -> None:
    """Remember that these items of an entry are told in full, if it is the topic; named as in `ranking.Part`."""
    if entry.id == draft.state.topic:
        told = (f"item:{name}" for name in names)
        draft.state = replace(draft.state, shown=tuple(dict.fromkeys((*draft.state.shown, *told))))


def told_parts(draft: Draft, entry: Entry) -> tuple[str, ...]:
    """Return the names of the topic's items that were told in full; none of another entry."""
    held = draft.state.shown if entry.id == draft.state.topic else ()
    return tuple(one.removeprefix("item:") for one in held if one.startswith("item:"))


def _counted(entry: Entry, lang: str, shown: Sequence[str]) -> str:
    """Return the key of the section whose items a reader would count: the steps, else the last with several items."""
    parts = [part for key in shown if (part := section(entry, lang, key)) is not None]
    counted = [part.key for part in parts if sum(one.is_listed for one in items(part)) > 1]
    return "fix" if "fix" in counted else next(reversed(counted), "")


def add_more(context: Context, draft: Draft, entry: Entry) -> None:
    """Name the entry where the reply has not, and what else can be asked about it."""
    keys = ["more why"] if "cause" not in draft.state.shown and section(entry, context.lang, "cause") else []
    keys += ["more verify"] if "verify" not in draft.state.shown and section(entry, context.lang, "verify") else []
    if hidden := hidden_blocks(draft, entry):
        keys.append("more code" if len(hidden) < len(entry.snippets) else "code")
    keys += ["more otherwise"] if section(entry, context.lang, "otherwise") else []
    is_titled = any(one.kind == "title" and one.entry_id == entry.id for one in draft.groundings)
    told = [] if is_titled or not draft.cites(entry.id) else [context.word("from", entry.id)]
    told += [context.word("more", " · ".join(context.word(key) for key in keys))] if keys else []
    if told:
        draft.close_with("*" + context.word("and then").join(told) + "*")
