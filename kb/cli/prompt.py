"""Reads turns that a person types or pastes on a terminal."""

import select
import sys
from collections.abc import Iterator
from typing import Final

from msfaq.cli.output import say
from msfaq.language import locale_language

_HELLO: Final = {
    "zh": "贴报错或直接提问；Ctrl-C 放弃这一行，quit 或 Ctrl-D 结束。",
    "en": "Paste an error or ask; Ctrl-C drops the line, quit or Ctrl-D ends.",
}
_KEPT: Final = {"zh": "接着第 {0} 号对话。", "en": "Going on with conversation {0}."}
_PROMPT: Final = "> "

_PASTE: Final = 0.05
"""Seconds within which a further line belongs to what was just pasted: nobody types that fast."""


def typed_turns(session: int | None = None) -> Iterator[str]:
    """Yield what is typed, a pasted text of many lines as one turn, until the input ends."""
    _edit_lines()
    lang = locale_language()
    say(_KEPT[lang].format(session) if session is not None else _HELLO[lang])
    while True:
        try:
            turn = _typed()
        except KeyboardInterrupt:
            print()
            continue
        except EOFError:
            print()
            return
        if turn.strip():
            yield turn


def _typed() -> str:
    lines = [input(_PROMPT)]
    while _more_waits():
        try:
            lines.append(input())
        except EOFError:
            break
    return "\n".join(lines)


def _more_waits() -> bool:
    try:
        ready, _, _ = select.select([sys.stdin], [], [], _PASTE)
    except (OSError, ValueError):
        # A terminal that cannot be watched gives one line a turn.
        return False
    return bool(ready)


def _edit_lines() -> None:
    try:
        # Its import is what gives input() editing and history.
        import readline
    except ImportError:
        return
    readline.set_auto_history(True)
    # A pasted text comes as a whole and runs nothing before Enter.
    readline.parse_and_bind("set enable-bracketed-paste on")
