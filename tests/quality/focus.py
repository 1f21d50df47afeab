"""Fits which entry a turn is about: ``python tests/quality/focus.py``.

Writes the network for `msfaq.chat.focus`, and prints how often the entry chosen is a right one, by cross-validation.
The turns are the follow-ups of the conversations to tune on, where a candidate is right when its whole text has what
the reply must mention, or which are said to be right, and the turns of ``moves.jsonl``, written to leave a topic or to
stay with it, with more weight those said in talks; with less weight the turns that were written for an entry, which is
right, and the questions to tune by, each put in the midst of a conversation. No turn is compared to itself,
or to others of its talk.
"""

import json
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from apart import Apart, compare_to_others
from moved import moves
from networks import Choices, choices_of, fitted, ranked, save
from numpy.typing import NDArray

from msfaq import Chat
from msfaq.chat import context as context_module
from msfaq.chat.focus import NETWORK, Focus
from msfaq.chat.measure import Dialog, read_dialogs
from msfaq.chat.state import State
from msfaq.engine import Engine
from msfaq.index.turns import turns
from msfaq.language import choose_language

HERE = Path(__file__).resolve().parent
STAYS, MOVES, MOVED, TALKED = 0.15, 0.4, 1.0, 3.0
"""Weight of a turn written for an entry, of a question in the midst of a conversation, of a turn written to leave a
topic or to stay with it, and of one said in a talk; a follow-up counts 1."""

EVERY: Final = 4
"""One in so many of the written turns is fitted to: they are many times the turns of conversations."""

PLACES: Final = 3
"""Conversations in which each question is put."""

LONGEST: Final = 200
"""Characters of such a question."""

EPOCHS, UNITS = 40, 64
"""Of the network: turns of so many kinds need more than those of one."""

FOLDS: Final = 10

RIGHT = 2
"""Right candidates of a turn that are learned from, those ranked first: one far below has the words by chance."""


@dataclass(frozen=True)
class Example:
    """The candidates of one turn."""

    group: str
    """The conversation, entry or question, which is held out as a whole."""
    right: list[Mapping[str, float]]
    wrong: list[Mapping[str, float]]


@dataclass(frozen=True)
class Kind:
    """Examples of one kind."""

    name: str
    weight: float
    examples: list[Example]


class Watcher:
    """Sees the candidates of each turn."""

    def __init__(self, apart: Apart) -> None:
        self._apart = apart
        self._seen: tuple[Focus, ...] = ()
        self._focus = vars(context_module)["focus"]
        # No one else watches it, so the conversation has no place to hook in.
        vars(context_module)["focus"] = self.watched

    def watched(self, *arguments: Any) -> tuple[Focus, ...]:
        """Note the candidates of a turn."""
        self._seen = self._focus(*arguments)
        return self._seen

    def say(self, chat: Chat, text: str, group: str = "") -> tuple[str, tuple[Focus, ...]]:
        """Take a turn; return its language and its candidates, none where nobody looked for any.

        ``group`` is the talk or conversation it is said in.
        """
        self._seen, self._apart.group = (), group
        return chat.say(text).lang, self._seen


def main() -> None:
    """Fit and print."""
    with Engine() as engine:
        dialogs = read_dialogs(HERE / "dialogs" / "tune.jsonl")
        groups = {" ".join(turn.user.split()): dialog.id for dialog in dialogs for turn in dialog.turns}
        groups |= {" ".join(move.user.split()): move.name for move in moves()}
        apart = Apart(groups)
        compare_to_others(apart)
        watcher = Watcher(apart)
        kinds = [
            Kind("follow-ups", 1.0, [one for dialog in dialogs for one in examples_of(engine, watcher, dialog)]),
            Kind("written turns", STAYS, list(written(engine, watcher, dialogs))),
            Kind("new questions", MOVES, list(questions(engine, watcher, dialogs))),
            Kind("first questions", MOVES, list(first_questions(engine, watcher))),
            Kind("turns that stay", MOVED, list(moved(engine, watcher, stays=True, said=False))),
            Kind("turns that move on", MOVED, list(moved(engine, watcher, stays=False, said=False))),
            Kind("said, staying", TALKED, list(moved(engine, watcher, stays=True, said=True))),
            Kind("said, moving on", TALKED, list(moved(engine, watcher, stays=False, said=True))),
        ]
    examples = [one for kind in kinds for one in kind.examples]
    names, choices = choices_of(
        [[*one.right, *one.wrong] for one in examples],
        [range(len(one.right)) for one in examples],
        [kind.weight for kind in kinds for _ in kind.examples],
    )
    is_right = cross_validated(names, choices, examples)
    for kind in kinds:
        share, is_right = is_right[: len(kind.examples)].mean(), is_right[len(kind.examples) :]
        print(f"{len(kind.examples)} {kind.name}: {share:.1%}, cross-validated")
    print(save(fitted(names, choices, epochs=EPOCHS, units=UNITS), NETWORK))


