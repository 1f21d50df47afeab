"""Where worksheets lie, and which folder one belongs to."""

import os
from pathlib import Path

from msfaq.errors import InputError


def data_folder() -> Path:
    """Return the folder for what people enter: the variable MSFAQ_DATA, else the platform's data folder.

    Unlike the cache nothing in it can be made again, so it is never cleared.
    """
    if chosen := os.environ.get("MSFAQ_DATA"):
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("msfaq", appauthor=False)


def project_folder(chosen: str | None) -> Path:
    """Return the folder that a worksheet belongs to: the one named, else the current one, without links.

    Raises InputError when it is no folder.
    """
    try:
        folder = Path(chosen or ".").expanduser().resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"the project folder '{chosen or '.'}' cannot be opened; pass --project DIR") from error
    if not folder.is_dir():
        raise InputError(f"'{chosen}' is no folder; pass the project's folder")
    return folder
