"""The worksheet of the folder that the interface was opened in."""

import os
from pathlib import Path
from typing import Final

from msfaq.errors import InputError
from msfaq.worksheets.places import project_folder
from msfaq.worksheets.worksheet import Worksheet

_PATIENCE: Final = 3.0
"""Seconds to wait for another program that is writing the worksheet: a screen must not stand still for long."""


def project_sheet() -> Worksheet:
    """Return the worksheet of the current folder; one that has been deleted meanwhile keeps its name."""
    try:
        folder = project_folder(None)
    except InputError:
        folder = Path(os.environ.get("PWD") or os.sep)
    return Worksheet(folder, patience=_PATIENCE)
