"""Answers a turn that stays with its entry: with the parts that it asks for, a section as such, or code."""

import re
from typing import Final

from msfaq.answers.commands import commands, is_shell
from msfaq.answers.items import items, joined, section
from msfaq.answers.links import plain_links
from msfaq.chat.blocks import add_code, add_named_code, add_short_code, hidden_blocks, is_long, next_block
from msfaq.chat.case import own_case, own_mend
from msfaq.chat.content import content_words
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.excerpt import nearest, rows_of, shortened
from msfaq.chat.focus import Focus
from msfaq.chat.nearness import share_had
from msfaq.chat.ranking import CODE, ranked_parts
from msfaq.chat.releases import holds_for
from msfaq.chat.sections import add_more, add_sections
from msfaq.chat.selecting import add_parts
from msfaq.chat.turn import rarity_of
from msfaq.chat.walks import keep_walk
from msfaq.chat.wanted import wanted_sections, wants_code
from msfaq.corpus.entry import Entry

_ALL: Final = re.compile(
    r"(?i)\b(?:all (?:of )?(?:it|this|that|them)|it all|everything|together|combined?)\b|一起|合起来|合在一|整合|拼"
)
"""Words by which the code of all that was talked about is asked for."""

_SCRIPT: Final = re.compile(r"(?i)\b(?:scripts?|python|snippets?|code)\b|代码|脚本")
"""Words that ask for more than what is typed into a shell."""

_LOOKS: Final = re.compile(r"(?i)\b(?:check|look|see|inspect|diagnose|find out|list)\b|查|看|检测|诊断|定位")
"""Words of who wants commands that only look."""

_MENDED: Final = re.compile(
    r"(?i)\b(?:work(?:s|ed|ing)?|took|takes? effect|fixed|solved|mended|applied|active|in use|correct(?:ly)?|right)\b"
    r"|生效|好了|修好|成功|起作用|对不对|改对|是否正确|解决了"
    r"|^\W*(?:\w+ ){0,3}(?:(?:re)?installed|upgraded|replaced|added|changed)\b|(?:装|改|换|加|升级)(?:上|完)?了"
)
"""Words of who wants to know whether a fix took."""

_MOST_BLOCKS: Final = 2
"""Shell blocks of an entry that are given as its commands."""

_SPEAKS: Final = 0.5
"""Share of the words, by weight, from which a step is what commands were asked of."""

_TOUCHES: Final = 0.25
"""The same from which the nearest step is given beside the code, where none speaks of it."""

_NAMED: Final = 0.5
"""Weight of the words from which code was asked for by name."""

_MOST_JOINED: Final = 3
"""Earlier topics whose code is given with it."""

_OF_MINE: Final = ("why", "fix", "meaning")
"""Intents of who asks on about their own message."""

_WHOLE: Final = ("meaning", "verify", "more", "simpler")
"""Intents that ask for a section as such."""

_IN_CODE: Final = 0.55
"""Share of the turn's words from which a code block is shown though no code was asked for."""

_IN_ASKED: Final = 0.25
"""The same where code was asked for."""


def follow(context: Context, entry: Entry, found: Focus | None) -> Draft:
    """Answer from the topic's entry with what the turn asks of it."""
    draft = context.draft(joined=context.state.joined)
    bare_shell = "shell" in context.turn.intents and not context.turn.words
    if bare_shell or ("code" in context.turn.intents and wants_code(context, entry)):
        return give_code(context, draft, entry, found)
    if context.turn.leans and context.turn.intents.any(_OF_MINE):
        if case := own_case(context):
            draft.open_with(case)
        if own := own_mend(context, entry):
            draft.quote(entry.id, own)
            add_more(context, draft, entry)
            return draft
    if _asks_barely(context):
        keys = wanted_sections(context, entry, found)
        add_sections(context, draft, entry, keys)
        if "verify" in keys:
            add_looks(context, draft, entry)
        number = code_in_question(context, entry)
        if number is None or not add_short_code(context, draft, entry, number):
            add_named_code(context, draft, entry, keys)
    else:
        add_parts(context, draft, entry)
    keep_walk(context, draft, entry)
    add_more(context, draft, entry)
    return draft


