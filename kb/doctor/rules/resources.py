"""Rules on room and limits: disk, shared memory, ulimits, devices that others use."""

from collections.abc import Iterator
from typing import Final

from msfaq.corpus.compatibility.rows import Compatibility
from msfaq.doctor.found import Found
from msfaq.doctor.misfit import Misfit, both

_GIB: Final = 1 << 30

_LEAST_DISK: Final = _GIB
"""Bytes below which logs, caches of compiled operators and checkpoints soon fail to be written."""

_LEAST_INODES: Final = 1000

_LEAST_SHM: Final = 1 << 28
"""Bytes; a container's default of 64 MiB lies below, and dataset workers need more."""

_LEAST_LIMITS: Final = {"nofile": (1024, "too-many-open-files"), "nproc": (1024, "dataset-cant-start-new-thread")}
"""Soft limits below which a training with dataset workers runs out, and the entry that says so."""


def disk(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """There is room where a training writes."""
    for space in found.spaces:
        if space.free < _LEAST_DISK or 0 <= space.inodes < _LEAST_INODES:
            full = space.free < _LEAST_DISK
            find = f"du {'-sh' if full else '--inodes -s'} {space.path}/* | sort -h"
            zh = f"剩 {size(space.free)}" if full else f"只能再建 {space.inodes} 个文件（inode）"
            en = f"{size(space.free)} free" if full else f"room for {space.inodes} more files (inodes)"
            yield Misfit(
                "disk-full",
                both(f"{space.path} 所在的文件系统{zh}", f"The file system of {space.path}: {en}"),
                both(
                    "写日志、kernel_meta、checkpoint 会失败，报错往往不提磁盘。",
                    "Logs, kernel_meta and checkpoints fail to be written; errors seldom say so.",
                ),
                both(
                    f"{find} 找出占用大的再清理，或换目录。",
                    f"Find what takes the room with {find}, or use another folder.",
                ),
                "collect-error-info",
            )


def shared_memory(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Shared memory suffices for dataset workers."""
    if found.shm and found.shm.total < _LEAST_SHM:
        mend = "--shm-size=16g" if found.system.container else "mount -o remount,size=16G /dev/shm"
        yield Misfit(
            "shm-small",
            both(f"/dev/shm 只有 {size(found.shm.total)}", f"/dev/shm has {size(found.shm.total)}"),
            both(
                "数据集多进程用它传数据，太小会总线错误或写失败。",
                "Dataset workers pass data through it: bus errors or failing writes.",
            ),
            both(
                f"容器启动时加 {mend}。" if found.system.container else mend,
                f"Start the container with {mend}." if found.system.container else mend,
            ),
            "dataset-shared-memory",
        )


def limits(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """Limits on files and processes are not below the usual."""
    for name, (least, entry) in _LEAST_LIMITS.items():
        value = found.limits.get(name, -1)
        if 0 <= value < least:
            option = "-n" if name == "nofile" else "-u"
            yield Misfit(
                f"limit-{name}",
                both(f"ulimit {option} 是 {value}", f"ulimit {option} is {value}"),
                both("数据集进程和线程会用完它。", "Dataset workers and threads exhaust it."),
                both(
                    f"ulimit {option} 65535（或改 /etc/security/limits.conf）",
                    f"ulimit {option} 65535, or /etc/security/limits.conf",
                ),
                entry,
            )


def occupied(found: Found, table: Compatibility) -> Iterator[Misfit]:
    """No process that nobody waits for holds a device."""
    for process in (*found.ascend.processes, *found.cuda.processes):
        if process.orphan:
            device = f" {process.device}" if process.device else ""
            yield Misfit(
                "orphan-process",
                both(
                    f"设备{device}上有父进程已退出的进程 {process.pid}（{process.name}）",
                    f"Process {process.pid} ({process.name}) on device{device} has lost its parent",
                ),
                both(
                    "可能是上次训练留下的，占着显存；也可能是用 nohup 启动的正常任务。",
                    "It may be left from an earlier run and hold memory, or be a job started with nohup.",
                ),
                both(
                    f"先看 ps -fp {process.pid}，确认无用再结束这一个进程。",
                    f"Look with ps -fp {process.pid}; end this one process only when it is of no use.",
                ),
                "device-memory-free-less-than-half",
                serious=False,
            )


def size(count: int) -> str:
    """Return bytes in a unit that people read."""
    for unit, bytes_of in (("TiB", 1 << 40), ("GiB", _GIB), ("MiB", 1 << 20)):
        if count >= bytes_of:
            return f"{count / bytes_of:.1f} {unit}"
    return f"{count // 1024} KiB"
