"""Turns texts into vectors with the shipped static model, without torch.

A static model is a table with one row per word piece; the vector of a text is the mean of its pieces' rows, brought to
length one. That is what sentence-transformers' ``StaticEmbedding`` followed by ``Normalize`` computes; a test holds
the two equal.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from msfaq.index.cutting import Cutter
from msfaq.index.encoders import Pieces
from msfaq.index.model_files import ModelFiles, read_model

_KEPT: Final = 2048
"""Texts whose pieces are kept: a conversation compares each turn to much the same ones."""

_KEPT_LENGTH: Final = 2000
"""Characters of a text up to which they are."""

_SINGLE: Final = 16
"""Texts whose vectors are kept that were asked for alone: a turn is compared to one thing after another."""

_AT_ONCE: Final = 512
"""Texts whose rows are held at a time: of all texts of a book together they would take gigabytes."""


class StaticEncoder:
    """An opened model; made by `open`, never changes, may be shared between threads."""

    def __init__(self, files: ModelFiles) -> None:
        self._files = files
        self._cutter = Cutter(files.tokenizer)
        self._kept = lru_cache(maxsize=_KEPT)(self._read)
        self._single = lru_cache(maxsize=_SINGLE)(lambda text: self._encode((text,)))

    @classmethod
    def open(cls, folder: Path) -> "StaticEncoder":
        """Open the model in ``folder``.

        Raises ModelError when a file is missing or damaged, or the files do not fit each other.
        """
        return cls(read_model(folder))

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        return self._files.config.dim

    @property
    def name(self) -> str:
        """Name of the model."""
        return self._files.config.name

    @property
    def digest(self) -> str:
        """Short hexadecimal digest of table and tokenizer: vectors of models with different ones do not compare."""
        return self._files.config.digest

    def is_word(self, word: str) -> bool:
        """Tell whether a lower-case word is one piece of the vocabulary."""
        return self._files.tokenizer.token_to_id(word) is not None

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of ``texts``, shape (n, dim), float32.

        Each row has norm 1, so that inner products are cosines in [-1, 1]; a text without any known piece has a zero
        row. A text's row does not depend on the texts beside it. Lone surrogates count as unknown characters.
        """
        if len(texts) == 1 and len(texts[0]) <= _KEPT_LENGTH:
            return self._single(texts[0]).copy()
        return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self.dim), np.float32)
        for begin in range(0, len(texts), _AT_ONCE):
            ids = self._ids(texts[begin : begin + _AT_ONCE])
            known = [(begin + at, pieces) for at, pieces in enumerate(ids) if len(pieces)]
            if known:
                places, pieces = zip(*known, strict=True)
                vectors[list(places)] = self._unit_means(pieces)
        return vectors

    def pieces(self, texts: Sequence[str]) -> Pieces:
        """Return the known pieces of some texts, their rows as the table has them."""
        ids = self._ids(texts)
        distinct, places = np.unique(np.concatenate([np.empty(0, np.int64), *ids]), return_inverse=True)
        rows = self._files.rows[distinct] * self._files.scales[distinct, None]
        ends = accumulate(map(len, ids), initial=0)
        return Pieces(rows, [places[begin:end] for begin, end in pairwise(ends)])

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of questions: this model makes no difference."""
        return self.encode(texts)

    def _ids(self, texts: Sequence[str]) -> list[NDArray[np.int64]]:
        """Return the numbers of each text's pieces."""
        return [self._kept(text) if len(text) <= _KEPT_LENGTH else self._read(text) for text in texts]

    def _read(self, text: str) -> NDArray[np.int64]:
        return np.asarray(self._cutter.ids(text), np.int64)

    def _unit_means(self, pieces: Sequence[NDArray[np.int64]]) -> NDArray[np.float64]:
        """Return the unit mean of the rows of each text's pieces, shape (len(pieces), dim); each text has one piece.

        Float64 keeps the sum of a long text exact to float32's last digits.
        """
        ids = np.concatenate(pieces)
        starts = np.cumsum([0, *(len(one) for one in pieces[:-1])])
        rows = self._files.rows[ids].astype(np.float64)
        rows *= self._files.scales[ids, None]
        totals = np.add.reduceat(rows, starts, axis=0)
        norms = np.sqrt((totals * totals).sum(axis=1, keepdims=True))
        return np.divide(totals, norms, out=totals, where=norms > 0)
