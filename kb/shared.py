"""The one-line face: a question, an answer, over an engine that the process keeps."""

from typing import Final

from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.request import ANSWERED

_ENGINE: Final = Engine()
"""Made at once, so that threads share it; it opens nothing before it is asked."""


def lookup(
    text: str | bytes,
    *,
    lang: str | None = None,
    limit: int = 3,
    platform: str | None = None,
    ms_version: str | None = None,
    explain: bool = False,
    confidence: float = ANSWERED,
) -> Diagnosis:
    """Answer a question, an error message or a whole log; see `msfaq.Engine.lookup` for the arguments.

    It may be called from any thread. The first call of a process opens the index, and builds it if need be, while
    others wait; it stays open.

    Raises InputError for a text that is empty or no text, or for an option out of range; all errors derive from
    MsfaqError.
    """
    return _ENGINE.lookup(
        text, lang=lang, limit=limit, platform=platform, ms_version=ms_version, explain=explain, confidence=confidence
    )
