"""What Python would import: installed distributions, and things of the same name that come first."""

from pathlib import Path
from typing import Final

from msfaq.doctor.found import Shadow
from msfaq.doctor.machine import Machine

_WATCHED: Final = ("mindspore", "numpy", "scipy", "google", "te", "hccl", "mindformers", "mindnlp")
"""Packages whose place is easily taken by a folder or a file of the same name."""


def read_shadows(machine: Machine) -> tuple[Shadow, ...]:
    """Return what hides a package for a script in the current folder, or by way of PYTHONPATH."""
    entries = [machine.cwd, *machine.environ.get("PYTHONPATH", "").split(":")]
    folders = dict.fromkeys(entry for entry in entries if entry.startswith("/"))
    return tuple(shadow for folder in folders for name in _WATCHED if (shadow := _shadow(machine, folder, name)))


def _shadow(machine: Machine, folder: str, name: str) -> Shadow | None:
    place = machine.path(folder)
    # CANN's own Python packages (te, hccl) lie on PYTHONPATH on purpose.
    if "Ascend" in Path(folder).parts or "site-packages" in Path(folder).parts:
        return None
    source = name == "mindspore" and (place / "mindspore" / "ccsrc").is_dir()
    for path in (place / name, place / f"{name}.py"):
        is_package = path.suffix == ".py" or any(path.glob("*.py")) or source
        if path.exists() and is_package:
            return Shadow(name, machine.name(path), source)
    return None
