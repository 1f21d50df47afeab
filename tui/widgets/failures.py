"""How the failures of logs, their ranks and their lines are written in lists."""

from pathlib import PurePath

from textual.content import Content

from msfaq.diagnosis import FailureSummary, LogReport, RankSummary
from msfaq.tui.widgets.answers import Row
from msfaq.tui.words import word

_MARKS = {"cause": "▶", "other": "•", "echo": "↳"}
_STYLES = {"cause": "bold", "other": "", "echo": "$text-muted"}


def failure_rows(log: LogReport, lang: str) -> list[Row]:
    """Return a row per failure, its index as the row's name: role, headline, place, ranks, how often."""
    return [
        Row(str(at), _headline(failure), Content.styled(_note(failure, lang), "$text-muted"))
        for at, failure in enumerate(log.failures)
    ]


def rank_content(rank: RankSummary, lang: str) -> Content:
    """Return what became of a rank."""
    style = "$text-error bold" if rank.state == "cause" else "$text-muted" if rank.state == "silent" else ""
    return Content.assemble(f"{word('rank', lang, rank=rank.rank)}  ", (word(f"state {rank.state}", lang), style))


def lines_content(lines: list[tuple[int, str]], first: int, last: int) -> Content:
    """Return numbered lines, those of the failure marked."""
    width = len(str(lines[-1][0])) if lines else 1
    rows: list[Content] = []
    for number, text in lines:
        inside = first <= number <= last
        mark = "▶" if number == first else "│" if inside else " "
        style = "bold" if inside else "$text-muted"
        rows.append(Content.assemble((f"{mark} {number:>{width}}  ", "$text-muted"), (text[:2000], style)))
    return Content("\n").join(rows)


def _headline(failure: FailureSummary) -> Content:
    return Content.styled(f"{_MARKS[failure.role]} {failure.headline[:200]}", _STYLES[failure.role])


def _note(failure: FailureSummary, lang: str) -> str:
    name = PurePath(failure.path).name
    place = word("line", lang, line=failure.line) if name == "-" else f"{name}:{failure.line}"
    parts = [word(f"role {failure.role}", lang), place]
    if failure.ranks:
        shown = ",".join(map(str, failure.ranks[:8])) + (",…" if len(failure.ranks) > 8 else "")
        parts.append(word("rank", lang, rank=shown))
    if failure.count > 1:
        parts.append(word("log times", lang, count=failure.count))
    if failure.time:
        parts.append(failure.time)
    return " · ".join(parts)
