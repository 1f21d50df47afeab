"""Whether a text is about what the book is about: evidence beside its definition, and damage."""

import math
import sqlite3
from collections.abc import Sequence
from zlib import compress, crc32, decompress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.errors import IndexStale
from msfaq.index.domain import Classes, DomainIndex, other_texts, pack_domain, words_of
from msfaq.index.schema import TABLES
from msfaq.index.store import Store

TEXTS = st.lists(st.text("loss nan 显存 tea-cup ", max_size=12), max_size=8)


def opened(data: bytes) -> DomainIndex:
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    connection.execute("INSERT INTO blob VALUES ('domain', ?, ?)", (data, crc32(data)))
    return DomainIndex(Store(connection, "memory"))


def held(texts: Sequence[str], word: str) -> int:
    return sum(word in words_of(text) for text in texts)


@given(TEXTS, TEXTS, st.text("loss nan 显存 tea-cup ", max_size=20))
def test_the_evidence_is_that_of_its_definition(ours: list[str], others: list[str], text: str) -> None:
    words = words_of(text)
    share = len(others) / max(1, len(ours))
    evidence = [
        max(-8.0, min(127 / 16, math.log((held(ours, word) * share + 0.5) / (held(others, word) + 0.5))))
        for word in words
        if held(ours, word) + held(others, word) >= 2
    ]
    expected = sum(evidence) / math.sqrt(max(1, len(words)))
    # A word's evidence is kept to a sixteenth.
    assert opened(pack_domain(Classes(ours, others))).likeness(text) == pytest.approx(
        expected, abs=len(words) / 32 + 1e-9
    )


def test_words_that_neither_side_has_say_nothing() -> None:
    domain = opened(pack_domain(Classes(["loss is nan"] * 3, ["a cup of tea"] * 3)))
    assert domain.likeness("zebra crossing") == domain.likeness("") == 0.0
    assert domain.likeness("loss nan") > 0.0 > domain.likeness("tea cup")
    assert domain.likeness("loss nan zebra") < domain.likeness("loss nan")


@pytest.mark.parametrize("text", ["kubectl pods stay pending", "红烧肉怎么做", "who won the match yesterday"])
def test_the_shipped_texts_about_other_things_stand_against_the_books_own(text: str) -> None:
    ours = ["loss becomes nan", "显存不足怎么办", "dataset worker is killed"] * 10
    domain = opened(pack_domain(Classes(ours, other_texts())))
    assert domain.likeness(text) < domain.likeness("显存不足, loss becomes nan")


def test_texts_about_other_things_stand_once_each() -> None:
    lines = other_texts()
    assert len(lines) == len(set(lines)) > 8000
    assert all(line == line.strip() for line in lines)


@pytest.mark.parametrize("change", ["cut", "longer", "no table"])
def test_a_damaged_table_is_stale(change: str) -> None:
    data = pack_domain(Classes(["one phrase"] * 3, ["another"] * 3))
    raw = decompress(data)
    changed = {"cut": compress(raw[:-1]), "longer": compress(raw + b"\0"), "no table": b"nothing packed"}
    with pytest.raises(IndexStale, match="damaged"):
        opened(changed[change])


@given(TEXTS, st.lists(st.text("loss nan 显存 tea-cup ", min_size=1, max_size=12), min_size=1, max_size=8))
def test_a_text_left_out_is_told_from_the_rest_alone(ours: list[str], others: list[str]) -> None:
    text, *rest = others
    # A text that stands there twice with no words keeps the shares of both classes, and adds nothing else.
    whole = Classes(ours, others).likeness_without(text)
    without = Classes(ours, [*rest, ""])
    words = words_of(text)
    evidence = [found for word in words if (found := without.evidence(crc32(word.encode()))) is not None]
    expected = sum(max(-8.0, min(8.0, one)) for one in evidence) / math.sqrt(max(1, len(words)))
    assert whole == pytest.approx(expected)
