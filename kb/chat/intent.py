"""What an entry of the table of intents is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing that a turn may ask for."""

    name: str
    """Its name in code and tests."""
    zh: tuple[str, ...]
    """RE2 patterns of Chinese wordings; a capturing group holds what is no part of the intent."""
    en: tuple[str, ...]
    """RE2 patterns of English wordings."""
    examples: tuple[str, ...]
    """Turns that have it."""
    others: tuple[str, ...]
    """Turns close to these that do not."""
    unless: str = ""
    """A pattern that takes the intent away wherever it occurs."""
