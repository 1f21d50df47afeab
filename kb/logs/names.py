"""What a file's name says of its writer: rank and host."""

import re
from pathlib import PurePath
from typing import Final

_RANK: Final = re.compile(
    r"(?:(?:^|[^a-z])(?:global_?rank|rank|worker|device|npu|gpu|card)[-_. ]?(?:id)?[-_.=]?(\d{1,5})"
    r"|(?:^|_)(?:log|parallel)_?(\d{1,4}))(?=\D|$)",
    re.IGNORECASE,
)
"""``worker_3.log`` (msrun), ``rank_3/…``, ``device3.log``, ``log3`` and their kin."""

_RANK_FOLDER: Final = re.compile(
    r"(?:global_?rank|rank|worker|device|npu|gpu|card|log|train_parallel)[-_. ]?(\d{1,5})", re.IGNORECASE
)
"""A folder is named for a rank only by its whole name."""

_BARE: Final = re.compile(r"^(?:\d{1,2}_)?(\d{1,5})(?:\.(?:log|out|err|txt))?$")
"""A name or folder that is nothing but the rank: ``3.log`` (mpirun ``1/rank.3/stderr`` is of the first form)."""

_HOST: Final = re.compile(
    r"^(?:(?:node|host|server|machine|pod)[-_.]?[\w.\-]{1,80}|\d{1,3}(?:\.\d{1,3}){3})$", re.IGNORECASE
)

_HEAD_RANK: Final = re.compile(
    r"(?:\bRANK_ID[\"']?\s*[=:\]]\s*[\"']?|This node \d{1,6} rank id: |\brank[_ ]id(?: is)?[:=]\s*"
    r"|\bglobal_rank[:=]\s*)(\d{1,5})\b"
)
"""How programs and the framework itself tell their rank near the start of a log."""


def rank_of(path: str) -> int | None:
    """Return the rank that a path names, the file's own name before its folders', or None.

    >>> rank_of("msrun_log/worker_3.log"), rank_of("log/rank.12/stderr"), rank_of("train.log")
    (3, 12, None)
    """
    *folders, name = PurePath(path).parts[-3:] or ("",)
    found = _RANK.search(name) or _BARE.match(name)
    for folder in reversed(folders):
        found = found or _RANK_FOLDER.fullmatch(folder)
    return next(int(number) for number in found.groups() if number) if found else None


def rank_in(head: str) -> int | None:
    """Return the rank that the first lines of a log name, or None; a launcher's log names several, and has none."""
    found = {int(rank) for rank in _HEAD_RANK.findall(head)}
    return found.pop() if len(found) == 1 else None


def host_of(path: str) -> str:
    """Return the host that a folder of the path is named for, or nothing.

    >>> host_of("logs/node-7/worker_3.log")
    'node-7'
    """
    return next((part for part in reversed(PurePath(path).parts[:-1]) if _HOST.match(part)), "")
