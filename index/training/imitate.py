"""Gives the table its first meanings: rows start from a teacher and learn to imitate its sentence vectors.

The start is the idea of Model2Vec (van Dongen & Tulkens 2024): the teacher's vector of each piece alone, reduced by
principal components and damped for frequent pieces. Imitation in both languages follows Reimers & Gurevych 2020: a text
and its translation both aim at the teacher's vector of the English one.
"""

from typing import Final

import numpy as np

from msfaq.index.training.bags import features_of
from msfaq.index.training.progress import say
from msfaq.index.training.teacher import Floats, Lessons, unit
from msfaq.index.training.wordpieces import UNKNOWN_ID

FREQUENT: Final = 1e-3
"""``a`` in a piece's weight a / (a + p), p its relative frequency: smooth inverse frequency, Arora et al. 2017."""

RATE: Final = 0.01
"""Learning rate of Adam; rows have norms around 1."""

BATCH: Final = 256
"""Texts a step."""


def first_rows(lessons: Lessons) -> Floats:
    """Return the table to start from, (vocabulary, dim); the row of the unknown piece is zero.

    An English piece starts at the teacher's vector of it alone, another one (Chinese above all) at the mean vector of
    the English texts whose translations contain it.
    """
    size, dim = lessons.pieces.shape
    sums, counts = np.zeros((size, dim), np.float32), np.zeros(size, np.float32)
    for bags in (lessons.english, lessons.chinese):
        owners = np.repeat(np.arange(len(bags.lengths)), bags.lengths)
        np.add.at(sums, bags.ids, lessons.targets[owners])
        np.add.at(counts, bags.ids, 1)
    rows = unit(sums)
    known = np.linalg.norm(lessons.pieces, axis=1) > 0
    rows[known] = unit(lessons.pieces[known])
    rows *= (FREQUENT / (FREQUENT + counts / max(counts.sum(), 1)))[:, None]
    rows[UNKNOWN_ID] = 0
    return rows


def imitate(rows: Floats, lessons: Lessons, *, epochs: int, seed: int) -> Floats:
    """Train the rows so that the mean row of a text, in either language, points where the teacher's vector does.

    The loss is 1 − cosine. Rows that stand in no text keep their start.
    """
    import torch

    generator = np.random.default_rng(seed)
    table = torch.nn.EmbeddingBag.from_pretrained(torch.from_numpy(rows.copy()), freeze=False)
    optimizer = torch.optim.Adam(table.parameters(), lr=RATE, fused=True)
    both = lessons.english.joined(lessons.chinese)
    targets = torch.from_numpy(np.concatenate([lessons.targets, lessons.targets]))
    taught = np.flatnonzero(both.lengths)
    for epoch in range(1, epochs + 1):
        losses = []
        order = generator.permutation(taught)
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            features = features_of(both.of(chosen))
            said = table(features["input_ids"], features["offsets"])
            loss = (1 - torch.nn.functional.cosine_similarity(said, targets[chosen])).mean()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            losses.append(loss.item())
        say(f"imitation {epoch}/{epochs}: distance {np.mean(losses):.3f}")
    return table.weight.detach().numpy().copy()
