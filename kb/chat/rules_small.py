"""Rules for turns that ask nothing of the book: greetings, thanks, the language."""

from typing import Final

import re2

from msfaq.answers.compose import escape_markdown
from msfaq.chat.content import content_words
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.following import follow
from msfaq.chat.sections import add_more, add_sections

_SMALL: Final = ("help", "identity", "human", "ability", "bye", "greeting", "wellbeing", "praise", "insult")
"""Intents that have one sentence for an answer; the first that a turn has is taken."""

_LIGHT: Final = 1.3
"""Weight of the other words up to which small talk is nothing but small talk."""

_QUESTION: Final = re2.compile(
    r"(?i)\b(?:how (?:many|much|long|often|do|to|can|should)|which|what(?:'s| is| are| does| if)|why|where|when"
    r"|should i|can i|do i|what|but|next|and|first|then)\b|\?\s*$|但|不过|可是|另外|还有|怎么|如何|多少"
    r"|多大|哪[个些里种]|什么|为什么|为啥|吗|几个|多久|再(?:问|请教)|想问|请教|还有一?个"
    r"|\b(?:another|one more|new|other) (?:question|thing|one|problem|issue|error)\b"
)
"""Asks something; beside words of its own a turn that begins with thanks goes on to a question."""

_LETTER: Final = re2.compile(r"[\pL\pN]")
_SHORT: Final = 16
"""Characters up to which a turn may be a mere yes or no."""

_PLAIN: Final = ("more", "simpler", "zh", "en", "pick", "dont_know", "doubt", "source")
"""Intents that ask for something, though no word of the turn names a subject."""

_MENDED: Final = ("好了", "解决", "搞定", "成功", "works", "solved", "fixed", "that was it", "that did it")


def small_talk(context: Context) -> Draft | None:
    """Answer a greeting, a farewell, thanks, praise, an insult, or a question about msfaq itself."""
    turn = context.turn
    if "remember" in turn.intents:
        return _remembered(context)
    if turn.is_failure or turn.weight > _LIGHT or turn.intents.any(_ASKING):
        return None
    is_question = not turn.leans and _QUESTION.search(turn.intents.rest) is not None
    name = next((name for name in _SMALL if name in turn.intents), "")
    if name and not is_question:
        draft = context.draft(pending=context.state.pending).say(context.word(name))
        draft.is_farewell = name == "bye"
        return draft
    if is_question or (turn.words and "thanks" not in turn.intents):
        return None
    return _thanked(context) if "thanks" in turn.intents else _acknowledged(context)


def _thanked(context: Context) -> Draft:
    draft = context.draft().say(context.word("thanks"))
    topic = context.topic
    if topic is not None and any(mark in context.turn.text.lower() for mark in _MENDED):
        shown = draft.state
        if add_sections(context, draft, topic, ("verify",)):
            draft.parts.insert(-1, context.word("solved"))
        draft.state = shown
    return draft


def _acknowledged(context: Context) -> Draft | None:
    """Take “ok”, “never mind”, a mere yes or signs without words: they ask nothing, so nothing is told again."""
    turn, topic, pending = context.turn, context.topic, context.state.pending
    if pending is not None and turn.intents.any(("yes", "no")):
        return None
    if "cancel" in turn.intents:
        return context.draft().say(context.word("cancel"))
    if "ack" in turn.intents and not turn.intents.any(_PLAIN):
        return context.draft(pending=pending).say(context.word("ack"))
    is_bare = turn.intents.any(("yes", "no")) or _LETTER.search(turn.text) is None
    if topic is None or not is_bare or turn.intents.any(_PLAIN) or len(turn.text) > _SHORT:
        return None
    draft = context.draft("asked", pending=pending, joined=context.state.joined)
    draft.say(context.word("unclear", topic.title.of(context.lang)))
    add_more(context, draft, topic)
    return draft


def _remembered(context: Context) -> Draft:
    """Repeat what the user has asked, the oldest first."""
    state = context.state
    asked = [visit.question for visit in state.trail] + ([state.question] if state.topic else [])
    if not asked:
        return context.draft().say(context.word("nothing asked"))
    rows = "\n".join(f"{number}. {escape_markdown(text)}" for number, text in enumerate(asked, start=1))
    return context.draft(pending=state.pending).say(context.word("remember") + "\n\n" + rows)


_ASKING: Final = (
    "code",
    "why",
    "verify",
    "meaning",
    "fix",
    "failed",
    "version",
    "compare",
    "correct",
    "back",
    "report",
)
"""Intents that are more than small talk."""


def language(context: Context) -> Draft | None:
    """Say the present topic again in the language asked for, unless the turn asks for more."""
    turn = context.turn
    if not turn.intents.any(("zh", "en")) or turn.weight > _LIGHT or content_words(turn.intents.rest)[3:]:
        return None
    topic = context.topic
    if topic is None:
        return context.draft().say(context.word("language"))
    if turn.intents.any(("code", "why", "verify", "fix")):
        return follow(context, topic, None)
    draft = context.draft(joined=context.state.joined)
    draft.quote(topic.id, f"**{topic.title.of(context.lang)}** (`{topic.id}`)", "title")
    add_sections(context, draft, topic, ("meaning", "cause", "fix"))
    return draft
