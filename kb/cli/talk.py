"""One conversation between the standard streams and the book, with or without a language model."""

import argparse
import sys
from collections.abc import Iterator

from msfaq.chat.conversation import Chat
from msfaq.chat.llm.endpoint import Endpoint, configured
from msfaq.chat.llm.voice import ModelVoice
from msfaq.chat.reply import Reply
from msfaq.chat.sessions import Sessions
from msfaq.chat.transcript import transcript
from msfaq.chat.turns import json_turn
from msfaq.cli.ask import question
from msfaq.cli.exits import Exit
from msfaq.cli.output import say, write_line, write_markdown, write_text
from msfaq.cli.streaming import BlockWriter
from msfaq.engine import Engine
from msfaq.errors import InputError, SessionFault
from msfaq.logs.decode import decode
from msfaq.settings import settings_in_force, store_settings


class Talk:
    """One conversation."""

    def __init__(self, arguments: argparse.Namespace, engine: Engine, sessions: Sessions, number: int | None) -> None:
        """Prepare; ``number`` is the kept conversation to go on with when ``arguments.resume`` is given."""
        self._form = arguments.form
        self._engine = engine
        self._sessions = sessions
        self._session: int | None = None
        self._words = arguments.text
        state = None
        if arguments.resume is not None:
            found, state, turns = sessions.load(number)
            self._session = found.id
            if self._form != "json" and turns:
                write_markdown(transcript(turns[-1:]), self._form)
        self._endpoint = _endpoint(arguments, engine)
        self._shows_prompt = arguments.show_prompt
        # A program that pipes its turns keeps them itself; people want to find theirs again.
        self._saves = not (arguments.no_save or self._shows_prompt) and (
            self._form != "json" or self._session is not None
        )
        self._writer = BlockWriter(self._form)
        self._chat = Chat(
            arguments.lang, engine, arguments.platform, arguments.ms_version, responder=self._voice(), state=state
        )
        self._outcomes: list[str] = []

    def _voice(self) -> ModelVoice | None:
        if self._endpoint is None or self._shows_prompt:
            return None
        typed = self._form != "json" and sys.stdin.isatty()
        show = None if self._form == "json" else self._writer.feed
        return ModelVoice(self._endpoint, show=show, catches_interrupt=typed)

    def hold(self) -> Exit:
        """Take turns until the input ends, or the user says goodbye."""
        if self._words:
            self._take(_text(question(self._words)))
        for turn in self._turns():
            # A program at the other end of a pipe closes it when it has done.
            if self._take(turn) and self._form != "json":
                break
        known = not self._outcomes or any(outcome != "unknown" for outcome in self._outcomes)
        return Exit.ANSWERED if known else Exit.UNKNOWN

    def _turns(self) -> Iterator[str]:
        if self._form == "json":
            # Lines are read one at a time: the reply to one may decide the next.
            yield from (json_turn(_text(line)) for line in iter(sys.stdin.buffer.readline, b""))
        elif sys.stdin.isatty():
            # Imported here: a pipe needs no line editing.
            from msfaq.chat.preparing import Preparation
            from msfaq.cli.prompt import typed_turns

            # What must be built is built, and told, before the prompt; the rest is opened while somebody types.
            _ = self._engine.store
            preparation = Preparation(self._engine)
            try:
                for turn in typed_turns(self._session):
                    preparation.end()
                    yield turn
            finally:
                preparation.end()
        else:
            lines = (_text(line).strip("\r\n") for line in iter(sys.stdin.buffer.readline, b""))
            yield from (line for line in lines if line.strip())

    def _take(self, text: str) -> bool:
        """Answer a turn; tell whether the user wants to end with it."""
        if self._shows_prompt:
            self._show_prompt(text)
            return False
        reply = self._chat.say(text)
        self._outcomes.append(reply.outcome)
        self._keep(text, reply)
        if self._form == "json":
            write_line(reply.to_dict())
        else:
            self._writer.finish(reply.markdown)
        return reply.is_farewell

    def _show_prompt(self, text: str) -> None:
        # Imported here: few look.
        from msfaq.chat.llm.showing import as_text, would_send

        reply, grounded = self._chat.draft(text)
        self._outcomes.append(reply.outcome)
        sent = would_send(grounded, self._endpoint)
        if self._form == "json":
            write_line(sent or {})
        elif sent is None:
            say("nothing would be sent: the book answers this turn without a model")
        else:
            write_text(as_text(sent))
        sys.stdout.flush()

    def _keep(self, text: str, reply: Reply) -> None:
        if not self._saves:
            return
        try:
            self._session = self._sessions.add(self._session, text, reply, self._chat.state)
        except SessionFault as fault:
            # The answer matters more than its record.
            say(str(fault))
            self._saves = False


def _endpoint(arguments: argparse.Namespace, engine: Engine) -> Endpoint | None:
    settings = settings_in_force(engine.data_folder)
    kept = (settings.chat_endpoint, settings.chat_model)
    endpoint = configured(arguments.endpoint, arguments.llm, arguments.timeout, kept=kept)
    if arguments.remember:
        if arguments.endpoint is None:
            raise InputError("--remember keeps what --endpoint and --llm name; give --endpoint URL, or 'off' to forget")
        chosen = (endpoint.url, endpoint.model) if endpoint is not None else ("", "")
        store_settings(engine.data_folder, chat_endpoint=chosen[0], chat_model=chosen[1])
    return endpoint


def _text(source: str | bytes) -> str:
    if isinstance(source, str):
        return source
    try:
        return decode(source)
    except InputError:
        return source.decode("utf-8", "replace")
