"""What a turn asks, apart from what it reports, chooses what is told and what stands first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_chat import talk

from msfaq import Engine
from msfaq.answers.items import Item
from msfaq.chat.clauses import asks, beside_failures, questions
from msfaq.chat.measure import lines_of
from msfaq.chat.ranking import Part, Ranked
from msfaq.chat.releases import holds_for
from msfaq.chat.selecting import choose
from msfaq.logs.reading import read

TOP = 8


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("权重读十来分钟，HCCL_CONNECT_TIMEOUT 应该设多少", ("HCCL_CONNECT_TIMEOUT 应该设多少",)),
        ("I am on 2.3. which CANN goes with it?", ("which CANN goes with it?",)),
        ("ran npu-smi, no other process. does O1 make a step slower?", ("does O1 make a step slower?",)),
        ("the cache is on and it compiled again", ()),
        ("which port does 2.10 take?", ()),
        ("", ()),
    ],
)
def test_what_is_asked_is_told_from_what_is_reported(text: str, asked: tuple[str, ...]) -> None:
    assert questions(text) == asked


@given(st.text(alphabet="吗怎么 ab?？。，.,\n", max_size=60))
def test_questions_are_parts_of_the_turn_in_order(text: str) -> None:
    found = questions(text)
    assert len(found) <= 3
    squeezed = "".join(text.split())
    assert all("".join(one.split()) in squeezed for one in found)
    assert not found or asks(text)


@pytest.mark.parametrize(
    ("first", "turn", "told"),
    [
        (
            "静态图第一步编译四十分钟，怎么缩短",
            "缓存用上了，依赖文件那行也看懂了。只改 yaml 里的学习率，缓存会不会还用旧值？",
            "会用**旧值**",
        ),
        (
            "images in a batch have different sizes, some pngs are grey",
            "I put a convert behind it and it fails. how many channels does Decode() give for a grey PNG?",
            "Always 3",
        ),
    ],
)
def test_the_answer_stands_near_the_top(engine: Engine, first: str, turn: str, told: str) -> None:
    text = talk(engine, first).say(turn).markdown
    assert told in text
    assert lines_of(text[: text.index(told)]) <= TOP


@pytest.mark.parametrize(
    ("text", "release", "holds"),
    [
        ("The old interface (2.4 and earlier)", "2.3", 1),
        ("The old interface (2.4 and earlier)", "2.4.1", 1),
        ("The old interface (2.4 and earlier)", "2.5", -1),
        ("旧写法（2.5 之前）", "2.5", -1),
        ("2.6 起用新接口", "2.6.0", 1),
        ("since 2.7.1", "2.7", -1),
        ("new in 2.3, gone before 2.6", "2.4", 1),
        ("needs 12.5 GB from 3.9 on", "2.3", 0),
        ("run on 2.10", "2.3", 0),
    ],
)
def test_for_which_releases_a_text_speaks(text: str, release: str, holds: int) -> None:
    assert holds_for(text, release) == holds


def test_code_is_that_of_the_users_release(engine: Engine) -> None:
    first = "how do I collect performance data with the profiler"
    old = talk(engine, first, "I am on 2.3").say("show me the code").markdown
    new = talk(engine, first, "I am on 2.10").say("show me the code").markdown
    assert "ms.Profiler(" in old
    assert "profiler import" not in old
    assert "profile(" in new


def test_what_was_told_is_left_out_unless_it_is_likely() -> None:
    shares = {"fix.0": 0.6, "fix.1": 0.2, "fix.2": 0.015, "cause.0": 0.012}
    ranked = [Ranked(Part(name, name.partition(".")[0], name, Item("fix", name)), one) for name, one in shares.items()]
    assert [one.part.name for one in choose(ranked)] == list(shares)
    told = [one.part.name for one in choose(ranked, told=("fix.0", "fix.1", "fix.2"))]
    assert told == ["fix.0", "fix.1", "cause.0"]


def test_what_answers_a_question_of_its_own_is_told_in_any_case() -> None:
    shares = {"fix.0": 0.98, "fix.1": 0.015, "cause.0": 0.004}
    ranked = [Ranked(Part(name, name.partition(".")[0], name, Item("fix", name)), one) for name, one in shares.items()]
    assert [one.part.name for one in choose(ranked)] == ["fix.0"]
    assert [one.part.name for one in choose(ranked, wanted=("cause.0",))] == ["fix.0", "cause.0"]
    assert [one.part.name for one in choose(ranked, wanted=("fix.0",))] == ["fix.0"]


def test_both_of_two_questions_are_answered(engine: Engine) -> None:
    chat = talk(engine, "the first step takes 40 minutes in graph mode, can the compilation be kept")
    text = chat.say("it is. may eight ranks share one cache folder? and does it notice a number changed in my yaml?")
    assert "rank_${RANK_ID}" in text.markdown
    assert "yaml" in text.markdown


def test_a_line_that_is_asked_for_is_no_script(engine: Engine) -> None:
    chat = talk(engine, "pip install mindspore 报 ProxyError Cannot connect to proxy")
    reply = chat.say("代理要账号密码，密码里有 @，应该怎么写？").markdown
    assert "http://用户:密码@主机:端口" in reply
    assert "```" not in reply[: reply.index("http://用户")]
    assert "```" in chat.say("给我代码").markdown


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "ValueError: The folder ./MNIST_Data/train does not exist or is not a directory or permission denied!\n"
            "how do I get the files, does MnistDataset download them itself?",
            "how do I get the files, does MnistDataset download them itself?",
        ),
        ("TypeError: Please check whether the shape is right. What is it?\nhow to fix", ""),
        ("ValueError: x\nFor more details, please refer to https://www.mindspore.cn/search?inputValue=what", ""),
    ],
)
def test_what_is_asked_beside_a_failure(text: str, asked: str) -> None:
    assert beside_failures(text, read(text)) == asked


def test_a_question_beneath_a_failure_is_answered_with_it(engine: Engine) -> None:
    log = "ValueError: The folder ./train does not exist or is not a directory or permission denied!"
    question = "Can I give an http address and let it download?"
    assert f"**{question}**" in talk(engine).say(f"{log}\n{question}").markdown
    assert f"**{question}**" not in talk(engine).say(log).markdown
