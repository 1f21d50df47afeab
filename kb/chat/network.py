"""Scores things by a small neural network: one layer of hidden units over named features.

What is fitted stands as numbers in JSON files beside this module; the scripts in ``tests/quality`` write them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A fitted network: ``output · tanh(hidden · features + bias)``."""

    inputs: tuple[str, ...]
    """Names of the features, in the order of the columns of `hidden`; others that a row has count nothing."""
    hidden: "NDArray[Any]"
    """Weights of the hidden units, float32, (units, inputs)."""
    bias: "NDArray[Any]"
    """Float32, (units,)."""
    output: "NDArray[Any]"
    """Float32, (units,)."""

    def scores(self, rows: Sequence[Mapping[str, float]]) -> list[float]:
        """Return one score a row of features; a feature that a row lacks is 0."""
        import numpy as np

        if not rows:
            return []
        return self._outcome(np.array([list(map(row.get, self.inputs, repeat(0.0))) for row in rows], np.float32))

    def scores_of(self, columns: Mapping[str, Sequence[float]]) -> list[float]:
        """Return what `scores` does of as many rows as the columns are long: each is a feature, one value a row."""
        import numpy as np

        count = len(next(iter(columns.values()), ()))
        if not count:
            return []
        zeros = [0.0] * count
        values = np.array([columns.get(name, zeros) for name in self.inputs], np.float32)
        return self._outcome(np.ascontiguousarray(values.T))

    def _outcome(self, values: "NDArray[Any]") -> list[float]:
        import numpy as np

        found: list[float] = (np.tanh(values @ self.hidden.T + self.bias) @ self.output).tolist()
        return found


@lru_cache
def open_network(name: str) -> Network:
    """Return the network of that name, read once."""
    import numpy as np

    data = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    hidden, bias, output = (np.array(data[key], np.float32) for key in ("hidden", "bias", "output"))
    return Network(tuple(data["inputs"]), hidden, bias, output)


def leads_of(values: Sequence[float]) -> tuple[list[float], float]:
    """Return how far each value is before the best of the others, and the best of all; 0 stands for what is not there.

    >>> leads_of([0.5, 0.25]), leads_of([0.5])
    (([0.25, -0.25], 0.5), ([0.5], 0.5))
    """
    first, second, *_ = *sorted(values, reverse=True), 0.0, 0.0
    return [value - (second if value == first else first) for value in values], first
