"""Builds msfaq as setuptools does, and puts the finished index into a wheel, so that the first question need not wait.

A checkout that is installed for editing has no such index: its documents change, and the first question builds one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.build_meta import get_requires_for_build_wheel as requires_of_setuptools
from setuptools.command.build_py import build_py

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

PROJECT = Path(__file__).with_name("pyproject.toml")


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what a wheel needs to be built: the index is made by msfaq itself."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    return [*requires_of_setuptools(config_settings), *project["dependencies"]]


class BuildWithIndex(build_py):
    """Copies the package, then has the copy build its index."""

    def run(self) -> None:
        """Do it; without the libraries at hand the wheel goes without an index, and msfaq builds it when asked."""
        if self.editable_mode:
            super().run()
            return
        place = Path(self.build_lib).resolve()
        # What an earlier build left there would be packed and indexed again.
        shutil.rmtree(place / "msfaq", ignore_errors=True)
        super().run()
        # pip makes the libraries of a build known by this variable, too.
        path = os.pathsep.join((str(place), *filter(None, [os.environ.get("PYTHONPATH")])))
        file = place / "msfaq" / "index" / "released.sqlite"
        done = subprocess.run(
            [sys.executable, "-m", "msfaq.index.release", str(file)],
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=place,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if "ModuleNotFoundError" in done.stderr:
            missing = done.stderr.strip().splitlines()[-1]
            self.warn(f"the wheel goes without a finished index ({missing}); the first question will build it")
        elif done.returncode:
            raise RuntimeError(f"the index cannot be built (exit code {done.returncode}):\n{done.stderr}")
