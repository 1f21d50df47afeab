"""What the views that show an answer have in common: its keys."""

from typing import ClassVar, Final

from textual import on
from textual.binding import BindingType
from textual.content import Content
from textual.css.query import NoMatches
from textual.timer import Timer

from msfaq.answers.compose import answer_markdown, guide_markdown
from msfaq.corpus.entry import Snippet
from msfaq.corpus.guide import Guide
from msfaq.diagnosis import Diagnosis
from msfaq.errors import MsfaqError
from msfaq.tui.actions import bindings
from msfaq.tui.clipboard import copy
from msfaq.tui.code import run_here, save
from msfaq.tui.messages import EntryWanted, Shown
from msfaq.tui.screens.base import View
from msfaq.tui.session import Visit
from msfaq.tui.widgets.answers import AnswerList
from msfaq.tui.widgets.page import AnswerPage
from msfaq.tui.widgets.passages import is_passage, passage_content, passage_markdown, passage_named
from msfaq.tui.widgets.snippet import SnippetBlock
from msfaq.tui.words import word
from msfaq.tui.work import start

_REST: Final = 0.12
"""Seconds the list must rest before the page follows: a page is a thousand times the bytes of a key, and the line to
the machine may be slow."""


class ReadingView(View):
    """A view with a list of entries and the page of one."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("answer")]
    TIGHT: ClassVar[tuple[str, ...]] = ("-narrow",)
    """Widths at which the page is given more room while it is read."""

    def __init__(self) -> None:
        super().__init__()
        self._next: tuple[str, bool] | None = None
        self._is_showing = False
        self._turn = 0
        self._soon: Timer | None = None

    @property
    def page(self) -> AnswerPage:
        """The page."""
        return self.query_one(AnswerPage)

    @property
    def answers(self) -> AnswerList:
        """The list."""
        return self.query_one(AnswerList)

    def question(self) -> str:
        """Return the typed question, which goes into the history with an entry."""
        return ""

    async def open_entry(self, name: str) -> None:
        """Show an entry or a guide and go to it; say so when there is none."""
        self.drop_waiting()
        await self.show_entry(name, visit=True)
        self.page.focus()

    async def show_entry(self, name: str, *, visit: bool) -> None:
        """Show an entry, a guide or a passage of a document, unless something else is to be shown meanwhile."""
        self._turn += 1
        turn = self._turn
        if is_passage(name):
            if (passage := passage_named(self.diagnosis(), name)) is not None:
                lang = self.here.lang
                await self.page.say(passage_content(passage, lang), passage_markdown(passage, lang))
            return
        try:
            shown, guides = await self.here.library.document(name)
        except MsfaqError as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        step = Visit(shown.id, self.question()) if visit else None
        if turn != self._turn:
            self._pass(step)
            return
        try:
            if isinstance(shown, Guide):
                await self.page.show_guide(shown, visit=step)
            else:
                await self.page.show(shown, self.diagnosis(), visit=step, guides=guides)
        except NoMatches:
            # Whoever leaves while a page is being filled takes its widgets away.
            if self.app.is_running and self.is_running:
                raise

    async def tell(self, content: Content) -> None:
        """Show a few sentences on the page instead of an entry."""
        self._turn += 1
        self.drop_waiting()
        await self.page.say(content)

    def show_soon(self) -> None:
        """Show the entry under the cursor once the cursor has rested."""
        self._stop_timer()
        self._soon = self.set_timer(_REST, self.show_now)

    def show_now(self, *, visit: bool = False) -> None:
        """Show the entry under the cursor, if there is one."""
        self._stop_timer()
        if self.answers.chosen:
            self.show_latest(self.answers.chosen, visit=visit)

    def drop_waiting(self) -> None:
        """Show nothing of what was to be shown next: it must not come over what is shown now.

        An entry that was gone to stays on the way, so that the history leads back to it.
        """
        self._stop_timer()
        waiting, self._next = self._next, None
        if waiting is not None and waiting[1]:
            self._pass(Visit(waiting[0], self.question()))

    def _pass(self, visit: Visit | None) -> None:
        if visit is not None:
            self.page.history = self.page.history.visit(visit)

    def _stop_timer(self) -> None:
        if self._soon is not None:
            self._soon.stop()
            self._soon = None

    def show_latest(self, name: str, *, visit: bool) -> None:
        """Show an entry once the page has been filled with the one before; what is overtaken meanwhile is left out.

        Filling is never broken off: a half-removed widget would keep the screen waiting for it.
        """
        self._next = (name, visit)
        if not self._is_showing:
            self._is_showing = True
            start(self, self._show_next, "showing")

    async def _show_next(self) -> None:
        try:
            while self._next is not None:
                (name, visit), self._next = self._next, None
                await self.show_entry(name, visit=visit)
        finally:
            self._is_showing = False

    def diagnosis(self) -> Diagnosis | None:
        """Return the diagnosis that the list shows, or None."""
        return None

    async def revisit(self, visit: Visit) -> None:
        """Show what was shown then."""
        await self.show_entry(visit.entry, visit=False)

    def on_descendant_focus(self) -> None:
        """Give the page more room while it is read on a narrow terminal."""
        self._give_room()

    def on_resize(self) -> None:
        """Give it, or take it back, where the terminal has become narrow or wide."""
        self.call_after_refresh(self._give_room)

    def _give_room(self) -> None:
        # A class on the screen has every widget styled anew, hundreds on a long page: only where it changes something.
        is_read = self.page.has_focus or self.page.has_focus_within
        self.set_class(is_read and any(map(self.has_class, self.TIGHT)), "-reading")

    @on(EntryWanted)
    async def _follow(self, event: EntryWanted) -> None:
        event.stop()
        await self.open_entry(event.entry_id)

    @on(SnippetBlock.Wanted)
    async def _with_block(self, event: SnippetBlock.Wanted) -> None:
        event.block.focus()
        await self._with(event.what, event.block.snippet)

    async def action_copy_code(self) -> None:
        """Copy the chosen code."""
        await self._with("copy", self._snippet())

    async def action_save_code(self) -> None:
        """Save the chosen code."""
        await self._with("save", self._snippet())

    async def action_run_code(self) -> None:
        """Run the chosen code, once it is confirmed."""
        await self._with("run", self._snippet())

    async def action_copy_answer(self) -> None:
        """Copy the whole answer."""
        page, lang = self.page, self.here.lang
        if page.markdown:
            await self.copy(page.markdown, word("what passage", lang))
            return
        if page.guide is not None:
            await self.copy(guide_markdown(page.guide, lang), word("what guide", lang))
            return
        if page.entry is None:
            self.notify(word("no answer", lang), severity="warning")
            return
        answer = page.answer
        text = answer.markdown if answer else answer_markdown(page.entry, lang)
        await self.copy(text, word("what answer", lang))

    def action_to_fix(self) -> None:
        """Jump to the fix."""
        self.page.focus()
        self.page.to_fix()

    def action_turn(self, steps: int) -> None:
        """Go to another row of the list, wherever the focus is."""
        count, at = self.answers.option_count, self.answers.highlighted
        if count:
            self.answers.highlighted = max(0, min(count - 1, (at or 0) + steps))

    async def action_back(self) -> None:
        """Go back in the history."""
        await self._move(-1)

    async def action_forward(self) -> None:
        """Go forward in the history."""
        await self._move(1)

    def action_links(self) -> None:
        """List related entries, guides and sources."""
        from msfaq.tui.screens.links import LinksScreen

        shown = self.page.entry or self.page.guide
        if shown is None or not (shown.related or shown.sources):
            self.notify(word("no links", self.here.lang), severity="warning")
            return

        async def chosen(name: str | None) -> None:
            if name:
                await self.open_entry(name)

        self.app.push_screen(LinksScreen(shown), chosen)

    async def action_ask_chat(self) -> None:
        """Talk about the entry on the page, or ask about what its guide is about."""
        page = self.page
        if page.guide is not None:
            await self.app.chat_about("", page.guide.title.of(self.here.lang))  # type: ignore[attr-defined]
            return
        if page.entry is None:
            self.notify(word("no answer", self.here.lang), severity="warning")
            return
        query = page.diagnosis.query if page.answer is not None and page.diagnosis else ""
        await self.app.chat_about(page.entry.id, query)  # type: ignore[attr-defined]

    async def action_walk(self) -> None:
        """Walk through the decision procedure on the page."""
        if self.page.entry is not None:
            await self.app.walk(self.page.entry.id)  # type: ignore[attr-defined]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a walk only where there is one, to go back only where there is a way back, and for a guide no code."""
        if action in ("copy_code", "run_code", "save_code", "to_fix"):
            return not (self.is_mounted and self.page.guide is not None)
        if action == "back":
            return self.is_mounted and self.page.history.at > 0
        if action == "walk":
            return self.is_mounted and self.page.entry is not None and self.page.entry.walk != ()
        return super().check_action(action, parameters)

    @on(Shown)
    def _offer(self) -> None:
        self.refresh_bindings()

    def action_leave(self) -> None:
        """Go from the page to the list, from the list to the field above."""
        if self.page.has_focus or self.page.has_focus_within:
            self.answers.focus()
        else:
            self.query_one("Input").focus()

    async def copy(self, text: str, what: str) -> None:
        """Copy and say how."""
        lang = self.here.lang
        tool = await copy(self.app, text)
        how = word("copied also", lang, tool=tool) if tool else word("copied how", lang)
        self.notify(f"{word('copied', lang, what=what)}  {how}", markup=False, timeout=3)

    def _snippet(self) -> Snippet | None:
        snippet = self.page.chosen_snippet()
        if snippet is None:
            key = "no code" if self.page.document else "no answer"
            self.notify(word(key, self.here.lang), severity="warning")
        return snippet

    async def _with(self, what: str, snippet: Snippet | None) -> None:
        entry = self.page.entry
        if snippet is None or entry is None:
            return
        if what == "copy":
            lang = self.here.lang
            await self.copy(snippet.code, word("what code", lang, title=snippet.title.of(lang)))
        elif what == "save":
            save(self, entry, snippet)
        else:
            run_here(self, entry, snippet)

    async def _move(self, steps: int) -> None:
        self.drop_waiting()
        moved = self.page.history.moved(steps)
        if moved is None or moved.here is None:
            self.notify(word("no history", self.here.lang), timeout=2)
            return
        self.page.history = moved
        await self.revisit(moved.here)
