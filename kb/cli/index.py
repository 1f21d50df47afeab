"""``msfaq index``: looks after the index, the embedding model and the user's own documents."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_json, write_text
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.index.models import Work, fetch_model
from msfaq.settings import settings_in_force, store_settings, stored_settings

if TYPE_CHECKING:
    from msfaq.index.documents.update import Change

_NAMED_FAULTS: Final = 5
"""Documents that could not be read which are named; the others are counted."""


def index(arguments: argparse.Namespace) -> Exit:
    """Do what was asked."""
    _ACTIONS[arguments.action](arguments)
    return Exit.ANSWERED


def _status(arguments: argparse.Namespace) -> None:
    with Engine(talk=say, waiting=say_waiting) as engine:
        _write_status(engine)


def _build(arguments: argparse.Namespace) -> None:
    """Build the index; a model that is named is kept once it has proved to work."""
    model = None
    if arguments.model:
        model = fetch_model(arguments.model).name
    with Engine(talk=say, waiting=say_waiting, model=model, work=_work(arguments)) as engine:
        started = time.perf_counter()
        engine.rebuild()
        say(f"built in {time.perf_counter() - started:.1f} s")
        if model and model != stored_settings(engine.data_folder).model:
            store_settings(engine.data_folder, model=model)
        if model and settings_in_force(engine.data_folder).model != model:
            say(f"MSFAQ_MODEL chooses {settings_in_force(engine.data_folder).model} while it is set")
        if engine.documents.exist:
            _do("documents", engine.documents.update)
        _write_status(engine)


def _add(arguments: argparse.Namespace) -> None:
    with Engine(talk=say, waiting=say_waiting, work=_work(arguments)) as engine:
        _do("added", lambda progress: engine.documents.add(arguments.path, progress))


def _remove(arguments: argparse.Namespace) -> None:
    with Engine(talk=say, waiting=say_waiting) as engine:
        count = engine.documents.remove(arguments.path)
    write_text(f"{count} documents taken out")


def _update(arguments: argparse.Namespace) -> None:
    with Engine(talk=say, waiting=say_waiting, work=_work(arguments)) as engine:
        _do("updated", lambda progress: engine.documents.update(progress, rebuild=arguments.rebuild))


def _documents(arguments: argparse.Namespace) -> None:
    with Engine(talk=say, waiting=say_waiting) as engine:
        states = engine.documents.states()
        paths = engine.documents.paths()
    if arguments.form == "json":
        rows = [{"path": str(file.path), "passages": file.passages, "state": state} for file, state in states]
        taken_out = [str(path) for path in paths.excluded]
        write_json({"added": [str(path) for path in paths.roots], "taken_out": taken_out, "documents": rows})
        return
    counts = {name: sum(state == name for _, state in states) for name in ("current", "changed", "gone")}
    for file, state in states:
        write_text(f"{state:8} {file.passages:6}  {file.path}")
    passages = sum(file.passages for file, _ in states)
    say(f"{len(states)} documents, {passages} passages; {_counted(counts)}")
    for path in paths.roots:
        say(f"added: {path}" if path.exists() else f"added, but not there: {path}")


def _write_status(engine: Engine) -> None:
    meta = (engine.entry_ids(), engine.store.meta())[1]
    built = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(int(meta["built"])))
    rows = {
        "place": engine.store.place,
        "entries": meta["entries"],
        "own": f"{meta['own']} in {engine.own_entries}",
        "guides": meta["guides"],
        "model": f"{meta['model']} ({meta['dim']} dimensions, {meta['model_digest']}, unit length)",
        "chosen": settings_in_force(engine.data_folder).model,
        "built": built,
        "stamp": meta["stamp"],
        "documents": _documents_line(engine),
    }
    write_text("\n".join(f"{key:9} {value}" for key, value in rows.items()))


def _documents_line(engine: Engine) -> str:
    if not engine.documents.exist:
        return "none"
    states = engine.documents.states()
    return f"{len(states)} with {sum(file.passages for file, _ in states)} passages, in {engine.data_folder}"


def _do(what: str, work: "Callable[[Callable[[int, int], None]], Change]") -> None:
    """Do a piece of work with a progress bar, and say what it did."""
    started = time.perf_counter()
    with _progress() as advance:
        change = work(advance)
    done = {"new": change.added, "changed": change.changed, "removed": change.removed, "unchanged": change.unchanged}
    say(f"{what}: {_counted(done)}; {change.passages} passages in {time.perf_counter() - started:.1f} s")
    if change.skipped:
        say(f"left out: {_counted(change.skipped)}")
    for path, reason in change.broken[:_NAMED_FAULTS]:
        say(f"left out: {path}: {reason}")
    if (more := len(change.broken) - _NAMED_FAULTS) > 0:
        say(f"left out: {more} more that cannot be read")
    for path in change.missing:
        say(f"{path} is not there; what was read from it stays until: msfaq index remove {path}")


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how far the work is, on a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    # Imported here: Rich takes longer to load than an exact answer takes to find.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _work(arguments: argparse.Namespace) -> Work:
    if arguments.batch_size < 1:
        raise InputError(f"--batch-size is {arguments.batch_size}; choose 1 or more")
    return Work(arguments.batch_size, arguments.device)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items())


_ACTIONS: Final = {
    "status": _status,
    "build": _build,
    "add": _add,
    "remove": _remove,
    "documents": _documents,
    "update": _update,
}
