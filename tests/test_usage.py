"""What the phrases of the entries say: scores beside the plain sum, small books, and damage."""

import math
import sqlite3
from collections.abc import Sequence
from zlib import compress, crc32, decompress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.errors import IndexStale
from msfaq.index.schema import TABLES
from msfaq.index.store import Store
from msfaq.index.usage import UsageIndex, pack_usage, terms

PHRASES = st.lists(st.text("why how 显存 loss-nan ", max_size=12), max_size=6)


def store_of(data: bytes, entries: int) -> Store:
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    connection.executemany("INSERT INTO owner VALUES (?, ?, 0, 1, 2)", [(at, f"entry-{at}") for at in range(entries)])
    connection.execute("INSERT INTO blob VALUES ('usage', ?, ?)", (data, crc32(data)))
    return Store(connection, "memory")


def opened(entries: Sequence[Sequence[str]]) -> UsageIndex:
    return UsageIndex(store_of(pack_usage(entries), len(entries)))


@given(st.lists(PHRASES, max_size=5), st.text("why how 显存 loss-nan ", max_size=20))
def test_scores_are_the_sums_of_their_definition(entries: list[list[str]], text: str) -> None:
    found = opened(entries).search(text)
    held = [[set(terms(phrase)) for phrase in phrases] for phrases in entries]
    often = {term for term in terms(text) if sum(term in phrase for phrases in held for phrase in phrases) > 1}
    sums = [
        # Few phrases count as if they were 25.
        sum(math.log1p(round(max(1, 25 / len(held[at])) * n) / 0.3) for term in often if (n := count(held[at], term)))
        for at in range(len(entries))
    ]
    for at, expected in enumerate(sums):
        assert found.behind(f"entry-{at}") == pytest.approx(expected - max(sums))
    assert len(found.nearest(3)) == min(3, sum(expected > 0 for expected in sums))


def count(phrases: list[set[str]], term: str) -> int:
    return sum(term in phrase for phrase in phrases)


def test_how_people_ask_tells_entries_apart_that_share_their_rare_words() -> None:
    asking_how = [f"how do I set the cache to {size}" for size in range(30)]
    asking_why = [f"why does the cache fail at {size}" for size in range(30)]
    usage = opened([asking_how, asking_why])
    assert usage.search("how is the cache set").nearest(1) == ["entry-0"]
    assert usage.search("why the cache fails").nearest(1) == ["entry-1"]


def test_near_english_words_are_pairs_in_any_order() -> None:
    assert "dropped loss" in terms("the loss suddenly dropped")
    assert "dropped loss" in terms("dropped the loss")
    assert "dropped loss" not in terms("the loss has not in all these days dropped")
    # Chinese runs are cut into pairs of characters already.
    assert terms("显存不足") == ["显存", "存不", "不足", "显", "存", "不", "足"]


def test_a_book_of_many_entries_is_numbered_wider() -> None:
    entries: list[list[str]] = [[] for _ in range(70_000)]
    entries[69_999] = ["rare words", "rare words again"]
    assert opened(entries).search("rare words").nearest(2) == ["entry-69999"]


@pytest.mark.parametrize("change", ["no zlib", "cut", "longer", "other book"])
def test_damage_is_told(change: str) -> None:
    data = pack_usage([["one phrase", "one phrase"], ["another phrase"]])
    raw = decompress(data)
    changed = {"no zlib": b"phrases", "cut": compress(raw[:-1]), "longer": compress(raw + b"\0"), "other book": data}
    with pytest.raises(IndexStale, match="damaged"):
        UsageIndex(store_of(changed[change], 3 if change == "other book" else 2))
