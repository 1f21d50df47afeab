"""Fits which item of an entry answers a turn: ``python tests/quality/items.py``.

Writes the network for `msfaq.chat.ranking`, and prints by cross-validation over entries how often an item that answers
the turn is the first one, and among the first three: for all turns that were written for the book, and for those of
them that were said in the conversations to tune on. Each is compared to the others of its entry.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from moved import moves
from networks import Row, choices_of, fitted, ranked, save
from numpy.typing import NDArray

from msfaq.chat.context import Context
from msfaq.chat.machine import Machine, read_machine
from msfaq.chat.measure import read_dialogs
from msfaq.chat.ranking import NETWORK, features, parts_of
from msfaq.chat.state import State
from msfaq.chat.turn import understand
from msfaq.engine import Engine
from msfaq.index.encoders import Encoder
from msfaq.index.followups import Followed, Written
from msfaq.index.models import open_model
from msfaq.index.turns import SaidNext, turns
from msfaq.language import choose_language
from msfaq.request import Request

FOLDS: Final = 10
DIALOGS: Final = Path(__file__).resolve().parent / "dialogs" / "tune.jsonl"

SAID: Final = 10.0
"""How much a turn of a conversation counts: who writes turns for an entry spreads them over its items, who talks asks
for some items far more than for others."""


@dataclass(frozen=True)
class Example:
    """The parts of an entry beside one turn."""

    entry: str
    rows: Sequence[Row]
    right: list[int]
    """Places of those that answer the turn, the most telling first."""
    is_said: bool
    """Whether it was said in a conversation."""


def main() -> None:
    """Fit and print."""
    said = {" ".join(turn.user.split()) for dialog in read_dialogs(DIALOGS) for turn in dialog.turns}
    said |= {" ".join(move.user.split()) for move in moves()}
    with Engine() as engine:
        examples = list(examples_of(engine, said))
    names, choices = choices_of(
        [one.rows for one in examples],
        [one.right for one in examples],
        [SAID if one.is_said else 1.0 for one in examples],
    )
    folds = np.array([fold(one.entry) for one in examples])
    orders: dict[int, list[int]] = {}
    for number in range(FOLDS):
        network = fitted(names, choices.part(np.flatnonzero(folds != number)))
        orders |= {place: ranked(network, examples[place].rows) for place in np.flatnonzero(folds == number).tolist()}
    show("turns", [(one, orders[place]) for place, one in enumerate(examples)])
    show("said in conversations", [(one, orders[place]) for place, one in enumerate(examples) if one.is_said])
    print(save(fitted(names, choices), NETWORK))


def show(name: str, found: Sequence[tuple[Example, list[int]]]) -> None:
    """Print how often an item that answers is the first one of an order, and among the first three."""
    first = np.mean([order[0] in one.right for one, order in found])
    three = np.mean([not set(one.right).isdisjoint(order[:3]) for one, order in found])
    print(f"{len(found)} {name}: first {first:.1%}, of the first three {three:.1%}")


def examples_of(engine: Engine, heard: Collection[str]) -> Iterator[Example]:
    """Yield the turns that an entry answers; ``heard`` are those of conversations."""
    machine = read_machine()
    held: dict[str, list[SaidNext]] = defaultdict(list)
    for one in turns():
        if one.items:
            held[one.topic].append(one)
    encoder = open_model(engine.model)
    for said in held.values():
        vectors = encoder.encode([one.text for one in said])
        for at, one in enumerate(said):
            others = [place for place in range(len(said)) if place != at]

            beside = partial(followed, encoder, [said[place] for place in others], vectors[others])
            example = example_of(engine, machine, one, beside, is_said=one.text in heard)
            if example is not None:
                yield example


def followed(encoder: Encoder, said: Sequence[SaidNext], vectors: NDArray[np.float32], text: str) -> Followed:
    """Return turns compared to a text; ``vectors`` has a row for each."""
    written = Written([one.items for one in said], [True] * len(said))
    return Followed(written, vectors @ encoder.encode([text])[0])


def example_of(
    engine: Engine,
    machine: Machine,
    said: SaidNext,
    beside: Callable[[str], Followed],
    *,
    is_said: bool,
) -> Example | None:
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
    columns = features(Context(engine, state, turn, machine), parts, beside)
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    return Example(entry.id, rows, right, is_said)


def fold(name: str) -> int:
    """Return the number of the fold an entry is in."""
    return sum(name.encode()) % FOLDS


if __name__ == "__main__":
    main()
