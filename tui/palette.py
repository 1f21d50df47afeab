"""The command palette: actions, views, themes, entries and guides, by name in either language."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Final

from textual.command import DiscoveryHit, Hit, Hits, Provider

from msfaq.corpus.entry import Entry
from msfaq.corpus.guide import Guide
from msfaq.errors import MsfaqError
from msfaq.tui.actions import ACTIONS, Action
from msfaq.tui.context import Context, HasContext
from msfaq.tui.themes import CYCLE
from msfaq.tui.views import VIEWS
from msfaq.tui.words import word

_MOST_ENTRIES: Final = 30


class MsfaqCommands(Provider):
    """Everything that can be done from here."""

    @property
    def _context(self) -> Context:
        assert isinstance(self.app, HasContext)
        return self.app.context

    async def discover(self) -> Hits:
        """Yield what can be done, before anything is typed."""
        for names, help_text, command in self._commands():
            yield DiscoveryHit(names[0], command, help=help_text)

    async def search(self, query: str) -> Hits:
        """Yield what is called so, in either language."""
        matcher = self.matcher(query)
        for names, help_text, command in self._commands():
            score = max(matcher.match(name) for name in names)
            if score > 0:
                yield Hit(score, matcher.highlight(names[0]), command, help=help_text)
        async for hit in self._entries(query):
            yield hit

    def _commands(self) -> list[tuple[tuple[str, ...], str, Callable[[], Any]]]:
        lang, app = self._context.lang, self.app
        other = "en" if lang == "zh" else "zh"
        found: list[tuple[tuple[str, ...], str, Callable[[], Any]]] = []
        for spec in VIEWS:
            names: tuple[str, ...] = (spec.label.of(lang), spec.label.of(other))
            found.append((names, word("palette view", lang), partial(app.run_action, f"app.view('{spec.name}')")))
        for action, node in self._actions():
            names = (action.label.of(lang), action.label.of(other))
            found.append((names, action.help.of(lang), partial(app.run_action, action.name, node)))
        for name, key in CYCLE.items():
            names = (word(key, lang), word(key, other), name)
            found.append((names, word("palette theme", lang), partial(app.choose_theme, name)))  # type: ignore[attr-defined]
        return found

    def _actions(self) -> list[tuple[Action, Any]]:
        """Return the actions that something between the focus and the app can do."""
        nodes = (self.focused or self.screen).ancestors_with_self
        found: list[tuple[Action, Any]] = []
        for action in ACTIONS:
            method = f"action_{action.name.partition('(')[0]}"
            node = next((one for one in (*nodes, *self._pages()) if hasattr(one, method)), None)
            group_node = self.app if action.group == "app" else node
            if self._context.web and action.local:
                continue
            if group_node is not None and not action.hidden and action.group not in ("dialog", "form", "output"):
                found.append((action, group_node))
        return found

    def _pages(self) -> list[Any]:
        return list(self.screen.query("AnswerPage"))

    async def _entries(self, query: str) -> AsyncIterator[Hit]:
        lang = self._context.lang
        try:
            library = self._context.library
            shown: list[tuple[Entry | Guide, str]] = [(one, "palette guide") for one in await library.guides()]
            shown += [(one, "palette entry") for one in await library.catalogue()]
        except MsfaqError:
            return
        matcher = self.matcher(query)
        scored = [
            (max(matcher.match(one.title.of(lang)), matcher.match(one.id)), one.title.of(lang), one.id, kind)
            for one, kind in shown
        ]
        for score, title, name, kind in sorted(scored, reverse=True)[:_MOST_ENTRIES]:
            if score > 0:
                # Commands go first: their names are short, and there are few of them.
                yield Hit(score * 0.9, matcher.highlight(title), self._opener(name), help=word(kind, lang))

    def _opener(self, name: str) -> Callable[[], Awaitable[None]]:
        return partial(self.app.open_entry, name)  # type: ignore[attr-defined]
