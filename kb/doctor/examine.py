"""Runs the probes over a machine."""

from typing import Final

from msfaq.doctor.found import Found
from msfaq.doctor.machine import Machine, Output
from msfaq.doctor.probes.ascend import read_ascend
from msfaq.doctor.probes.cuda import read_cuda
from msfaq.doctor.probes.packages import read_shadows
from msfaq.doctor.probes.storage import read_shm, read_spaces
from msfaq.doctor.probes.system import read_system

_PATHS: Final = ("RANK_TABLE_FILE", "MINDSPORE_HCCL_CONFIG_PATH", "ASCEND_OPP_PATH", "ASCEND_HOME_PATH", "CUDA_HOME")
"""Variables whose value must exist as a file or a folder."""


def examine(machine: Machine) -> tuple[Found, dict[str, Output]]:
    """Return what the probes found, and how the commands answered, by name."""
    cuda, nvidia_smi = read_cuda(machine)
    ascend = read_ascend(machine)
    found = Found(
        interpreter=machine.interpreter,
        packages={package.name: package for package in machine.packages},
        shadows=read_shadows(machine),
        system=read_system(machine),
        environ=machine.environ,
        present=frozenset(value for name in _PATHS if (value := machine.environ.get(name)) and _exists(machine, value)),
        spaces=read_spaces(machine),
        shm=read_shm(machine),
        limits=machine.limits,
        cuda=cuda,
        ascend=ascend,
    )
    return found, {"nvidia-smi": nvidia_smi, "npu-smi": Output(ascend.smi, ascend.smi_text)}


def _exists(machine: Machine, name: str) -> bool:
    try:
        return machine.path(name).exists()
    except OSError:
        return False
