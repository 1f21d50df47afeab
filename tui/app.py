"""The shell: views side by side, one set of keys, one language, one theme."""

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import App
from textual.binding import BindingType
from textual.command import CommandPalette, Provider
from textual.driver import Driver
from textual.screen import Screen
from textual.signal import Signal

from msfaq.tui import breaking
from msfaq.tui.actions import bindings
from msfaq.tui.building import Building
from msfaq.tui.context import Change, Context
from msfaq.tui.filters import Filters
from msfaq.tui.library import Library
from msfaq.tui.messages import EntryWanted
from msfaq.tui.palette import MsfaqCommands
from msfaq.tui.saving import Saver
from msfaq.tui.screens.base import Dialog
from msfaq.tui.screens.search import SearchScreen
from msfaq.tui.session import Session
from msfaq.tui.settings import Settings
from msfaq.tui.sheet import STYLES, LastingStylesheet
from msfaq.tui.themes import CYCLE, OWN, fitting
from msfaq.tui.typist import Typist
from msfaq.tui.views import VIEWS
from msfaq.tui.words import word

if TYPE_CHECKING:
    from msfaq.engine import Engine


class MsfaqApp(App[None]):
    """The terminal interface."""

    TITLE = "msfaq"
    CSS_PATH = [STYLES / f"{name}.tcss" for name in ("shell", "page", "reading", "chat")]  # noqa: RUF012
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {MsfaqCommands}
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("app")]
    MODES: ClassVar[dict[str, "str | Callable[[], Screen[Any]]"]] = {spec.name: spec.make for spec in VIEWS}
    # Wide enough for a list beside the answer; wide enough for the code beside the text.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-normal"), (160, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]  # noqa: RUF012

    def __init__(
        self,
        engine: "Engine | Callable[[], Engine]",
        first: str = "",
        *,
        settings: Settings | None = None,
        session: Session | None = None,
        savers: tuple[Saver, Saver] | None = None,
        notices: tuple[str, ...] = (),
        web: bool = False,
        logs: tuple[str, ...] = (),
        grows: "Callable[[], bool] | None" = None,
        problem: "Callable[[], str] | None" = None,
        driver: type[Driver] | None = None,
        building: Building | None = None,
    ) -> None:
        """Make the app over an engine, or over what makes engines: then logs are read beside the answering.

        ``first`` is the first question; ``savers`` write settings and session, without them nothing is kept;
        ``notices`` are shown at the start; ``web`` means that it is shown in a browser. ``logs`` are opened in the log
        view at the start; of the only one ``grows`` tells whether it is still being written, and ``problem`` why the
        rest of it could not be kept. ``driver`` is what reads and draws the terminal; Textual's own unless one is
        given. ``building`` is told by the engines when they build an index.
        """
        breaking.install()
        session = session or Session()
        names = [spec.name for spec in VIEWS]
        first_view = "log" if logs else session.view
        # The screen that Textual begins with is the view itself: an empty one before it costs a tenth of the start.
        self.DEFAULT_MODE = first_view if first_view in names else names[0]  # type: ignore[misc]
        # Without colours the terminal's own are the only ones left unpainted.
        super().__init__(driver_class=driver, ansi_color=True if os.environ.get("NO_COLOR") else None)
        if first:
            session = session.asking(first, pasted="\n" in first.strip())
        library = Library(engine, building or Building(), has_documents=not web)
        self.context = Context(library, settings or Settings(), session, savers, web=web)
        self.context.logs, self.context.grows, self.context.problem = logs, grows, problem
        self.context.changed = Signal(self, "changed")
        self._notices = notices
        self._typist = Typist(self, self._give)
        for theme in OWN:
            self.register_theme(theme)
        chosen = self.context.settings.theme
        self.theme = chosen if chosen in self.available_themes else fitting(os.environ)
        self.stylesheet = LastingStylesheet(self.get_css_variables())
        self.animation_level = "none"
        if self.context.settings.keys:
            self.set_keymap(dict(self.context.settings.keys))

    async def on_event(self, event: events.Event) -> None:
        """Take keys in the order in which they were pressed."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            self._typist.take(event)
        else:
            await super().on_event(event)

    async def _give(self, event: events.Event) -> None:
        # What was on its way when a dialog opened was not meant for it, least of all to confirm what it asks.
        if not (isinstance(self.screen, Dialog) and self.screen.is_careful and event.time < self.screen.since):
            await super().on_event(event)

    async def on_mount(self) -> None:
        """Say what was wrong with what is kept."""
        self.context.changed.subscribe(self, self._on_change)
        # Whoever comes back from the background finds the shell's screen, not the one drawn before.
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        for notice in self._notices:
            self.notify(notice, severity="warning", markup=False, timeout=10)

    async def on_unmount(self) -> None:
        """Keep what is not yet kept."""
        self.context.close()
        self.context.library.close()

    async def show_view(self, name: str) -> None:
        """Show a view; open dialogs of the one left behind stay as they are."""
        self._keep_view(name)
        await self.switch_mode(name)

    async def ask(self, text: str) -> None:
        """Answer a text in the search view, as if it had been pasted there."""
        await self._show_alone("search")
        if isinstance(self.screen, SearchScreen):
            self.screen.ask_pasted(text)

    async def open_entry(self, name: str) -> None:
        """Show an entry in the view that is open, or in search where that shows none."""
        target = self.screen
        if not hasattr(target, "open_entry"):
            await self._show_alone("search")
            target = self.screen
        await target.open_entry(name)  # type: ignore[attr-defined]

    async def walk(self, name: str = "") -> None:
        """Walk through a decision procedure; without a name where the view stands."""
        await self._show_alone("walk")
        if name:
            self.screen.begin(name)  # type: ignore[attr-defined]

    async def chat_about(self, entry_id: str, query: str) -> None:
        """Talk about an entry, or where there is none about a failure's own words."""
        await self._show_alone("chat")
        await self.screen.talk_about(entry_id, query)  # type: ignore[attr-defined]

    @on(EntryWanted)
    async def _open_wanted(self, event: EntryWanted) -> None:
        await self.open_entry(event.entry_id)

    async def action_view(self, name: str) -> None:
        """Show a view."""
        await self.show_view(name)

    def action_help(self) -> None:
        """List every key."""
        from msfaq.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen())

    def action_language(self) -> None:
        """Show the other language."""
        self.context.set_lang("en" if self.context.lang == "zh" else "zh")

    def action_theme(self) -> None:
        """Show the next theme."""
        names = list(CYCLE)
        at = names.index(self.theme) if self.theme in names else -1
        self.choose_theme(names[(at + 1) % len(names)])

    def choose_theme(self, name: str) -> None:
        """Show a theme and keep it."""
        self.theme = name
        self.context.set_theme(name)
        lang = self.context.lang
        self.notify(word("theme", lang, name=word(CYCLE[name], lang) if name in CYCLE else name), timeout=2)

    def action_suspend(self) -> None:
        """Go into the background, as the terminal's own key for it does: with all that shares our pipeline."""
        if self.context.web or not hasattr(os, "getpgrp"):
            return
        if os.getpgrp() == os.getsid(0):
            # Whoever leads the session was started by no shell that could bring us back.
            self.notify(word("no shell", self.context.lang), severity="warning")
            return
        self.app_suspend_signal.publish(self)
        os.killpg(0, signal.SIGTSTP)

    async def action_new_question(self) -> None:
        """Clear the question and type another."""
        await self.show_view("search")
        if isinstance(self.screen, SearchScreen):
            self.screen.start_over()

    def action_paste(self) -> None:
        """Open the paste area."""
        from msfaq.tui.screens.paste import PasteScreen

        async def done(text: str | None) -> None:
            if text:
                await self.ask(text)

        here = self.context
        self.push_screen(PasteScreen(here.draft or (here.source if here.session.pasted else "")), done)

    def action_filters(self) -> None:
        """Choose filters."""
        from msfaq.tui.screens.filter import FilterScreen

        def done(chosen: Filters | None) -> None:
            if chosen is not None:
                self.context.set_filters(chosen)

        self.push_screen(FilterScreen(), done)

    def action_command_palette(self) -> None:
        """Open the palette, in the reader's language."""
        if not isinstance(self.screen, CommandPalette):
            hint = word("palette hint", self.context.lang)
            self.push_screen(CommandPalette(placeholder=hint, id="--command-palette"))

    def action_help_quit(self) -> None:
        """Say how to leave: Ctrl+C copies what is selected."""
        self.notify(word("quit hint", self.context.lang, shown="Ctrl+Q"), timeout=3)

    async def _show_alone(self, name: str) -> None:
        """Show a view and close the dialogs above it."""
        await self.show_view(name)
        while len(self.screen_stack) > 1:
            await self.pop_screen()

    def _keep_view(self, name: str) -> None:
        self.context.session = replace(self.context.session, view=name)

    def _on_change(self, _change: Change) -> None:
        self.screen.refresh_bindings()
