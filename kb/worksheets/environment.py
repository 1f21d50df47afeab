"""What a helper asks first: which versions, which system, which devices. Read from files; nothing heavy is imported."""

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

from msfaq.version import VERSION

_WHEELS: Final = ("mindspore", "mindspore-dev", "mindspore-ascend", "mindspore-gpu")
_PACKAGES: Final = ("numpy", "protobuf", "scipy", "pillow", "mindformers", "mindone", "mindnlp", "torch", "torch-npu")
"""Packages whose versions matter beside MindSpore's; named only where they are installed."""

_SMI_CHIP: Final = re.compile(r"^\|\s*\d+\s+(?:Ascend)?(9\d{2}\w*|310\w*)\s+\|", re.MULTILINE)
_SMI_LIMIT: Final = 15
"""Seconds given to npu-smi, which hangs when the driver does."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the environment."""

    name: str
    """What it is about: ``mindspore``, ``python``, ``os`` …"""
    value: str
    """Its version or description."""


def read_environment(root: Path = Path("/")) -> tuple[Fact, ...]:
    """Return what is known of this machine; facts that cannot be had are left out.

    ``root`` stands in for the root folder.
    """
    facts = [Fact("mindspore", _mindspore()), Fact("python", _python()), Fact("os", _system(root))]
    facts += [Fact(name, version) for name in _PACKAGES if (version := _version(name))]
    facts += _ascend(root)
    facts += _nvidia(root)
    facts.append(Fact("cpu", f"{platform.machine()}, {os.cpu_count()} cores"))
    facts.append(Fact("msfaq", VERSION))
    return tuple(facts)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _mindspore() -> str:
    found = [
        f"{version} ({name})" if name != "mindspore" else version for name in _WHEELS if (version := _version(name))
    ]
    return ", ".join(found) or "not installed beside msfaq"


def _python() -> str:
    return f"{platform.python_version()} ({platform.python_implementation()})"


def _system(root: Path) -> str:
    name = ""
    for line in _lines(root / "etc/os-release"):
        if line.startswith("PRETTY_NAME="):
            name = line.partition("=")[2].strip().strip("\"'")
    return ", ".join(filter(None, (name, f"{platform.system()} {platform.release()}")))


def _ascend(root: Path) -> Iterator[Fact]:
    home = os.environ.get("ASCEND_TOOLKIT_HOME") or os.environ.get("ASCEND_HOME_PATH")
    toolkit = Path(home) if home else root / "usr/local/Ascend/ascend-toolkit/latest"
    infos = [*sorted(toolkit.glob("*-linux/ascend_toolkit_install.info")), toolkit / "version.cfg"]
    if version := next((v for info in infos if (v := _value(info, "version"))), ""):
        yield Fact("cann", version)
    for part in ("driver", "firmware"):
        if version := _value(root / f"usr/local/Ascend/{part}/version.info", "version"):
            yield Fact(f"ascend {part}", version)
    if count := len(list((root / "dev").glob("davinci[0-9]*"))):
        yield Fact("ascend devices", " ".join(filter(None, (str(count), _chips()))))


def _chips() -> str:
    """Return the models that npu-smi names, or nothing when it is not there or does not answer."""
    if not shutil.which("npu-smi"):
        return ""
    try:
        done = subprocess.run(
            ["npu-smi", "info"],
            capture_output=True,
            text=True,
            timeout=_SMI_LIMIT,
            check=False,
            errors="replace",
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    models = sorted(set(_SMI_CHIP.findall(done.stdout)))
    return f"({', '.join(models)})" if models else ""


def _nvidia(root: Path) -> Iterator[Fact]:
    driver = next(
        (
            found[1]
            for line in _lines(root / "proc/driver/nvidia/version")
            if (found := re.search(r"Kernel Module\D*(\d+\.[\d.]+)", line))
        ),
        "",
    )
    if driver:
        yield Fact("nvidia driver", driver)
    cards = [_value(file, "model") for file in sorted((root / "proc/driver/nvidia/gpus").glob("*/information"))]
    for model in sorted(set(filter(None, cards))):
        yield Fact("gpu", f"{cards.count(model)} × {model}")
    if driver:
        text = "".join(_lines(root / "usr/local/cuda/version.json"))
        if found := re.search(r'"cuda"\s*:\s*\{[^}]*"version"\s*:\s*"([^"]+)"', text):
            yield Fact("cuda", found[1])


def _value(file: Path, name: str) -> str:
    """Return the value of a line ``name=value`` or ``name: value``, whatever its letter case."""
    for line in _lines(file):
        found = re.match(rf"\s*{name}\s*[=:]\s*\[?([^\]\n]*)", line, re.IGNORECASE)
        if found and found[1].strip():
            return found[1].strip().strip("\"'")
    return ""


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", "replace").splitlines()[:200]
    except OSError:
        return []
