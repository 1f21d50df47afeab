"""Virtual environments of MindSpore releases, made once and kept in a cache folder."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

_BESIDE: Final = ("numpy<2",)
"""What is installed beside every release: their compiled parts are built for NumPy 1."""

_MADE: Final = "installed"
"""File that says an environment is whole; an interrupted installation leaves none."""


@dataclass(frozen=True, slots=True)
class Release:
    """One release and the interpreter that has it."""

    version: str
    """As it is called in the tables."""
    python: str
    """Path of the interpreter."""


def default_folder() -> Path:
    """Return the folder for the environments: of the platform's caches, never inside the repository."""
    return Path(platformdirs.user_cache_dir("msfaq-releases"))


def prepare(wanted: str, folder: Path) -> Release:
    """Return the interpreter of a release, its environment made if there is none.

    ``wanted`` is a version, ``2.9.0``, or a version and an interpreter that has it, ``2.9.0=/opt/venv29/bin/python``.
    Raises SystemExit when it cannot be installed.
    """
    version, _, python = wanted.partition("=")
    if python:
        return Release(version, python)
    home = folder / version
    python = str(home / "bin" / "python")
    if not (home / _MADE).exists():
        print(f"installing MindSpore {version} into {home}", file=sys.stderr)
        for command in (
            [sys.executable, "-m", "venv", "--clear", str(home)],
            [python, "-m", "pip", "install", "--quiet", f"mindspore=={version}", *_BESIDE],
        ):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
                raise SystemExit(f"MindSpore {version} could not be installed: {' '.join(last)}")
        (home / _MADE).touch()
    return Release(version, python)
