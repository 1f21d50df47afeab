"""The command ``msfaq``: reads its arguments, calls what they name, and owns the exit code."""

import argparse
import importlib
import os
import sys
from typing import Final

from msfaq.cli.arguments import COMMANDS, ask_parser, command_first, command_parser
from msfaq.cli.exits import Exit
from msfaq.cli.output import say
from msfaq.errors import MsfaqError
from msfaq.running.closed import open_closed_streams

_HANDLERS: Final = {
    "ask": ("msfaq.cli.ask", "ask"),
    "run": ("msfaq.cli.run", "run"),
    "redact": ("msfaq.cli.redact", "redact_file"),
    "chat": ("msfaq.cli.chat", "chat"),
    "show": ("msfaq.cli.show", "show"),
    "fix": ("msfaq.cli.show", "fix"),
    "doctor": ("msfaq.cli.doctor", "doctor"),
    "checklist": ("msfaq.cli.checklist", "checklist"),
    "walk": ("msfaq.cli.walk", "walk"),
    "index": ("msfaq.cli.index", "index"),
    "learn": ("msfaq.cli.learn", "learn"),
    "check": ("msfaq.cli.book", "check"),
    "try": ("msfaq.cli.book", "try_promises"),
    "new": ("msfaq.cli.new", "new"),
    "eval": ("msfaq.cli.evaluate", "evaluate"),
    "tui": ("msfaq.tui.launch", "run"),
}
"""Command → module and function; a module is imported when its command is given."""

_BROKEN_PIPE: Final = 141
"""Exit code of a command whose reader went away, as shells report it: 128 + SIGPIPE."""


def main(argv: list[str] | None = None) -> int:
    """Run the command with these arguments (default: the process's); return its exit code."""
    words = sys.argv[1:] if argv is None else argv
    if words[:1] != ["run"]:
        # What `run` runs is to find them closed, too; it sees to that itself.
        open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a substitute, never a traceback.
        getattr(stream, "reconfigure", lambda **options: None)(errors="replace")
    try:
        code = int(_run(words))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except MsfaqError as error:
        say(str(error))
        return Exit.FAILED
    except BrokenPipeError:
        # Nothing may be flushed into the closed pipe again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        # The interpreter's own exit code for it means to scripts that nothing is known.
        _tell_fault(error)
        return Exit.FAILED


def _tell_fault(error: Exception) -> None:
    """Say in a line that msfaq itself is at fault; whoever reports it asks for the traceback."""
    if os.environ.get("MSFAQ_DEBUG"):
        # Imported here: only who asks for it pays for it.
        import traceback

        traceback.print_exc()
    say(f"{type(error).__name__}: {error}; that is a fault of msfaq, please report it with what MSFAQ_DEBUG=1 shows")


def _run(words: list[str]) -> int:
    name, arguments = _parse(words)
    module, function = _HANDLERS[name]
    result: int = getattr(importlib.import_module(module), function)(arguments)
    return result


def _parse(words: list[str]) -> tuple[str, argparse.Namespace]:
    words = command_first(words)
    if words and words[0] in COMMANDS and words[0] != "ask":
        return words[0], command_parser(words[0]).parse_args(words[1:])
    rest = words[1:] if words[:1] == ["ask"] else words
    arguments = ask_parser().parse_args(rest)
    if (not words or words == ["--lang", arguments.lang]) and sys.stdin.isatty():
        return "tui", command_parser("tui").parse_args(words)
    return "ask", arguments


if __name__ == "__main__":
    sys.exit(main())
