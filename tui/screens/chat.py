"""The chat view: a conversation over the book, with what was said before in mind."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Event
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Markdown, Static

from msfaq.chat.conversation import Chat
from msfaq.chat.llm.prompt import worth_wording
from msfaq.chat.preparing import prepare
from msfaq.chat.reply import Reply
from msfaq.chat.responder import Grounded
from msfaq.chat.sessions import Sessions
from msfaq.chat.state import State
from msfaq.engine import Engine
from msfaq.errors import InputError, MsfaqError
from msfaq.numerals import typed_number
from msfaq.tui.actions import bindings
from msfaq.tui.context import Change
from msfaq.tui.filters import Filters
from msfaq.tui.links import follow_link, linked
from msfaq.tui.messages import EntryWanted, Worded
from msfaq.tui.screens.base import View
from msfaq.tui.views import VIEWS
from msfaq.tui.widgets.turn import TurnInput
from msfaq.tui.wording import Wording
from msfaq.tui.words import word
from msfaq.tui.work import start

_MOST_SHOWN: Final = 120
"""Blocks of the transcript that stay on the screen."""

_MOST_LINES: Final = 3
"""Lines of a turn that are shown whole; of a longer one, which was pasted, only how it begins and ends."""

_LONGEST: Final = 160
"""Characters of each of those two lines."""


class ChatScreen(View):
    """Holds one conversation at a time."""

    NAME = "chat"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(number), f"pick({number})", show=False) for number in range(1, 10)),
        *bindings("chat"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._session: int | None = None
        self._choices: tuple[str, ...] = ()
        self._cited = ""
        # Counts the turns begun or given up: what comes back for an earlier one is dropped.
        self._turn = 0
        self._talk = 0
        self._keeping = asyncio.Lock()
        # Set with the first turn: whoever prepares for it leaves off.
        self._begun = Event()
        self._waiting: Static | None = None
        self._wording = Wording()
        # The turn that a model is wording, with its offline reply; and the block in which its words appear.
        self._worded: tuple[str, Reply] | None = None
        self._stream: Markdown | None = None
        self._streamed = ""

    def body(self) -> ComposeResult:
        """Yield the transcript, the choices and the field."""
        with VerticalScroll(id="transcript"):
            yield Static(id="chat-welcome", classes="chat-note", markup=False)
        yield Container(id="choices-row")
        yield TurnInput()

    async def on_mount(self) -> None:
        """Begin a conversation."""
        if self._wording.problem:
            self.notify(self._wording.problem, severity="warning", markup=False)
        self._label()
        await self._offer(())
        self.query_one(TurnInput).focus()
        start(self, self._prepare, "prepare")

    async def changed(self, change: Change) -> None:
        """Go on in the other language; what was said stays as it was said."""
        self._label()
        if change.lang and self._state.lang:
            self._state = replace(self._state, lang=self.here.lang, pinned=True)

    async def talk_about(self, entry_id: str, query: str) -> None:
        """Begin a conversation about an entry; without one ask about a failure's own words."""
        await self.action_new_chat()
        if not entry_id:
            await self._say(query)
            return
        entry = await self.here.library.entry(entry_id)
        lang = self.here.lang
        self._state = State(lang=lang, topic=entry_id, question=query or entry.title.of(lang), excerpt=query)
        self._cited = entry_id
        title = f"{word('chat about', lang)} **{entry.title.of(lang)}** (`{entry_id}`)"
        await self._add(Markdown(linked(title), open_links=False))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to stop waiting only while something is waited for; keep nothing from a browser."""
        if action == "cancel_turn":
            return self._waiting is not None
        if action == "open_cited":
            return bool(self._cited)
        if action == "resume":
            return not self.here.web
        return super().check_action(action, parameters)

    async def action_cancel_turn(self) -> None:
        """Stop waiting for the reply; where a model was wording it, the offline one is there already."""
        self._turn += 1
        await self._rest()
        if self._worded is not None:
            (text, reply), self._worded = self._worded, None
            note = word("chat not worded", self.here.lang)
            await self._settle(
                text, replace(reply, markdown=f"{self._streamed}\n\n{note}\n\n{reply.markdown}".lstrip())
            )
            return
        await self._add(Static(word("chat stopped", self.here.lang), classes="chat-note", markup=False))

    async def action_new_chat(self) -> None:
        """Begin another conversation."""
        self._turn += 1
        await self._rest()
        self._talk += 1
        self._state, self._session, self._cited = State(), None, ""
        self._wording, self._worded, self._stream = Wording(), None, None
        await self.query("#transcript > .said, #transcript > Markdown, #transcript > .chat-note.-turn").remove()
        await self._offer(())
        self._label()
        self.query_one(TurnInput).focus()

    async def action_resume(self) -> None:
        """Go on with the conversation that was kept last."""
        try:
            found, state, turns = await asyncio.to_thread(Sessions().load)
        except InputError:
            self.notify(word("chat none kept", self.here.lang), severity="warning")
            return
        except MsfaqError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        await self.action_new_chat()
        self._session, self._state = found.id, state
        begun = self._turn
        for turn in turns[-_MOST_SHOWN // 4 :]:
            await self._add(_said(turn.user, self.here.lang))
            await self._add(Markdown(linked(str(turn.reply.get("reply", ""))), open_links=False))
        if turns:
            last = turns[-1].reply
            answers = tuple(map(str, last.get("answers", ())))
            cited = await self.here.library.do(partial(_first_entry, answers))
            if begun != self._turn:
                return
            self._cited = cited
            await self._offer(tuple(map(str, last.get("choices", ()))))
            self.refresh_bindings()

    def action_to_turn(self) -> None:
        """Go to the field, or from it to what was said."""
        field = self.query_one(TurnInput)
        (self.query_one("#transcript") if field.has_focus else field).focus()

    def action_scroll_replies(self, where: str) -> None:
        """Move what was said, also while one types."""
        transcript = self.query_one("#transcript", VerticalScroll)
        {
            "up": transcript.scroll_page_up,
            "down": transcript.scroll_page_down,
            "home": transcript.scroll_home,
            "end": transcript.scroll_end,
        }[where](animate=False)

    def action_open_cited(self) -> None:
        """Open the entry that the last reply comes from."""
        self.post_message(EntryWanted(self._cited))

    async def action_pick(self, number: int) -> None:
        """Take a choice; where none is offered the number opens a view."""
        if number <= len(self._choices):
            await self._say(self._choices[number - 1])
        elif not self._choices and number <= len(VIEWS):
            await self.app.run_action(f"app.view('{VIEWS[number - 1].name}')")

    @on(TurnInput.Sent)
    async def _sent(self, event: TurnInput.Sent) -> None:
        text = event.text.strip()
        number = typed_number(text)
        if number is not None and 1 <= number <= len(self._choices):
            text = self._choices[number - 1]
        await self._say(text if "\n" not in event.text else event.text)

    @on(Button.Pressed)
    async def _picked(self, event: Button.Pressed) -> None:
        event.stop()
        await self.action_pick(int(event.button.name or 0))

    @on(Markdown.LinkClicked)
    def _follow(self, event: Markdown.LinkClicked) -> None:
        event.stop()
        follow_link(self, event.href)

    async def _prepare(self) -> None:
        """Have opened what turns need while the first one is typed; what goes wrong there goes wrong with that, too."""
        with suppress(MsfaqError):
            await self.here.library.do(partial(prepare, stopped=self._begun))

    async def _say(self, text: str) -> None:
        self._begun.set()
        if self._worded is not None:
            await self.action_cancel_turn()
        self._turn += 1
        await self._rest()
        await self._offer(())
        await self._add(_said(text, self.here.lang))
        self._waiting = Static(word("chat thinking", self.here.lang), classes="chat-note -turn", markup=False)
        await self._add(self._waiting)
        self.query_one(TurnInput).focus()
        self.refresh_bindings()
        start(self, partial(self._reply, text, self._turn), "chat")

    async def _reply(self, text: str, turn: int) -> None:
        here = self.here
        state = self._state if self._state.lang else replace(self._state, lang=here.lang)
        try:
            with self.busy(self._still_waiting):
                reply, grounded, after = await here.library.do(partial(_take, text, state, here.settings.filters))
        except MsfaqError as error:
            if turn == self._turn:
                await self._rest()
                await self._add(Static(str(error), classes="chat-note -turn", markup=False))
            return
        if turn != self._turn:
            return
        self._state = after
        # Guides have no page of their own; the titles are those of the entries.
        self._cited = next((name for name, _ in grounded.titles), "")
        if self._wording.endpoint is not None and worth_wording(grounded):
            reply = await self._in_other_words(text, reply, grounded, turn)
            if turn != self._turn:
                return
        await self._rest()
        await self._settle(text, reply)

    async def _in_other_words(self, text: str, reply: Reply, grounded: Grounded, turn: int) -> Reply:
        """Return the reply in the model's words, shown as they come; the thread that waits for them is not this one."""
        endpoint = self._wording.endpoint
        assert endpoint is not None
        self._worded, self._stream, self._streamed = (text, reply), None, ""
        if self._waiting is not None:
            self._waiting.update(word("chat wording", self.here.lang, model=endpoint.model, host=endpoint.host))

        def show(piece: str) -> None:
            self.post_message(Worded(piece, turn))

        said = await asyncio.to_thread(self._wording.word, grounded, show)
        if turn == self._turn:
            self._worded = None
        return replace(reply, markdown=said) if said else reply

    @on(Worded)
    async def _more(self, event: Worded) -> None:
        if event.turn != self._turn or self._worded is None:
            return
        self._streamed += event.piece
        if self._stream is None:
            self._stream = Markdown(open_links=False)
            await self._add(self._stream)
        # Adding waits: the turn may have been settled meanwhile.
        if self._stream is not None and self._worded is not None:
            await self._stream.update(linked(self._streamed))

    async def _settle(self, text: str, reply: Reply) -> None:
        """Show a finished reply and keep it."""
        block, self._stream = self._stream, None
        if block is not None:
            await block.update(linked(reply.markdown))
        else:
            await self._add(Markdown(linked(reply.markdown), open_links=False))
        self._wording.said(text, reply.markdown)
        await self._offer(reply.choices)
        await self._keep(text, reply)

    async def _keep(self, text: str, reply: Reply) -> None:
        if self.here.web or not self.here.keeps:
            return
        talk, state = self._talk, self._state
        # In turn: the first one's number is needed for the second.
        async with self._keeping:
            session = self._session if talk == self._talk else None
            try:
                kept = await asyncio.to_thread(Sessions().add, session, text, reply, state)
            except MsfaqError as error:
                # The answer matters more than its record.
                self.notify(str(error), severity="warning", markup=False)
                return
            if talk == self._talk:
                self._session = kept

    def _still_waiting(self, words: str) -> None:
        if self._waiting is not None:
            self._waiting.update(f"{words}  {word('chat stop hint', self.here.lang)}")

    async def _rest(self) -> None:
        """Stop showing that something is waited for."""
        self._wording.stop()
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            await waiting.remove()
        self.refresh_bindings()

    async def _add(self, block: Widget) -> None:
        transcript = self.query_one("#transcript", VerticalScroll)
        block.add_class("-turn")
        self.query_one("#chat-welcome").display = False
        await transcript.mount(block)
        blocks = list(transcript.query(".-turn"))
        for old in blocks[:-_MOST_SHOWN]:
            await old.remove()
        # A reply is read from its first line, beneath what it answers.
        said = list(transcript.query(".said"))
        if said:
            self.call_after_refresh(transcript.scroll_to_widget, said[-1], top=True, animate=False)

    async def _offer(self, choices: tuple[str, ...]) -> None:
        self._choices = choices
        row = self.query_one("#choices-row")
        await row.remove_children()
        row.display = bool(choices)
        if choices:
            buttons = [Button(Content(f"{n} {label}"), compact=True, name=str(n)) for n, label in enumerate(choices, 1)]
            await row.mount_all(buttons)

    def _label(self) -> None:
        lang = self.here.lang
        self.query_one(TurnInput).placeholder = word("chat hint", lang)
        kept = "" if self.here.web else f"\n\n{word('chat kept', lang, keys='Ctrl+R')}"
        welcome = self.query_one("#chat-welcome", Static)
        endpoint = self._wording.endpoint
        model = f"\n\n{word('chat model', lang, model=endpoint.model, host=endpoint.host)}" if endpoint else ""
        welcome.update(word("chat welcome", lang) + kept + model)
        welcome.display = not self.query("#transcript > .-turn")


def _take(text: str, state: State, filters: Filters, engine: Engine) -> tuple[Reply, Grounded, State]:
    """Take one turn; a conversation of its own leaves the state untouched when nobody waits for the reply any more."""
    chat = Chat(None, engine, filters.platform or None, filters.ms_version or None, state=state)
    reply, grounded = chat.draft(text)
    return reply, grounded, chat.state


def _first_entry(names: tuple[str, ...], engine: Engine) -> str:
    """Return the first name that an entry bears, or an empty string: guides and what was since removed have no page."""
    known = set(engine.entry_ids())
    return next((name for name in names if name in known), "")


def _said(text: str, lang: str) -> Static:
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > _MOST_LINES:
        more = word("chat more", lang, lines=text.strip("\n").count("\n") + 1)
        shown = f"{lines[0].strip()[:_LONGEST]}\n{more} {lines[-1].strip()[:_LONGEST]}"
    else:
        shown = "\n".join(line[:400] for line in lines)
    return Static(Content.assemble((f"{word('chat you', lang)}: ", "bold"), shown), classes="said")
