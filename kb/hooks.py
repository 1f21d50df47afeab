"""Answers beneath uncaught exceptions of this process: main thread, other threads, and those Python cannot raise.

``python -m msfaq.hooks SCRIPT [ARGUMENT…]`` runs a script with them.
"""

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any, Final

_MOST_ELSEWHERE: Final = 3
"""Answers printed for exceptions outside the main thread: a pool of workers fails many times for one reason."""


@dataclass(slots=True)
class _Hooks:
    """The hooks in place, and those that stood there before."""

    lang: str | None
    """Language of the answers, or None for the locale's."""
    file: IO[str] | None
    """Where answers go; None for standard error as it is at that time."""
    previous: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """Name of a hook → the hook that is called first."""
    own: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """Name of a hook → ours."""
    active: bool = True
    """False once removed: a later hook may still call ours, which then only passes on."""
    elsewhere: set[str] = field(default_factory=set)
    """Answers already given outside the main thread, by entry."""


_PLACES: Final = {
    "main": (sys, "excepthook"),
    "thread": (threading, "excepthook"),
    "unraisable": (sys, "unraisablehook"),
}

_installed: _Hooks | None = None
_lock = threading.Lock()


def install_excepthook(*, lang: str | None = None, file: IO[str] | None = None) -> None:
    """Print an answer beneath the traceback of every uncaught exception, where one is known.

    The hooks that were in place are called first: tracebacks and other tools' reports stay as they are, and so does the
    exit code. An interrupt or exit is not answered, and nothing is printed where nothing is known. ``lang`` is ``zh``,
    ``en`` or None for the locale's; ``file`` is where answers go (default: standard error). Calling again changes these
    two and nothing else. `remove_excepthook` undoes it.
    """
    global _installed
    with _lock:
        if _installed is not None:
            _installed.lang, _installed.file = lang, file
            return
        hooks = _Hooks(lang, file)
        for name, (module, attribute) in _PLACES.items():
            hooks.previous[name] = getattr(module, attribute)
            hooks.own[name] = _hook(hooks, name)
            setattr(module, attribute, hooks.own[name])
        _installed = hooks


def remove_excepthook() -> None:
    """Put back the hooks that `install_excepthook` found; one that another tool has wrapped just passes on."""
    global _installed
    with _lock:
        if _installed is None:
            return
        for name, (module, attribute) in _PLACES.items():
            if getattr(module, attribute) is _installed.own[name]:
                setattr(module, attribute, _installed.previous[name])
        _installed.active = False
        _installed = None


def _hook(hooks: _Hooks, name: str) -> Callable[..., None]:
    if name == "main":

        def main_hook(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
            try:
                hooks.previous[name](kind, value, trace)
            finally:
                _answer(hooks, value, is_main=True)

        return main_hook

    def other_hook(details: Any) -> None:
        try:
            hooks.previous[name](details)
        finally:
            _answer(hooks, details.exc_value, is_main=False)

    return other_hook


def _answer(hooks: _Hooks, exception: BaseException | None, *, is_main: bool) -> None:
    """Print what is known; never raise: the process is ending and its own report comes first."""
    if not hooks.active or exception is None:
        return
    with suppress(Exception):
        # Imported here: most processes end without an exception.
        from msfaq.explaining import explain_uncaught
        from msfaq.render.beneath import write_diagnosis

        out = hooks.file or sys.stderr
        diagnosis = explain_uncaught(exception, hooks.lang)
        if out is None or diagnosis is None:
            return
        if not is_main:
            entry_id = diagnosis.answers[0].id
            if entry_id in hooks.elsewhere or len(hooks.elsewhere) >= _MOST_ELSEWHERE:
                return
            hooks.elsewhere.add(entry_id)
        write_diagnosis(diagnosis, out)


def _run_script(words: list[str]) -> None:
    """Run a script as Python would, with the hooks in place; its traceback begins with the script's own frame."""
    import runpy
    from pathlib import Path

    if not words:
        sys.exit("usage: python -m msfaq.hooks SCRIPT [ARGUMENT…]")
    sys.argv = words
    sys.path[0] = str(Path(words[0]).resolve().parent)
    # The module imported by name, so that a script which installs the hooks itself meets the same ones.
    from msfaq.hooks import install_excepthook as install

    install()
    try:
        runpy.run_path(words[0], run_name="__main__")
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != words[0]:
            trace = trace.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        sys.exit(1)


if __name__ == "__main__":
    _run_script(sys.argv[1:])
