"""Words: cut alike in the index and in the question."""

import sqlite3
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.index.documents.schema import TABLES
from msfaq.index.normal import is_plain, normal
from msfaq.index.postings import Postings, posting_lists
from msfaq.index.tokens import Texts, tokens, tokens_there


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GeneratorDataset", ["generatordataset", "generator", "dataset"]),
        ("HCCLTimeout", ["hccltimeout", "hccl", "timeout"]),
        ("libgpu_collective.so", ["libgpu_collective.so", "libgpu", "collective", "so"]),
        ("__getitem__", ["getitem"]),
        ("EI0006 错误", ["ei0006", "错误"]),
        ("显存不足", ["显存", "存不", "不足"]),
        ("卡", ["卡"]),
        ("MindSpore2.10", ["mindspore2", "mind", "spore2", "10"]),
        ("version 2.10.0", ["version", "2.10.0"]),
        ("at 0x7f8dc77fe6c0", ["at"]),
        ("code 0x7010003", ["code", "0x7010003"]),
        ("pid 140285735020288", ["pid"]),
        ("ＧＰＵ", ["gpu"]),
        ("", []),
        ("!?…", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert list(tokens(text)) == expected


def test_what_is_plain_has_the_words_of_its_normal_form() -> None:
    plain = [character for character in map(chr, range(0x10000)) if is_plain(character)]
    for character in plain:
        text = character.join(("Conv", "2d", "显", "存", "1", "0", "_a", ""))
        assert is_plain(text)
        assert tokens(text) == tokens(unicodedata.normalize("NFKC", text))
    assert not any(map(is_plain, "Ａé①ﬁ²．\u0301\u2024"))


@given(st.text(max_size=60))
def test_the_normal_form_changes_nothing_of_words(text: str) -> None:
    assert tokens(normal(text)) == tokens(unicodedata.normalize("NFKC", text)) == tokens(text)


@given(st.text(max_size=300))
def test_words_of_words_are_the_same_words(text: str) -> None:
    for word in tokens(text):
        # A part of an identifier that begins with a digit (1x1 of conv_1x1) is cut where it stands alone.
        if not word[0].isdigit() or word.replace(".", "").isdigit():
            assert word in tokens(word)


@given(st.lists(st.text(max_size=60), min_size=1, max_size=5))
def test_whatever_is_indexed_can_be_asked_for(texts: list[str]) -> None:
    lists = dict(posting_lists([[(1.0, tokens(text))] for text in texts]))
    postings = Postings(len(texts))
    # One's own documents are in FTS5, which cuts once more: it must leave a word whole.
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    for row, text in enumerate(texts):
        connection.execute("INSERT INTO words (rowid, body) VALUES (?, ?)", (row, " ".join(tokens(text))))
    for row, text in enumerate(texts):
        for word in set(tokens(text)):
            assert row in postings.read(lists[word]).documents
            found = connection.execute("SELECT rowid FROM words WHERE words MATCH ?", (f'"{word}"',)).fetchall()
            assert (row,) in found
    connection.close()


@given(st.text(alphabet="aB1_.- 显存卡Ｇ，", max_size=40), st.text(alphabet="aB1_. 显存卡", max_size=6))
def test_words_are_there_if_cutting_finds_them(text: str, other: str) -> None:
    words = [*tokens(text), *tokens(other)]
    assert tokens_there(text, words) == [word for word in words if word in tokens(text)]
    texts = [text, other]
    having = Texts(texts).having(words)
    assert all(having.values())
    for number, one in enumerate(texts):
        assert [word for word in words if number in having.get(word, ())] == tokens_there(one, words)
