"""Reads what ``nvidia-smi --query-…`` and ``nvcc --version`` print."""

import re

from msfaq.doctor.found import Card, Process


def nvidia_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of index, name, driver_version, memory.used, memory.total and, if asked, compute_cap.

    >>> nvidia_cards("0, NVIDIA A100-SXM4-40GB, 535.104.05, 1024, 40960, 8.0")[0].capability
    '8.0'
    """
    found = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split(",")]
        if len(cells) >= 5 and cells[0].isdigit():
            capability = cells[5] if len(cells) > 5 and re.fullmatch(r"\d+\.\d+", cells[5]) else ""
            found.append(Card(int(cells[0]), cells[1], cells[2], capability, _number(cells[3]), _number(cells[4])))
    return tuple(found)


def nvidia_processes(text: str) -> tuple[Process, ...]:
    """Return the processes of pid, process_name and used_memory."""
    found = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split(",")]
        if len(cells) == 3 and cells[0].isdigit():
            found.append(Process(int(cells[0]), cells[1].rpartition("/")[2], "", _number(cells[2])))
    return tuple(found)


def nvcc_release(text: str) -> str:
    """Return the compiler's release.

    >>> nvcc_release("Cuda compilation tools, release 11.6, V11.6.55")
    '11.6'
    """
    found = re.search(r"release (\d+\.\d+)", text)
    return found[1] if found else ""


def _number(text: str) -> int:
    return int(text) if text.isdigit() else -1
