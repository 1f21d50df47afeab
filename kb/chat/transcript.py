"""Writes kept turns as Markdown."""

from typing import Final

from msfaq.chat.sessions import KeptTurn

_LABELS: Final = {"zh": ("你", "msfaq"), "en": ("You", "msfaq")}


def transcript(turns: tuple[KeptTurn, ...]) -> str:
    """Return turns as they were said and shown."""
    parts = []
    for turn in turns:
        user, name = _LABELS.get(str(turn.reply.get("lang")), _LABELS["en"])
        quoted = "\n".join(f"    {line}" for line in turn.user.split("\n"))
        parts.append(f"## {user}\n\n{quoted}\n\n## {name}\n\n{str(turn.reply.get('reply')).rstrip()}\n")
    return "\n".join(parts)
