"""What the tests of ``msfaq run`` share: the command, a program that fails, what is answered to it."""

import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("msfaq"))
MESSAGE = "Launch kernel failed, name:Default/IndexAdd-op0"
TITLE = "An operator failed while it ran"
FAILS = f"import sys; print('out', flush=True); sys.exit({MESSAGE!r})"
LIMIT = 240.0
"""Seconds after which a condition is taken never to come."""
WAIT = "[time.sleep(0.05) for _ in iter(int, 1)]"
"""Waits without end. Of one long sleep the interpreter misses a signal that comes just before it."""


def python(code: str) -> tuple[str, ...]:
    """Return the words that run ``code`` behind ``msfaq run``."""
    return ("--", sys.executable, "-c", code)
