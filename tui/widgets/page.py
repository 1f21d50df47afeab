"""One answer, whole: the reader's case, the text, the code, where it comes from."""

import asyncio
import re
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from msfaq.compose import walk_markdown
from msfaq.corpus.entry import Entry, Snippet
from msfaq.diagnosis import Answer, Diagnosis
from msfaq.tui.context import context
from msfaq.tui.links import follow_link
from msfaq.tui.messages import Shown
from msfaq.tui.session import History, Visit
from msfaq.tui.widgets.case import case_content
from msfaq.tui.widgets.snippet import SnippetBlock
from msfaq.tui.words import word

if TYPE_CHECKING:
    from textual.widgets import Markdown

_COMMAND: Final = re.compile(r"`msfaq show ([a-z0-9-]+)`")


class AnswerPage(VerticalScroll, can_focus=True):
    """Shows one entry at a time and knows the way there."""

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

    def compose(self) -> ComposeResult:
        """Yield the parts, which stay and change their content."""
        yield Static(id="case", markup=False)
        with Container(id="columns"):
            yield Vertical(id="codes")

    @property
    def answer(self) -> Answer | None:
        """The shown entry's answer in the diagnosis, or None."""
        entry, diagnosis = self.entry, self.diagnosis
        if entry is None or diagnosis is None:
            return None
        return next((answer for answer in diagnosis.answers if answer.id == entry.id), None)

    async def show(self, entry: Entry, diagnosis: Diagnosis | None = None, *, visit: Visit | None = None) -> None:
        """Show an entry, as the answer of a diagnosis where it is one; ``visit`` goes into the history."""
        async with self._turn:
            await self._show(entry, diagnosis, visit)

    async def _show(self, entry: Entry, diagnosis: Diagnosis | None, visit: Visit | None) -> None:
        lang = context(self).lang
        if diagnosis is not None and diagnosis.lang != lang:
            diagnosis = None
        is_other = self.entry is None or self.entry.id != entry.id
        self.entry, self.diagnosis, self.markdown = entry, diagnosis, ""
        if visit is not None:
            self.history = self.history.visit(visit)
        shown = (entry, lang, diagnosis, context(self).web)
        if shown != self._shown:
            # Only a page that was filled whole counts as shown: what is overtaken halfway leaves it half filled.
            self._shown = ()
            with self.app.batch_update():
                await self._fill(entry, lang)
            self._shown = shown
        if is_other:
            self.scroll_home(animate=False)
        self.post_message(Shown(entry))

    async def say(self, content: Content, markdown: str = "") -> None:
        """Show a few sentences instead of an entry, and a text beneath them."""
        async with self._turn:
            await self._say(content, markdown)

    async def _say(self, content: Content, markdown: str) -> None:
        self.entry = self.diagnosis = None
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
        return self.entry.fix_snippet() if self.entry else None

    def to_fix(self) -> None:
        """Bring the heading of the fix to the top."""
        if self.entry is None:
            return
        heading = next((s.heading for s in self.entry.sections(context(self).lang) if s.key == "fix"), "")
        for block in self.query("#text MarkdownH2").results(Static):
            if str(block.visual) == heading:
                self.scroll_to_widget(block, top=True, animate=False)
                return

    async def _fill(self, entry: Entry, lang: str) -> None:
        self.query_one("#case", Static).update(case_content(entry, lang, self.diagnosis, self.answer))
        if not self._texts:
            await self._mount_texts()
        text, tail = self._texts
        await text.update(_text(entry, lang))
        codes = self.query_one("#codes", Vertical)
        await codes.remove_children()
        blocks = [SnippetBlock(snippet, lang) for snippet in entry.snippets]
        if blocks:
            await codes.mount_all([Static(word("code", lang), classes="codes-title"), *blocks])
        await tail.update(_tail(entry, lang))

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


def _text(entry: Entry, lang: str) -> str:
    parts: list[str] = []
    for section in entry.sections(lang):
        parts.append(f"## {section.heading}")
        if section.key == "fix" and entry.walk:
            parts.append(_COMMAND.sub(r"[\1](entry:\1)", walk_markdown(entry, lang)))
        parts.append(section.markdown)
    rows = [f"- `{{{p.name}}}` = `{p.default}`: {p.find.of(lang)}" for p in entry.placeholders]
    return "\n\n".join([*parts, "\n".join(rows)]) if rows else "\n\n".join(parts)


def _tail(entry: Entry, lang: str) -> str:
    parts = []
    if entry.related:
        parts += [f"## {word('related', lang)}", "\n".join(f"- [{name}](entry:{name})" for name in entry.related)]
    parts.append(f"## {word('sources', lang)}")
    if not entry.official:
        parts.append(word("own", lang))
    parts.append("\n".join(f"- [{s.name}]({s.url})" if s.url else f"- {s.name}" for s in entry.sources))
    return "\n\n".join(parts)
