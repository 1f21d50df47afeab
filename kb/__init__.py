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
    from msfaq.explaining import explain as explain
    from msfaq.hooks import install_excepthook as install_excepthook
    from msfaq.hooks import remove_excepthook as remove_excepthook
    from msfaq.notebook import load_ipython_extension as load_ipython_extension
    from msfaq.notebook import unload_ipython_extension as unload_ipython_extension
    from msfaq.redaction.redact import redact as redact
    from msfaq.shared import lookup as lookup

_HOME = {
    "Answer": "msfaq.diagnosis",
    "Chat": "msfaq.chat.conversation",
    "Diagnosis": "msfaq.diagnosis",
    "Engine": "msfaq.engine",
    "MsfaqError": "msfaq.errors",
    "Reply": "msfaq.chat.reply",
    "explain": "msfaq.explaining",
    "install_excepthook": "msfaq.hooks",
    "load_ipython_extension": "msfaq.notebook",
    "lookup": "msfaq.shared",
    "redact": "msfaq.redaction.redact",
    "remove_excepthook": "msfaq.hooks",
    "unload_ipython_extension": "msfaq.notebook",
}
"""Public name → the module it lives in."""

__all__ = [
    "Answer",
    "Chat",
    "Diagnosis",
    "Engine",
    "MsfaqError",
    "Reply",
    "__version__",
    "explain",
    "install_excepthook",
    "lookup",
    "redact",
    "remove_excepthook",
]


def __getattr__(name: str) -> object:
    """Load a public name at its first use, so that importing msfaq costs nothing."""
    if name not in _HOME:
        raise AttributeError(f"module 'msfaq' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
