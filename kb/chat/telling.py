"""Tells what an entry says: the whole of it in short, or the part that was asked for."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from msfaq.answers.blocks import blocks_named, speaks_of_code
from msfaq.answers.compose import code_span, snippet_markdown
from msfaq.answers.items import items, section
from msfaq.answers.links import plain_links
from msfaq.answers.phrases import phrase
from msfaq.chat.asked import add_asked
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import excerpt
from msfaq.chat.pieces import snippets_in_order
from msfaq.chat.ranking import Ranked, ranked_parts
from msfaq.chat.state import Option, Own, Pending
from msfaq.corpus.entry import Entry, Section, Snippet, Variant
from msfaq.diagnosis import Diagnosis, Place

_SHORT: Final = {
    "error": ("meaning", "cause", "fix"),
    "howto": ("cause", "fix"),
    "concept": ("meaning", "cause", "fix"),
    "checklist": ("meaning", "look", "fix"),
    "decision": ("cause", "fix"),
}
"""Sections of the short answer per kind of entry; the rest is offered."""


_MOST_NAMED: Final = 2
"""Blocks shown because a section speaks of them."""

_LONG_CODE: Final = 20
"""Lines of a block beyond which it is shown only to who asks for it: half a screen, above which the steps are lost."""

_NAMED: Final = 0.5
"""Weight of the words from which code was asked for by name."""


def tell(context: Context, entry: Entry, *, lead: str = "", diagnosis: Diagnosis | None = None) -> Draft:
    """Answer with an entry: what happened, why, what to do, one snippet, and what else can be asked.

    ``diagnosis`` is where the entry was found, for the reader's own numbers and line.
    """
    draft = _begin(context, entry, lead)
    add_case(context, draft, entry, diagnosis)
    variant = _variant(entry, diagnosis)
    if variant is not None:
        draft.state = replace(draft.state, own=replace(draft.state.own, variant=variant.name))
    go = variant.go if variant else ""
    if "code" in context.turn.intents and entry.snippets:
        add_code(context, draft, entry)
        # What is asked for by name may be a line of the steps rather than the block.
        if context.turn.weight > _NAMED:
            add_sections(context, draft, entry, ("fix",))
    elif variant is not None:
        draft.quote(entry.id, plain_links(variant.mend.of(context.lang)))
        snippet = entry.fix_snippet(variant)
        if snippet is not None:
            add_code(context, draft, entry, entry.snippets.index(snippet))
    else:
        # Who asks on in a conversation asks for something in particular.
        asks = not context.turn.is_failure and not context.turn.leans
        ranked = ranked_parts(context, entry) if asks else []
        add_asked(context, draft, entry, ranked)
        asks_on = context.topic is not None and not context.turn.is_failure
        add = add_excerpts if asks_on else add_sections
        if "verify" in context.turn.intents:
            add(context, draft, entry, ("verify",))
        keys = _likeliest_first(ranked, _SHORT[entry.kind]) if asks_on else _SHORT[entry.kind]
        add(context, draft, entry, keys)
        if not add_named_code(context, draft, entry, keys):
            add_short_code(context, draft, entry)
    # A walk begins by asking which message it was: where that is known it goes on from there, or is not needed.
    if variant is None or go:
        add_walk(context, draft, entry, go)
    add_more(context, draft, entry)
    return draft


def _likeliest_first(ranked: Sequence[Ranked], keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of sections, that of the part first which the turn asks for most likely."""
    places = {one.part.key: place for place, one in reversed(list(enumerate(ranked)))}
    return tuple(sorted(keys, key=lambda key: places.get(key, len(places))))


def own_mend(context: Context, entry: Entry) -> str:
    """Return what mends the user's own kind of message, and stands for the steps for all kinds; empty without one."""
    variant = entry.variant(context.state.own.variant) if entry.id == context.state.topic else None
    return plain_links(variant.mend.of(context.lang)) if variant is not None else ""


def _variant(entry: Entry, diagnosis: Diagnosis | None) -> Variant | None:
    answers = diagnosis.answers if diagnosis is not None else ()
    return next((entry.variant(one.variant) for one in answers if one.id == entry.id), None)


