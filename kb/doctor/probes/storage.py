"""Room to write: disk, shared memory."""

from pathlib import Path

from msfaq.doctor.found import Space
from msfaq.doctor.machine import Machine


def read_spaces(machine: Machine) -> tuple[Space, ...]:
    """Return the room of the current folder, /tmp, home and the cache, each file system once."""
    temporary = machine.environ.get("TMPDIR") or "/tmp"
    cache = machine.environ.get("XDG_CACHE_HOME") or f"{machine.home}/.cache"
    found: dict[tuple[int, int], Space] = {}
    for name in (machine.cwd, temporary, machine.home, cache):
        space = _space(machine, name) if name else None
        if space:
            found.setdefault((space.total, space.free), space)
    return tuple(found.values())


def read_shm(machine: Machine) -> Space | None:
    """Return the room of /dev/shm, or None where there is none."""
    return _space(machine, "/dev/shm")


def _space(machine: Machine, name: str) -> Space | None:
    space = machine.space(machine.path(name)) or machine.space(machine.path(str(Path(name).parent)))
    return Space(name, space.total, space.free, space.inodes) if space else None
