"""Reads a turn from a line of a program's output."""

import json
from typing import Final

_KEYS: Final = ("text", "user", "message")
"""Names under which an object may hold the turn, the first one that it has."""


def json_turn(line: str) -> str:
    r"""Return the turn on a line: a JSON string, an object's text, or the line itself when it is neither.

    >>> json_turn('"two\\nlines"'), json_turn('{"text": "why?"}'), json_turn("{shape} mismatch")
    ('two\nlines', 'why?', '{shape} mismatch')
    """
    bare = line.strip("\r\n")
    if bare.lstrip()[:1] not in ('"', "{"):
        return bare
    try:
        value = json.loads(bare)
    except (ValueError, RecursionError):
        return bare
    if isinstance(value, str):
        return value
    texts = [value[key] for key in _KEYS if isinstance(value.get(key), str)] if isinstance(value, dict) else []
    return texts[0] if texts else bare
