"""Misspelt words are mended by the book's own, and nothing else is touched."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq import lookup
from msfaq.index.homophones import SYLLABLES, Homophones, common_words, syllables
from msfaq.index.spelling import Speller, lexicon
from msfaq.index.training.syllables import write_syllables

WORDS = {
    "ascend": 80,
    "weights": 9,
    "weight": 40,
    "forward": 30,
    "mindrecord": 20,
    "print": 12,
    "string": 30,
    "device_id": 9,
    "shard_id": 1,
    "libcrypto.so.1.0.0": 1,
    "register_forward_hook": 4,
    "resnet.ckpt": 3,
}
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
        ("midnrecord一条样本", "mindrecord一条样本"),  # Chinese beside it is no part of the word
        ("用acsend训练", "用ascend训练"),
        ("DEVCIE_ID填几", "device_id填几"),
        ("shrad_id", "shard_id"),  # an identifier may stand in one place of the book only
        ("regsiter_foward_hook", "register_forward_hook"),  # a long one may have two slips
        ("libcyrpto.so.1.0.0", "libcrypto.so.1.0.0"),
        ("libcrypto.so.1.1.0", "libcrypto.so.1.1.0"),  # another number is no slip
        ("resnet50.ckpt", "resnet50.ckpt"),
        ("device_id", "device_id"),
        ("nn.Foward(wieght_x)", "nn.forward(weight_x)"),  # of one that the book does not have, the parts
        ("my_ids", "my_ids"),
        ("wieghts.", "weights."),
        ("http://acsend", "http://acsend"),
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
    counts = {"ascend": 3, "once": 1, "conv2d": 9, "nn.conv": 9, "的确": 9, "abc": 9, "tensor": 2, "shard_id": 1}
    assert dict(lexicon(counts)) == {"ascend": 3, "tensor": 2, "shard_id": 1}


IN_BOOK = {"参数": 90, "数量": 40, "算子": 60, "打印": 20, "日志": 70, "变了": 9, "权限": 30}
OF_THE_LANGUAGE = {*IN_BOOK, "预算", "大楼", "现在", "开启", "其中", "树木"} - {"变了"}
HOMOPHONES = Homophones(
    {word: count for word, count in IN_BOOK.items() if word in OF_THE_LANGUAGE},
    is_word=OF_THE_LANGUAGE.__contains__,
    in_book=lambda pairs: [pair for pair in pairs if pair in IN_BOOK],
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("怎么统计参树量", "怎么统计参数量"),
        ("每个算字的结果怎么大印", "每个算子的结果怎么打印"),
        ("日致在哪", "日志在哪"),
        ("没有全限", "没有权限"),
        ("预算", "预算"),  # a word of the language
        ("大楼", "大楼"),
        ("遍了", "遍了"),  # what it might mean is no word, only two characters that meet
        ("参树木", "参树木"),  # the character belongs to a word with its other neighbour
        ("餐树", "餐树"),  # both characters differ
        ("参 树", "参 树"),
        ("参", "参"),
        ("tensor 的参树", "tensor 的参数"),
        ("𠀀参树", "𠀀参数"),
    ],
)
def test_characters_of_the_same_sound(written: str, meant: str) -> None:
    assert HOMOPHONES.mended(written) == meant


@given(st.text(alphabet=st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF) | st.sampled_from("参树算字 a\n")))
def test_mending_by_sound_keeps_the_length_and_what_is_not_chinese(text: str) -> None:
    mended = HOMOPHONES.mended(text)
    assert len(mended) == len(text)
    assert [c for c in mended if c in " a\n"] == [c for c in text if c in " a\n"]


def test_words_to_mend_to_are_of_the_language_and_common() -> None:
    counts = {"参数": 9, "数的": 50, "算子": 3, "tensor": 90, "参数量": 9}
    assert dict(common_words(counts, {"参数", "算子", "tensor", "参数量"}.__contains__)) == {"参数": 9}


def test_a_character_may_have_several_sounds() -> None:
    assert syllables()["重"] == {"zhong", "chong"}
    assert len(syllables()) == 6763


@pytest.mark.train
def test_the_table_of_sounds_is_what_its_script_writes(tmp_path: Path) -> None:
    write_syllables(tmp_path / "syllables.txt")
    assert (tmp_path / "syllables.txt").read_text("utf-8") == SYLLABLES.read_text("utf-8")


@pytest.mark.parametrize("question", ["怎么统计模型的参树量", "中间结果怎么大印出来看"])
def test_a_question_with_wrong_characters_finds_its_entry(question: str) -> None:
    meant = question.replace("参树", "参数").replace("大印", "打印")
    assert [answer.id for answer in lookup(question).answers] == [answer.id for answer in lookup(meant).answers]


def test_a_misspelt_question_finds_its_entry() -> None:
    ids = [answer.id for answer in lookup("how to pirnt a tensro inside constuct in grpah mode").answers]
    assert "graph-print-op" in ids
