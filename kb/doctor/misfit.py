"""What does not fit, as rules say it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msfaq.corpus.compatibility.rows import Compatibility
from msfaq.corpus.entry import Bilingual
from msfaq.doctor.found import Found


@dataclass(frozen=True, slots=True)
class Misfit:
    """One thing that does not fit."""

    rule: str
    """Name of the rule: lower-case words joined by hyphens, kept from release to release."""
    what: Bilingual
    """What stands against what, with their versions."""
    why: Bilingual
    """What comes of it."""
    mend: Bilingual
    """What to do."""
    entry: str
    """The entry to read."""
    serious: bool = True
    """False for a remark: worth knowing, yet nothing need be wrong."""


Rule = Callable[[Found, Compatibility], Iterator[Misfit]]


def both(zh: str, en: str) -> Bilingual:
    """Return a text in both languages."""
    return Bilingual(zh, en)
