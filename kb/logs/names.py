"""What a file's name says of its writer: rank and host."""

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

_LOOKED_AT: Final = 3
"""Parts of a path, from its end, in which a rank is looked for."""

_RANK: Final = re.compile(
    r"(?:(?:^|[^a-z])(?:global_?rank|rank|worker|device|npu|gpu|card)[-_. ]?(?:id)?[-_.=]?(\d{1,5})"
    r"|(?:^|_)parallel_?(\d{1,4}))(?=\D|$)",
    re.IGNORECASE,
)
"""``worker_3.log`` (msrun), ``rank_3/…``, ``device3.log`` and their kin."""

_RANK_FOLDER: Final = re.compile(
    r"(?:global_?rank|rank|worker|device|npu|gpu|card|train_parallel)[-_. ]?(\d{1,5})", re.IGNORECASE
)
"""A folder is named for a rank only by its whole name."""

_NUMBERED: Final = re.compile(
    r"^(?P<before>(?:\d{1,2}_)?|(?:\w+_)?log[-_. ]?)(?P<number>\d{1,5})(?P<behind>(?:\.(?:log|out|err|txt))?)$",
    re.IGNORECASE,
)
"""A name or folder that is nothing but a number, or a log's: ``3.log``, ``log3``. It may as well be the third run."""

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

    >>> rank_of("msrun_log/worker_3.log"), rank_of("log/rank.12/stderr"), rank_of("3.log")
    (3, 12, None)
    """
    *folders, name = _parts(path)
    found = _RANK.search(name)
    for folder in reversed(folders):
        found = found or _RANK_FOLDER.fullmatch(folder)
    return next(int(number) for number in found.groups() if number) if found else None


def ranks_side_by_side(paths: Iterable[str]) -> dict[str, int]:
    """Return the ranks of those paths that differ in a number alone and count on without a gap, two or more.

    >>> ranks_side_by_side(["logs/0.log", "logs/1.log", "logs/001.txt"])
    {'logs/0.log': 0, 'logs/1.log': 1}
    """
    sets: dict[str, dict[int, list[str]]] = {}
    for path in paths:
        if (place := _numbered(path)) is not None:
            sets.setdefault(place[0], {}).setdefault(place[1], []).append(path)
    found = {}
    for own in sets.values():
        is_whole = len(own) > 1 and max(own) - min(own) < len(own) and all(len(paths) == 1 for paths in own.values())
        found.update({paths[0]: number for number, paths in own.items()} if is_whole else {})
    return found


def _numbered(path: str) -> tuple[str, int] | None:
    """Return what a path has in common with those numbered alike, and its number; a name counts before a folder."""
    parts = list(PurePath(path).parts)
    for at in range(len(parts) - 1, max(-1, len(parts) - _LOOKED_AT - 1), -1):
        found = _NUMBERED.match(parts[at])
        # A folder that is a number alone may be a date's, a run's, a user's.
        if found is not None and (at == len(parts) - 1 or "log" in found["before"].lower()):
            parts[at] = f"{found['before']}*{found['behind']}"
            return str(PurePath(*parts)), int(found["number"])
    return None


def _parts(path: str) -> tuple[str, ...]:
    return PurePath(path).parts[-_LOOKED_AT:] or ("",)


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