def _begin(context: Context, entry: Entry, lead: str) -> Draft:
    state = replace(context.state.move(entry.id, context.question), pending=None, listed=())
    draft = Draft(state)
    if lead:
        draft.open_with(lead)
    return draft.quote(entry.id, f"**{entry.title.of(context.lang)}** (`{entry.id}`)", "title")


def add_case(context: Context, draft: Draft, entry: Entry, diagnosis: Diagnosis | None) -> None:
    """Add what was read from the user's own text: numbers, line, and that a message is an echo."""
    answers = diagnosis.answers if diagnosis is not None else ()
    answer = next((one for one in answers if one.id == entry.id), None)
    if answer is not None and answer.readout:
        # The reader's own words stand in it: it is shown as it is, and no model may lean on it.
        draft.opening.append(f"> {answer.readout}")
        draft.quote(entry.id, f"> {answer.readout}", "readout")
    if diagnosis is not None and diagnosis.place is not None:
        place = diagnosis.place
        draft.open_with(context.word("yours") + code_span(_line(place)))
        if place.is_late:
            draft.open_with(phrase("late line", context.lang))
    if diagnosis is not None and diagnosis.raised:
        draft.open_with(context.word("raised") + code_span(diagnosis.raised))
    if entry.secondary and answer is not None:
        draft.open_with(context.word("echo"))
    if diagnosis is not None:
        own = Own(
            line=_line(diagnosis.place) if diagnosis.place is not None else "",
            raised=diagnosis.raised or "",
            readout=answer.readout if answer is not None else "",
            lang=context.lang,
        )
        draft.state = replace(draft.state, own=own)


def _line(place: Place) -> str:
    return f"{place.file}:{place.line}  {place.code}".rstrip()


def own_case(context: Context) -> str:
    """Return what was read from the user's message, Markdown in the reply's language; empty where nothing was."""
    own = context.state.own
    parts = [f"> {own.readout}"] if own.readout and own.lang == context.lang else []
    parts += [context.word("yours") + code_span(own.line)] if own.line else []
    parts += [context.word("raised") + code_span(own.raised)] if own.raised else []
    return "\n\n".join(parts)


def add_sections(context: Context, draft: Draft, entry: Entry, keys: tuple[str, ...]) -> bool:
    """Add these sections of an entry, whole, each under its heading; tell whether there was any."""
    return _add(context, draft, entry, keys, lambda part: plain_links(part.markdown))


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
    note_shown(context, draft, entry, shown)
    return bool(shown)


def note_shown(context: Context, draft: Draft, entry: Entry, keys: Sequence[str]) -> None:
    """Remember that these sections of an entry are shown, if it is the topic."""
    if entry.id == draft.state.topic and keys:
        draft.state = replace(draft.state, shown=tuple(dict.fromkeys((*draft.state.shown, *keys))))
        if steps := _counted(entry, context.lang, keys):
            draft.state = replace(draft.state, steps=steps, listed=())


def _counted(entry: Entry, lang: str, shown: Sequence[str]) -> str:
    """Return the key of the section whose items a reader would count: the steps, else the last with several items."""
    parts = [part for key in shown if (part := section(entry, lang, key)) is not None]
    counted = [part.key for part in parts if sum(one.is_listed for one in items(part)) > 1]
    return "fix" if "fix" in counted else next(reversed(counted), "")


def add_code(context: Context, draft: Draft, entry: Entry, number: int | None = None) -> bool:
    """Add one code block: that with ``number``, else the most wanted that was not shown; tell whether there was one."""
    if not entry.snippets:
        return False
    if number is None:
        number = next_block(context, draft, entry)
    snippet = entry.snippets[number]
    draft.quote(entry.id, snippet_markdown(snippet, context.lang), "code", snippet.code)
    used = [one for one in entry.placeholders if f"{{{one.name}}}" in snippet.code]
    if used:
        rows = (f"- `{{{one.name}}}`: `{one.default}`. {one.find.of(context.lang)}" for one in used)
        draft.quote(entry.id, "\n".join(rows))
    if entry.id == draft.state.topic:
        draft.state = replace(draft.state, shown=tuple(dict.fromkeys((*draft.state.shown, f"code:{number}"))))
    return True


