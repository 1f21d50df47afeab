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


def test_of_zeros_nothing_is_near(index: VectorIndex) -> None:
    for _ in range(8):
        assert index.search(np.zeros(DIM, np.float32), 5) == []


def test_many_rows_are_searched_roughly_and_compared_exactly() -> None:
    random = np.random.default_rng(1)
    middles = random.normal(size=(200, DIM))
    rows = (middles[random.integers(0, 200, 12_000)] + 0.4 * random.normal(size=(12_000, DIM))).astype(np.float32)
    index = VectorIndex.from_rows(rows / np.linalg.norm(rows, axis=1, keepdims=True))
    numbers = random.integers(0, 12_000, 40)
    for number in numbers:
        index.search(index.rows([number])[0], 64)
    every = index.rows(range(12_000))
    found = 0
    for number in numbers:
        hits, cosines = index.search(every[number], 64), every @ every[number]
        assert hits[0][0] == number
        assert [cosine for _, cosine in hits] == pytest.approx(cosines[[row for row, _ in hits]].tolist(), abs=1e-5)
        found += len({row for row, _ in hits} & set(np.argsort(-cosines)[:64].tolist()))
    assert found > 0.99 * 64 * len(numbers)
