"""Tries ``import mindspore`` and its own check in a process apart, and asks the book about what fails."""

import subprocess
import sys
from typing import Final

from msfaq.doctor.misfit import Misfit, both
from msfaq.engine import Engine

_SCRIPT: Final = "import mindspore; mindspore.run_check()"
_SUCCESS: Final = "successfully!"
"""What run_check prints at its end when the device works; it catches failures and ends with code 0."""


def try_import(engine: Engine, *, executable: str = sys.executable, timeout: float = 180.0) -> Misfit | None:
    """Return what went wrong, with the entry that answers it, or None when MindSpore works.

    The script runs in the current folder, as the user's own would, and is ended after ``timeout`` seconds.
    """
    try:
        done = subprocess.run(
            [executable, "-c", _SCRIPT],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Misfit(
            "import-timeout",
            both(
                f"import mindspore 或 run_check 在 {timeout:.0f} 秒内没有结束",
                f"import mindspore or run_check did not end in {timeout:.0f} s",
            ),
            both(
                "驱动卡住、设备被占用，或首次编译算子很慢。",
                "A driver that hangs, a device in use, or the slow first compilation of operators.",
            ),
            both(
                "看设备状态（npu-smi info、nvidia-smi），再单独运行一次。",
                "Look at the devices (npu-smi info, nvidia-smi), then run it by itself.",
            ),
            "verify-installation",
        )
    text = done.stdout.decode("utf-8", "replace")
    if done.returncode == 0 and _SUCCESS in text:
        return None
    return _explained(engine, text, done.returncode)


def _explained(engine: Engine, text: str, code: int) -> Misfit:
    diagnosis = engine.lookup(text if text.strip() else f"import mindspore exit code {code}")
    known = diagnosis.answers[0] if diagnosis.answers and diagnosis.outcome == "answered" else None
    line = diagnosis.query.strip() or next(reversed(text.split("\n")), "") or f"exit code {code}"
    entry = known.id if known else "verify-installation"
    return Misfit(
        "import-failed",
        both(f"import mindspore 或 run_check 失败：{line}", f"import mindspore or run_check fails: {line}"),
        both(*(_title(engine, entry))),
        both(f"msfaq show {entry}", f"msfaq show {entry}"),
        entry,
    )


def _title(engine: Engine, entry: str) -> tuple[str, str]:
    title = engine.entry(entry).title
    return title.zh, title.en
