"""Rules for turns that ask nothing of the book: greetings, thanks, the language."""

from dataclasses import replace
from typing import Final

import re2

from msfaq.chat.content import content_words
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.following import follow
from msfaq.chat.telling import add_sections

_SMALL: Final = ("help", "bye", "greeting")
_LIGHT: Final = 1.3
"""Weight of the other words up to which small talk is nothing but small talk."""

_QUESTION: Final = re2.compile(
    r"(?i)\b(?:how (?:many|much|long|often|do|to|can|should)|which|what(?:'s| is| are| does| if)|why|where|when"
    r"|should i|can i|do i)\b|\?\s*$|怎么|如何|多少|多大|哪[个些里种]|什么|为什么|为啥|吗|几个|多久"
)
"""Asks something; beside words of its own a turn that begins with thanks goes on to a question."""

_MENDED: Final = ("好了", "解决", "搞定", "成功", "works", "solved", "fixed", "that was it", "that did it")


def small_talk(context: Context) -> Draft | None:
    """Answer a greeting, a farewell, thanks, or the question what this is."""
    turn = context.turn
    if turn.is_failure or turn.weight > _LIGHT or turn.intents.any(_ASKING):
        return None
    if turn.words and _QUESTION.search(turn.intents.rest):
        return None
    for name in _SMALL:
        if name in turn.intents:
            draft = context.draft(pending=context.state.pending).say(context.word(name))
            draft.is_farewell = name == "bye"
            return draft
    if "thanks" not in turn.intents:
        return None
    draft = context.draft().say(context.word("thanks"))
    topic = context.topic
    if topic is not None and any(mark in turn.text.lower() for mark in _MENDED):
        shown = replace(draft.state)
        if add_sections(context, draft, topic, ("verify",)):
            draft.parts.insert(-1, context.word("solved"))
        draft.state = shown
    return draft


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
