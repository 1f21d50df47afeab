"""What the user chose once and for all, in one small file of the data folder."""

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from msfaq.aside import written_aside
from msfaq.errors import InputError

FILE: Final = "settings.json"

_TRUE: Final = ("1", "true", "yes", "on")


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices."""

    model: str = "shipped"
    """Embedding model: ``shipped``, a folder, or a name of the model hub."""
    keep_unanswered: bool = False
    """Whether questions without an answer are kept on this machine, for ``msfaq learn``."""
    chat_endpoint: str = ""
    """Address of the language model that words the replies of ``msfaq chat``, or empty."""
    chat_model: str = ""
    """Name of the model there."""


def stored_settings(folder: Path) -> Settings:
    """Return the choices in the file; a file that cannot be read counts as none."""
    try:
        data = json.loads((folder / FILE).read_text("utf-8"))
        known = {name: data[name] for name in Settings.__slots__ if name in data}
        settings = Settings(**known)
    except (OSError, ValueError, TypeError):
        return Settings()
    texts = (settings.model, settings.chat_endpoint, settings.chat_model)
    fits = all(isinstance(text, str) for text in texts) and isinstance(settings.keep_unanswered, bool)
    return settings if fits else Settings()


def settings_in_force(folder: Path) -> Settings:
    """Return the choices with those of the variables MSFAQ_MODEL and MSFAQ_KEEP_UNANSWERED before those of the file."""
    settings = stored_settings(folder)
    if model := os.environ.get("MSFAQ_MODEL"):
        settings = replace(settings, model=model)
    if keep := os.environ.get("MSFAQ_KEEP_UNANSWERED"):
        settings = replace(settings, keep_unanswered=keep.lower() in _TRUE)
    return settings


def store_settings(folder: Path, **changes: Any) -> None:
    """Write changed choices, whole or not at all.

    Raises InputError when the file cannot be written.
    """
    settings = replace(stored_settings(folder), **changes)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with written_aside(folder / FILE) as aside:
            aside.write_text(json.dumps(asdict(settings), indent=2, ensure_ascii=False), "utf-8")
    except OSError as error:
        raise InputError(f"{folder / FILE} cannot be written: {error.strerror}") from error
