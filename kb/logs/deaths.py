"""Reads from what the shell, the runtime or the kernel printed by which signal a process died."""

from typing import Final

import re2

from msfaq.index.patterns import options

_SIGNALS: Final = {
    "SIGSEGV": r"segmentation fault|段错误|SIGSEGV",
    "SIGBUS": r"bus error|总线错误|SIGBUS",
    "SIGABRT": r"aborted\b|zsh: abort\b|\d abort\b|已放弃|已中止|SIGABRT",
    "SIGKILL": r"\bkilled\b|oom[_-]kill|kill(?:ed)? process|out of memory|已杀死|SIGKILL",
    "SIGILL": r"illegal (?:hardware )?instruction|非法指令|SIGILL",
    "SIGFPE": r"floating point exception|浮点数例外|SIGFPE",
}
_NAMES: Final = {name: re2.compile(pattern, options()) for name, pattern in _SIGNALS.items()}

_SHOWN: Final = {
    "SIGSEGV": "Segmentation fault (core dumped), exit code 139",
    "SIGBUS": "Bus error (core dumped), exit code 135",
    "SIGABRT": "Aborted (core dumped), exit code 134",
    "SIGKILL": "Killed, exit code 137",
    "SIGILL": "Illegal instruction (core dumped)",
    "SIGFPE": "Floating point exception (core dumped), exit code 136",
}
_SAYS_MORE: Final = re2.compile(r"oom|out of memory|srun|slurm|Fatal Python error", options())


def signal_in(text: str) -> str:
    """Return the name of the signal that a crash line tells of, or nothing.

    >>> signal_in("run.sh: line 3: 1234 Killed python train.py"), signal_in("free(): invalid pointer")
    ('SIGKILL', '')
    """
    return next((name for name, pattern in _NAMES.items() if pattern.search(text) is not None), "")


def death_in(text: str) -> str:
    """Return in the same words for every shell and language that a process just died, or nothing if the line says more.

    >>> death_in("[1]    1234 killed     python train.py")
    'the run ends without an error: Killed, exit code 137'
    """
    name = signal_in(text) if "\n" not in text else ""
    return f"the run ends without an error: {_SHOWN[name]}" if name and _SAYS_MORE.search(text) is None else ""
