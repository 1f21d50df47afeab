"""Passages are compared to a text by words and meaning as if their documents had been read."""

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.chat.nearness import nearness, share_had
from msfaq.corpus.passage import passage_at
from msfaq.corpus.scope import Scope
from msfaq.engine import Engine
from msfaq.errors import IndexStale, UnknownEntry
from msfaq.index.columns import unpack_sizes
from msfaq.index.passage_words import PassageWords, pack_passage_words
from msfaq.index.tokens import tokens

TERMS = ("显存", "不足", "nn.Conv2d", "conv2d", "memory", "EI0006", "卡", "2.3.1", "ＨＣＣＬ", "_private")
TEXTS = st.lists(st.lists(st.sampled_from((*TERMS, "，", "\n", "the")), max_size=8).map(" ".join), max_size=5)


@given(TEXTS, st.dictionaries(st.sampled_from(sorted(tokens(" ".join(TERMS)))), st.floats(0.1, 9), max_size=6))
def test_shares_are_those_of_the_texts(texts: list[str], weights: dict[str, float]) -> None:
    words = PassageWords(pack_passage_words(texts))
    assert len(words) == len(texts)
    assert words.shares(weights).tolist() == pytest.approx([share_had(text, weights) for text in texts])


def test_damage_is_told() -> None:
    data = pack_passage_words(["out of memory", "socket"])
    ((rows, words, pairs), raw) = unpack_sizes(data, 3)
    # A passage fewer than there are, and a column too short.
    fewer, shorter = (zlib.compress(np.array(sizes, "<u4").tobytes() + raw) for sizes in ((1, 4, 4), (rows, words, 9)))
    assert (rows, words, pairs) == (2, 4, 4)
    for spoilt in (b"", data[:-4], fewer, shorter):
        with pytest.raises(IndexStale):
            PassageWords(spoilt)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_documents_are_compared_by_all_their_passages(engine: Engine, lang: str) -> None:
    names = ["launch-kernel-failed", *engine.guide_ids()[:1], engine.entry_ids()[0]]
    weights = {"显存": 2.0, "memory": 2.0, "kernel": 1.0, "原因": 0.5, "why": 0.5}
    found = engine.search(lambda retriever: retriever.passages("显存 memory", weights, [*names, "no-such-entry"], lang))
    assert list(found) == names
    for name, near in found.items():
        document = engine.guide(name) if name in engine.guide_ids() else engine.entry(name)
        passages = [passage_at(document, span) for span in near.spans]
        assert {passage.lang for passage in passages} == {lang}
        texts = [f"{passage.heading} {passage.text}" for passage in passages]
        assert near.cosines == pytest.approx(cosines_to("显存 memory", texts, engine), abs=0.04)
        means = [nearness(cosine, text, weights) for cosine, text in zip(near.cosines, texts, strict=True)]
        assert near.near == pytest.approx(means)
        assert near.most == near.nearest_first()[0][0] == max(near.near)
    (alone,) = engine.search(lambda retriever: retriever.passages("显存", {}, names[:1], lang)).values()
    assert alone.near == [max(0.0, cosine) for cosine in alone.cosines]


def cosines_to(text: str, others: list[str], engine: Engine) -> list[float]:
    return engine.search(lambda retriever: retriever.cosines(text, others))


def test_what_an_entry_is_about_is_what_it_says(engine: Engine) -> None:
    for name in engine.entry_ids():
        assert engine.scope(name) == Scope.of(engine.entry(name))
        assert all(engine.scope(alias).id == name for alias in engine.entry(name).aliases)
    with pytest.raises(UnknownEntry, match="no-such-entry"):
        engine.scope("no-such-entry")
