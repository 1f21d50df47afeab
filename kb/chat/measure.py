"""Measures conversations turn by turn on labelled ones.

A conversation is one JSON object: ``id``, ``lang`` (of the user; replies follow the turns) and ``turns``. A turn has
``user`` and may have ``expect_must_mention`` (lists of alternatives, one of each of which the reply must contain),
``expect_must_not_mention`` (texts it must not contain) and ``expect_outcome``; all case-blind. ``entries`` may say from
which entries of the book a right reply comes; it is for fitting, and no reply is judged by it.
"""

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.cells import cell_len

from msfaq.chat.conversation import Chat
from msfaq.chat.reply import OUTCOMES, Reply
from msfaq.engine import Engine
from msfaq.errors import InputError

_COLUMNS: Final = 100
_ECHO: Final = 12
"""Characters from which a line of the user's is taken out of the reply before it is judged."""


@dataclass(frozen=True, slots=True)
class LabelledTurn:
    """One turn and what its reply must be like."""

    user: str
    """What the user says."""
    must_mention: tuple[tuple[str, ...], ...]
    """Of each inner tuple the reply contains one, lower-case."""
    must_not_mention: tuple[str, ...]
    """None of these stands in the reply, lower-case."""
    outcome: str
    """The outcome wanted, or empty."""
    entries: tuple[str, ...] = ()
    """Ids of the entries from which a right reply comes, the best first; empty where that is not said."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """One labelled conversation."""

    id: str
    """Its name in reports."""
    turns: tuple[LabelledTurn, ...]
    """The turns in order."""


@dataclass(frozen=True, slots=True)
class TurnScore:
    """How one turn went."""

    dialog_id: str
    """The conversation."""
    number: int
    """1-based number of the turn."""
    user: str
    """What was said."""
    reply: Reply
    """What came back."""
    missing: tuple[tuple[str, ...], ...]
    """The groups of which the reply has nothing."""
    unwanted: tuple[str, ...]
    """What the reply has and must not."""
    wrong_outcome: bool
    """Whether another outcome was wanted."""
    seconds: float
    """Time the reply took."""
    until: int | None = None
    """Lines on a terminal of 100 columns up to that with the last of the facts asked for; None where none is asked
    for, or one is missing."""

    @property
    def lines(self) -> int:
        """Lines that the reply takes on a terminal of 100 columns."""
        return lines_of(self.reply.markdown.rstrip())

    @property
    def right(self) -> bool:
        """Whether the reply is as it must be."""
        return not (self.missing or self.unwanted or self.wrong_outcome)


def read_dialogs(file: Path) -> tuple[Dialog, ...]:
    """Read a file of conversations.

    Raises InputError, naming file and line, when it cannot be read or a line is no conversation.
    """
    try:
        lines = file.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    dialogs = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                row = json.loads(line)
                dialogs.append(Dialog(str(row["id"]), tuple(_turn(turn) for turn in row["turns"])))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise InputError(f"{file}:{number}: not a labelled conversation: {error!r}") from error
    return tuple(dialogs)


def _turn(row: Mapping[str, Any]) -> LabelledTurn:
    outcome = str(row.get("expect_outcome") or "")
    if outcome and outcome not in OUTCOMES:
        raise ValueError(f"expect_outcome '{outcome}' is not one of {', '.join(OUTCOMES)}")
    return LabelledTurn(
        user=str(row["user"]),
        must_mention=tuple(tuple(word.lower() for word in group) for group in row.get("expect_must_mention") or ()),
        must_not_mention=tuple(word.lower() for word in row.get("expect_must_not_mention") or ()),
        outcome=outcome,
        entries=tuple(map(str, row.get("entries") or ())),
    )


def score_dialogs(engine: Engine, dialogs: Sequence[Dialog]) -> Iterator[TurnScore]:
    """Hold each conversation and score its turns."""
    for dialog in dialogs:
        chat = Chat(engine=engine)
        for number, turn in enumerate(dialog.turns, start=1):
            started = time.perf_counter()
            reply = chat.say(turn.user)
            seconds = time.perf_counter() - started
            text = without_names(without_echo(reply.markdown, turn.user), reply.answers).lower()
            yield TurnScore(
                dialog.id,
                number,
                turn.user,
                reply,
                tuple(group for group in turn.must_mention if not any(word in text for word in group)),
                tuple(word for word in turn.must_not_mention if word in text),
                bool(turn.outcome) and turn.outcome != reply.outcome,
                seconds,
                _until(text, turn.must_mention),
            )


def _until(text: str, groups: Sequence[Sequence[str]]) -> int | None:
    """Return the number of the line by which each group has been met with."""
    places = [min((at for word in group if (at := text.find(word)) >= 0), default=-1) for group in groups]
    return lines_of(text[: max(places) + 1]) if places and min(places) >= 0 else None


def lines_of(text: str) -> int:
    r"""Return the number of lines that a text takes on a terminal of 100 columns.

    >>> lines_of("one\n" + "x" * 150)
    3
    """
    return sum(max(1, -(-cell_len(line) // _COLUMNS)) for line in text.split("\n"))


def without_names(markdown: str, names: Iterable[str]) -> str:
    """Return a reply without the names of its entries: they have words of the subject, and say nothing of it.

    >>> without_names("**Loss is NaN** (`loss-nan`)", ["loss-nan"])
    '**Loss is NaN** ()'
    """
    for name in names:
        markdown = markdown.replace(f"`{name}`", "")
    return markdown


def without_echo(markdown: str, user: str) -> str:
    """Return a reply without quoted lines and without whole lines that the user wrote."""
    text = "\n".join(line for line in markdown.split("\n") if not line.startswith("> "))
    for line in user.split("\n"):
        if len(line.strip()) >= _ECHO:
            text = text.replace(line.strip(), " ")
    return text
