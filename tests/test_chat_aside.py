"""Turns about the talk itself, and turns that ask nothing: a short word, and the topic is not told again."""

import pytest
from test_chat import SOCKET, talk

from msfaq import Engine
from msfaq.answers.commands import commands, commands_in

TOPIC = "ei0006-socket-timeout"


@pytest.mark.parametrize(
    "turn",
    [
        *("ok", "好的好的", "hmm", "lol ok", "never mind", "算了", "you are useless", "你真笨", "牛", "haha"),
        *("are you an AI?", "你是真人吗", "can you connect to my server and check?", "我要人工客服", "how are you?"),
    ],
)
def test_talk_about_the_talk_gets_a_word_and_no_entry(engine: Engine, turn: str) -> None:
    chat = talk(engine, SOCKET)
    reply = chat.say(turn)
    assert reply.answers == ()
    assert len(reply.markdown) < 300
    assert chat.state.topic == TOPIC


@pytest.mark.parametrize("turn", ["!!!", "。", "👍", "yes", "no", "是的", "不是"])
def test_what_asks_nothing_is_asked_back(engine: Engine, turn: str) -> None:
    reply = talk(engine, SOCKET).say(turn)
    assert reply.outcome == "asked"
    assert "HCCL_CONNECT_TIMEOUT" not in reply.markdown


@pytest.mark.parametrize("turn", ["are you sure?", "你确定吗", "where did you get this?", "I don't believe you"])
def test_who_doubts_is_told_what_it_rests_on(engine: Engine, turn: str) -> None:
    reply = talk(engine, SOCKET).say(turn)
    assert reply.answers == (TOPIC,)
    assert "<https://" in reply.markdown
    assert "run by the book's own tests" in reply.markdown or "由测试实际运行过" in reply.markdown


def test_what_was_asked_is_remembered(engine: Engine) -> None:
    chat = talk(engine, SOCKET, "how do I count the parameters of a network")
    rows = chat.say("do you remember what I asked first?").markdown.splitlines()
    assert rows[2].startswith("1. EI0006")
    assert rows[3].startswith("2. how do I count")


@pytest.mark.parametrize(
    ("turn", "item"), [("2", "2. "), ("第二步呢", "2. "), ("step 3?", "3. "), ("the last one", "5. ")]
)
def test_a_number_counts_the_steps_shown(engine: Engine, turn: str, item: str) -> None:
    reply = talk(engine, SOCKET).say(turn)
    assert reply.answers == (TOPIC,)
    assert reply.markdown.split("\n\n")[1].startswith(item)


def test_a_cause_is_counted_among_the_causes(engine: Engine) -> None:
    reply = talk(engine, SOCKET).say("the second cause")
    assert reply.markdown.startswith("**Why**\n\n2. ")


def test_a_number_beyond_the_list_is_said(engine: Engine) -> None:
    assert "only 5" in talk(engine, SOCKET).say("9").markdown


@pytest.mark.parametrize("turn", ["not on Ascend", "It's not on Ascend", "不是昇腾"])
def test_a_platform_that_is_denied_is_no_fact(engine: Engine, turn: str) -> None:
    reply = talk(engine, "training is slow because of the dataset").say(turn)
    assert "platform" not in reply.slots
    assert reply.markdown.startswith(("Noted: not Ascend", "记下了：不是 Ascend"))


@pytest.mark.parametrize("turn", ["sorry, I meant Ascend", "not on GPU, on Ascend!", "说错了，是昇腾上"])
def test_a_platform_is_corrected(engine: Engine, turn: str) -> None:
    chat = talk(engine, "My GPU run dies with Out Of Memory")
    assert chat.state.topic == "cuda-memory-at-start"
    reply = chat.say(turn)
    assert reply.slots["platform"] == "Ascend"
    assert reply.answers[0] == "oom-ascend-malloc"


def test_commands_alone_come_without_prose(engine: Engine) -> None:
    reply = talk(engine, SOCKET).say("commands only")
    assert reply.markdown.startswith("```bash\n")
    assert "export HCCL_CONNECT_TIMEOUT=1200" in reply.markdown
    assert "1. " not in reply.markdown


def test_commands_of_an_entry_end_and_delete_nothing(engine: Engine) -> None:
    found = [one for name in engine.entry_ids() for one in commands(engine.entry(name), "en")]
    assert len(found) > 500
    assert not [one for one in found if one.split()[0] in ("kill", "pkill", "rm")]


def test_what_a_step_warns_of_is_no_command() -> None:
    assert commands_in("Run `npu-smi info`; do not set `GLOG_v=0`.") == ["npu-smi info"]
    assert commands_in("先 `npu-smi info`，不要 `pip install te`。") == ["npu-smi info"]
