"""All that a probe may touch of a machine: files beneath a root, the environment, packages, limits, commands."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

from msfaq.doctor.found import Interpreter, Package, Space, State

_MOST_OUTPUT: Final = 1 << 20
"""Characters of a command's output that are kept."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a command printed, or why it printed nothing."""

    state: State
    """``absent``: no such command; ``failed``: it ended with an error; ``timeout``: it was ended."""
    text: str = ""
    """Standard output and standard error."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine as probes see it; tests make one up from files."""

    root: Path
    """The folder that stands for ``/``."""
    environ: Mapping[str, str]
    """Environment variables."""
    cwd: str
    """Current folder, absolute."""
    home: str
    """Home folder, absolute."""
    system: str
    """``Linux``, ``Darwin``, ``Windows``."""
    kernel: str
    """Release of the kernel."""
    architecture: str
    """``x86_64``, ``aarch64``, ``arm64`` …"""
    libc: str
    """``glibc 2.35``, ``musl``, or empty where the system has neither."""
    cpus: int
    """Logical processors."""
    interpreter: Interpreter
    """The Python that runs msfaq."""
    packages: tuple[Package, ...]
    """Distributions that this Python can import."""
    limits: Mapping[str, int]
    """``nofile``, ``nproc``, ``stack``, ``memlock`` → soft limit; -1 for none. Bytes or counts."""
    space: Callable[[Path], Space | None]
    """Reads the space of the file system that holds a path."""
    run: Callable[[tuple[str, ...], float], Output]
    """Runs a command with a time-out in seconds, never through a shell."""
    readable: Callable[[Path], bool]
    """Tells whether this user may open a file for reading and writing."""

    def path(self, name: str) -> Path:
        """Return where an absolute path of this machine lies."""
        return self.root / name.lstrip("/") if self.root != Path("/") else Path(name)

    def name(self, path: Path) -> str:
        """Return the absolute path by which this machine knows a file."""
        return str(path) if self.root == Path("/") else f"/{path.relative_to(self.root).as_posix()}"

    def text(self, name: str) -> str:
        """Return the text of a file, or nothing when it cannot be read."""
        try:
            return self.path(name).read_text("utf-8", "replace")[:_MOST_OUTPUT]
        except (OSError, ValueError):
            return ""

    def glob(self, pattern: str) -> list[Path]:
        """Return the files that match an absolute pattern, sorted; none when a folder may not be read."""
        try:
            return sorted(self.root.glob(pattern.lstrip("/")))
        except (OSError, ValueError):
            return []


def this_machine() -> Machine:
    """Return the machine that runs msfaq."""
    libc = " ".join(platform.libc_ver()) if sys.platform == "linux" else ""
    return Machine(
        root=Path("/"),
        environ=dict(os.environ),
        cwd=_current_folder(),
        home=str(Path.home()),
        system=platform.system(),
        kernel=platform.release(),
        architecture=platform.machine(),
        libc=libc.strip() or ("musl" if list(Path("/lib").glob("ld-musl-*")) else ""),
        cpus=os.cpu_count() or 1,
        interpreter=_interpreter(),
        packages=_packages(),
        limits=_limits(),
        space=_space,
        run=_run,
        readable=lambda path: os.access(path, os.R_OK | os.W_OK),
    )


def _current_folder() -> str:
    try:
        return str(Path.cwd())
    except FileNotFoundError:  # the folder was removed under the shell
        return ""


def _interpreter() -> Interpreter:
    conda = os.environ.get("CONDA_DEFAULT_ENV", "")
    if sys.prefix != sys.base_prefix:
        kind = "venv"
    else:
        kind = f"conda {conda}" if conda and (Path(sys.prefix) / "conda-meta").is_dir() else "system"
    bits = 64 if sys.maxsize > 2**32 else 32
    return Interpreter(platform.python_version(), platform.python_implementation(), sys.executable, kind, bits)


def _packages() -> tuple[Package, ...]:
    found: dict[str, Package] = {}
    for distribution in metadata.distributions():
        name = distribution.metadata["Name"]
        if name and (key := name.lower().replace("_", "-")) not in found:
            place = str(distribution.locate_file(""))
            found[key] = Package(key, distribution.version or "", tuple(distribution.requires or ()), place)
    return tuple(found[key] for key in sorted(found))


def _limits() -> dict[str, int]:
    try:
        import resource
    except ImportError:  # Windows
        return {}
    names = {"nofile": "RLIMIT_NOFILE", "nproc": "RLIMIT_NPROC", "stack": "RLIMIT_STACK", "memlock": "RLIMIT_MEMLOCK"}
    known = {name: getattr(resource, constant) for name, constant in names.items() if hasattr(resource, constant)}
    soft = {name: resource.getrlimit(number)[0] for name, number in known.items()}
    return {name: -1 if value == resource.RLIM_INFINITY else value for name, value in soft.items()}


def _space(path: Path) -> Space | None:
    try:
        usage = shutil.disk_usage(path)
        inodes = os.statvfs(path).f_favail if hasattr(os, "statvfs") else -1
        # Some network and copy-on-write file systems count no inodes and say 0 of 0.
        counted = inodes if not hasattr(os, "statvfs") or os.statvfs(path).f_files else -1
    except OSError:
        return None
    return Space(str(path), usage.total, usage.free, counted)


def _run(command: tuple[str, ...], timeout: float) -> Output:
    program = shutil.which(command[0])
    if program is None:
        return Output("absent")
    try:
        done = subprocess.run(
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Output("timeout")
    except OSError as error:
        return Output("failed", str(error))
    return Output("ok" if done.returncode == 0 else "failed", done.stdout.decode("utf-8", "replace")[:_MOST_OUTPUT])
