"""The reader's settings: theme, language, filters and keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from msfaq.language import locale_language
from msfaq.tui.actions import ACTIONS
from msfaq.tui.filters import Filters
from msfaq.tui.saving import load

_MOST: Final = 64 * 1024
"""Bytes of a settings file; a person writes a few hundred."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is kept from one start to the next; an empty field means the default."""

    theme: str = ""
    """Name of a theme, or empty for one that fits the terminal."""
    lang: str = ""
    """``zh``, ``en``, or empty for the locale's."""
    filters: Filters = field(default_factory=Filters)
    """What answers and entries are narrowed to."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Action's id → keys, joined by commas: the reader's own in place of the registry's."""

    @property
    def language(self) -> str:
        """The language to show: ``zh`` or ``en``."""
        return self.lang or locale_language()


def _doubles(keys: Mapping[str, str]) -> list[str]:
    """Return what is wrong with keys of the reader's own that another action of the same place has already."""
    has = {action.id: set(keys.get(action.id, action.keys).split(",")) for action in ACTIONS}
    return [
        f"keys: '{key}' is both {action.id} and {other.id}"
        for action in ACTIONS
        if action.id in keys
        for other in ACTIONS
        if other.id != action.id and (other.group == action.group or "app" in (other.group, action.group))
        for key in sorted(has[action.id] & has[other.id])
        if other.id not in keys or other.id > action.id
    ]


def load_settings(file: Path) -> tuple[Settings, str]:
    """Read the settings; return them and one line when something in the file could not be used."""
    settings, complaint = load(file, Settings, Settings(), most=_MOST)
    if complaint:
        return settings, complaint
    known = {action.id for action in ACTIONS}
    faults = [f"keys: no action is called '{name}'" for name in settings.keys if name not in known]
    faults += _doubles(settings.keys)
    if settings.lang not in ("", "zh", "en"):
        faults.append(f"lang: '{settings.lang}' is neither zh nor en")
    filters = settings.filters.repaired()
    if filters != settings.filters:
        faults.append("filters: a value is unknown")
    settings = replace(
        settings,
        lang=settings.lang if settings.lang in ("zh", "en") else "",
        filters=filters,
        keys={name: keys for name, keys in settings.keys.items() if name in known},
    )
    return settings, f"{file}: {'; '.join(faults)}" if faults else ""
