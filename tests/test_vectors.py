"""Vectors: what is found does not depend on how often was searched."""

import numpy as np
import pytest

from msfaq.index.vectors import VectorIndex

DIM = 16


@pytest.fixture
def index() -> VectorIndex:
    """An index of 300 unit rows."""
    rows = np.random.default_rng(0).normal(size=(300, DIM)).astype(np.float32)
    return VectorIndex.from_rows(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def test_who_goes_on_asking_finds_the_same(index: VectorIndex) -> None:
    query, packed = index.rows([7])[0], index.to_bytes()
    found = [index.search(query, 5) for _ in range(8)]
    for rows in found[1:]:
        assert [row for row, _ in rows] == [row for row, _ in found[0]]
        assert [cosine for _, cosine in rows] == pytest.approx([cosine for _, cosine in found[0]], abs=5e-4)
    assert found[0][0][0] == 7
    assert index.to_bytes() == packed


def test_rows_are_the_same_packed_and_unpacked(index: VectorIndex) -> None:
    numbers = [299, 0, 12, 12]
    before = index.rows(numbers)
    for _ in range(8):
        index.search(before[0], 1)
    np.testing.assert_array_equal(index.rows(numbers), before)
    assert before.shape == (4, DIM)


def test_more_than_there_is_gives_all(index: VectorIndex) -> None:
    assert len(index.search(index.rows([0])[0], 1000)) == 300
