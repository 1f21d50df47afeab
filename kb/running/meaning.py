"""What an exit code says where the output says nothing."""

import signal
from pathlib import Path
from typing import Final

_COUNTERS: Final = Path("/proc/vmstat")

_MEANINGS: Final = {
    "killed": (
        "进程被 SIGKILL 强制结束。没有报错时，多半是内存（主机内存，不是显存）用完、被内核的 OOM killer 杀掉，"
        "或者超出了容器、作业调度器的内存上限。用 `dmesg -T | grep -i -E 'killed process|out of memory'` 确认；"
        "减少数据处理的进程数（num_parallel_workers）、batch_size 或预取深度，或者加大内存上限。",
        "SIGKILL ended the process. Without an error text that is mostly the kernel's OOM killer: the host's memory "
        "(not the device's) ran out, or the limit of the container or of the scheduler was hit. "
        "`dmesg -T | grep -i -E 'killed process|out of memory'` tells. Fewer data workers (num_parallel_workers), a "
        "smaller batch or less prefetching need less memory; or raise the limit.",
    ),
    "oom": (
        "运行期间内核的 OOM killer 在这台机器上结束了 {kills} 个进程：主机内存（不是显存）用完了。"
        "减少数据处理的进程数（num_parallel_workers）、batch_size 或预取深度，或者加大内存上限。",
        "While it ran, the kernel's OOM killer ended {kills} process(es) on this machine: the host's memory (not the "
        "device's) ran out. Fewer data workers (num_parallel_workers), a smaller batch or less prefetching need less "
        "memory; or raise the limit.",
    ),
    "segv": (
        "进程访问了非法内存（SIGSEGV），崩溃发生在本地代码里，所以没有 Python 报错。"
        "用 `python -X faulthandler 脚本.py` 再跑一次，可以看到崩在哪一行 Python 代码；"
        "常见原因：MindSpore 与 CANN、驱动、NumPy 的版本不配套，或自定义算子越界。",
        "The process touched memory that is not its own (SIGSEGV): native code crashed, so there is no Python error. "
        "`python -X faulthandler SCRIPT.py` shows the Python line at which it crashed. Frequent causes: releases of "
        "MindSpore, CANN, driver or NumPy that do not fit together, and custom operators that write out of bounds.",
    ),
    "abort": (
        "进程自己中止（SIGABRT）：本地代码里有未捕获的 C++ 异常、断言失败或内存损坏。"
        "往上找 `terminate called`、`what():`、`free(): invalid` 之类的行；"
        "用 `python -X faulthandler 脚本.py` 可以看到当时的 Python 代码行。",
        "The process aborted itself (SIGABRT): an uncaught C++ exception, a failed assertion or damaged memory in "
        "native code. Look for lines such as `terminate called`, `what():` or `free(): invalid`; "
        "`python -X faulthandler SCRIPT.py` shows the Python line.",
    ),
    "terminated": (
        "进程被要求结束（{name}）：通常是作业调度器、超时限制、用户，或者同一作业里的另一个进程先失败了。"
        "先看最早失败的那个进程（rank）的日志。",
        "The process was asked to end ({name}): by a scheduler, a time limit, a person, or a launcher of which another "
        "process had failed. Look at the log of the process (rank) that failed first.",
    ),
    "signal": ("进程被信号 {name} 结束。", "The signal {name} ended the process."),
    "after": (
        "最后进程被信号 {name} 结束（退出码 {code}）。上面的报错在它之前出现，先处理上面的报错；信号多半只是它的后果。",
        "In the end the signal {name} ended the process (exit code {code}). The error above came before it: mend that "
        "first; the signal is most likely its consequence.",
    ),
    "timeout": (
        "退出码 124：`timeout` 命令在时限到达时结束了进程。",
        "Exit code 124: the command `timeout` ended the process at its time limit.",
    ),
    "silent": (
        "命令以退出码 {code} 结束，输出里没有发现报错。",
        "The command ended with exit code {code}; its output shows no error.",
    ),
}

_BY_SIGNAL: Final = {
    signal.SIGKILL: "killed",
    signal.SIGSEGV: "segv",
    signal.SIGBUS: "segv",
    signal.SIGABRT: "abort",
    signal.SIGTERM: "terminated",
    signal.SIGHUP: "terminated",
}

_TIMED_OUT: Final = 124


def exit_meaning(code: int, lang: str, *, kills: int = 0) -> str:
    """Return what a shell's exit code tells of itself, one paragraph of Markdown.

    A code above 128 is read as 128 + a signal's number: it may be the command's own signal, or that of a program which
    the command ran. ``kills`` is the number of processes that the kernel killed for want of memory meanwhile.
    """
    name = _signal_of(code)
    if kills > 0 and name in ("SIGKILL", "SIGTERM", ""):
        key = "oom"
    elif code == _TIMED_OUT:
        key = "timeout"
    else:
        key = _BY_SIGNAL.get(signal.Signals[name], "signal") if name else "silent"
    return _told(key, lang, code=code, name=name, kills=kills)


def exit_consequence(code: int, lang: str, *, kills: int = 0) -> str:
    """Return what an exit code that tells something adds to an error printed before, one paragraph of Markdown."""
    name = _signal_of(code)
    is_known = not name or (kills > 0 and name in ("SIGKILL", "SIGTERM"))
    return exit_meaning(code, lang, kills=kills) if is_known else _told("after", lang, code=code, name=name)


def signal_meaning(name: str, lang: str) -> str:
    """Return what it says that the signal of this name ended a process, one paragraph of Markdown."""
    return exit_meaning(128 + signal.Signals[name], lang)


def tells_something(code: int) -> bool:
    """Tell whether an exit code says more than that the command failed."""
    return code == _TIMED_OUT or bool(_signal_of(code))


def oom_kills() -> int:
    """Return how many processes the kernel has killed for want of memory since it started; 0 where it does not say."""
    try:
        for line in _COUNTERS.read_text("ascii").splitlines():
            name, _, count = line.partition(" ")
            if name == "oom_kill":
                return int(count)
    except (OSError, ValueError):
        pass
    return 0


def _told(key: str, lang: str, **values: object) -> str:
    return _MEANINGS[key][0 if lang == "zh" else 1].format(**values)


def _signal_of(code: int) -> str:
    """Return the name of the signal in a shell's exit code, or nothing."""
    try:
        return signal.Signals(code - 128).name if code > 128 else ""
    except ValueError:
        return ""
