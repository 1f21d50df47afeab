"""How far a text has what another says: by the same words, or by words near them in meaning."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.index.coverage import Coverage
from msfaq.index.encoders import shipped_encoder

COVERAGE = Coverage(shipped_encoder())
TERMS = ["timeout", "rank", "socket", "memory", "batch", "显存", "超时", "卡", "dataset", "报错", "shape", "float32"]
WORDS = st.lists(st.sampled_from(TERMS), min_size=1, max_size=6).map(" ".join)


def test_a_text_has_all_that_it_says() -> None:
    assert COVERAGE.of("raise the timeout", ["raise the timeout"]) == [pytest.approx(1.0, abs=1e-4)]


def test_a_word_near_in_meaning_counts_and_one_of_another_matter_hardly() -> None:
    same, near, other = COVERAGE.of(
        "graphics memory is full", ["memory", "显存 out of memory", "import path of python"]
    )
    assert near > same > other


def test_where_nothing_is_known_nothing_is_covered() -> None:
    assert COVERAGE.of("", ["timeout"]) == [0.0]
    assert COVERAGE.of("timeout", []) == []
    empty, full = COVERAGE.of("timeout", ["", "the timeout"])
    assert empty == 0.0 < full


@given(WORDS, st.lists(WORDS, min_size=1, max_size=4))
def test_a_text_is_covered_alike_whatever_stands_beside_it(text: str, others: list[str]) -> None:
    together = COVERAGE.of(text, others)
    assert together == pytest.approx([COVERAGE.of(text, [one])[0] for one in others], abs=1e-5)
    assert all(0.0 <= share <= 1.0 for share in together)


@given(WORDS, WORDS, WORDS)
def test_more_text_covers_no_less(text: str, some: str, more: str) -> None:
    less, all_of_it = COVERAGE.of(text, [some, f"{some}\n{more}"])
    assert all_of_it >= less - 1e-5


def test_the_pieces_make_up_the_vector_of_a_text() -> None:
    encoder = shipped_encoder()
    text = "EI0006 建链超时, all ranks"
    pieces = encoder.pieces([text, "EI0006 超时"])
    assert len(pieces.rows) < sum(map(len, pieces.places))
    total = pieces.rows[pieces.places[0]].sum(axis=0)
    assert np.allclose(total / np.linalg.norm(total), encoder.encode([text])[0], atol=1e-5)
