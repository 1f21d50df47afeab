"""Fits a network of `msfaq.chat.network` to choices: which of several things is right."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

import msfaq.chat
from msfaq.chat.network import Network

UNITS: Final = 32
EPOCHS: Final = 14
BATCH: Final = 128
RATE: Final = 0.01
DECAY: Final = 0.02
"""AdamW's weight decay."""

DIGITS: Final = 4
"""Decimals that the numbers are kept with."""

ABSENT: Final = -1e4
"""Score of what pads a choice."""


FOLDER: Final = Path(msfaq.chat.__path__[0])
"""Where the networks are kept."""

Row = Mapping[str, float]
"""Name of a feature → its value; what is not named is 0."""


@dataclass(frozen=True, eq=False)
class Choices:
    """Choices among things, padded to the largest."""

    features: NDArray[Any]
    """Float32, (choices, things, inputs)."""
    right: NDArray[Any]
    """1 where a thing is right, else 0; one of a choice at least is. Float32, (choices, things)."""
    there: NDArray[Any]
    """1 where there is a thing, 0 where the choice is padded. Float32, (choices, things)."""
    weights: NDArray[Any]
    """How much each choice counts. Float32, (choices,)."""

    def part(self, chosen: NDArray[Any]) -> "Choices":
        """Return the choices at these places."""
        return Choices(self.features[chosen], self.right[chosen], self.there[chosen], self.weights[chosen])


def choices_of(
    rows: Sequence[Sequence[Row]], right: Sequence[Sequence[int]], weights: Sequence[float] | None = None
) -> tuple[list[str], Choices]:
    """Return the names of the features, and the choices; ``right`` are the places of the right things of each."""
    names = sorted({name for one in rows for row in one for name in row})
    size = (len(rows), max(map(len, rows)))
    features = np.zeros((*size, len(names)), np.float32)
    marks, there = np.zeros(size, np.float32), np.zeros(size, np.float32)
    for number, (one, places) in enumerate(zip(rows, right, strict=True)):
        features[number, : len(one)] = [[row.get(name, 0.0) for name in names] for row in one]
        marks[number, places] = 1
        there[number, : len(one)] = 1
    return names, Choices(features, marks, there, np.array(weights or [1.0] * len(rows), np.float32))


def fitted(
    names: Sequence[str], choices: Choices, *, seed: int = 0, epochs: int = EPOCHS, units: int = UNITS
) -> Network:
    """Return the network under which some right thing is likely, by the softmax over each choice."""
    torch.manual_seed(seed)
    hidden, output = torch.nn.Linear(len(names), units), torch.nn.Linear(units, 1, bias=False)
    model: Any = torch.nn.Sequential(hidden, torch.nn.Tanh(), output)
    steps = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    features, right, there, weights = (
        torch.from_numpy(one) for one in (choices.features, choices.right, choices.there, choices.weights)
    )
    for epoch in range(epochs):
        for group in steps.param_groups:
            group["lr"] = RATE * (1 - epoch / epochs)
        order = torch.randperm(len(features))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            scores = model(features[batch]).squeeze(-1) + (1 - there[batch]) * ABSENT
            likely = torch.logsumexp(scores + (1 - right[batch]) * ABSENT, 1) - torch.logsumexp(scores, 1)
            loss: Any = -(weights[batch] * likely).mean()
            steps.zero_grad()
            loss.backward()
            steps.step()
    kept = [hidden.weight, hidden.bias, output.weight[0]]
    return Network(tuple(names), *(one.detach().numpy().round(DIGITS) for one in kept))


def ranked(network: Network, rows: Sequence[Row]) -> list[int]:
    """Return the places of things, the likeliest first."""
    scores = network.scores(rows)
    return sorted(range(len(rows)), key=lambda place: -scores[place])


def save(network: Network, name: str) -> Path:
    """Write a network to where `msfaq.chat.network.open_network` finds it."""
    path = FOLDER / f"{name}.json"
    numbers = {key: [row(one) for one in getattr(network, key)] for key in ("hidden", "bias", "output")}
    # A line a unit: a new fit can be read beside the old one.
    parts = [f'"inputs": {json.dumps(network.inputs)}']
    for key, values in numbers.items():
        lines = ",\n".join(map(json.dumps, values))
        parts.append(f'"{key}": [{lines}]')
    path.write_text("{" + ",\n".join(parts) + "}\n", "utf-8")
    return path


def row(values: Any) -> Any:
    """Return a row of numbers, or a number, as it is written."""
    return np.asarray(values, float).round(DIGITS).tolist()
