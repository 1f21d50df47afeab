"""Where the shipped documents lie."""

from pathlib import Path
from typing import Final

ENTRIES: Final = Path(__file__).parent / "entries"
"""Folder of the shipped entries, one sub-folder an area."""

GUIDES: Final = Path(__file__).parent / "guides"
"""Folder of the shipped guides."""
