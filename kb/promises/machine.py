"""What this machine has of the things that code blocks may need."""

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Final

from msfaq.promises.process import command_path

MODULES: Final = {"mindspore": "mindspore", "numpy": "numpy", "torch": "torch", "pillow": "PIL"}
"""Need → the module that meets it."""


def missing(needs: tuple[str, ...]) -> str:
    """Return the first need that this machine does not meet, or an empty string.

    ``network`` counts as met only when the variable MSFAQ_TRY_NETWORK is set, so that no run reaches out unasked.
    """
    return next((need for need in needs if not _has(need)), "")


def _has(need: str) -> bool:
    if need in MODULES:
        return importlib.util.find_spec(MODULES[need]) is not None
    chips = len(list(Path("/dev").glob("davinci[0-9]*")))
    return {
        "ascend": chips > 0,
        "gpu": shutil.which("nvidia-smi") is not None,
        "multi-device": chips > 1,
        "network": bool(os.environ.get("MSFAQ_TRY_NETWORK")),
        "root": hasattr(os, "geteuid") and os.geteuid() == 0,
        "msrun": shutil.which("msrun", path=command_path()) is not None,
    }[need]
