"""One answer, whole: the reader's case, the text, the code, where it comes from."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from msfaq.corpus.entry import Entry, Snippet, Variant
from msfaq.corpus.guide import Guide
from msfaq.diagnosis import Answer, Diagnosis
from msfaq.tui.context import context
from msfaq.tui.links import follow_link
from msfaq.tui.messages import Shown
from msfaq.tui.session import History, Visit
from msfaq.tui.widgets.case import case_content
from msfaq.tui.widgets.snippet import SnippetBlock
from msfaq.tui.widgets.texts import entry_tail, entry_text, guide_case, guide_tail, guide_text
from msfaq.tui.words import word

if TYPE_CHECKING:
    from textual.widgets import Markdown


class AnswerPage(VerticalScroll, can_focus=True):
    """Shows one entry or guide at a time and knows the way there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("j,down", "scroll_down", ""),
        ("k,up", "scroll_up", ""),
        ("space", "page_down", ""),
        ("g", "scroll_home", ""),
        ("G", "scroll_end", ""),
    ]

    def __init__(self) -> None:
        super().__init__(id="page")
        self.entry: Entry | None = None
        """The entry shown."""
        self.guide: Guide | None = None
        """The guide shown; never one beside an entry."""
        self.diagnosis: Diagnosis | None = None
        """The diagnosis of which it is an answer, when it is one."""
        self.markdown = ""
        """The text shown in place of an entry, if any."""
        self.history = History()
        """The way to it."""
        self._shown: tuple[object, ...] = ()
        self._turn = asyncio.Lock()
        # The text and what follows it; nothing as long as no entry was shown.
        self._texts: tuple[Markdown, ...] = ()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Style the page alone: nothing on it looks different with the focus, and there may be hundreds of parts."""
        self.app.stylesheet.update_nodes([self])

    def compose(self) -> ComposeResult:
        """Yield the parts, which stay and change their content."""
        yield Static(id="case", markup=False)
        with Container(id="columns"):
            yield Vertical(id="codes")

    @property
    def document(self) -> str:
        """Id of the entry or guide shown, or nothing."""
        shown = self.entry or self.guide
        return shown.id if shown else ""

    @property
    def answer(self) -> Answer | None:
        """The shown entry's answer in the diagnosis, or None."""
        entry, diagnosis = self.entry, self.diagnosis
        if entry is None or diagnosis is None:
            return None
        return next((answer for answer in diagnosis.answers if answer.id == entry.id), None)

    async def show(
        self,
        entry: Entry,
        diagnosis: Diagnosis | None = None,
        *,
        visit: Visit | None = None,
        guides: Sequence[Guide] = (),
    ) -> None:
        """Show an entry, as the answer of a diagnosis where it is one.

        ``visit`` goes into the history; ``guides`` are those that lead to it.
        """
        async with self._turn:
            lang = context(self).lang
            if diagnosis is not None and diagnosis.lang != lang:
                diagnosis = None
            is_other = self.document != entry.id
            self.entry, self.guide, self.diagnosis, self.markdown = entry, None, diagnosis, ""
            shown = (entry, lang, diagnosis, context(self).web, tuple(guides))
            await self._show(shown, partial(self._fill_entry, entry, guides, lang), visit, is_other=is_other)

    async def show_guide(self, guide: Guide, *, visit: Visit | None = None) -> None:
        """Show a guide; ``visit`` goes into the history."""
        async with self._turn:
            is_other = self.document != guide.id
            self.entry, self.guide, self.diagnosis, self.markdown = None, guide, None, ""
            lang = context(self).lang
            parts = guide_case(guide, lang), guide_text(guide, lang), guide_tail(guide, lang)
            await self._show((guide, lang), partial(self._fill, *parts), visit, is_other=is_other)

    async def _show(
        self, shown: tuple[object, ...], fill: Callable[[], Awaitable[None]], visit: Visit | None, *, is_other: bool
    ) -> None:
        if visit is not None:
            self.history = self.history.visit(visit)
        if shown != self._shown:
            # Only a page that was filled whole counts as shown: what is overtaken halfway leaves it half filled.
            self._shown = ()
            with self.app.batch_update():
                await fill()
            self._shown = shown
        if is_other:
            self.scroll_home(animate=False)
        self.post_message(Shown(self.document))

    async def say(self, content: Content, markdown: str = "") -> None:
        """Show a few sentences instead of an entry, and a text beneath them."""
        async with self._turn:
            await self._say(content, markdown)

    async def _say(self, content: Content, markdown: str) -> None:
        self.entry = self.guide = self.diagnosis = None
        self.markdown = markdown
        if self._shown != (content, markdown):
            self._shown = (content, markdown)
            with self.app.batch_update():
                self.query_one("#case", Static).update(content)
                if markdown and not self._texts:
                    await self._mount_texts()
                for part, text in zip(self._texts, (markdown, ""), strict=False):
                    await part.update(text)
                await self.query_one("#codes", Vertical).remove_children()
            self.scroll_home(animate=False)

    def chosen_snippet(self) -> Snippet | None:
        """Return the code block that has the focus, else the one a reader wants first."""
        for block in self.query(SnippetBlock):
            if block.has_focus:
                return block.snippet
        if self.entry is None:
            return None
        return self.entry.fix_snippet(self._variant()) or self.entry.fix_snippet()

    def to_fix(self) -> None:
        """Bring the heading of the fix to the top."""
        if self.entry is None:
            return
        heading = next((s.heading for s in self.entry.sections(context(self).lang) if s.key == "fix"), "")
        for block in self.query("#text MarkdownH2").results(Static):
            if str(block.visual) == heading:
                self.scroll_to_widget(block, top=True, animate=False)
                return

    async def _fill_entry(self, entry: Entry, guides: Sequence[Guide], lang: str) -> None:
        case = case_content(entry, lang, self.diagnosis, self.answer)
        text = entry_text(entry, lang, self._variant())
        await self._fill(case, text, entry_tail(entry, guides, lang), entry.snippets)

    def _variant(self) -> Variant | None:
        """Return the kind of message that the shown entry answers, or None."""
        entry, answer = self.entry, self.answer
        return entry.variant(answer.variant) if entry is not None and answer is not None else None

    async def _fill(self, case: Content, text: str, tail: str, snippets: Sequence[Snippet] = ()) -> None:
        self.query_one("#case", Static).update(case)
        if not self._texts:
            await self._mount_texts()
        lang = context(self).lang
        await self._texts[0].update(text)
        codes = self.query_one("#codes", Vertical)
        await codes.remove_children()
        blocks = [SnippetBlock(snippet, lang) for snippet in snippets]
        if blocks:
            await codes.mount_all([Static(word("code", lang), classes="codes-title"), *blocks])
        await self._texts[1].update(tail)

    async def _mount_texts(self) -> None:
        # Imported here: the first screen shows no Markdown, and does not wait for what reads it.
        from textual.widgets import Markdown

        text, tail = Markdown(id="text", open_links=False), Markdown(id="tail", open_links=False)
        await self.query_one("#columns").mount(text, before=0)
        await self.mount(tail)
        self._texts = text, tail

    def on_markdown_link_clicked(self, event: "Markdown.LinkClicked") -> None:
        """Open what a link leads to."""
        event.stop()
        follow_link(self, event.href)