def examples_of(engine: Engine, watcher: Watcher, dialog: Dialog) -> Iterator[Example]:
    """Yield the turns with a topic that some candidates answer and some do not."""
    chat = Chat(engine=engine)
    for turn in dialog.turns:
        topic = chat.state.topic
        lang, seen = watcher.say(chat, turn.user, dialog.id)
        if topic and turn.entries:
            yield from example(dialog.id, seen, turn.entries)
        elif topic and turn.must_mention:
            names = [one.entry_id for one in seen if has_all(engine, one.entry_id, lang, turn.must_mention)]
            yield from example(dialog.id, seen, names)


def moved(engine: Engine, watcher: Watcher, *, stays: bool, said: bool) -> Iterator[Example]:
    """Yield turns that leave a topic, or stay with it."""
    for move in moves():
        if move.stays is stays and move.said is said:
            yield from example(move.name, watcher.say(move.chat(engine), move.user, move.name)[1], move.entries)


def written(engine: Engine, watcher: Watcher, dialogs: Sequence[Dialog]) -> Iterator[Example]:
    """Yield the turns that were written for an entry which answers them, those that were said elsewhere left out."""
    said = {" ".join(turn.user.split()) for dialog in dialogs for turn in dialog.turns}
    said |= {" ".join(move.user.split()) for move in moves()}
    for one in turns()[::EVERY]:
        if one.items and one.text not in said:
            entry, lang = engine.entry(one.topic), choose_language(one.text, is_question=True)
            question = (entry.asks.of(lang) or (entry.title.of(lang),))[0]
            _, seen = watcher.say(Chat(engine=engine, state=State(lang=lang).move(entry.id, question)), one.text)
            yield from example(entry.id, seen, {entry.id})


def questions(engine: Engine, watcher: Watcher, dialogs: Sequence[Dialog]) -> Iterator[Example]:
    """Yield new questions in the midst of a conversation."""
    chooser = random.Random(0)
    for text, names in asked():
        for _ in range(PLACES):
            chat = Chat(engine=engine)
            chat.say(chooser.choice(dialogs).turns[0].user)
            if chat.state.topic:
                yield from example(text, watcher.say(chat, text)[1], names)


def first_questions(engine: Engine, watcher: Watcher) -> Iterator[Example]:
    """Yield the same questions with nothing before them."""
    for text, names in asked():
        yield from example(text, watcher.say(Chat(engine=engine), text)[1], names)


def asked() -> Iterator[tuple[str, list[str]]]:
    """Yield the questions to tune by, and which entries answer each."""
    for line in (HERE / "tune.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        text = case.get("query")
        if isinstance(text, str) and "\n" not in text and len(text) <= LONGEST and case["kind"] != "negative":
            yield text, case["topics"]


def example(group: str, seen: Sequence[Focus], names: Collection[str]) -> Iterator[Example]:
    """Yield the example in which the entries ``names`` are right, if there are right and wrong ones."""
    right = [one.features for one in seen if one.entry_id in names][:RIGHT]
    wrong = [one.features for one in seen if one.entry_id not in names]
    if right and wrong:
        yield Example(group, right, wrong)


def has_all(engine: Engine, name: str, lang: str, groups: tuple[tuple[str, ...], ...]) -> bool:
    """Tell whether an entry has one text of each group."""
    entry = engine.entry(name)
    parts = [entry.id, entry.title.of(lang), *(part.markdown for part in entry.sections(lang))]
    text = " ".join([*parts, *(one.code for one in entry.snippets)]).lower()
    return all(any(word in text for word in group) for group in groups)


def cross_validated(names: Sequence[str], choices: Choices, examples: Sequence[Example]) -> NDArray[Any]:
    """Return for each example whether its best candidate is a right one, by a network that has not seen its group."""
    folds = np.array([sum(one.group.encode()) % FOLDS for one in examples])
    found = np.zeros(len(examples))
    for number in range(FOLDS):
        network = fitted(names, choices.part(np.flatnonzero(folds != number)), epochs=EPOCHS, units=UNITS)
        for place in np.flatnonzero(folds == number):
            one = examples[place]
            found[place] = ranked(network, [*one.right, *one.wrong])[0] < len(one.right)
    return found


if __name__ == "__main__":
    main()
