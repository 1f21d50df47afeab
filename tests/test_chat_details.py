"""Short turns that ask for a detail of the topic: a default, a range, a file, an old call, the command."""

import pytest

from msfaq import Chat, Engine
from msfaq.chat.details import DETAILS, asks_for_detail, gives_detail

ASKED = {
    "default": ("default?", "默认多少"),
    "range": ("allowed range", "上限是多少"),
    "value": ("to which value", "设成多少"),
    "unit": ("what unit", "单位呢"),
    "variable": ("which env var", "用哪个环境变量"),
    "file": ("which file", "看哪个文件", "where is that stored"),
    "format": ("format of the value", "什么格式"),
    "mark": ("what do i search in it", "打开后搜什么"),
}
GIVEN = {
    "default": "`HCCL_CONNECT_TIMEOUT` is 600 s by default.",
    "range": "From 1 to 512; at most 512.",
    "value": "Write `momentum=0.9`.",
    "unit": "The value is in seconds.",
    "variable": "Set `HCCL_CONNECT_TIMEOUT` on all hosts.",
    "file": "Open `rank_0/om/analyze_fail.ir`.",
    "format": "The value is JSON.",
    "mark": "Find the last `------------------------>`.",
}
OTHER = "Run it again and compare the two results."


def test_every_kind_of_detail_is_tested() -> None:
    assert {one.name for one in DETAILS} == set(ASKED) == set(GIVEN)


@pytest.mark.parametrize("name", ASKED)
def test_a_detail_is_told_from_others(name: str) -> None:
    for text in ASKED[name]:
        assert asks_for_detail(text)
        assert gives_detail(text, GIVEN[name])
        assert not gives_detail(text, OTHER)


def test_the_meaning_of_a_number_is_in_a_line_that_has_it() -> None:
    assert asks_for_detail("1跟2分别是啥")
    assert gives_detail("1跟2分别是啥", "`GLOG_v`: 0 DEBUG, 1 INFO, 2 WARNING.")
    assert not gives_detail("1跟2分别是啥", "`GLOG_v=1`, since 2.10.")
    assert not asks_for_detail("set to 2, still fails")


@pytest.mark.parametrize("text", ["why", "still fails", "还是不行", "怎么办", "on GPU?", "thanks"])
def test_other_turns_ask_for_none(text: str) -> None:
    assert not asks_for_detail(text)


@pytest.mark.parametrize(
    ("first", "then", "topic", "told"),
    [
        (
            "grpc client of serving: Received message larger than max (419430400 vs. 104857600)",
            "allowed range",
            "serving-grpc-large-message",
            "512",
        ),
        (
            "dataset cache server 被 kill -9 了，残留怎么清",
            "正常 stop 的 command",
            "cache-server-abnormal-shutdown",
            "dataset-cache --stop",
        ),
    ],
)
def test_a_detail_comes_from_the_topic(engine: Engine, first: str, then: str, topic: str, told: str) -> None:
    chat = Chat(engine=engine)
    assert chat.say(first).answers[0] == topic
    reply = chat.say(then)
    assert reply.answers[0] == topic
    assert told in reply.markdown


@pytest.mark.parametrize(
    ("lang", "then"), [("en", "AttributeError for that setter on 2.3"), ("zh", "我这 2.3 没有这个接口")]
)
def test_a_release_without_the_call_gets_the_older_one(engine: Engine, lang: str, then: str) -> None:
    chat = Chat(engine=engine, lang=lang)
    chat.say("RuntimeError: Exceed function call depth limit 1000, (function call depth: 1001, ...)")
    reply = chat.say(then)
    assert reply.answers[0] == "call-depth-limit"
    assert "max_call_depth" in reply.markdown
    assert len(reply.markdown) < 2000


def test_commands_that_delete_come_with_a_warning_and_last(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say("importlib.metadata.PackageNotFoundError: No package metadata was found for torch (import vllm_mindspore)")
    text = chat.say("command only").markdown
    assert "pip uninstall" in text
    assert "Careful: this ends processes or deletes something" in text
    assert text.index("pip list") < text.index("Careful") < text.index("pip uninstall")


def test_who_wants_to_look_gets_nothing_that_deletes(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say("importlib.metadata.PackageNotFoundError: No package metadata was found for torch (import vllm_mindspore)")
    assert "pip uninstall" not in chat.say("just the commands to look at it").markdown


def test_the_same_elsewhere_with_a_question_mark_is_no_outcome(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say("Malloc device memory failed, free memory size is less than half of total memory size")
    chat.say("an older box says HBM where this says MOC. same thing?")
    assert chat.state.failures == 0