def _asks_barely(context: Context) -> bool:
    """Tell whether a turn asks for a section and says nothing else: no item of it is asked for more than another."""
    intents, words = context.turn.intents, context.turn.words
    return context.turn.leans and (intents.any(_WHOLE) or (not words and intents.any(("why", "fix"))))


def add_looks(context: Context, draft: Draft, entry: Entry) -> None:
    """Add the steps, to who asks how to tell something: what “how to check” tells is that it is mended.

    Nothing is added for who asks just that.
    """
    part = section(entry, context.lang, "fix")
    if part is None or _MENDED.search(context.turn.text):
        return
    rows = [one for one in rows_of(part) if one.is_listed]
    if rows:
        near = nearest(context, rows)
        kept = near or shortened(rows, context.turn.rarity)
        draft.quote(entry.id, f"**{part.heading}**\n\n{plain_links(joined(kept))}")


def in_short(context: Context, entry: Entry) -> Draft:
    """Say the topic again in few words: of what happened, why and the steps no more than a sentence each."""
    draft = context.draft(joined=context.state.joined)
    draft.quote(entry.id, f"**{entry.title.of(context.lang)}** (`{entry.id}`)", "title")
    case = own_case(context)
    if case:
        draft.open_with(case)
    own = own_mend(context, entry)
    if own:
        draft.quote(entry.id, own)
    # What was read from the message says what happened, and what mends it the rest.
    for key in () if own else ("cause", "fix") if case else ("meaning", "cause", "fix"):
        part = section(entry, context.lang, key)
        if part is not None:
            rows = rows_of(part)
            listed = [one for one in rows if one.is_listed] if key == "fix" else []
            short = joined(shortened(listed or rows[:1], {}))
            draft.quote(entry.id, f"**{part.heading}**\n\n{plain_links(short)}")
    add_more(context, draft, entry)
    return draft


def give_code(context: Context, draft: Draft, entry: Entry, found: Focus | None) -> Draft:
    """Give the code of the topic, and of the topic that it was added to; the steps where there is none."""
    joined = context.state.joined
    if (
        "shell" in context.turn.intents
        and not _SCRIPT.search(context.turn.text)
        and add_commands(context, draft, entry)
    ):
        if joined and joined != entry.id:
            add_commands(context, draft, context.engine.entry(joined))
        return draft
    if not entry.snippets:
        draft.say(context.word("no code"))
        add_sections(context, draft, entry, ("fix",))
    if "more" in context.turn.intents and entry.snippets and not hidden_blocks(draft, entry):
        draft.say(context.word("no more code"))
    for number in _blocks_in_question(context, draft, entry):
        add_code(context, draft, entry, number)
    if entry.snippets and (context.turn.weight > _NAMED or not _opens(context)):
        add_code_lines(context, draft, entry)
    others = [joined] if joined and joined != entry.id else []
    if _ALL.search(context.turn.text) is not None:
        others += [visit.entry_id for visit in context.state.trail[: -_MOST_JOINED - 1 : -1]]
    for name in dict.fromkeys(others):
        if name != entry.id:
            add_code(context, draft, context.engine.entry(name))
    return draft


def _blocks_in_question(context: Context, draft: Draft, entry: Entry) -> tuple[int, ...]:
    """Return the numbers of the blocks that the turn may mean.

    That is the one with its words, else the most wanted one; and where the ranking of parts finds another likelier,
    that one too.
    """
    if not entry.snippets:
        return ()
    if "more" in context.turn.intents and not context.turn.words:
        return (next_block(context, draft, entry),)
    number = code_in_question(context, entry, _IN_ASKED)
    first = next_block(context, draft, entry) if number is None else number
    if "more" in context.turn.intents:
        return (first,)
    likeliest = next(one.part.number for one in ranked_parts(context, entry) if one.part.key == CODE)
    return _of_release(context, entry, tuple(dict.fromkeys((first, likeliest))))


