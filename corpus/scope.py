"""What tells whether an entry may be an answer at all, without reading all of it."""

from dataclasses import dataclass

from msfaq.corpus.entry import Bilingual, Entry


@dataclass(frozen=True, slots=True)
class Scope:
    """What an entry is about, and where it holds; each field as in `msfaq.corpus.entry.Entry`."""

    id: str
    """The entry's id."""
    kind: str
    """What kind of answer it is."""
    area: str
    """What it is about."""
    title: Bilingual
    """The same in a line."""
    platforms: tuple[str, ...]
    """Where it holds."""
    modes: tuple[str, ...]
    """Execution modes in which it holds."""
    versions: str
    """MindSpore releases for which it holds."""
    general: bool
    """Whether any Python program may have the error."""

    @classmethod
    def of(cls, entry: Entry) -> "Scope":
        """Return the scope of an entry."""
        values = (entry.platforms, entry.modes, entry.versions, entry.general)
        return cls(entry.id, entry.kind, entry.area, entry.title, *values)
