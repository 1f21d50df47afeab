"""What a helper asks first: which versions, which system, which devices. The doctor reads them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msfaq.doctor.examine import examine
from msfaq.doctor.machine import Machine, this_machine
from msfaq.doctor.summary import facts
from msfaq.version import VERSION

_GROUPS: Final = ("packages", "system", "ascend", "nvidia")
"""Groups of what the doctor finds that bear on accuracy; variables and free space do not."""

_DEVICES: Final = ("ascend", "nvidia")
"""Groups whose lines are called alike, such as ``driver``."""

_PASSING: Final = "process"
"""What the doctor calls a program that holds a device: it is gone when the report is read."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the environment."""

    name: str
    """What it is about: ``mindspore``, ``python``, ``system`` …"""
    value: str
    """Its version or description."""


def read_environment(machine: Machine | None = None) -> tuple[Fact, ...]:
    """Return what is known of a machine, this one unless given; facts that cannot be had are left out."""
    return tuple(_facts(machine or this_machine()))


def _facts(machine: Machine) -> Iterator[Fact]:
    found, _ = examine(machine)
    if not any(name.startswith("mindspore") for name in found.packages):
        yield Fact("mindspore", "not installed beside msfaq")
    yield Fact("python", f"{found.interpreter.version} ({found.interpreter.implementation})")
    for one in facts(found):
        if one.group in _GROUPS and one.name != _PASSING:
            yield Fact(f"{one.group} {one.name}" if one.group in _DEVICES else one.name, one.value)
    yield Fact("cpu", f"{machine.architecture}, {machine.cpus} cores")
    yield Fact("msfaq", VERSION)
