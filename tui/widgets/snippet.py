"""A code block with what can be done with it."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, HorizontalScroll, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from msfaq.corpus.entry import Snippet
from msfaq.tui.context import context
from msfaq.tui.running import runnable
from msfaq.tui.words import word


class SnippetBlock(Vertical, can_focus=True):
    """One code block; Tab reaches it, and the keys for code then mean this one."""

    class Wanted(Message):
        """Something is to be done with the block: ``copy``, ``save`` or ``run``."""

        def __init__(self, block: "SnippetBlock", what: str) -> None:
            super().__init__()
            self.block = block
            self.what = what

    def __init__(self, snippet: Snippet, lang: str) -> None:
        super().__init__()
        self.snippet = snippet
        self._lang = lang

    def compose(self) -> ComposeResult:
        """Yield title, notes, code and buttons."""
        # Imported here: the first screen shows no code, and does not wait for what colours it.
        from textual.highlight import highlight

        yield Static(self._title(), classes="snippet-title")
        with HorizontalScroll(classes="snippet-code", can_focus=False):
            yield Static(highlight(self.snippet.code.rstrip(), language=self.snippet.lang or "text"))
        with Horizontal(classes="snippet-buttons"):
            for what in ("copy", "save", *(("run",) if runnable(self.snippet.lang) else ())):
                key = {"copy": "c", "save": "s", "run": "r"}[what]
                button = Button(f"{key} {word(what, self._lang)}", compact=True, name=what)
                button.can_focus = False
                button.display = what == "copy" or not context(self).web
                yield button

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.Wanted(self, event.button.name or ""))

    def _title(self) -> Content:
        snippet, lang = self.snippet, self._lang
        parts: list[Content | str | tuple[str, str]] = [
            (snippet.title.of(lang), "bold"),
            (f"  {snippet.lang} · {word(f'promise {snippet.promise}', lang)}", "$text-muted"),
        ]
        if snippet.destructive:
            parts.append((f"\n! {word('destructive', lang)}", "$text-error bold"))
        if snippet.because:
            parts.append((f"\n{word('not run', lang, why=snippet.because)}", "$text-muted"))
        if other := [need for need in snippet.needs if need not in ("mindspore", "numpy")]:
            parts.append((f"\n{word('needs', lang, needs=', '.join(other))}", "$text-warning"))
        return Content.assemble(*parts)
