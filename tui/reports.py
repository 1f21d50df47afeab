"""What the log view asks of the engine that reads logs; all of it is called on that engine's thread."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msfaq.diagnosis import Diagnosis
from msfaq.logs.logfile import LogReading
from msfaq.logs.sources import open_log
from msfaq.report import Report
from msfaq.tui.filters import Filters

if TYPE_CHECKING:
    from msfaq.engine import Engine

_LONG: Final = 1 << 24
"""Bytes from which one says how far one has read: less is read in the blink of an eye."""


class Progress:
    """How far a log has been read, and whether it is still wanted; written by the reader, read by the screen."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = tuple(paths)
        """What is read."""
        self.size = _size(paths)
        """Bytes to read, as they lie on the disk; 0 when that tells nothing."""
        self.done = 0
        """Bytes read, decompressed."""
        self.given_up = False
        """Set by whoever wants it no more: reading ends at the next piece."""

    def count(self, piece: memoryview) -> None:
        """Count a piece; raises GivenUp once nobody wants it."""
        self.done += len(piece)
        if self.given_up:
            raise GivenUp


class GivenUp(Exception):
    """Reading was ended because nobody wants what it finds."""


def read_report(progress: Progress, lang: str, filters: Filters, engine: "Engine") -> Report:
    """Read logs and return what they tell; raises GivenUp."""
    platform, release = filters.platform or None, filters.ms_version or None
    if progress.given_up:
        raise GivenUp
    if len(progress.paths) > 1 or progress.size < _LONG:
        return engine.diagnose(progress.paths, lang=lang, platform=platform, ms_version=release)
    (path,) = progress.paths
    with closing(open_log(path)) as stream:
        reading = engine.reader(path).read(stream, progress.count)
    return report_of([reading], lang, filters, engine)


def report_of(source: "list[LogReading] | Report", lang: str, filters: Filters, engine: "Engine") -> Report:
    """Return what readings tell, or tell a report again."""
    return engine.report(source, lang=lang, platform=filters.platform or None, ms_version=filters.ms_version or None)


def answer(report: Report, chosen: str) -> Diagnosis:
    """Return the answer to the failure with the index ``chosen``; without one to what began it."""
    return report.answer(int(chosen)) if chosen and int(chosen) != report.log.cause else report.diagnosis


def _size(paths: Sequence[str]) -> int:
    """Return the bytes of the only file; 0 for anything else."""
    try:
        return Path(paths[0]).stat().st_size if len(paths) == 1 and Path(paths[0]).is_file() else 0
    except OSError:
        return 0
