"""``msfaq tui``: opens the interface in the terminal, or serves it to a browser on this machine."""

import argparse
import os
import shlex
import sys
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msfaq.cli.exits import Exit
from msfaq.errors import InputError
from msfaq.tui.piped import has_terminal, spooled_input

if TYPE_CHECKING:
    from textual.driver import Driver

    from msfaq.engine import Engine
    from msfaq.tui.building import Building

_DUMB: Final = ("", "dumb", "unknown")
"""Terminal types that cannot place the cursor."""

_WEB: Final = "MSFAQ_TUI_WEB"
"""Set for the interface that a browser shows."""


def run(arguments: argparse.Namespace) -> int:
    """Open the interface; with ``--web`` serve it until interrupted. Return the exit code, 128 + N after signal N.

    Raises InputError when there is no terminal to open it on, no server for the browser, or no such language.
    """
    if arguments.lang not in (None, "zh", "en"):
        raise InputError(f"lang is '{arguments.lang}'; choose zh or en")
    if arguments.web:
        return serve(arguments.port, arguments.lang)
    is_web = bool(os.environ.get(_WEB))
    piped = not is_web and arguments.text in ([], ["-"]) and not sys.stdin.isatty()
    if not is_web:
        check_terminal(piped=piped)
    logs = _named_logs(arguments.text) if (arguments.text or piped) and not is_web else None
    first = " ".join(arguments.text) if logs is None else ""
    # Imported here: nobody waits for Textual to be told that the terminal cannot show it.
    from msfaq.tui.app import MsfaqApp
    from msfaq.tui.building import Building

    building = Building()
    with spooled_input() if piped else nullcontext() as spool:
        app = MsfaqApp(
            partial(_open_engine, building),
            first,
            building=building,
            **_kept(arguments.lang, is_web=is_web),
            web=is_web,
            logs=(spool.path,) if spool else tuple(logs or ()),
            grows=spool.grows if spool else None,
            problem=spool.problem if spool else None,
            driver=None if is_web else _terminal_driver(),
        )
        app.run()
    return app.return_code or Exit.ANSWERED


def _kept(lang: str | None, *, is_web: bool) -> dict[str, Any]:
    """Return what was kept from the last start, in another language where one is named, and what keeps it."""
    from msfaq.tui.folders import session_file, settings_file
    from msfaq.tui.saving import Saver
    from msfaq.tui.session import Session, load_session
    from msfaq.tui.settings import load_settings

    settings, complaint = load_settings(settings_file())
    # A browser session begins empty and keeps nothing: others on this machine may reach its port.
    session, complaint_too = (Session(), "") if is_web else load_session(session_file())
    notices = [line for line in (complaint, complaint_too) if line]
    savers = None if is_web else (Saver(settings_file(), notices.append), Saver(session_file(), notices.append))
    return {
        "settings": replace(settings, lang=lang) if lang else settings,
        "session": session,
        "savers": savers,
        "notices": tuple(notices),
    }


def _named_logs(words: list[str]) -> list[str] | None:
    # Imported here: the first screen does not wait for what reads logs.
    from msfaq.cli.ask import named_logs

    return named_logs(words)


def _terminal_driver() -> "type[Driver] | None":
    """Return our driver; None, so that Textual chooses its own, where ours is not for the system or for its Textual."""
    try:
        from msfaq.tui.driver import TerminalDriver
    except ImportError:
        return None
    return TerminalDriver


def _open_engine(building: "Building") -> "Engine":
    # Imported here, on the engine's own thread: the first screen stands before it.
    from msfaq.engine import Engine

    return Engine(waiting=building.begin)


def check_terminal(*, piped: bool = False) -> None:
    """Raise InputError, saying what to do instead, when no full screen can be shown here.

    ``piped`` means that standard input is a log, and keys come from the terminal behind it.
    """
    if not (sys.stdout.isatty() and (has_terminal() if piped else sys.stdin.isatty())):
        raise InputError('the terminal interface needs a terminal; in a pipe ask with msfaq "…"')
    kind = os.environ.get("TERM", "")
    if kind.lower() in _DUMB:
        raise InputError(f'this terminal (TERM={kind}) cannot show a full screen; ask with msfaq "…", or set TERM')


def serve(port: int, lang: str | None = None) -> Exit:
    """Serve the interface to browsers on this machine, in a language, and to nobody else."""
    try:
        from textual_serve.server import Server
    except ImportError as error:
        raise InputError("the browser needs textual-serve; install it with: pip install 'msfaq[web]'") from error
    # Each visitor gets a process of its own.
    command = shlex.join(
        ["env", f"{_WEB}=1", sys.executable, "-m", "msfaq", "tui", *(["--lang", lang] if lang else [])]
    )
    try:
        Server(command, host="127.0.0.1", port=port, title="msfaq").serve()
    except OSError as error:
        raise InputError(f"port {port} cannot be used ({error.strerror}); choose another with --port") from error
    return Exit.ANSWERED
