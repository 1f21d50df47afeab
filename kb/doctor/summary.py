"""What was found, in a few lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msfaq.doctor.found import Found
from msfaq.doctor.rules.resources import size

_SHOWN: Final = (
    *("mindspore", "mindspore-gpu", "mindspore-ascend", "mindspore-cpu", "mindspore-dev", "mindspore-lite"),
    *("mindformers", "mindnlp", "mindone", "vllm-mindspore", "vllm", "msadapter", "numpy", "scipy", "protobuf"),
    *("te", "hccl", "torch", "torch-npu"),
)
"""Packages whose versions matter; only those installed are told."""

_VARIABLES: Final = ("GLOG_", "MS_", "HCCL_", "RANK_", "DEVICE_ID", "ASCEND_", "OMP_NUM_THREADS", "CUDA_", "LD_PRELOAD")
"""Beginnings of variables that matter."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of what was found."""

    group: str
    """``python``, ``packages``, ``system``, ``ascend``, ``nvidia``, ``environment`` or ``resources``."""
    name: str
    """What it is about."""
    value: str
    """Its version or description, the same in both languages."""


def facts(found: Found) -> tuple[Fact, ...]:
    """Return the lines, group by group."""
    return (
        *_python(found),
        *_system(found),
        *_ascend(found),
        *_nvidia(found),
        *_environment(found),
        *_resources(found),
    )


def _python(found: Found) -> Iterator[Fact]:
    python = found.interpreter
    yield Fact("python", "python", f"{python.version}, {python.environment}, {python.executable}")
    for name in _SHOWN:
        if package := found.packages.get(name):
            yield Fact("packages", name, package.version)


def _system(found: Found) -> Iterator[Fact]:
    system = found.system
    parts = (system.name, system.architecture, system.libc, system.container)
    yield Fact("system", "system", ", ".join(filter(None, parts)))


def _ascend(found: Found) -> Iterator[Fact]:
    ascend = found.ascend
    if ascend.npus:
        names = [npu.name for npu in ascend.npus]
        yield Fact("ascend", "devices", ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names)))
    elif ascend.nodes:
        yield Fact("ascend", "devices", f"{ascend.nodes} (/dev/davinci*)")
    for name, value in (("driver", ascend.driver), ("firmware", ascend.firmware)):
        if value:
            yield Fact("ascend", name, value)
    for cann in ascend.cann:
        yield Fact("ascend", f"cann {cann.kind}", f"{cann.version or cann.compiler}, {cann.path}")
    if ascend.kernels:
        yield Fact("ascend", "cann kernels", ", ".join(ascend.kernels))
    for process in ascend.processes:
        yield Fact("ascend", "process", f"{process.pid} {process.name}, NPU {process.device}, {process.memory_mb} MiB")


def _nvidia(found: Found) -> Iterator[Fact]:
    cuda = found.cuda
    for card in cuda.cards:
        capability = f", compute capability {card.capability}" if card.capability else ""
        yield Fact(
            "nvidia", f"gpu {card.index}", f"{card.name}{capability}, {card.used_mb} of {card.total_mb} MiB in use"
        )
    if cuda.cards:
        yield Fact("nvidia", "driver", cuda.cards[0].driver)
    for library in cuda.runtimes:
        yield Fact("nvidia", "cuda", f"{library.version}, {library.path}")
    if cuda.nvcc:
        yield Fact("nvidia", "nvcc", cuda.nvcc)
    for library in cuda.cudnn:
        yield Fact("nvidia", "cudnn", f"{library.version}, {library.path}")
    for process in cuda.processes:
        yield Fact("nvidia", "process", f"{process.pid} {process.name}, {process.memory_mb} MiB")


def _environment(found: Found) -> Iterator[Fact]:
    for name in sorted(found.environ):
        if name.startswith(_VARIABLES):
            yield Fact("environment", name, found.environ[name])


def _resources(found: Found) -> Iterator[Fact]:
    for space in found.spaces:
        yield Fact("resources", space.path, f"{size(space.free)} free of {size(space.total)}")
    if found.shm:
        yield Fact("resources", "/dev/shm", size(found.shm.total))
    named = [(name, found.limits[name]) for name in ("nofile", "nproc", "stack", "memlock") if name in found.limits]
    if named:
        yield Fact("resources", "ulimit", ", ".join(f"{name} {_limit(name, value)}" for name, value in named))


def _limit(name: str, value: int) -> str:
    if value < 0:
        return "unlimited"
    return size(value) if name in ("stack", "memlock") else str(value)
