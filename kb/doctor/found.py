"""What the probes found, as typed values; rules compare these and touch nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "absent", "failed", "timeout"]
"""How a command ended: well, not there, with an error, or by its time-out."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """The Python that runs msfaq."""

    version: str
    """Such as ``3.11.9``."""
    implementation: str
    """``CPython`` or another."""
    executable: str
    """Its program."""
    environment: str
    """``venv``, ``conda NAME`` or ``system``."""
    bits: int
    """64 or 32."""


@dataclass(frozen=True, slots=True)
class Package:
    """An installed distribution."""

    name: str
    """Its name in lower case, with hyphens."""
    version: str
    """Its release."""
    requires: tuple[str, ...] = ()
    """Its requirements, as its metadata states them."""
    place: str = ""
    """The folder it is installed in."""


@dataclass(frozen=True, slots=True)
class Space:
    """Room in a file system."""

    path: str
    """A path within it."""
    total: int
    """Bytes."""
    free: int
    """Bytes that this user may write."""
    inodes: int = -1
    """Files that may still be made; -1 where the file system does not count them."""


@dataclass(frozen=True, slots=True)
class System:
    """The machine beneath Python."""

    name: str
    """Distribution and release, or the system's name."""
    kind: str
    """``Linux``, ``Darwin``, ``Windows``."""
    kernel: str
    """Release of the kernel."""
    architecture: str
    """``x86_64``, ``aarch64`` …"""
    libc: str
    """``glibc 2.35`` or ``musl``."""
    glibcxx: str
    """Newest GLIBCXX version of the libstdc++ that Python would load, or empty."""
    cpus: int
    """Logical processors."""
    container: str
    """``docker``, ``podman``, ``kubernetes``, ``wsl`` or empty."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """Something named like a package that Python would import instead of it."""

    name: str
    """The package."""
    path: str
    """What hides it."""
    source_tree: bool
    """Whether it is the MindSpore source."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process that uses a device."""

    pid: int
    """Its number, as the device tool says; another one within a container."""
    name: str
    """Its program."""
    device: str
    """The device, where the tool says it."""
    memory_mb: int
    """Device memory in MiB; -1 where it is not said."""
    orphan: bool = False
    """Whether its parent has ended, so that init has adopted it."""


@dataclass(frozen=True, slots=True)
class Card:
    """An NVIDIA card."""

    index: int
    """Its number."""
    name: str
    """Its model."""
    driver: str
    """Release of the driver."""
    capability: str
    """Compute capability, or empty."""
    used_mb: int
    """Device memory in use, MiB."""
    total_mb: int
    """Device memory, MiB."""


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library on disk."""

    version: str
    """Its release."""
    path: str
    """Where it lies."""


@dataclass(frozen=True, slots=True)
class Cuda:
    """The NVIDIA side of a machine."""

    cards: tuple[Card, ...] = ()
    """Cards, by number."""
    runtimes: tuple[Library, ...] = ()
    """CUDA runtimes (libcudart) on the loader's path first, then under /usr/local."""
    nvcc: str = ""
    """Release of the compiler."""
    cudnn: tuple[Library, ...] = ()
    """cuDNN libraries."""
    processes: tuple[Process, ...] = ()
    """Processes on the cards."""


@dataclass(frozen=True, slots=True)
class Npu:
    """An Ascend device."""

    index: int
    """Its number."""
    name: str
    """Its model as npu-smi writes it: ``910B3``, ``310P3``, ``Ascend910``."""
    health: str
    """``OK``, ``Warning``, ``Alarm`` …"""
    used_mb: int
    """Device memory in use, MiB."""
    total_mb: int
    """Device memory, MiB."""


@dataclass(frozen=True, slots=True)
class Cann:
    """An installation of CANN."""

    version: str
    """Such as ``8.2.RC1``; empty where only the component's number is known."""
    compiler: str
    """``Version`` of compiler/version.info, which MindSpore compares."""
    path: str
    """Its folder."""
    kind: str
    """``toolkit``, ``nnae`` or ``nnrt``."""


@dataclass(frozen=True, slots=True)
class Ascend:
    """The Ascend side of a machine."""

    nodes: int = 0
    """Device files /dev/davinciN."""
    closed: tuple[str, ...] = ()
    """Device files that this user may not open."""
    npus: tuple[Npu, ...] = ()
    """Devices as npu-smi names them."""
    driver: str = ""
    """Release of the driver."""
    firmware: str = ""
    """Release of the firmware."""
    smi: State = "absent"
    """How npu-smi answered."""
    smi_text: str = ""
    """The first line of its complaint."""
    cann: tuple[Cann, ...] = ()
    """Installations, the one in use first."""
    home: str = ""
    """ASCEND_HOME_PATH or ASCEND_TOOLKIT_HOME."""
    kernels: tuple[str, ...] = ()
    """Chips for which binary operators are installed in the CANN in use: ``ascend910b`` …"""
    processes: tuple[Process, ...] = ()
    """Processes on the devices."""


@dataclass(frozen=True, slots=True)
class Found:
    """Everything the probes found."""

    interpreter: Interpreter
    """The Python that runs msfaq."""
    packages: Mapping[str, Package]
    """Distributions by name."""
    shadows: tuple[Shadow, ...]
    """What hides a package."""
    system: System
    """The machine beneath Python."""
    environ: Mapping[str, str]
    """Environment variables."""
    present: frozenset[str]
    """Those of the paths named in variables that exist."""
    spaces: tuple[Space, ...]
    """Room where a training writes: current folder, /tmp, home, cache."""
    shm: Space | None
    """Room of /dev/shm."""
    limits: Mapping[str, int]
    """Soft limits by name; -1 for none."""
    cuda: Cuda
    """The NVIDIA side."""
    ascend: Ascend
    """The Ascend side."""
