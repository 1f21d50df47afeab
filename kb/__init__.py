"""msfaq: reads the error your MindSpore training died with and says what happened, why, and how to mend it.

>>> from msfaq import lookup
>>> lookup("Launch kernel failed, name:Default/IndexAdd-op0").answers[0].id
'launch-kernel-failed'
"""

from importlib import import_module
from typing import TYPE_CHECKING

from msfaq.version import VERSION as __version__  # noqa: N811

if TYPE_CHECKING:
    from msfaq.chat.conversation import Chat as Chat
    from msfaq.chat.reply import Reply as Reply
    from msfaq.diagnosis import Answer as Answer
    from msfaq.diagnosis import Diagnosis as Diagnosis
    from msfaq.engine import Engine as Engine
    from msfaq.errors import MsfaqError as MsfaqError
    from msfaq.shared import lookup as lookup

_HOME = {
    "Answer": "msfaq.diagnosis",
    "Chat": "msfaq.chat.conversation",
    "Diagnosis": "msfaq.diagnosis",
    "Engine": "msfaq.engine",
    "MsfaqError": "msfaq.errors",
    "Reply": "msfaq.chat.reply",
    "lookup": "msfaq.shared",
}

__all__ = ["Answer", "Chat", "Diagnosis", "Engine", "MsfaqError", "Reply", "__version__", "lookup"]


def __getattr__(name: str) -> object:
    """Load a public name at its first use, so that importing msfaq costs nothing."""
    if name not in _HOME:
        raise AttributeError(f"module 'msfaq' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