def _of_release(context: Context, entry: Entry, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the blocks without those for other releases than the user's; what is made for theirs stands for all."""
    release = context.state.slots.get("version", "")
    if not release:
        return numbers
    held = [holds_for(f"{one.title.zh} {one.title.en}", release) for one in entry.snippets]
    made = tuple(number for number, holds in enumerate(held) if holds > 0)
    return made[:1] or tuple(number for number in numbers if held[number] == 0) or numbers


def add_commands(context: Context, draft: Draft, entry: Entry) -> bool:
    """Add what an entry has to be typed into a shell, and nothing else; tell whether there was anything."""
    reading = _LOOKS.search(context.turn.text) is not None
    weights = context.turn.rarity or rarity_of(context.engine, context.state.said)
    is_asked = bool(weights) and not _opens(context)
    named = commands(
        entry,
        context.lang,
        reading=reading,
        about=lambda text: is_asked and share_had(text, weights) >= _SPEAKS,
    )
    named = tuple(sorted(named, key=lambda one: -share_had(one, weights)))
    if named:
        text = "\n".join(named)
        draft.quote(entry.id, f"```bash\n{text}\n```", "code", text)
    blocks = _command_blocks(entry, reading=reading, besides=bool(named))
    for number in blocks[:_MOST_BLOCKS]:
        add_code(context, draft, entry, number)
    return bool(blocks or named)


def _opens(context: Context) -> bool:
    """Tell whether the turn leans on the one that brought up the topic, which is about all of it."""
    return not context.turn.words and set(context.state.said) == set(content_words(context.state.question))


def _command_blocks(entry: Entry, *, reading: bool, besides: bool) -> list[int]:
    """Return the numbers of the shell blocks that are given as commands, those that delete something last.

    ``reading`` leaves these out; ``besides`` other commands a long script is none that somebody types.
    """
    shell = {number: one for number, one in enumerate(entry.snippets) if is_shell(one)}
    blocks = [number for number, one in shell.items() if not (reading and one.destructive)]
    short = [number for number in blocks if not is_long(shell[number])]
    return sorted(short if short or besides else blocks, key=lambda number: shell[number].destructive)


def add_code_lines(context: Context, draft: Draft, entry: Entry) -> None:
    """Add the steps that name code beside the block: what was asked for by name may stand there."""
    part = section(entry, context.lang, "fix")
    if part is not None:
        weights = context.turn.rarity or rarity_of(context.engine, context.state.said)
        rows = [one.text for one in items(part) if "`" in one.text]
        shares = {text: share_had(text, weights) for text in rows}
        nearest_row = max(shares, key=lambda text: shares[text], default="")
        rows = (
            [text for text in rows if shares[text] >= _SPEAKS]
            or (rows if context.turn.weight > _NAMED else [])
            or [text for text in rows if text == nearest_row and shares[text] >= _TOUCHES]
        )
        if rows:
            draft.quote(entry.id, plain_links("\n".join(rows)))


def code_in_question(context: Context, entry: Entry, least: float = _IN_CODE, *, of: str = "") -> int | None:
    """Return the number of the code block that has most of the turn's words, if one has this share of them at least.

    A turn without any, such as “just the code”, leans on the words of the one before; ``of`` is a text to take them
    from instead.
    """
    words = rarity_of(context.engine, content_words(of)) if of else context.turn.rarity
    rarity = words or rarity_of(context.engine, context.state.said)
    if not rarity or not entry.snippets:
        return None
    shares = [share_had(f"{one.title.zh} {one.title.en} {one.code}", rarity) for one in entry.snippets]
    best = max(range(len(shares)), key=lambda number: shares[number])
    return best if of or shares[best] >= least else None
