"""Where the interface keeps its files."""

import os
from pathlib import Path


def settings_file() -> Path:
    """Return the settings' file: in the folder MSFAQ_CONFIG, else in the platform's folder for settings."""
    return _folder("user_config_path") / "settings.json"


def session_file() -> Path:
    """Return the session's file: in the folder MSFAQ_CONFIG, else in the platform's folder for state."""
    return _folder("user_state_path") / "session.json"


def _folder(kind: str) -> Path:
    if chosen := os.environ.get("MSFAQ_CONFIG"):
        return Path(chosen)
    import platformdirs

    folder: Path = getattr(platformdirs, kind)("msfaq", appauthor=False)
    return folder
