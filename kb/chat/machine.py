"""What the machine itself says of MindSpore: only ever a default, and said to be one."""

import importlib.metadata
import platform
import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine msfaq runs on."""

    version: str = ""
    """Installed MindSpore, or empty."""
    platform: str = ""
    """``Ascend``, ``GPU`` or ``CPU`` as its devices tell, or empty when it has no MindSpore."""
    python: str = ""
    """Version of Python."""


def read_machine() -> Machine:
    """Look at this machine, without importing MindSpore."""
    try:
        version = importlib.metadata.version("mindspore")
    except importlib.metadata.PackageNotFoundError:
        version = ""
    return Machine(version, _platform() if version else "", platform.python_version())


def _platform() -> str:
    if any(Path("/dev").glob("davinci[0-9]*")):
        return "Ascend"
    return "GPU" if shutil.which("nvidia-smi") else "CPU"
