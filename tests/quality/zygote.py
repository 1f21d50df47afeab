"""Runs many scripts in one warm interpreter: imports MindSpore once, and forks a child for each script.

Run by the Python of the release under test, which need not know msfaq. The first line written says which of the named
modules are there and whether the import worked; then each line read asks for a run, and each line written tells how it
ended. Both are JSON:

    {"script": "/tmp/x/train.py", "output": "/tmp/x/output", "timeout": 60} → {"code": 1, "timed_out": false}
"""

import atexit
import contextlib
import importlib
import importlib.util
import json
import os
import signal
import sys
import threading
import time
import types
from pathlib import Path

_PAUSE = 0.02
"""Seconds between two looks at a child."""


def main() -> None:
    """Answer requests until the input ends."""
    orders, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    warm, *modules = sys.argv[1:]
    found = [name for name in modules if importlib.util.find_spec(name)]
    fault = ""
    try:
        importlib.import_module(warm)
    except BaseException as error:
        fault = f"{type(error).__name__}: {error}"
    print(json.dumps({"modules": found, "fault": fault}), file=answers, flush=True)
    for line in orders:
        order = json.loads(line)
        child = os.fork()
        if not child:
            _become(order["script"], order["output"])
        print(json.dumps(_wait(child, order["timeout"])), file=answers, flush=True)


def _wait(child: int, timeout: float) -> dict[str, object]:
    until = time.monotonic() + timeout
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            _end_group(child)
            return {"code": os.waitstatus_to_exitcode(status), "timed_out": False}
        time.sleep(_PAUSE)
    _end_group(child)
    os.waitpid(child, 0)
    return {"code": -signal.SIGKILL, "timed_out": True}


def _end_group(child: int) -> None:
    """End what a child left running."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)


def _become(script: str, output: str) -> None:
    """Run a script as the interpreter would if it had been started with it."""
    os.setsid()
    folder = Path(script).parent
    os.chdir(folder)
    written = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(written, 1)
    os.dup2(written, 2)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
        for number, mode in ((0, "r"), (1, "w"), (2, "w"))
    )
    sys.argv, sys.path[0] = [script], str(folder)
    program = types.ModuleType("__main__")
    program.__dict__.update(__file__=script, __builtins__=__builtins__)
    sys.modules["__main__"] = program
    code = _run(script, program)
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code)


def _run(script: str, program: types.ModuleType) -> int:
    try:
        exec(compile(Path(script).read_text("utf-8"), script, "exec"), program.__dict__)
    except SystemExit as wish:
        if wish.code is None or isinstance(wish.code, int):
            return wish.code or 0
        print(wish.code, file=sys.stderr)
        return 1
    except BaseException as error:
        # The frame of this function is none of the script's.
        own = error.__traceback__ and error.__traceback__.tb_next
        sys.excepthook(type(error), error.with_traceback(own), own)
        return 1
    return 0


if __name__ == "__main__":
    main()
