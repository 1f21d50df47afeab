"""Rules for when a fix did not help or a cause is ruled out: the next cause, the next entry, at last a report."""

from dataclasses import replace
from typing import Final

import re2

from msfaq.answers.items import Item, joined, section
from msfaq.answers.links import plain_links
from msfaq.chat.beside import add_joined
from msfaq.chat.blocks import add_short_code
from msfaq.chat.case import own_mend
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import rows_of, shortened
from msfaq.chat.nearness import share_had
from msfaq.chat.pieces import links_under
from msfaq.chat.report import write_report
from msfaq.chat.selecting import add_parts
from msfaq.chat.telling import tell
from msfaq.chat.walks import add_walk, is_walked, keep_walk
from msfaq.corpus.entry import Entry

_SAME: Final = re2.compile(
    r"(?i)\bsame (?:error|thing|problem|message|issue|failure)\b|同样的?(?:错|报错|问题)|也(?:报|是)这个错"
)
_PLACE: Final = re2.compile(r"(?i)\b(?:on|in|under|inside) (?:the |my |a |an )?[\w.+-]+|[\w.+-]+ ?(?:上|里|中|下)")
_ACTED: Final = re2.compile(
    r"(?i)\b(?:did|tried|set|added|changed|removed|reinstalled|upgraded|updated|restarted|rebuilt|moved|used|after|still"
    r"|now)\b|试|改|设|加|换|装|删|升|重启|重装|重跑|清|了|过|还是|仍"
)
"""What happened in another place, and what tells that something was done about it."""

_TRIED: Final = 0.5
"""Share of the turn's words, by weight, from which an item is what the user tried or ruled out."""

_OF_ITS_OWN: Final = 0.5
"""Confidence from which a turn is about another entry, though it sounds like an outcome."""

_NAMED_THERE: Final = 0.9
"""Share of a turn's words, by weight, that stand in the topic where what is ruled out is one of its causes."""

_MOST_TRIED: Final = 3
"""Entries tried in vain after which a report is the better help."""

_SEVERAL: Final = 3
"""Items that a section must keep for one to be left out."""


def not_mended(context: Context) -> Draft | None:
    """Go on to what remains when a fix did not help, or when a cause is ruled out."""
    turn, topic = context.turn, context.topic
    if topic is None or not turn.intents.any(("failed", "ruled_out")) or turn.intents.any(("code", "compare", "also")):
        return None
    if turn.is_failure or _is_seen_elsewhere(turn.text):
        return None
    found = {one.entry_id: one for one in context.candidates}
    best = next(iter(found.values()), None)
    surest = max((one.alone for one in found.values() if one.entry_id != topic.id), default=0.0)
    is_other = best is not None and best.entry_id != topic.id and surest >= _OF_ITS_OWN
    is_elsewhere = is_other and not turn.leans
    if is_elsewhere and not ("ruled_out" in turn.intents and _speaks_of(context, topic)):
        return None
    failed = "failed" in turn.intents
    if failed and context.state.failures and turn.weight < 1.5:
        return next_entry(context, topic, list(found))
    return rest_of(context, topic, count=failed)


def _is_seen_elsewhere(text: str) -> bool:
    """Tell whether a turn says that the same happens in another place: nothing was tried, and that place's step helps.

    >>> _is_seen_elsewhere("mac 上用 framework 包 same error"), _is_seen_elsewhere("set it on both hosts, same error")
    (True, False)
    """
    return _SAME.search(text) is not None and _PLACE.search(text) is not None and _ACTED.search(text) is None


def _speaks_of(context: Context, entry: Entry) -> bool:
    """Tell whether an entry has the words of the turn: then what is ruled out is one of its own causes."""
    text = "\n".join(part.markdown for part in entry.sections(context.lang))
    rarity = context.turn.rarity
    return share_had(text, rarity) >= _NAMED_THERE


def rest_of(context: Context, entry: Entry, *, count: bool, question: str = "") -> Draft:
    """Show the causes and steps of an entry that the turn does not speak of, and what else it could be.

    ``question`` is the name of that with which its walk goes on; where it stands still unless given.
    """
    state = context.state
    draft = context.draft()
    if count:
        draft.state = replace(draft.state, failures=state.failures + 1, tried=_with(state.tried, entry.id))
    # Where the user's own kind of message is known, the causes of the others are none of theirs.
    wanted = ("fix", "otherwise") if own_mend(context, entry) else ("cause", "fix", "otherwise")
    parts = [part for key in wanted if (part := section(entry, context.lang, key)) is not None]
    kept = {part.key: remaining(context, rows_of(part)) for part in parts}
    is_named = any(len(kept[part.key]) < len(rows_of(part)) for part in parts)
    # Who tells what they did is answered by what the entry says of that, before what remains.
    fix = section(entry, context.lang, "fix")
    done = {one.text for one in rows_of(fix) if one not in kept["fix"]} if fix is not None and count else set()
    told = () if context.turn.leans else add_parts(context, draft, entry, is_beside=True, without=done)
    answered = {(one.key, one.item.text) for one in told if one.item is not None}
    if told:
        draft.say(context.word("next causes" if is_named else "all causes"))
    else:
        draft.open_with(context.word("next causes" if is_named else "all causes"))
    if "cause" in kept and count and not state.failures and not is_named:
        kept["cause"] = without_likeliest(kept["cause"])
    for part in parts:
        rows = [one for one in kept[part.key] if (part.key, one.text) not in answered]
        # What was read before is told again in short: it is there to be counted off.
        rows = shortened(rows, context.turn.rarity) if part.key in state.shown else rows
        if rows:
            draft.quote(entry.id, f"**{part.heading}**\n\n" + plain_links(joined(rows)))
    add_short_code(context, draft, entry)
    if not (count and is_named):
        # Who names what was done in vain means this entry's steps, not those of the one beside it.
        add_joined(context, draft, ("cause", "fix"))
    if question:
        add_walk(context, draft, entry, question)
        return draft
    if entry.walk and not is_walked(context, entry):
        add_walk(context, draft, entry)
    keep_walk(context, draft, entry)
    return draft


def remaining(context: Context, found: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items without the one that the turn's words stand in most, if they stand in it at all."""
    words = context.turn.words
    if not words or len(found) < _SEVERAL:
        return found
    shares = [share_had(one.text, context.turn.rarity) for one in found]
    most = max(range(len(found)), key=lambda at: shares[at])
    return found if shares[most] < _TRIED else tuple(one for at, one in enumerate(found) if at != most)


def without_likeliest(found: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the causes without the first, the likeliest, which people try first; all where there are few."""
    numbers = [at for at, one in enumerate(found) if one.is_listed]
    return tuple(one for at, one in enumerate(found) if at != numbers[0]) if len(numbers) >= _SEVERAL else found


def next_entry(context: Context, entry: Entry, candidates: list[str]) -> Draft:
    """Go on to the entry that the present one points to when it is something else; report when none is left."""
    state = context.state
    tried = _with(state.tried, entry.id)
    for name in () if len(tried) >= _MOST_TRIED else (*links_under(entry, "otherwise"), *candidates, *entry.related):
        if name not in tried:
            moved = replace(context, state=replace(state, tried=tried))
            return tell(moved, context.engine.entry(name), lead=context.word("next entry"))
    return write_report(replace(context, state=replace(state, tried=tried)), context.word("no more"))


def _with(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return names if name in names else (*names, name)
