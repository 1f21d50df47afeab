"""Reads the table that ``npu-smi info`` prints."""

import re
from typing import Final

from msfaq.doctor.found import Npu, Process

_DRIVER: Final = re.compile(r"^\|\s*npu-smi\s+\S+\s+Version:\s*(\S+)", re.MULTILINE)
_CELLS: Final = re.compile(r"\s*\|\s*")
_FIRST: Final = re.compile(r"^(\d+)\s+(\S+)$")
_MEMORY: Final = re.compile(r"(\d+)\s*/\s*(\d+)")


def npu_smi_driver(text: str) -> str:
    """Return the driver's release.

    >>> npu_smi_driver("| npu-smi 25.2.0                   Version: 25.2.0        |")
    '25.2.0'
    """
    found = _DRIVER.search(text)
    return found[1] if found else ""


def npu_smi_devices(text: str) -> tuple[Npu, ...]:
    """Return the devices; each has two rows, model and health above, addresses and memory below.

    A card with two chips gives two devices of the same number.
    """
    found: list[Npu] = []
    above: tuple[int, str, str] | None = None
    for cells in _rows(text.partition("Process id")[0]):
        model = _FIRST.match(cells[0]) if len(cells) == 3 else None
        if model and not model[2].isdigit():
            above = (int(model[1]), model[2].removeprefix("Ascend") or model[2], cells[1])
        elif above and len(cells) == 3:
            memory = _MEMORY.findall(cells[2])
            used, total = memory[-1] if memory else ("0", "0")
            # Boards with one memory print it first and 0 / 0 for the HBM they lack.
            if total == "0" and len(memory) > 1:
                used, total = memory[0]
            found.append(Npu(*above, int(used), int(total)))
            above = None
    return tuple(found)


def npu_smi_processes(text: str) -> tuple[Process, ...]:
    """Return the processes of the second table."""
    found = []
    for cells in _rows(text.partition("Process id")[2]):
        if len(cells) == 4 and cells[1].isdigit():
            memory = int(cells[3]) if cells[3].isdigit() else -1
            found.append(Process(int(cells[1]), cells[2], cells[0].split()[0], memory))
    return tuple(found)


def chip_family(name: str) -> str:
    """Return the name that CANN's folders give a chip.

    A letter counts only before a digit: ``910B`` is a chip of the first generation, ``910B3`` one of the second.

    >>> chip_family("910B3"), chip_family("310P3"), chip_family("910B"), chip_family("Ascend910")
    ('ascend910b', 'ascend310p', 'ascend910', 'ascend910')
    """
    found = re.match(r"(?:Ascend)?(\d{3})(_93|[BP](?=\d))?", name, re.IGNORECASE)
    return f"ascend{found[1]}{(found[2] or '').lower()}" if found else ""


def _rows(text: str) -> list[list[str]]:
    lines = (line.strip() for line in text.splitlines())
    return [_CELLS.split(line.strip("| \t")) for line in lines if line.startswith("|")]