def next_block(context: Context, draft: Draft, entry: Entry) -> int:
    """Return the number of the code block that is most wanted, of those not shown yet to who asks for more."""
    order = snippets_in_order(entry, shell="shell" in context.turn.intents)
    shown = draft.state.shown if entry.id == draft.state.topic else ()
    repeated = "code" in context.turn.intents and "more" not in context.turn.intents
    fresh = [one for one in order if f"code:{one}" not in shown]
    return order[0] if repeated or not fresh else fresh[0]


def hidden_blocks(draft: Draft, entry: Entry) -> list[int]:
    """Return the numbers of an entry's code blocks that were not shown."""
    shown = draft.state.shown if entry.id == draft.state.topic else ()
    return [number for number in range(len(entry.snippets)) if f"code:{number}" not in shown]


def add_short_code(context: Context, draft: Draft, entry: Entry, number: int | None = None) -> bool:
    """Add a block that nobody asked for as `add_code` does, unless it is long; tell whether it was added."""
    if not entry.snippets:
        return False
    if number is None:
        number = next_block(context, draft, entry)
    return not is_long(entry.snippets[number]) and add_code(context, draft, entry, number)


def is_long(snippet: Snippet) -> bool:
    """Tell whether a code block is too long to be shown to who has not asked for it."""
    return snippet.code.count("\n") >= _LONG_CODE


def add_named_code(context: Context, draft: Draft, entry: Entry, keys: tuple[str, ...]) -> bool:
    """Add the code that these sections speak of, unless it is long or was shown; tell whether there was any."""
    parts = [part for key in keys if (part := section(entry, context.lang, key)) is not None]
    return add_code_of(context, draft, entry, "\n".join(part.markdown for part in parts))


def add_code_of(context: Context, draft: Draft, entry: Entry, text: str, *, again: bool = False) -> bool:
    """Add the code that a text of the entry speaks of, unless it is long; tell whether there was any.

    What was shown before is added only ``again``.
    """
    numbers = blocks_named(text, context.lang, len(entry.snippets))[:_MOST_NAMED]
    if not numbers and speaks_of_code(text, context.lang):
        numbers = snippets_in_order(entry, shell=False)[:1]
    shown = draft.state.shown if entry.id == draft.state.topic and not again else ()
    fresh = [number for number in numbers if f"code:{number}" not in shown and not is_long(entry.snippets[number])]
    for number in fresh:
        add_code(context, draft, entry, number)
    return bool(fresh)


def add_walk(context: Context, draft: Draft, entry: Entry, name: str = "") -> None:
    """Put one question of an entry's walk, the first unless named, with its choices."""
    question = next((one for one in entry.walk if not name or one.name == name), None)
    if question is None:
        return
    draft.quote(entry.id, context.word("walk", question.ask.of(context.lang)), "title")
    options = tuple(Option(choice.when.of(context.lang), str(number)) for number, choice in enumerate(question.choices))
    draft.offer(options)
    pending = Pending("walk", f"{entry.id}:{question.name}", options)
    draft.state = replace(draft.state, pending=pending)


def is_walked(context: Context, entry: Entry) -> bool:
    """Tell whether a question of the entry's walk waits for an answer."""
    pending = context.state.pending
    return pending is not None and pending.kind == "walk" and pending.name.startswith(f"{entry.id}:")


def keep_walk(context: Context, draft: Draft, entry: Entry) -> None:
    """Keep a walk's open question, and say once that it waits: the turn was about something else."""
    pending = context.state.pending
    if pending is None or not is_walked(context, entry):
        return
    draft.state = replace(draft.state, pending=replace(pending, waited=pending.waited + 1))
    if not pending.waited:
        draft.choices = tuple(one.label for one in pending.options)
        draft.close_with(context.word("walk waits", " · ".join(draft.choices)))


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
