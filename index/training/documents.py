"""Reads a documentation tree into pages of headed sections."""

from pathlib import Path
from typing import Final

from msfaq.index.training.markdown_pages import markdown_sections
from msfaq.index.training.pages import Page
from msfaq.index.training.rst_pages import rst_sections

_READERS: Final = {".md": markdown_sections, ".rst": rst_sections}

_TEMPLATES: Final = "_templates"
"""Folder name of Sphinx page templates: markup without a sentence in it."""


def read_tree(tree: Path) -> dict[str, Page]:
    """Read every Markdown and reStructuredText page beneath ``tree``; pages by path, sorted.

    Bytes that are not UTF-8 are replaced: one odd page must not stop a training.
    """
    pages = {}
    for file in sorted(tree.rglob("*")):
        reader = _READERS.get(file.suffix)
        if reader is None or _TEMPLATES in file.parts or not file.is_file():
            continue
        path = file.relative_to(tree).as_posix()
        sections = reader(file.read_text("utf-8", errors="replace"))
        if sections:
            pages[path] = Page(path, sections)
    return pages
