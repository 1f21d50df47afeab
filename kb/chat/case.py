"""Tells what was read from the message that the user pasted: numbers, their own line, and what mends its kind."""

from dataclasses import replace

from msfaq.answers.compose import code_span
from msfaq.answers.links import plain_links
from msfaq.answers.phrases import phrase
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.state import Own
from msfaq.corpus.entry import Entry, Variant
from msfaq.diagnosis import Diagnosis, Place


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


def told_variant(entry: Entry, diagnosis: Diagnosis | None) -> Variant | None:
    """Return the kind of the entry's messages that the user's is; None where that is not known."""
    answers = diagnosis.answers if diagnosis is not None else ()
    return next((entry.variant(one.variant) for one in answers if one.id == entry.id), None)


def own_case(context: Context) -> str:
    """Return what was read from the user's message, Markdown in the reply's language; empty where nothing was."""
    own = context.state.own
    parts = [f"> {own.readout}"] if own.readout and own.lang == context.lang else []
    parts += [context.word("yours") + code_span(own.line)] if own.line else []
    parts += [context.word("raised") + code_span(own.raised)] if own.raised else []
    return "\n\n".join(parts)


def own_mend(context: Context, entry: Entry) -> str:
    """Return what mends the user's own kind of message, and stands for the steps for all kinds; empty without one."""
    variant = entry.variant(context.state.own.variant) if entry.id == context.state.topic else None
    return plain_links(variant.mend.of(context.lang)) if variant is not None else ""


def _line(place: Place) -> str:
    return f"{place.file}:{place.line}  {place.code}".rstrip()
