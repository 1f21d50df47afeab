"""Adds an entry’s code blocks to a reply."""

from dataclasses import replace
from typing import Final

from msfaq.answers.blocks import blocks_named, speaks_of_code
from msfaq.answers.compose import snippet_markdown
from msfaq.answers.items import section
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.pieces import snippets_in_order
from msfaq.corpus.entry import Entry, Snippet

_MOST_NAMED: Final = 2
"""Blocks shown because a section speaks of them."""

_LONG_CODE: Final = 20
"""Lines of a block beyond which it is shown only to who asks for it: half a screen, above which the steps are lost."""


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
