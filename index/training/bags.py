"""Texts as bags of token ids, ready for an EmbeddingBag."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from torch import Tensor

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Bags:
    """The token ids of n texts, one after the other."""

    ids: Ints
    """All ids, text by text."""
    lengths: Ints
    """(n,) number of ids of each text; may be 0."""

    def joined(self, other: "Bags") -> "Bags":
        """Return these texts followed by the other ones."""
        return Bags(np.concatenate([self.ids, other.ids]), np.concatenate([self.lengths, other.lengths]))

    def of(self, chosen: Ints) -> list[Ints]:
        """Return the ids of the chosen texts, one array each."""
        ends = np.cumsum(self.lengths)
        return [self.ids[ends[text] - self.lengths[text] : ends[text]] for text in chosen]


def make_bags(tokenizer: "Tokenizer", texts: Sequence[str]) -> Bags:
    """Cut texts into the ids of their pieces."""
    encoded = [encoding.ids for encoding in tokenizer.encode_batch(list(texts), add_special_tokens=False)]
    lengths = np.array([len(ids) for ids in encoded], np.int64)
    return Bags(np.array([number for ids in encoded for number in ids], np.int64), lengths)


def features_of(texts: Sequence[Ints]) -> "dict[str, Tensor]":
    """Return texts, given as arrays of ids, in the form that `StaticEmbedding` takes."""
    import torch

    lengths = np.array([0, *(len(ids) for ids in texts[:-1])], np.int64)
    ids = np.concatenate(texts) if texts else np.zeros(0, np.int64)
    return {"input_ids": torch.from_numpy(ids), "offsets": torch.from_numpy(np.cumsum(lengths))}
