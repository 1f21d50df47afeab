"""The one place that knows the folders: which package each is, and which others it may import.

Run as a script it writes the alias stubs that lead type checkers from ``msfaq.index.store`` to ``index/store.py``.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
STUBS: Final = ROOT / "tests" / "typing"

NAME: Final = {"corpus": "msfaq.corpus", "index": "msfaq.index", "kb": "msfaq", "tui": "msfaq.tui"}
"""Folder → the package it is."""

MAY_IMPORT: Final = {
    "corpus": {"corpus"},
    "index": {"corpus", "index"},
    "kb": {"corpus", "index", "kb"},
    "tui": {"corpus", "index", "kb", "tui"},
}
"""Folder → the folders it may import."""

FREE: Final = {"msfaq.aside", "msfaq.errors", "msfaq.version"}
"""Modules that import nothing of msfaq and that all may import."""


class Module(NamedTuple):
    """One module of the package."""

    folder: str
    """Top-level folder."""
    name: str
    """Import name."""
    file: Path
    """Source file."""


def modules() -> Iterator[Module]:
    """Yield every module of the package."""
    for folder, package in NAME.items():
        for file in sorted((ROOT / folder).rglob("*.py")):
            parts = file.relative_to(ROOT / folder).with_suffix("").parts
            name = ".".join((package, *(part for part in parts if part != "__init__")))
            yield Module(folder, name, file)


def imports(file: Path) -> Iterator[str]:
    """Yield every module a file imports, wherever the import stands."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"{'.' * node.level}{node.module or ''}"


def folder_of(name: str) -> str:
    """Return the folder in which a module of the package lies."""
    for folder in ("corpus", "index", "tui"):
        if name == NAME[folder] or name.startswith(f"{NAME[folder]}."):
            return folder
    return "kb"


def stubs() -> dict[Path, str]:
    """Return each alias stub and the text it must hold."""
    found = {}
    for module in modules():
        inside = module.file.relative_to(ROOT).with_suffix("").parts
        is_package = inside[-1] == "__init__"
        target = ".".join(inside[:-1] if is_package else inside)
        path = STUBS.joinpath(*module.name.split("."))
        file = path / "__init__.pyi" if is_package else path.with_suffix(".pyi")
        found[file] = f"from {target} import *\n"
    return found


if __name__ == "__main__":
    wanted = stubs()
    for stale in set(STUBS.rglob("*.pyi")) - set(wanted):
        stale.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
