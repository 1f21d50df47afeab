"""The machine beneath Python: distribution, C library, processors, container."""

from pathlib import Path
from typing import Final

from msfaq.doctor.found import System
from msfaq.doctor.machine import Machine
from msfaq.doctor.parsing.files import newest_glibcxx, os_name

_LIBSTDCXX: Final = (
    "/usr/lib/*-linux-gnu/libstdc++.so.6",
    "/usr/lib64/libstdc++.so.6",
    "/lib/*-linux-gnu/libstdc++.so.6",
)


def read_system(machine: Machine) -> System:
    """Return what is known of the system."""
    name = os_name(machine.text("/etc/os-release")) or f"{machine.system} {machine.kernel}"
    return System(
        name=name,
        kind=machine.system,
        kernel=machine.kernel,
        architecture=machine.architecture,
        libc=machine.libc,
        glibcxx=_glibcxx(machine),
        cpus=machine.cpus,
        container=_container(machine),
    )


def _glibcxx(machine: Machine) -> str:
    """Read the libstdc++ of the Python's own prefix (conda brings one), else the system's."""
    prefix = Path(machine.interpreter.executable).parent.parent
    for pattern in (f"{prefix}/lib/libstdc++.so.6", *_LIBSTDCXX):
        for file in machine.glob(pattern):
            try:
                return newest_glibcxx(file.read_bytes())
            except OSError:
                continue
    return ""


def _container(machine: Machine) -> str:
    if machine.environ.get("KUBERNETES_SERVICE_HOST"):
        return "kubernetes"
    for name, file in (("docker", "/.dockerenv"), ("podman", "/run/.containerenv")):
        if machine.path(file).exists():
            return name
    return "wsl" if "microsoft" in machine.kernel.lower() else ""
