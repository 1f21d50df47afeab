"""Misspelt words are mended by the book's own, and nothing else is touched."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq import lookup
from msfaq.index import belonging, platforms
from msfaq.index.spelling import Speller, lexicon

WORDS = {"ascend": 80, "weights": 9, "weight": 40, "forward": 30, "mindrecord": 20, "print": 12, "string": 30}
SPELLER = Speller(WORDS, is_word=lambda word: word in {"spring", "winter", "reach"})


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("acsend", "ascend"),
        ("Wieghts are zero", "weights are zero"),
        ("pirnt foward", "print forward"),
        ("midnrecord 转换", "mindrecord 转换"),
        ("msater", "msater"),  # nothing near
        ("spring", "spring"),  # a word of the language, however near to another
        ("nn.Foward(wieght_x)", "nn.Foward(wieght_x)"),  # an identifier is what its author called it
        ("/tmp/wieghts.ckpt", "/tmp/wieghts.ckpt"),
        ("arint", "arint"),  # slips hardly ever change the first letter
        ("wei", "wei"),  # too short to tell
    ],
)
def test_mending(written: str, meant: str) -> None:
    assert SPELLER.mended(written) == meant


@given(st.text())
def test_a_speller_without_words_changes_nothing(text: str) -> None:
    assert Speller({}, is_word=lambda word: False).mended(text) == text


@given(st.text())
def test_mending_keeps_all_but_words(text: str) -> None:
    kept = [c for c in text if not c.isascii() or not c.isalpha()]
    assert [c for c in SPELLER.mended(text) if not c.isascii() or not c.isalpha()] == kept


def test_the_lexicon_holds_words_of_several_documents() -> None:
    counts = {"ascend": 3, "once": 1, "conv2d": 9, "nn.conv": 9, "的确": 9, "abc": 9, "tensor": 2}
    assert dict(lexicon(counts)) == {"ascend": 3, "tensor": 2}


def test_a_misspelt_question_finds_its_entry() -> None:
    ids = [answer.id for answer in lookup("how to pirnt a tensro inside constuct in grpah mode").answers]
    assert "graph-print-op" in ids


@pytest.mark.parametrize("module", [platforms, belonging])
def test_examples(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
