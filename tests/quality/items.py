"""Fits which item of an entry answers a turn: ``python tests/quality/items.py``.

Prints the coefficients for `msfaq.chat.ranking`, and by cross-validation over entries how often an item that answers
the turn is the first one, and among the first three. The turns are those written for the book; each is compared to
the others of its entry.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from scipy.optimize import minimize

from msfaq.chat.context import Context
from msfaq.chat.machine import Machine, read_machine
from msfaq.chat.ranking import features, parts_of
from msfaq.chat.state import State
from msfaq.chat.turn import understand
from msfaq.engine import Engine
from msfaq.index.followups import Followed
from msfaq.index.models import open_model
from msfaq.index.turns import SaidNext, turns
from msfaq.language import choose_language
from msfaq.request import Request

FOLDS: Final = 10
RIDGE: Final = 2.0
"""Weight of the squares of the coefficients in the loss."""

Row = Mapping[str, float]
Weights = Mapping[str, float]


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
    first = three = 0
    for number in range(FOLDS):
        held = [one for one in examples if fold(one.entry) == number]
        weights = fitted([one for one in examples if fold(one.entry) != number])
        for one in held:
            order = ranked(one.rows, weights)
            first += order[0] in one.right
            three += not set(one.right).isdisjoint(order[:3])
    print(f"first {first / len(examples):.1%}, of the first three {three / len(examples):.1%}")
    print({name: round(value, 1) for name, value in fitted(examples).items() if abs(value) >= 0.25})


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


def ranked(rows: Sequence[Row], weights: Weights) -> list[int]:
    """Return the places of parts, the likeliest first."""
    scores = [sum(weights.get(name, 0.0) * value for name, value in row.items()) for row in rows]
    return sorted(range(len(rows)), key=lambda place: -scores[place])


def fitted(examples: list[Example]) -> dict[str, float]:
    """Return coefficients under which the right parts are likely, by the softmax over each entry's parts."""
    names = sorted({name for one in examples for row in one.rows for name in row})
    place = {name: at for at, name in enumerate(names)}
    count = sum(len(one.rows) for one in examples)
    data, wanted = np.zeros((count, len(names))), np.zeros(count)
    starts, at = [], 0
    for one in examples:
        starts.append(at)
        for number, row in enumerate(one.rows):
            for name, value in row.items():
                data[at + number, place[name]] = value
        wanted[[at + number for number in one.right]] = 1 / len(one.right)
        at += len(one.rows)
    segment = np.repeat(np.arange(len(examples)), [len(one.rows) for one in examples])

    def loss(weights: Any) -> tuple[float, Any]:
        scores = data @ weights
        scores -= np.maximum.reduceat(scores, starts)[segment]
        odds = np.exp(scores)
        totals = np.add.reduceat(odds, starts)[segment]
        value = float(-(wanted * (scores - np.log(totals))).sum() + RIDGE / 2 * (weights**2).sum())
        return value, data.T @ (odds / totals - wanted) + RIDGE * weights

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 400}).x
    return dict(zip(names, map(float, found), strict=True))


if __name__ == "__main__":
    main()
