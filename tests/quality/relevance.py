"""Fits what tells follow-ups from questions about other things: ``python tests/quality/relevance.py``.

Writes the network for `msfaq.chat.relevance`, and prints by cross-validation what share of either passes. Fitted to are
the follow-ups of the conversations to tune on, the turns in `msfaq.index.turns`, each said to somebody who was told of
its entry, and the questions to tune by, which the book answers or not, each put after the first turn of one of these
conversations, as it is or with the words that lead to another matter.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from apart import compare_to_others
from moved import moves
from networks import Row, choices_of, fitted, save
from numpy.typing import NDArray

from msfaq import Chat
from msfaq.chat import conversation
from msfaq.chat.context import Context
from msfaq.chat.draft import Draft
from msfaq.chat.measure import Dialog, read_dialogs
from msfaq.chat.relevance import NETWORK, NOTHING, features, says_nothing
from msfaq.chat.state import State
from msfaq.engine import Engine
from msfaq.index.domain import Classes, turn_classes
from msfaq.index.tokens import tokens
from msfaq.index.turns import turns
from msfaq.language import choose_language

HERE = Path(__file__).resolve().parent
LONGEST = 200
"""Characters of an other question: longer ones are logs, which no conversation is judged by."""

LEADS = {
    "en": ("", "", "and ", "unrelated, ", "also, ", "ok. "),
    "zh": ("", "", "那", "顺便问一下，", "另外，", "好的。"),
}
"""What people begin with who go on to something else."""

PLACES = 2
"""Conversations that each question is put into: there are few of them beside the written turns."""

EVERY = 3
"""One in so many of the written turns is fitted to: they are many times the turns of conversations."""

SHARES: Final = (0.95, 0.97, 0.98)
"""Shares of what belongs that are to pass, for the report."""

FOLDS: Final = 10
EPOCHS: Final = 60
"""More than where things of one topic are told apart: there are fewer examples."""


@dataclass(frozen=True)
class Example:
    """One turn in the midst of a conversation."""

    kind: str
    """Where it comes from, for the report."""
    group: str
    """What others share with it: they are held out together."""
    features: Row
    goes_on: bool
    """Whether it is to be answered."""


class Watcher:
    """Sees the features of turns, told without what was counted from a turn itself."""

    def __init__(self) -> None:
        self.seen: Row | None = None
        # No one else watches it, so the conversation has no place to hook in.
        vars(conversation)["RULES"] = (self.watch, *conversation.RULES)

    def watch(self, context: Context) -> Draft | None:
        """Note the features of a turn that stands beside a topic and that the fit decides about."""
        text = " ".join(context.turn.text.split())
        counted = self._counted.get(text)
        if counted is not None:
            evidence = self._classes.likeness_without(text, is_ours=counted)
            context = replace(context, turn=replace(context.turn, goes_on=evidence))
        found = context.candidates
        if context.state.topic and found and not context.turn.is_failure and not says_nothing(context.turn):
            self.seen = features(context, found)
        return None

    def say(self, chat: Chat, text: str) -> Row | None:
        """Take a turn; return its features when the fit decides about it."""
        self.seen = None
        chat.say(text)
        return self.seen

    @cached_property
    def _counted(self) -> dict[str, bool]:
        return {one.text: one.goes_on for one in turns()}

    @cached_property
    def _classes(self) -> Classes:
        return turn_classes()


def main() -> None:
    """Fit and print."""
    dialogs = read_dialogs(HERE / "dialogs" / "tune.jsonl")
    compare_to_others()
    watcher = Watcher()
    with Engine() as engine:
        examples = [one for dialog in dialogs for one in follow_ups(engine, watcher, dialog)]
        examples += questions(engine, watcher, [dialog.turns[0].user for dialog in dialogs])
        examples += moved(engine, watcher)
        examples += in_place(engine, watcher, {turn.user for dialog in dialogs for turn in dialog.turns})
    names, choices = choices_of(
        [(one.features, NOTHING) for one in examples], [[0 if one.goes_on else 1] for one in examples]
    )
    folds = np.array([sum(one.group.encode()) % FOLDS for one in examples])
    scores = np.zeros(len(examples))
    for number in range(FOLDS):
        network = fitted(names, choices.part(np.flatnonzero(folds != number)), epochs=EPOCHS)
        held_out = np.flatnonzero(folds == number)
        scores[held_out] = network.scores([examples[place].features for place in held_out])
        scores[held_out] -= network.scores([NOTHING])
    report(examples, scores)
    print(save(fitted(names, choices, epochs=EPOCHS), NETWORK))


def follow_ups(engine: Engine, watcher: Watcher, dialog: Dialog) -> Iterator[Example]:
    """Yield the turns after the first."""
    chat = Chat(engine=engine)
    for number, turn in enumerate(dialog.turns):
        seen = watcher.say(chat, turn.user)
        if number and seen is not None:
            yield Example("follow-ups", dialog.id, seen, turn.outcome != "unknown")


def moved(engine: Engine, watcher: Watcher) -> Iterator[Example]:
    """Yield turns written to leave a topic for another entry, or to stay with it: all are to be answered."""
    for move in moves():
        seen = watcher.say(move.chat(engine), move.user)
        if seen is not None:
            yield Example("moves", move.name, seen, True)


def questions(engine: Engine, watcher: Watcher, beginnings: list[str]) -> Iterator[Example]:
    """Yield new questions in the midst of a conversation, which the book answers or not."""
    chooser = random.Random(0)
    for line in (HERE / "tune.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        text = case.get("query")
        # A word alone may well go on with the topic.
        is_question = isinstance(text, str) and "\n" not in text and len(text) <= LONGEST and len(tokens(text)) > 1
        if is_question:
            leads = LEADS[choose_language(text, is_question=True)]
            for _ in range(PLACES):
                chat = Chat(engine=engine)
                chat.say(chooser.choice(beginnings))
                seen = watcher.say(chat, chooser.choice(leads) + text)
                if seen is not None:
                    yield Example("new questions", text, seen, case["kind"] != "negative")


def in_place(engine: Engine, watcher: Watcher, said: set[str]) -> Iterator[Example]:
    """Yield the turns that were written for an entry, those of the conversations left out."""
    for one in turns()[::EVERY]:
        if one.text not in said:
            title = engine.entry(one.topic).title.of(choose_language(one.text, is_question=True))
            seen = watcher.say(Chat(engine=engine, state=State().move(one.topic, title)), one.text)
            if seen is not None:
                yield Example("written turns", one.topic, seen, one.goes_on)


def report(examples: list[Example], scores: NDArray[Any]) -> None:
    """Print what passes of either, of each kind."""
    for kind in dict.fromkeys(one.kind for one in examples):
        ours = scores[[one.kind == kind and one.goes_on for one in examples]]
        others = scores[[one.kind == kind and not one.goes_on for one in examples]]
        if not others.size:
            print(f"{kind}: of {len(ours)} that belong {(ours >= 0).mean():.1%} are likelier to than not")
            continue
        passing = [f"{share:.0%} {(others >= np.quantile(ours, 1 - share)).mean():.1%}" for share in SHARES]
        print(f"{kind}: of {len(others)} others pass, where of {len(ours)} that belong do:", ", ".join(passing))


if __name__ == "__main__":
    main()
