"""Where the user's own things lie."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder for the index: the variable MSFAQ_CACHE, else the platform's cache folder."""
    if chosen := os.environ.get("MSFAQ_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("msfaq", appauthor=False)


def data_folder() -> Path:
    """Return the folder for what is the user's own: the variable MSFAQ_DATA, else the platform's data folder.

    Unlike the cache nothing in it can be made again, so it is never cleared.
    """
    if chosen := os.environ.get("MSFAQ_DATA"):
        return Path(chosen).absolute()
    from platformdirs import user_data_path

    return user_data_path("msfaq", appauthor=False)


def own_entries_folder(data: Path | None = None) -> Path:
    """Return the folder of the user's own entries: the variable MSFAQ_ENTRIES, else ``entries`` in the data folder."""
    if chosen := os.environ.get("MSFAQ_ENTRIES"):
        return Path(chosen).expanduser().absolute()
    return (data or data_folder()) / "entries"
