"""Nearest vectors by inner product, in FAISS (M. Douze et al., The Faiss library, 2024)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import faiss
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


_MANY: Final = 4
"""Questions from which rows are unpacked: that takes as long as a hundred searches, and a command asks one or two."""

_LARGE: Final = 10_000
"""Rows from which a search looks through rough copies of them first."""

_TRAINED_ON: Final = 2048
"""Rows that these copies are fitted to, and `_ROUNDS` times: more make them no better."""

_ROUNDS: Final = 5

_LOOKED_AT: Final = 12
"""Rows compared exactly for each that is asked for: of 1,000 of the 64 nearest to a turn 998 are among them."""


class VectorIndex:
    """An exhaustive index over unit rows, six bits a number; row i is unit i of the book.

    Six bits a number are a fifth of the space, and move a cosine by 0.003 on average and 0.02 at most. Reading them is
    most of a search, so whoever goes on asking has them unpacked.
    """

    def __init__(self, index: Any) -> None:
        self._index = index
        self._asked = 0
        self._plain: _Plain | None = None

    @classmethod
    def from_rows(cls, rows: "NDArray[np.float32]") -> "VectorIndex":
        """Index ``rows``: shape (n, dim), float32, each of length 1 or 0."""
        data = np.ascontiguousarray(rows, dtype=np.float32)
        index = faiss.IndexScalarQuantizer(
            int(data.shape[1]), faiss.ScalarQuantizer.QT_6bit, faiss.METRIC_INNER_PRODUCT
        )
        if len(data):
            index.train(data)
            index.add(data)
        return cls(index)

    @classmethod
    def from_bytes(cls, data: bytes) -> "VectorIndex":
        """Read what `to_bytes` wrote.

        Raises ValueError when the bytes are no index.
        """
        try:
            return cls(faiss.deserialize_index(np.frombuffer(data, dtype=np.uint8)))
        except RuntimeError as error:
            raise ValueError(f"the vectors cannot be read: {error}") from error

    def to_bytes(self) -> bytes:
        """Return the index as FAISS serialises it."""
        return bytes(faiss.serialize_index(self._index).tobytes())

    def __len__(self) -> int:
        """Number of rows."""
        return int(self._index.ntotal)

    @property
    def dim(self) -> int:
        """Number of dimensions."""
        return int(self._index.d)

    def unpack(self) -> None:
        """Unpack the rows, which takes as long as a hundred searches and makes each a few times as fast."""
        if self._plain is None:
            with _one_thread():
                self._plain = _Plain(self._index)

    def rows(self, numbers: "Sequence[int] | NDArray[np.int64]") -> "NDArray[np.float32]":
        """Return the vectors of these rows, shape (len(numbers), dim), float32."""
        at = np.asarray(numbers, dtype=np.int64)
        if self._plain is not None:
            return self._plain.rows[at]
        return np.asarray(self._index.reconstruct_batch(at), dtype=np.float32)

    def search(self, query: "NDArray[np.float32]", limit: int) -> list[tuple[int, float]]:
        """Return the ``limit`` nearest rows of one vector, shape (dim,), as (row, cosine in -1..1), best first.

        To a vector of zeros no row is nearer than another, so that there are none.
        """
        if not query.any():
            return []
        self._asked += 1
        if self._asked >= _MANY:
            self.unpack()
        with _one_thread():
            index = self._plain.index if self._plain is not None else self._index
            scores, rows = index.search(query.reshape(1, -1), min(limit, int(index.ntotal)))
        return [(row, score) for row, score in zip(rows[0].tolist(), scores[0].tolist(), strict=True) if row >= 0]


class _Plain:
    """The rows of an index unpacked, as float32, and a search among them.

    Where they are many, it goes through rough copies, four bits for two numbers, which the processor compares many at
    a time (F. André et al., Quicker ADC, 2021), and compares the nearest of these exactly.
    """

    def __init__(self, packed: Any) -> None:
        # Held here as well as by what is made of it: it owns the memory of the rows.
        self._exact = faiss.IndexFlatIP(int(packed.d))
        self._exact.add(packed.reconstruct_n(0, int(packed.ntotal)))
        self.rows: NDArray[np.float32] = faiss.rev_swig_ptr(
            self._exact.get_xb(), int(packed.ntotal) * int(packed.d)
        ).reshape(-1, int(packed.d))
        self.index: Any = self._exact
        if len(self.rows) >= _LARGE and packed.d % 2 == 0:
            self._rough = _rough(self.rows)
            self.index = faiss.IndexRefine(self._rough, self._exact)
            self.index.k_factor = _LOOKED_AT


def _rough(rows: "NDArray[np.float32]") -> Any:
    """Return the rough copies of rows, shape (n, dim), dim even, float32."""
    dim = int(rows.shape[1])
    rough = faiss.IndexPQFastScan(dim, dim // 2, 4, faiss.METRIC_INNER_PRODUCT)
    rough.pq.cp.niter = _ROUNDS
    rough.train(rows[:: len(rows) // _TRAINED_ON])
    rough.add(rows)
    return rough


@contextmanager
def _one_thread() -> Iterator[None]:
    """One query over some thousand rows takes longer to share out among threads than to answer.

    The number of threads is put back: it may be that of a training which has imported msfaq.
    """
    threads = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(threads)
