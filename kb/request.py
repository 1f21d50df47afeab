"""How a question wants to be answered."""

from dataclasses import dataclass
from typing import Final

from msfaq.corpus.entry import Entry
from msfaq.corpus.scope import Scope
from msfaq.corpus.vocabulary import AREAS, KINDS, LANGUAGES, MODES, PLATFORMS
from msfaq.errors import InputError

ANSWERED: Final = 0.6
"""Confidence from which an answer is given as the answer; docs/QUALITY.md says what other thresholds would mean."""

SURE: Final = 0.9
"""Confidence from which the words say ``sure``; from `ANSWERED` on they say ``likely``."""


@dataclass(frozen=True, slots=True)
class Request:
    """How a question wants to be answered."""

    lang: str | None
    """``zh``, ``en``, or None for the question's own."""
    limit: int
    """Most answers, 1 or more."""
    platform: str | None
    """``Ascend``, ``GPU``, ``CPU`` or None for all."""
    ms_version: str | None
    """A MindSpore release, or None for all."""
    mode: str | None = None
    """``graph``, ``pynative`` or None for both."""
    area: str | None = None
    """One of `msfaq.corpus.vocabulary.AREAS`, or None for all."""
    kind: str | None = None
    """One of `msfaq.corpus.vocabulary.KINDS`, or None for all."""
    explain: bool = False
    """Whether the diagnosis is to say how it came about."""
    confidence: float = ANSWERED
    """Probability, 0..1, from which an answer is given as the answer."""

    @classmethod
    def checked(
        cls,
        lang: str | None,
        limit: int,
        platform: str | None,
        ms_version: str | None,
        *,
        mode: str | None = None,
        area: str | None = None,
        kind: str | None = None,
        explain: bool = False,
        confidence: float = ANSWERED,
    ) -> "Request":
        """Make a request; raise InputError, naming the allowed values, for one out of range."""
        known = {name.lower(): name for name in PLATFORMS if name != "any"}
        if lang not in (None, *LANGUAGES):
            raise InputError(f"lang is '{lang}'; choose zh or en")
        if not 0 <= confidence <= 1:
            raise InputError(f"confidence is {confidence}; choose a probability from 0 to 1")
        if limit < 1:
            raise InputError(f"limit is {limit}; choose 1 or more")
        if platform is not None and platform.lower() not in known:
            raise InputError(f"platform is '{platform}'; choose {', '.join(known.values())}")
        if ms_version is not None:
            _holds("all", ms_version)
        modes = tuple(name for name in MODES if name != "any")
        for name, value, allowed in (("mode", mode, modes), ("area", area, AREAS), ("kind", kind, KINDS)):
            if value is not None and value not in allowed:
                raise InputError(f"{name} is '{value}'; choose {', '.join(allowed)}")
        on = known[platform.lower()] if platform else None
        return cls(lang, limit, on, ms_version, mode, area, kind, explain, confidence)

    def admits(self, entry: Entry | Scope) -> bool:
        """Tell whether an entry is of the kind and area asked for and holds on the platform, mode and release."""
        return (
            self.kind in (None, entry.kind)
            and self.area in (None, entry.area)
            and (self.platform is None or bool({self.platform, "any"} & set(entry.platforms)))
            and (self.mode is None or bool({self.mode, "any"} & set(entry.modes)))
            and (self.ms_version is None or _holds(entry.versions, self.ms_version))
        )


def _holds(versions: str, release: str) -> bool:
    # Imported here: reading release numbers takes longer than an exact answer, and few questions name one.
    from msfaq.corpus.versions import covers

    try:
        return covers(versions, release)
    except ValueError as error:
        raise InputError(str(error)) from error
