"""The log view: what failed in a log, what began it, the log's own lines and the answer to each."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from msfaq.diagnosis import Diagnosis, FailureSummary
from msfaq.errors import MsfaqError
from msfaq.reports.report import Report
from msfaq.tui.actions import bindings
from msfaq.tui.context import Change
from msfaq.tui.excerpt import Excerpts
from msfaq.tui.following import readings
from msfaq.tui.reports import GivenUp, Progress, answer, read_report, report_of
from msfaq.tui.screens.opening import OpenLogScreen
from msfaq.tui.screens.reading import ReadingView
from msfaq.tui.sheet import STYLES
from msfaq.tui.widgets.answers import AnswerList, rows_of
from msfaq.tui.widgets.case import unknown_content
from msfaq.tui.widgets.failures import failure_rows, lines_content, rank_content
from msfaq.tui.widgets.page import AnswerPage
from msfaq.tui.words import word
from msfaq.tui.work import start

_DELAY: Final = 0.12
"""Seconds the list must rest before lines and answer follow."""

_TICK: Final = 0.25
"""Seconds between two looks at how far a log has been read."""

_TOLD: Final = 1 << 24
"""Bytes from which one says how much has been read: less is read in the blink of an eye."""

_PIPED: Final = "-"
"""Name of the log that is piped in; it lies in a file whose name means nothing."""

_BEFORE: Final = 12
_AFTER: Final = 40
"""Lines shown above and below the first line of a failure."""


class LogScreen(ReadingView):
    """Shows one report."""

    NAME = "log"
    CSS_PATH = STYLES / "log.tcss"
    # Escape is named again: of a key's two actions one is possible at a time, and both must stand in one class.
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("answer", "leave"), *bindings("log")]

    def __init__(self) -> None:
        super().__init__()
        self._paths: tuple[str, ...] = ()
        self._report: Report | None = None
        self._diagnosis: Diagnosis | None = None
        self._candidate = ""
        self._excerpts: dict[str, Excerpts] = {}
        self._first_shown = 0
        self._opening = 0
        self._following = False
        self._is_piped = False
        self._progress: Progress | None = None
        self._timer: Timer | None = None

    def body(self) -> ComposeResult:
        """Yield what the logs tell, failures, ranks, lines and answer."""
        yield Static(id="story", markup=False)
        with Container(id="log-body"):
            with Vertical(id="log-left"):
                yield AnswerList()
                yield OptionList(id="ranks", markup=False, compact=True)
            with Container(id="log-right"):
                with VerticalScroll(id="window"):
                    yield Static(id="lines", markup=False)
                yield AnswerPage()

    async def on_mount(self) -> None:
        """Open the logs that were named at the start."""
        self.query_one("#ranks").add_class("-empty")
        self.watch(self.query_one("#window"), "virtual_size", self._place_lines, init=False)
        self.answers.focus()
        if self.here.logs and not self.here.web:
            self._paths = self.here.logs
            if self.here.grows is not None:
                self._is_piped = True
                self._begin_following(self.here.grows)
            else:
                self.open_logs(self.here.logs)
        else:
            self._tell()

    def open_logs(self, paths: tuple[str, ...]) -> None:
        """Read logs and show what failed; what is still being read is dropped. Nothing is read for a browser."""
        if self.here.web:
            return
        self._paths, self._following, self._is_piped = paths, False, False
        self._begin()
        start(self, self._diagnose, "reading", exclusive=True)

    async def changed(self, _change: Change) -> None:
        """Tell the same in the other language, or under other filters."""
        if self._report is None:
            self._tell()
            return
        make = partial(report_of, self._report, self.here.lang, self.here.settings.filters)
        self._report = await self.here.library.logs.do(make)
        self._list()
        self._show_soon()

    def diagnosis(self) -> Diagnosis | None:
        """Return the answers to the failure under the cursor."""
        return self._diagnosis

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to jump only where there are failures; Escape stops the reading while there is any."""
        if action in ("stop_reading", "leave"):
            return self._is_reading == (action == "stop_reading")
        if action == "ranks":
            return self._report is not None and bool(self._report.log.ranks)
        if action == "to_cause":
            return self._report is not None and self._report.log.cause is not None
        return super().check_action(action, parameters)

    def action_open_log(self) -> None:
        """Ask for a log and open it."""
        if self.here.web:
            self.notify(word("log web", self.here.lang), severity="warning")
            return

        def done(path: str | None) -> None:
            if path:
                self.open_logs((path,))

        self.app.push_screen(OpenLogScreen(), done)

    def action_follow(self) -> None:
        """Follow the log, or stop."""
        if self.here.web:
            self.notify(word("log web", self.here.lang), severity="warning")
        elif self._following:
            self._following = False
            self.workers.cancel_group(self, "reading")
            self._tell()
        elif len(self._paths) == 1 and Path(self._paths[0]).is_file():
            self._begin_following(lambda: True)
        else:
            self.notify(word("log one only", self.here.lang), severity="warning")

    def action_to_cause(self) -> None:
        """Go to the failure that began it."""
        if self._report is not None and self._report.log.cause is not None:
            self.answers.highlighted = self._report.log.cause
            self.answers.focus()

    async def action_other_answer(self) -> None:
        """Show the next candidate for the same failure."""
        names = [row.entry_id for row in rows_of(self._diagnosis)] if self._diagnosis else []
        if len(names) < 2:
            self.notify(word("log other", self.here.lang), timeout=2)
            return
        at = names.index(self._candidate) + 1 if self._candidate in names else 0
        self._candidate = names[at % len(names)]
        await self.show_entry(self._candidate, visit=True)

    async def action_ask_chat(self) -> None:
        """Talk about the failure under the cursor."""
        failure = self._chosen()
        if failure is None:
            await super().action_ask_chat()
            return
        name = self.page.entry.id if self.page.entry and self.page.answer else ""
        await self.app.chat_about(name, failure.headline)  # type: ignore[attr-defined]

    def action_ranks(self) -> None:
        """Go to the ranks, or back to the failures; a narrow terminal shows one list in the other's place."""
        ranks = self.query_one("#ranks", OptionList)
        if ranks.has_focus:
            self.action_leave()
        elif self._report is not None:
            self.add_class("-ranks")
            at, told = self.answers.highlighted, self._report.log.ranks
            ranks.highlighted = next((n for n, rank in enumerate(told) if rank.failure == at is not None), 0)
            ranks.focus()

    def action_stop_reading(self) -> None:
        """Wait no longer: what has been read by now is shown."""
        if self._progress is not None:
            self._progress.stopped = True
            self._tell()

    @property
    def _is_reading(self) -> bool:
        return self._progress is not None and self._report is None and not self._progress.stopped

    def action_leave(self) -> None:
        """Go from the page, or from the ranks, to the failures."""
        self.remove_class("-ranks")
        self.answers.focus()

    @on(OptionList.OptionHighlighted, "#answers")
    def _moved(self) -> None:
        self._show_soon()

    @on(OptionList.OptionSelected, "#answers")
    def _entered(self) -> None:
        self.page.focus()

    @on(OptionList.OptionSelected, "#ranks")
    def _rank_chosen(self, event: OptionList.OptionSelected) -> None:
        if self._report is not None:
            rank = self._report.log.ranks[event.option_index]
            failure = rank.failure
            if failure is None:
                self.notify(rank_content(rank, self.here.lang).plain, timeout=2)
            else:
                self.answers.highlighted = failure
                self.action_leave()

    def _begin_following(self, grows: Callable[[], bool]) -> None:
        self._following = True
        self._begin()
        start(self, partial(self._follow_log, grows), "reading", exclusive=True)

    async def _diagnose(self) -> None:
        opening, here = self._opening, self.here
        progress = self._progress = Progress(self._paths)
        ticking = self.set_interval(_TICK, self._tell)
        try:
            report = await here.library.logs.do(partial(read_report, progress, here.lang, here.settings.filters))
        except GivenUp:
            return
        except (MsfaqError, OSError) as error:
            if opening == self._opening:
                self._progress = None
                self.query_one("#story", Static).update(str(error))
                self.refresh_bindings()
            return
        except asyncio.CancelledError:
            # Whoever opens another log cancels the waiting only: the thread that reads has to be told.
            progress.give_up()
            raise
        finally:
            ticking.stop()
        if opening == self._opening:
            self._report = report
            self._list()
            self._show_soon()

    async def _follow_log(self, grows: Callable[[], bool]) -> None:
        opening, here, path = self._opening, self.here, self._paths[0]
        try:
            async for reading in readings(here.library.logs, path, grows, name=_PIPED if self._is_piped else ""):
                if opening != self._opening:
                    return
                make = partial(report_of, [reading], here.lang, here.settings.filters)
                self._report = await here.library.logs.do(make)
                self._excerpts.clear()
                self._list()
                self._show_soon()
            self._following = False
            self._tell()
        except (MsfaqError, OSError) as error:
            self._following = False
            self.query_one("#story", Static).update(str(error))

    def _begin(self) -> None:
        self._opening += 1
        if self._progress is not None:
            self._progress.give_up()
        self._report = self._diagnosis = self._progress = None
        self._excerpts.clear()
        if self.query_one("#ranks").has_focus:
            self.action_leave()
        self.answers.show(())
        self.query_one("#lines", Static).update("")
        self._tell()

    def _tell(self) -> None:
        lang = self.here.lang
        if self._report is not None:
            text = self._so_far() + self._report.log.story
        elif self._paths:
            names = [self._called(path) for path in self._paths]
            is_stopped = self._progress is not None and self._progress.stopped
            text = word("log stopping" if is_stopped else "log reading", lang, name=", ".join(names)) + self._how_far()
        else:
            text = word("log web", lang) if self.here.web else word("log empty", lang, shown="l")
        if self._following:
            text = word("log following", lang) + text
        elif self._is_piped and self.here.problem is not None and (why := self.here.problem()):
            text = word("log cut", lang, why=why) + text
        self.query_one("#story", Static).update(text)
        self.refresh_bindings()

    def _called(self, path: str) -> str:
        return word("log piped", self.here.lang) if self._is_piped else path

    def _how_far(self) -> str:
        progress, lang = self._progress, self.here.lang
        if progress is None:
            return ""
        built = self.here.library.building.seconds
        parts = [] if built is None else [word("building", lang, seconds=built)]
        if progress.logs > 1:
            parts.append(word("log files", lang, read=progress.read, all=progress.logs))
        if progress.done >= _TOLD:
            done = f"{progress.done / 2**20:,.0f} MiB"
            parts.append(f"{done} / {progress.size / 2**20:,.0f} MiB" if progress.done <= progress.size else done)
        if parts and not progress.stopped:
            parts.append(word("log stop hint", lang))
        return "".join(f"  {part}" for part in parts)

    def _so_far(self) -> str:
        """Say that the report is of a part of the logs only, where that is so."""
        progress = self._progress
        if progress is None or not progress.stopped or progress.read >= progress.logs:
            return ""
        return word("log stopped", self.here.lang, read=progress.read, all=progress.logs)

    def _list(self) -> None:
        assert self._report is not None
        log, lang = self._report.log, self.here.lang
        self.answers.show(failure_rows(log, lang), keep=self.answers.chosen)
        ranks = self.query_one("#ranks", OptionList)
        ranks.set_options([Option(rank_content(rank, lang)) for rank in log.ranks])
        ranks.set_class(not log.ranks, "-empty")
        self._tell()

    def _chosen(self) -> FailureSummary | None:
        if self._report is None or not self.answers.chosen:
            return None
        return self._report.log.failures[int(self.answers.chosen)]

    def _show_soon(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_DELAY, lambda: start(self, self._show_failure, "failure", exclusive=False))

    async def _show_failure(self) -> None:
        report, chosen, failure = self._report, self.answers.chosen, self._chosen()
        if report is None:
            return
        if failure is not None:
            await self._show_lines(failure)
        try:
            diagnosis = await self.here.library.logs.do(lambda _: answer(report, chosen))
        except MsfaqError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        if report is not self._report or chosen != self.answers.chosen:
            return
        self._diagnosis = diagnosis
        self._candidate = rows_of(diagnosis)[0].entry_id if diagnosis.outcome != "unknown" else ""
        try:
            if self._candidate:
                await self.show_entry(self._candidate, visit=True)
            else:
                await self.page.say(unknown_content(diagnosis, self.here))
        except NoMatches:
            # Whoever leaves while a page is being filled takes its widgets away.
            if self.app.is_running and self.is_running:
                raise

    async def _show_lines(self, failure: FailureSummary) -> None:
        path = self._paths[0] if failure.path == _PIPED else failure.path
        excerpts = self._excerpts.setdefault(path, Excerpts(path))
        try:
            lines = await asyncio.to_thread(excerpts.lines, failure.line - _BEFORE, failure.line + _AFTER)
        except (MsfaqError, OSError) as error:
            shown = Content(word("log gone", self.here.lang, why=error))
        else:
            shown = lines_content(lines, failure.line, failure.last_line)
        if failure == self._chosen():
            self._first_shown = max(0, min(_BEFORE, failure.line - 1) - 3)
            self.query_one("#lines", Static).update(shown)
            self.call_after_refresh(self._place_lines)

    def _place_lines(self) -> None:
        """Scroll to the failure; called again once the lines are laid out, before which nothing can be scrolled."""
        self.query_one("#window", VerticalScroll).scroll_to(0, self._first_shown, animate=False)
