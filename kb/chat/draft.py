"""A reply in the making: parts, each with the entry it comes from."""

from dataclasses import dataclass, field

from msfaq.chat.reply import Reply
from msfaq.chat.responder import Grounding
from msfaq.chat.state import Option, State


@dataclass(slots=True)
class Draft:
    """What an act puts together; the state is the one that holds after the reply."""

    state: State
    """The conversation after this turn."""
    outcome: str = "answered"
    """As in `Reply`."""
    parts: list[str] = field(default_factory=list)
    """Markdown blocks."""
    groundings: list[Grounding] = field(default_factory=list)
    """The passages that the blocks come from."""
    choices: tuple[str, ...] = ()
    """As in `Reply`."""
    opening: list[str] = field(default_factory=list)
    """The blocks that stand above the reply whoever words it."""
    closing: list[str] = field(default_factory=list)
    """The blocks that stand beneath it."""
    is_farewell: bool = False
    """As in `Reply`."""

    def say(self, text: str) -> "Draft":
        """Add a sentence of the conversation's own, one without facts."""
        self.parts.append(text)
        return self

    def open_with(self, text: str, *, first: bool = False) -> "Draft":
        """Add a sentence that whoever words the reply leaves above it; ``first`` puts it above all else."""
        for held in (self.opening, self.parts):
            held.insert(0 if first else len(held), text)
        return self

    def close_with(self, text: str) -> "Draft":
        """Add a sentence that whoever words the reply leaves beneath it."""
        self.closing.append(text)
        return self.say(text)

    def quote(self, entry_id: str, text: str, kind: str = "text", code: str = "") -> "Draft":
        """Add a block that comes from an entry or guide."""
        self.parts.append(text)
        self.groundings.append(Grounding(entry_id, text, kind, code))
        return self

    def cite(self, entry_id: str) -> "Draft":
        """Name an entry among the answers without quoting it."""
        self.groundings.append(Grounding(entry_id, ""))
        return self

    def cites(self, entry_id: str) -> bool:
        """Tell whether something of an entry or guide stands in it."""
        return any(one.entry_id == entry_id for one in self.groundings)

    def offer(self, options: tuple[Option, ...]) -> "Draft":
        """Offer choices, numbered, to the question that was put last."""
        numbered = "\n".join(f"{number}. {one.label}" for number, one in enumerate(options, start=1))
        self.closing += [self.parts[-1], numbered] if self.parts else [numbered]
        self.parts.append(numbered)
        self.choices = tuple(one.label for one in options)
        return self

    def reply(self) -> Reply:
        """Return the reply."""
        ids = tuple(dict.fromkeys(grounding.entry_id for grounding in self.groundings))
        # What can be asked next stands last, behind what was added to the answer.
        ordered = sorted(self.parts, key=lambda part: part in self.closing)
        text = "\n\n".join(part.strip("\n") for part in ordered if part.strip())
        slots = dict(self.state.slots)
        return Reply(f"{text}\n", ids, self.outcome, self.choices, slots, self.state.lang, self.is_farewell)
