"""The Ascend side: device files, driver, npu-smi, CANN and its operator packages."""

from pathlib import Path
from typing import Final

from msfaq.doctor.found import Ascend, Cann
from msfaq.doctor.machine import Machine
from msfaq.doctor.parsing.files import cann_version, key_value
from msfaq.doctor.parsing.npu_smi import npu_smi_devices, npu_smi_driver, npu_smi_processes
from msfaq.doctor.probes.cuda import adopted

_LIMIT: Final = 20.0
"""Seconds for npu-smi, which hangs when the driver does."""

_KINDS: Final = {"ascend-toolkit": "toolkit", "cann": "toolkit", "nnae": "nnae", "nnrt": "nnrt"}
_KERNELS: Final = "opp/built-in/op_impl/ai_core/tbe/kernel/config"


def read_ascend(machine: Machine) -> Ascend:
    """Return what is known of Ascend devices and of the software for them."""
    nodes = machine.glob("/dev/davinci[0-9]*")
    answer = machine.run(("npu-smi", "info"), _LIMIT)
    text = answer.text if answer.state == "ok" else ""
    home = machine.environ.get("ASCEND_HOME_PATH") or machine.environ.get("ASCEND_TOOLKIT_HOME") or ""
    cann = _installations(machine, home)
    return Ascend(
        nodes=len(nodes),
        closed=tuple(machine.name(node) for node in nodes if not machine.readable(node)),
        npus=npu_smi_devices(text),
        driver=_driver(machine, "driver") or npu_smi_driver(text),
        firmware=_driver(machine, "firmware"),
        smi=answer.state,
        smi_text=next((line.strip() for line in answer.text.splitlines() if line.strip()), "") if not text else "",
        cann=cann,
        home=home,
        kernels=_kernels(machine, cann),
        processes=tuple(adopted(machine, process) for process in npu_smi_processes(text)),
    )


def _driver(machine: Machine, part: str) -> str:
    return key_value(machine.text(f"/usr/local/Ascend/{part}/version.info"), "version")


def _installations(machine: Machine, home: str) -> tuple[Cann, ...]:
    """Return the installation that the environment names first, then those in the default places."""
    places = [home] if home else []
    roots = ("/usr/local/Ascend", f"{machine.home}/Ascend")
    for root in roots:
        places += [f"{root}/{name}/latest" for name in ("ascend-toolkit", "nnae", "nnrt")]
        places += [f"{root}/cann"]
    found: dict[Path, Cann] = {}
    for place in places:
        folder = machine.path(place)
        try:
            real = folder.resolve()
        except (OSError, RuntimeError):
            continue
        if folder.is_dir() and real not in found and (cann := _installation(machine, place)):
            found[real] = cann
    return tuple(found.values())


def _installation(machine: Machine, place: str) -> Cann | None:
    infos = machine.glob(f"{place}/*-linux/ascend_*_install.info")
    info = next((machine.text(machine.name(file)) for file in infos), "") or machine.text(f"{place}/install.info")
    version = cann_version(info, machine.text(f"{place}/version.cfg"))
    compiler = key_value(machine.text(f"{place}/compiler/version.info"), "Version")
    if not version and not compiler:
        return None
    kind = next((kind for part, kind in _KINDS.items() if part in place), "toolkit")
    return Cann(version, compiler, place, kind)


def _kernels(machine: Machine, cann: tuple[Cann, ...]) -> tuple[str, ...]:
    if not cann:
        return ()
    files = machine.glob(f"{cann[0].path}/{_KERNELS}/*/binary_info_config.json")
    return tuple(sorted({file.parent.name for file in files}))
