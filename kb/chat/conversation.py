"""A conversation: turns in, replies out, with what was said before in mind."""

from dataclasses import replace
from functools import cached_property
from typing import Final

from msfaq.chat.amounts import amounts
from msfaq.chat.causes import not_mended
from msfaq.chat.clauses import last_sentence
from msfaq.chat.context import Context, Rule
from msfaq.chat.draft import Draft
from msfaq.chat.grounds import ground
from msfaq.chat.machine import Machine, read_machine
from msfaq.chat.relevance import belongs, goes_on_surely
from msfaq.chat.reply import Reply
from msfaq.chat.report import report
from msfaq.chat.responder import Grounded, Responder
from msfaq.chat.rules_bare import bare_ask
from msfaq.chat.rules_choice import answer_pending, go_back, pick
from msfaq.chat.rules_content import another, failure, subject, vague
from msfaq.chat.rules_release import older, versions
from msfaq.chat.rules_small import language, small_talk
from msfaq.chat.rules_topic import (
    comparison,
    correction,
    elsewhere,
    own_line,
    sources,
    whole_table,
)
from msfaq.chat.state import State
from msfaq.chat.turn import understand
from msfaq.chat.words import word
from msfaq.engine import Engine
from msfaq.errors import InputError, UnknownEntry
from msfaq.language import locale_language
from msfaq.request import Request

RULES: Final[tuple[Rule, ...]] = (
    answer_pending,
    failure,
    small_talk,
    language,
    report,
    go_back,
    pick,
    correction,
    comparison,
    older,
    versions,
    sources,
    another,
    vague,
    elsewhere,
    own_line,
    whole_table,
    not_mended,
    bare_ask,
)
"""The ways of taking a turn, in the order in which they are tried; `subject` takes what they leave."""

_LONGEST: Final = 1 << 20
"""Characters of a turn that are read: the start and the end of what is longer."""

_EARLIER: Final = 20
"""Turns that a responder is told of."""

_EXCERPT: Final = 6
"""Lines of a log that are kept for a report."""


class Chat:
    """One conversation over the book.

    A conversation is not shared between threads; its engine may be.
    """

    def __init__(
        self,
        lang: str | None = None,
        engine: Engine | None = None,
        platform: str | None = None,
        ms_version: str | None = None,
        *,
        responder: Responder | None = None,
        state: State | None = None,
    ) -> None:
        """Begin a conversation, or go on with one.

        ``lang`` is ``zh`` or ``en``; None means the language of each turn. ``engine`` defaults to one of its own.
        ``platform`` (``Ascend``, ``GPU``, ``CPU``) and ``ms_version`` are known from the start and leave out what does
        not hold there. ``responder`` may put replies into other words. ``state`` is that of the conversation to go on
        with.

        Raises InputError for an option out of range.
        """
        self._request = Request.checked(lang, 1, platform, ms_version)
        self._engine = engine or Engine()
        self._responder = responder
        given = {"platform": self._request.platform, "version": ms_version}
        begun = state or State()
        known = {**begun.slots, **{name: value for name, value in given.items() if value}}
        self._state = replace(begun, slots=known)
        self._earlier: list[tuple[str, str]] = []
        self._asked = ""

    @property
    def state(self) -> State:
        """Where the conversation stands; `State.to_dict` writes it."""
        return self._state

    def say(self, text: str) -> Reply:
        """Take the user's next turn, whatever it holds, and return the reply.

        Text is data: nothing in it is run or followed as an instruction, and only a responder that was given may send
        anything anywhere.

        Raises IndexFault and ModelError when the book cannot be opened at all.
        """
        if self._responder is None:
            return self._take(text)[1]
        reply, grounded = self.draft(text)
        return self.settle(reply, self._responder(grounded))

    def draft(self, text: str) -> tuple[Reply, Grounded]:
        """Take the user's next turn; return the offline reply and what a responder may word it from.

        For callers that let a responder work elsewhere than the engine does; `settle` ends the turn.

        Raises IndexFault and ModelError when the book cannot be opened at all.
        """
        draft, reply = self._take(text)
        *earlier, (said, _) = self._earlier
        return reply, ground(self._engine, draft, reply, said, self._asked, earlier)

    def settle(self, reply: Reply, said: str | None) -> Reply:
        """Return the reply of the turn that `draft` took, in a responder's words if it has any, and remember it."""
        if said and said.strip():
            reply = replace(reply, markdown=said)
            self._earlier[-1] = (self._earlier[-1][0], said)
        return reply

    def _take(self, text: str) -> tuple[Draft, Reply]:
        """Take the user's next turn, and remember it with the offline reply."""
        text = text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}\n{text[-_LONGEST // 2 :]}"
        # A lone surrogate can be neither searched, written nor shown.
        text = text.encode("utf-8", "replace").decode("utf-8")
        draft = self._draft(text)
        self._state = draft.state
        reply = draft.reply()
        self._earlier = [*self._earlier, (text, reply.markdown)][-_EARLIER:]
        return draft, reply

    def _draft(self, text: str) -> Draft:
        # A conversation may be older than the book, which loses entries with a release or by its owner's hand.
        state = self._state.within(self._current)
        lang = self._request.lang or state.lang or locale_language()
        self._asked = ""
        if not text.strip():
            return Draft(replace(state, lang=lang), "asked").say(word("empty", lang))
        try:
            turn = understand(text, state, self._engine, self._request)
        except InputError as error:
            return Draft(replace(state, lang=lang), "asked").say(word("unreadable", lang).format(error))
        key_lines = [line.text for line in turn.reading.key_lines[:_EXCERPT]] if turn.is_failure else []
        noted = replace(
            state,
            lang=turn.lang,
            pinned=state.pinned or turn.intents.any(("zh", "en")),
            slots={**state.slots, **turn.slots},
            excerpt="\n".join(key_lines) or state.excerpt,
        )
        self._asked = "\n".join(key_lines) or turn.text
        context = self._in_question(Context(self._engine, noted, turn, self._machine))
        draft = next((draft for rule in RULES if (draft := rule(context)) is not None), None) or subject(context)
        draft.state = replace(draft.state, said=context.turn.words)
        if told := amounts(turn.text) if noted.topic and not turn.is_failure and draft.groundings else ():
            draft.open_with(context.word("amounts", "; ".join(told)), first=True)
        return draft

    def _in_question(self, context: Context) -> Context:
        """Return the last sentence as the turn where that alone goes on with the conversation.

        What stands before it tells of something else: “the disk was full, works. now what does field 3 mean”.
        """
        turn = context.turn
        sentence = last_sentence(turn.text)
        if not sentence or not context.state.topic or turn.is_failure or "order" in turn.intents:
            return context
        if not context.candidates or belongs(context, context.candidates):
            return context
        last = replace(context, turn=understand(sentence, context.state, self._engine, self._request))
        return last if goes_on_surely(last) else context

    def _current(self, name: str) -> str:
        try:
            return self._engine.entry(name).id
        except UnknownEntry:
            return ""

    @cached_property
    def _machine(self) -> Machine:
        return read_machine()
