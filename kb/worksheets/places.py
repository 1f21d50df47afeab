"""Which folder a worksheet belongs to."""

from pathlib import Path

from msfaq.errors import InputError


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
