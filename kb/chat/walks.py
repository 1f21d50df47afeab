"""Puts the questions of an entry’s walk, and keeps one open while something else is talked about."""

from dataclasses import replace

from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.state import Option, Pending
from msfaq.corpus.entry import Entry


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
