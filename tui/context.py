"""What every screen and widget may reach: the engine, the language, the settings, the session."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from textual.dom import DOMNode
from textual.signal import Signal

from msfaq.tui.filters import Filters
from msfaq.tui.library import Library
from msfaq.tui.saving import Saver
from msfaq.tui.session import Session
from msfaq.tui.settings import Settings


class Context:
    """The parts that the screens share."""

    def __init__(
        self, library: Library, settings: Settings, session: Session, savers: "tuple[Saver, Saver] | None", *, web: bool
    ) -> None:
        """``savers`` write settings and session; without them nothing is kept. ``web`` forbids running and saving."""
        self.library = library
        self.web = web
        self.source = session.question
        """What is asked at this moment, however long; the session keeps only what is short enough."""
        self.draft = ""
        """What was left in the paste area, until another question is asked."""
        self.logs: tuple[str, ...] = ()
        """Logs that the log view opens first."""
        self.grows: Callable[[], bool] | None = None
        """Tells whether the only one of them is still being written; None where nobody knows."""
        self.problem: Callable[[], str] | None = None
        """Tells why the rest of it could not be kept, or an empty text; None where nobody knows."""
        self._settings = settings
        self._session = session
        self._savers = savers
        self.changed: Signal[Change]
        """Published when the language or the filters change; the shell sets it."""

    @property
    def settings(self) -> Settings:
        """The settings; assign through `set_lang`, `set_filters`, `set_theme`."""
        return self._settings

    @property
    def session(self) -> Session:
        """Where the reader stands; assign to change and keep it."""
        return self._session

    @session.setter
    def session(self, session: Session) -> None:
        if session != self._session:
            self._session = session
            if self._savers:
                self._savers[1].put(session)

    @property
    def lang(self) -> str:
        """The language shown: ``zh`` or ``en``."""
        return self._settings.language

    def set_lang(self, lang: str) -> None:
        """Show another language everywhere, and keep it."""
        self._keep(replace(self._settings, lang=lang))
        self.changed.publish(Change(lang=True))

    def set_filters(self, filters: Filters) -> None:
        """Narrow answers and entries, and keep that."""
        if filters != self._settings.filters:
            self._keep(replace(self._settings, filters=filters))
            self.changed.publish(Change(filters=True))

    def set_theme(self, theme: str) -> None:
        """Keep the chosen theme."""
        self._keep(replace(self._settings, theme=theme))

    @property
    def keeps(self) -> bool:
        """Whether anything outlives this start."""
        return self._savers is not None

    def close(self) -> None:
        """Let what is not yet written be written."""
        for saver in self._savers or ():
            saver.close()

    def _keep(self, settings: Settings) -> None:
        self._settings = settings
        if self._savers:
            self._savers[0].put(settings)


@dataclass(frozen=True, slots=True)
class Change:
    """What has changed for everyone."""

    lang: bool = False
    """The language."""
    filters: bool = False
    """The filters."""


@runtime_checkable
class HasContext(Protocol):
    """An app with a context."""

    context: Context


def context(node: DOMNode) -> Context:
    """Return the context of the app that a screen or widget is in."""
    app = node.app
    assert isinstance(app, HasContext)
    return app.context


def on_change(node: DOMNode, call: Callable[[Change], Any]) -> None:
    """Have ``call`` called whenever the language or the filters change; the node must be mounted."""
    context(node).changed.subscribe(node, call)
