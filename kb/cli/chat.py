"""``msfaq chat``: a conversation on a terminal, in a pipe, or as lines of JSON; and the kept ones."""

import argparse
import time
from typing import Any

from msfaq.chat.sessions import Session, Sessions
from msfaq.chat.transcript import transcript
from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_json, write_text
from msfaq.cli.talk import Talk
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.numerals import typed_number


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
        number = _number(arguments.resume, "--continue") if arguments.resume is not None else None
        return Talk(arguments, engine, sessions, number).hold()


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
        write_text(f"# {found.title}\n\n{transcript(turns)}")
    return Exit.ANSWERED


def _number(text: str, option: str) -> int | None:
    """Return a conversation's number, None for the last one; raise InputError for anything else."""
    if text == "last":
        return None
    number = typed_number(text)
    if number is None:
        raise InputError(f"{option} {text}: a conversation has a number; msfaq chat --list shows them")
    return number


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
