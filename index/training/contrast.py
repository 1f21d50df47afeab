"""Contrastive training: of all texts in a batch, each anchor must lie nearest to its own partner.

Multiple negatives ranking: Henderson et al. 2017, "Efficient Natural Language Response Suggestion for Smart Reply".
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from msfaq.index.training.bags import Ints, features_of, make_bags
from msfaq.index.training.pairs import Pair
from msfaq.index.training.progress import say

if TYPE_CHECKING:
    from tokenizers import Tokenizer

BATCH: Final = 1024
"""Pairs a step: every other pair of the batch is a negative, so many help."""

SCALE: Final = 10.0
"""Cosines are multiplied by this before the softmax; 5 to 20 make little difference."""

RATE: Final = 0.02
"""Highest learning rate of Adam; it falls linearly to zero. Rows have norms below 1."""

SWAP: Final = 0.5
"""Share of the batches in which the positives ask for the anchors."""

DROPOUT: Final = 0.3
"""Share of an anchor's pieces that are hidden: a user's words never all stand in the book."""

CROP: Final = 0.5
"""Share of long anchors of which only a part is shown, as of a pasted log."""

CROPPED: Final = 8
"""Anchors with fewer pieces are never cropped."""


def contrast(
    rows: NDArray[np.float32], tokenizer: "Tokenizer", pairs: Sequence[Pair], *, epochs: int, seed: int
) -> NDArray[np.float32]:
    """Train the table on pairs and return it, (vocabulary, dim); fewer than two pairs leave it as it is."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    generator = np.random.default_rng(seed)
    static = StaticEmbedding(tokenizer, embedding_weights=rows.copy())
    loss_of = MultipleNegativesRankingLoss(SentenceTransformer(modules=[static], device="cpu"), scale=SCALE)
    optimizer = torch.optim.Adam(static.parameters(), lr=RATE, fused=True)
    sides = [make_bags(tokenizer, [getattr(pair, side) for pair in pairs]) for side in ("anchor", "positive")]
    for epoch in range(epochs):
        losses = []
        steps = list(batches(pairs, generator))
        for step, chosen in enumerate(steps):
            optimizer.param_groups[0]["lr"] = RATE * (1 - (epoch + step / len(steps)) / epochs)
            asking, asked = (side.of(chosen) for side in sides)
            if generator.random() < SWAP:
                asking, asked = asked, asking
            asking = [hide(ids, generator) for ids in asking]
            loss = loss_of([features_of(asking), features_of(asked)], None)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        say(f"contrast {epoch + 1}/{epochs}: loss {np.mean(losses) if losses else 0:.3f}")
    return np.asarray(static.embedding.weight.detach().numpy()).copy()


def batches(pairs: Sequence[Pair], generator: np.random.Generator) -> Iterator[Ints]:
    """Yield the numbers of pairs in random batches, none with a text or group twice, whose twin would be a negative.

    What finds no room goes to the next batch. The texts that stand in very many pairs are left over in the end; batches
    of them, smaller than half of the others, would be noise and are dropped.
    """
    waiting = list(generator.permutation(len(pairs)))
    smallest = min(BATCH, len(pairs)) // 2
    while waiting:
        chosen: list[int] = []
        left: list[int] = []
        seen: set[str] = set()
        for at, number in enumerate(waiting):
            if len(chosen) == BATCH:
                left += waiting[at:]
                break
            pair = pairs[number]
            marks = {pair.anchor, pair.positive, *filter(None, [pair.group])}
            if marks & seen:
                left.append(number)
                continue
            seen |= marks
            chosen.append(number)
        waiting = left
        if len(chosen) < max(smallest, 2):
            return
        yield np.array(chosen, np.int64)


def hide(ids: Ints, generator: np.random.Generator) -> Ints:
    """Return an anchor's ids with some left out (`DROPOUT`) and long ones sometimes cropped (`CROP`); never none."""
    if len(ids) >= CROPPED and generator.random() < CROP:
        length = int(generator.integers(CROPPED // 2, len(ids) + 1))
        start = int(generator.integers(0, len(ids) - length + 1))
        ids = ids[start : start + length]
    kept = ids[generator.random(len(ids)) >= DROPOUT]
    return kept if len(kept) else ids
