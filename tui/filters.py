"""What a reader narrows answers and entries to."""

from dataclasses import dataclass, fields, replace
from typing import Final

from msfaq.corpus.entry import Entry
from msfaq.corpus.vocabulary import AREAS, KINDS, MODES, PLATFORMS
from msfaq.errors import InputError
from msfaq.request import Request
from msfaq.tui.words import named


@dataclass(frozen=True, slots=True)
class Filters:
    """What answers and entries are narrowed to; an empty field narrows nothing."""

    platform: str = ""
    """``Ascend``, ``GPU``, ``CPU`` or empty."""
    mode: str = ""
    """``graph``, ``pynative`` or empty."""
    area: str = ""
    """One of `msfaq.corpus.vocabulary.AREAS` or empty."""
    kind: str = ""
    """One of `msfaq.corpus.vocabulary.KINDS` or empty."""
    ms_version: str = ""
    """A MindSpore release such as ``2.3.1``, or empty."""

    def request(self, lang: str, limit: int) -> Request:
        """Return the engine's form of these filters; raise InputError for a value that is none."""
        return Request.checked(
            lang,
            limit,
            self.platform or None,
            self.ms_version or None,
            mode=self.mode or None,
            area=self.area or None,
            kind=self.kind or None,
        )

    def admits(self, entry: Entry) -> bool:
        """Tell whether an entry passes."""
        return self.request("en", 1).admits(entry)

    def repaired(self) -> "Filters":
        """Return these filters without the values that are none."""
        kept = Filters()
        for field in fields(self):
            changed = replace(kept, **{field.name: getattr(self, field.name)})
            try:
                changed.request("en", 1)
            except InputError:
                continue
            kept = changed
        return kept

    def words(self, lang: str) -> str:
        """Return the chosen values for readers, or nothing."""
        chosen = ((field.name, str(getattr(self, field.name))) for field in fields(self))
        return " · ".join(named(name, value, lang) for name, value in chosen if value)


OPTIONS: Final = {
    "platform": tuple(name for name in PLATFORMS if name != "any"),
    "mode": tuple(name for name in MODES if name != "any"),
    "area": AREAS,
    "kind": KINDS,
}
"""The values that each filter with a list offers."""
