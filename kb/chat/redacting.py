"""Takes names and secrets out of what leaves the conversation, by msfaq.redaction where msfaq has it."""

from importlib import import_module
from importlib.util import find_spec
from typing import Final

_MODULE: Final = "msfaq.redaction"


def can_redact() -> bool:
    """Tell whether msfaq can redact."""
    return find_spec(_MODULE) is not None


def redact(text: str) -> str:
    """Return the text redacted, as it is where msfaq cannot."""
    return str(import_module(_MODULE).redact(text)) if can_redact() else text
