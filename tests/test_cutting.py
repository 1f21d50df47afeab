"""Cutting texts word by word: whatever the text, the pieces are those of the tokenizer."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.corpus.guide import Guide
from msfaq.engine import Engine
from msfaq.index.cutting import Cutter
from msfaq.index.encoders import SHIPPED_MODEL
from msfaq.index.model_files import read_model
from msfaq.index.normal import is_plain

_TOKENIZER = read_model(SHIPPED_MODEL).tokenizer
_CUTTER = Cutter(_TOKENIZER)

_BITS = (
    "显存", "显存不足" * 20, "龘", "Out", "HCCL", "I", "z", "loss", "GeneratorDataset", "HCCLError", "conv2d", "12345",
    "910B", "1234567", "é", "ß", "ﬁ", "①", "²", "Ａ", "，", "（", "、", "…", "—", "–", "→", "×", "℃", "\u0301",
    "\u200b", "\u3000", "々", "〇", "㈱", "_", ".", "-", "/", " ", "\n", "\0", "'", "🤖", "ﷺ", "ſ", "Σ", "İ", "\ud800",
)  # fmt: skip


def expected(text: str) -> list[int]:
    """Return what the tokenizer by itself makes of a text."""
    ids: list[int] = _TOKENIZER.encode(text.encode("utf-8", "replace").decode(), add_special_tokens=False).ids
    return ids


@given(st.lists(st.sampled_from(_BITS)).map("".join))
def test_the_pieces_are_the_tokenizers(text: str) -> None:
    assert _CUTTER.ids(text) == expected(text)


@given(st.text(max_size=60))
def test_so_they_are_of_any_text(text: str) -> None:
    assert _CUTTER.ids(text) == expected(text)


def test_two_neighbours_are_cut_like_any_text() -> None:
    for one, other in product(_BITS, repeat=2):
        assert _CUTTER.ids(one + other) == expected(one + other)


def test_a_plain_character_parts_words_or_is_one() -> None:
    for character in filter(is_plain, map(chr, range(0x10000))):
        text = character.join(("Conv", "2d", "显", "存", "1", "12345", ""))
        assert _CUTTER.ids(text) == expected(text)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_so_is_what_the_guides_say(engine: Engine, lang: str) -> None:
    guides: list[Guide] = [engine.guide(name) for name in engine.guide_ids()]
    for section in (section for guide in guides for section in guide.sections(lang)):
        for line in section.markdown.split("\n"):
            assert _CUTTER.ids(line) == expected(line)
