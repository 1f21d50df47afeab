"""Fits which item of an entry answers a turn: ``python tests/quality/items.py``.

Writes the network for `msfaq.chat.ranking`, and prints by cross-validation over entries how often an item that answers
the turn is the first one, and among the first three. The turns are those written for the book; each is compared to
the others of its entry.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from networks import Row, choices_of, fitted, ranked, save

from msfaq.chat.context import Context
from msfaq.chat.machine import Machine, read_machine
from msfaq.chat.ranking import NETWORK, features, parts_of
from msfaq.chat.state import State
from msfaq.chat.turn import understand
from msfaq.engine import Engine
from msfaq.index.followups import Followed
from msfaq.index.models import open_model
from msfaq.index.turns import SaidNext, turns
from msfaq.language import choose_language
from msfaq.request import Request

FOLDS: Final = 10


@dataclass(frozen=True)
class Example:
    """The parts of an entry beside one turn."""

    entry: str
    rows: Sequence[Row]
    right: list[int]
    """Places of those that answer the turn, the most telling first."""


def main() -> None:
    """Fit and print."""
    with Engine() as engine:
        examples = list(examples_of(engine))
    print(f"{len(examples)} turns")
    names, choices = choices_of([one.rows for one in examples], [one.right for one in examples])
    folds = np.array([fold(one.entry) for one in examples])
    first = three = 0
    for number in range(FOLDS):
        network = fitted(names, choices.part(np.flatnonzero(folds != number)))
        for place in np.flatnonzero(folds == number):
            one = examples[place]
            order = ranked(network, one.rows)
            first += order[0] in one.right
            three += not set(one.right).isdisjoint(order[:3])
    print(f"first {first / len(examples):.1%}, of the first three {three / len(examples):.1%}")
    print(save(fitted(names, choices), NETWORK))


def examples_of(engine: Engine) -> Iterator[Example]:
    """Yield the turns that an entry answers."""
    machine = read_machine()
    held: dict[str, list[SaidNext]] = defaultdict(list)
    for one in turns():
        if one.items:
            held[one.topic].append(one)
    encoder = open_model(engine.model)
    for said in held.values():
        vectors = encoder.encode([one.text for one in said])
        for at, one in enumerate(said):
            cosines = vectors @ vectors[at]
            others = [place for place in range(len(said)) if place != at]
            followed = [Followed(said[place].items, float(cosines[place])) for place in others]
            example = example_of(engine, machine, one, followed)
            if example is not None:
                yield example


def example_of(engine: Engine, machine: Machine, said: SaidNext, followed: Sequence[Followed]) -> Example | None:
    """Return one turn with the parts of its entry, None when it is a pasted failure or names no part."""
    entry = engine.entry(said.topic)
    lang = choose_language(said.text, is_question=True)
    state = State(lang=lang).move(entry.id, entry.title.of(lang))
    turn = understand(said.text, state, engine, Request.checked(None, 1, None, None))
    parts = parts_of(entry, turn.lang)
    names = [part.name for part in parts]
    right = [names.index(name) for name in said.items if name in names]
    if turn.is_failure or not right:
        return None
    return Example(entry.id, features(Context(engine, state, turn, machine), parts, followed), right)


def fold(name: str) -> int:
    """Return the number of the fold an entry is in."""
    return sum(name.encode()) % FOLDS


if __name__ == "__main__":
    main()
