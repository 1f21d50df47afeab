"""What the log view asks of the engine that reads logs; all of it is called on that engine's thread."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msfaq.diagnosis import Diagnosis
from msfaq.errors import InputError
from msfaq.logs import progress
from msfaq.logs.logfile import LogReading
from msfaq.reports.report import Report
from msfaq.tui.filters import Filters

if TYPE_CHECKING:
    from msfaq.engine import Engine


class Progress(progress.Progress):
    """How far logs have been read, and whether they are still wanted; written by the reader, read by the screen."""

    def __init__(self, paths: Sequence[str]) -> None:
        super().__init__()
        self.paths = tuple(paths)
        """What is read: files and folders."""
        self.given_up = False
        """Whether nobody wants what has been read either."""

    def give_up(self) -> None:
        """End the reading; nobody wants what it finds."""
        self.given_up = self.stopped = True


class GivenUp(Exception):
    """Reading was ended because nobody wants what it finds."""


def read_report(wanted: Progress, lang: str, filters: Filters, engine: "Engine") -> Report:
    """Read logs and return what they tell, as far as they were read when somebody stopped it; raises GivenUp."""
    platform, release = filters.platform or None, filters.ms_version or None
    if wanted.given_up:
        raise GivenUp
    try:
        report = engine.diagnose(wanted.paths, lang=lang, platform=platform, ms_version=release, progress=wanted)
    except InputError as error:
        if wanted.given_up:
            raise GivenUp from error
        raise
    if wanted.given_up:
        raise GivenUp
    return report


def report_of(source: "list[LogReading] | Report", lang: str, filters: Filters, engine: "Engine") -> Report:
    """Return what readings tell, or tell a report again."""
    return engine.report(source, lang=lang, platform=filters.platform or None, ms_version=filters.ms_version or None)


def answer(report: Report, chosen: str) -> Diagnosis:
    """Return the answer to the failure with the index ``chosen``; without one to what began it."""
    return report.answer(int(chosen)) if chosen and int(chosen) != report.log.cause else report.diagnosis
