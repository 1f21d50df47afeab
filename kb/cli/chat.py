"""``msfaq chat``: a conversation on a terminal, in a pipe, or as lines of JSON; and the kept ones."""

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from msfaq.chat.conversation import Chat
from msfaq.chat.reply import Reply
from msfaq.chat.sessions import KeptTurn, Session, Sessions
from msfaq.chat.turns import json_turn
from msfaq.cli.ask import question
from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_json, write_line, write_markdown, write_text
from msfaq.engine import Engine
from msfaq.errors import InputError, SessionFault
from msfaq.logs.decode import decode

_LABELS: Final = {"zh": ("你", "msfaq"), "en": ("You", "msfaq")}


def chat(arguments: argparse.Namespace) -> Exit:
    """Hold a conversation, or look after the kept ones."""
    sessions = Sessions()
    if arguments.list:
        return _list(sessions, as_json=arguments.form == "json")
    if arguments.delete is not None:
        sessions.delete(_number(arguments.delete, "--delete") or 0)
        return Exit.ANSWERED
    if arguments.export is not None:
        return _export(sessions, _number(arguments.export, "--export"), as_json=arguments.form == "json")
    with Engine(talk=say, waiting=say_waiting) as engine:
        return _Talk(arguments, engine, sessions).hold()


class _Talk:
    """One conversation between the standard streams and the book."""

    def __init__(self, arguments: argparse.Namespace, engine: Engine, sessions: Sessions) -> None:
        self._form = arguments.form
        self._sessions = sessions
        self._session: int | None = None
        self._words = arguments.text
        state = None
        if arguments.resume is not None:
            found, state, turns = sessions.load(_number(arguments.resume, "--continue"))
            self._session = found.id
            if self._form != "json" and turns:
                write_markdown(_transcript(turns[-1:]), self._form)
        # A program that pipes its turns keeps them itself; people want to find theirs again.
        self._saves = not arguments.no_save and (self._form != "json" or self._session is not None)
        self._chat = Chat(arguments.lang, engine, arguments.platform, arguments.ms_version, state=state)
        self._outcomes: list[str] = []

    def hold(self) -> Exit:
        """Take turns until the input ends."""
        if self._words:
            self._take(_text(question(self._words)))
        for turn in self._turns():
            self._take(turn)
        known = not self._outcomes or any(outcome != "unknown" for outcome in self._outcomes)
        return Exit.ANSWERED if known else Exit.UNKNOWN

    def _turns(self) -> Iterator[str]:
        if self._form == "json":
            # Lines are read one at a time: the reply to one may decide the next.
            yield from (json_turn(_text(line)) for line in iter(sys.stdin.buffer.readline, b""))
        elif sys.stdin.isatty():
            # Imported here: a pipe needs no line editing.
            from msfaq.cli.prompt import typed_turns

            yield from typed_turns(self._session)
        else:
            lines = (_text(line).strip("\r\n") for line in iter(sys.stdin.buffer.readline, b""))
            yield from (line for line in lines if line.strip())

    def _take(self, text: str) -> None:
        reply = self._chat.say(text)
        self._outcomes.append(reply.outcome)
        self._keep(text, reply)
        if self._form == "json":
            write_line(reply.to_dict())
        else:
            write_markdown(reply.markdown + "\n", self._form)
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


def _text(source: str | bytes) -> str:
    if isinstance(source, str):
        return source
    try:
        return decode(source)
    except InputError:
        return source.decode("utf-8", "replace")


def _list(sessions: Sessions, *, as_json: bool) -> Exit:
    known = sessions.list()
    if as_json:
        write_json({"sessions": [_row(one) for one in known]})
    else:
        for one in known:
            write_text(f"{one.id:5}  {_when(one.changed)}  {one.turns:4}  {one.title}")
    return Exit.ANSWERED if known else Exit.UNKNOWN


def _row(session: Session) -> dict[str, Any]:
    return {"id": session.id, "changed": _when(session.changed), "turns": session.turns, "title": session.title}


def _export(sessions: Sessions, number: int | None, *, as_json: bool) -> Exit:
    found, _, turns = sessions.load(number)
    if as_json:
        write_json({**_row(found), "turns": [{"user": turn.user, **turn.reply} for turn in turns]})
    else:
        write_text(f"# {found.title}\n\n{_transcript(turns)}")
    return Exit.ANSWERED


def _transcript(turns: tuple[KeptTurn, ...]) -> str:
    parts = []
    for turn in turns:
        user, name = _LABELS.get(str(turn.reply.get("lang")), _LABELS["en"])
        quoted = "\n".join(f"    {line}" for line in turn.user.split("\n"))
        parts.append(f"## {user}\n\n{quoted}\n\n## {name}\n\n{str(turn.reply.get('reply')).rstrip()}\n")
    return "\n".join(parts)


def _number(text: str, option: str) -> int | None:
    """Return a conversation's number, None for the last one; raise InputError for anything else."""
    if text == "last":
        return None
    if not text.isdigit():
        raise InputError(f"{option} {text}: a conversation has a number; msfaq chat --list shows them")
    return int(text)


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
