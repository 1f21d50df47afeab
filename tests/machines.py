"""Machines made up from the folders of tests/data/machines."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from msfaq.doctor.found import Interpreter, Package, Space
from msfaq.doctor.machine import Machine, Output

MACHINES = Path(__file__).parent / "data" / "machines"


def machine(name: str, **changes: Any) -> Machine:
    """Return a made-up machine, with fields changed."""
    folder = MACHINES / name
    data = yaml.safe_load((folder / "machine.yaml").read_text("utf-8"))
    root = (folder / "root").resolve()
    closed = {root / path.lstrip("/") for path in data.get("closed", ())}
    spaces = {
        root / path.lstrip("/"): Space(path, inodes=values.pop("inodes", -1), **values)
        for path, values in data["space"].items()
    }
    made = Machine(
        root=root,
        interpreter=Interpreter(implementation="CPython", bits=64, **data["python"]),
        packages=tuple(_package(*item) for item in data["packages"].items()),
        space=spaces.get,
        run=lambda command, timeout: _answer(folder / "commands", command),
        readable=lambda path: path not in closed,
        **{
            name: data[name]
            for name in ("system", "kernel", "architecture", "libc", "cpus", "cwd", "home", "environ", "limits")
        },
    )
    return replace(made, **changes)


def _package(name: str, values: Mapping[str, Any]) -> Package:
    return Package(name, values["version"], tuple(values.get("requires", ())))


def _answer(folder: Path, command: tuple[str, ...]) -> Output:
    file = folder / f"{' '.join(command)}.txt"
    return Output("ok", file.read_text("utf-8")) if file.exists() else Output("absent")
