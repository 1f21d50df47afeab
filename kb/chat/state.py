"""What a conversation remembers between turns; all of it can be written as JSON and read again."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from dacite import Config, from_dict

_MOST_TRAIL: Final = 12
"""Earlier topics remembered."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A topic that was talked about."""

    entry_id: str
    """The entry."""
    question: str
    """What the user had asked."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that the user may say next."""

    label: str
    """What the user reads."""
    value: str
    """What it stands for: an entry's id, a slot's value, the number of a choice, which its label names as well."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A question that the last reply put."""

    kind: str
    """``detail`` (say more), ``entry`` (which of these), ``slot`` (a slot's value) or ``walk`` (a guided question)."""
    name: str = ""
    """The slot, or ``entry-id:question`` of a walk."""
    options: tuple[Option, ...] = ()
    """The possible answers."""
    candidates: tuple[str, ...] = ()
    """Ids of the entries that the answer is to tell apart, best first."""
    waited: int = 0
    """Replies given since it was put."""


@dataclass(frozen=True, slots=True)
class Own:
    """What was read from the user's own message."""

    line: str = ""
    """Their line, as ``file:line  code``."""
    raised: str = ""
    """The exception of their own code behind the message."""
    readout: str = ""
    """What the message says with its numbers, in ``lang``."""
    lang: str = ""
    """Language of the readout."""
    variant: str = ""
    """Name of the topic's kind of message that it is."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a conversation stands."""

    lang: str = ""
    """Language of the last reply, empty before the first."""
    pinned: bool = False
    """Whether the user chose the language."""
    topic: str = ""
    """Id of the entry talked about, or empty."""
    question: str = ""
    """What the user asked when the topic came up, cut to some hundred characters."""
    own: Own = Own()
    """What was read from the message that brought up the topic."""
    said: tuple[str, ...] = ()
    """Content words of the last turn, which “just the code” leans on."""
    joined: str = ""
    """Id of the topic that the present one was added to, or of the entry last told beside it; or empty."""
    shown: tuple[str, ...] = ()
    """Sections, snippets and items of the topic that were shown: ``cause``, ``code:0``, ``item:fix.2`` …"""
    trail: tuple[Visit, ...] = ()
    """Earlier topics, the oldest first."""
    steps: str = ""
    """Key of the topic's section whose numbered items were shown last, which “the second one” counts; or empty."""
    listed: tuple[str, ...] = ()
    """Ids of the entries listed last, which “the second one” counts."""
    pending: Pending | None = None
    """The question that waits for an answer."""
    slots: Mapping[str, str] = field(default_factory=dict)
    """What is known of the user's case."""
    tried: tuple[str, ...] = ()
    """Ids of the entries whose fix did not help."""
    failures: int = 0
    """How often the present topic's fix was said not to help."""
    excerpt: str = ""
    """The telling lines of the last log."""

    def move(self, entry_id: str, question: str) -> "State":
        """Return the state with another topic; the present one joins the trail."""
        if entry_id == self.topic:
            return self
        trail = self.trail
        if self.topic:
            left = Visit(self.topic, self.question)
            trail = (*(visit for visit in trail if visit.entry_id != left.entry_id), left)[-_MOST_TRAIL:]
        moved = replace(self, topic=entry_id, question=question, trail=trail)
        return moved.without_details()

    def without_details(self) -> "State":
        """Return the state without what was said of its topic."""
        return replace(self, own=Own(), joined="", shown=(), steps="", failures=0)

    def within(self, current: Callable[[str], str]) -> "State":
        """Return the state with what the book still has of it; without its topic a conversation begins anew.

        ``current`` returns the present id of an entry by one that it had, or an empty text for one that is gone.
        """
        trail = tuple(replace(visit, entry_id=name) for visit in self.trail if (name := current(visit.entry_id)))
        state = replace(
            self,
            topic=current(self.topic) if self.topic else "",
            joined=current(self.joined) if self.joined else "",
            trail=trail,
            listed=_known(self.listed, current),
            tried=_known(self.tried, current),
            pending=_settled(self.pending, current) if self.pending is not None else None,
        )
        return state if state.topic else replace(state.without_details(), question="")

    def to_dict(self) -> dict[str, Any]:
        """Return the state as JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "State":
        """Return the state that `to_dict` wrote; ValueError when it is none."""
        try:
            return from_dict(cls, dict(data), Config(cast=[tuple], strict=True))
        except Exception as error:  # dacite has no common root for what nested values raise
            raise ValueError(f"no state of a conversation: {error}") from error


def _known(names: Iterable[str], current: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(name for name in map(current, names) if name)


def _settled(pending: Pending, current: Callable[[str], str]) -> Pending | None:
    """Return the question with what the book still has of it, None when there is nothing left to be asked."""
    if pending.kind == "walk":
        entry_id, _, question = pending.name.partition(":")
        name = current(entry_id)
        return replace(pending, name=f"{name}:{question}") if name else None
    candidates = _known(pending.candidates, current)
    if pending.kind == "slot":
        return replace(pending, candidates=candidates) if candidates else None
    options = tuple(replace(one, value=name) for one in pending.options if (name := current(one.value)))
    if pending.kind == "entry" and not options:
        return None
    return replace(pending, options=options, candidates=candidates)
