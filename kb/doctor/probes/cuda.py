"""The NVIDIA side: cards and driver, CUDA runtimes, cuDNN, the compiler."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from msfaq.doctor.found import Cuda, Library, Process
from msfaq.doctor.machine import Machine, Output
from msfaq.doctor.parsing.files import cuda_json_version, library_version, process_parent
from msfaq.doctor.parsing.nvidia import nvcc_release, nvidia_cards, nvidia_processes

_QUERY: Final = "index,name,driver_version,memory.used,memory.total"
_FORMAT: Final = "--format=csv,noheader,nounits"
_LIMIT: Final = 15.0
"""Seconds for nvidia-smi, which may wait for a driver that hangs."""

_FOLDERS: Final = ("/usr/local/cuda/lib64", "/usr/local/cuda-*/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib64")


def read_cuda(machine: Machine) -> tuple[Cuda, Output]:
    """Return what is known of NVIDIA cards and libraries, and how nvidia-smi answered."""
    answer = machine.run(("nvidia-smi", f"--query-gpu={_QUERY},compute_cap", _FORMAT), _LIMIT)
    if answer.state == "failed" and "compute_cap" in answer.text:  # drivers before 510 do not know the field
        answer = machine.run(("nvidia-smi", f"--query-gpu={_QUERY}", _FORMAT), _LIMIT)
    cards = nvidia_cards(answer.text) if answer.state == "ok" else ()
    processes: tuple[Process, ...] = ()
    if cards:
        apps = machine.run(("nvidia-smi", "--query-compute-apps=pid,process_name,used_memory", _FORMAT), _LIMIT)
        processes = tuple(adopted(machine, process) for process in nvidia_processes(apps.text))
    nvcc = machine.run(("nvcc", "--version"), _LIMIT)
    found = Cuda(
        cards=cards,
        runtimes=_runtimes(machine),
        nvcc=nvcc_release(nvcc.text) if nvcc.state == "ok" else "",
        cudnn=_libraries(machine, "libcudnn.so.*"),
        processes=processes,
    )
    return found, answer


def adopted(machine: Machine, process: Process) -> Process:
    """Return the process with its mark set when init has adopted it; unknown processes stay unmarked."""
    return replace(process, orphan=process_parent(machine.text(f"/proc/{process.pid}/stat")) == 1)


def _runtimes(machine: Machine) -> tuple[Library, ...]:
    found = list(_libraries(machine, "libcudart.so.*"))
    places = {machine.path(library.path).resolve().parent.parent for library in found}
    places |= {place.parent.parent for place in places}  # targets/x86_64-linux/lib within a toolkit
    for file in machine.glob("/usr/local/cuda*/version.json"):
        name = Path(machine.name(file))
        if file.resolve().parent not in places and (version := cuda_json_version(machine.text(str(name)))):
            found.append(Library(version, str(name.parent)))
    return tuple(found)


def _libraries(machine: Machine, pattern: str) -> tuple[Library, ...]:
    """Return the libraries on the loader's path first; links to one library count once."""
    on_path = [folder for folder in machine.environ.get("LD_LIBRARY_PATH", "").split(":") if folder.startswith("/")]
    found: dict[Path, Library] = {}
    for folder in (*on_path, *_FOLDERS):
        for file in machine.glob(f"{folder}/{pattern}"):
            # libcudart.so.11.0 is a link to the library whose name has the whole release.
            real = file.resolve()
            version = library_version(real.name) or library_version(file.name)
            if version:
                found.setdefault(real, Library(version, machine.name(file)))
    return tuple(found.values())
