"""The table of intents: each has its examples and leaves its neighbours alone; and the small readers beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.chat.content import content_words, is_vague
from msfaq.chat.intents import INTENTS, find_intents
from msfaq.chat.slots import RULES, read_slots
from msfaq.chat.turns import json_turn

EXAMPLES = [(intent.name, text) for intent in INTENTS for text in intent.examples]
OTHERS = [(intent.name, text) for intent in INTENTS for text in intent.others]


def test_names_are_unique() -> None:
    names = [intent.name for intent in INTENTS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_an_intent_has_its_examples(name: str, text: str) -> None:
    assert name in find_intents(text)


@pytest.mark.parametrize(("name", "text"), OTHERS)
def test_an_intent_leaves_its_neighbours_alone(name: str, text: str) -> None:
    assert name not in find_intents(text)


def test_what_an_intent_asks_about_stays() -> None:
    assert content_words(find_intents("what does EK0001 mean").rest) == ("ek0001",)
    assert content_words(find_intents("跟 EI0005 有啥区别").rest) == ("ei0005",)
    assert content_words(find_intents("只给我代码").rest) == ()


@given(st.text())
def test_any_text_has_intents_or_none(text: str) -> None:
    found = find_intents(text)
    assert found.names <= {intent.name for intent in INTENTS}
    assert len(found.rest) == len(text)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        (
            "昇腾 8 卡，MindSpore 2.3.1，静态图",
            {"platform": "Ascend", "devices": "8", "version": "2.3.1", "mode": "graph"},
        ),
        ("on a single-GPU box with pynative", {"platform": "GPU", "devices": "1", "mode": "pynative"}),
        ("那 mac 呢", {"os": "macOS"}),
        ("we are stuck on 2.2 though", {"version": "2.2"}),
        ("把 GPU 脚本搬到 Ascend", {}),
        ("loss went from 2.31 to 1.99 at step 910000", {}),
        ("EI0006: Getting socket times out", {}),
        ("macro average, scpu, graphics", {}),
    ],
)
def test_slots_are_read_from_words(text: str, slots: dict[str, str]) -> None:
    assert read_slots(text) == slots


@given(st.text(alphabet="abcdefgxyz 0123456789.卡的了是在一"))
def test_slots_are_never_invented(text: str) -> None:
    fixed = {rule.value.lower() for rule in RULES if rule.value}
    for slot, value in read_slots(text).items():
        assert slot in {rule.slot for rule in RULES}
        assert value.lower() in fixed or value in text or value in "1248"


@pytest.mark.parametrize(
    "text", ["训练跑不起来了", "it crashed", "我的 mindspore 有 problem，help", "my training fails"]
)
def test_vague_texts(text: str) -> None:
    assert is_vague(text)


@pytest.mark.parametrize(
    "text", ["GetNext 超时怎么办", "loss is nan", "EI0006", "import mindspore fails: no module te"]
)
def test_texts_that_say_something(text: str) -> None:
    assert not is_vague(text)


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ('"why?"\n', "why?"),
        ('"two\\nlines"', "two\nlines"),
        ('{"text": "x"}', "x"),
        ('{"user": "x", "other": 1}', "x"),
        ('{"other": 1}', '{"other": 1}'),
        ("{not json", "{not json"),
        ('"open', '"open'),
        ("[1, 2]", "[1, 2]"),
        ("plain\r\n", "plain"),
        ("\n", ""),
        ("{" * 5000, "{" * 5000),
    ],
)
def test_a_line_is_a_turn(line: str, turn: str) -> None:
    assert json_turn(line) == turn
