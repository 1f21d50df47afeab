"""Turns that say little: bare questions beside one or two entries, picks, and code asked for in passing."""

from dataclasses import replace

import pytest
from test_chat import talk

from msfaq import Chat, Engine


@pytest.mark.parametrize("said", ["好了，怎么确认装得没问题", "installed. how do I check it?"])
def test_who_asks_how_to_check_an_installation_gets_the_check_of_one(engine: Engine, said: str) -> None:
    reply = talk(engine, "pip install mindspore: ProxyError('Cannot connect to proxy.')").say(said)
    assert reply.answers[0] == "pip-proxy-error"
    assert "run_check" in reply.markdown


def test_words_beside_a_pick_are_answered_too(engine: Engine) -> None:
    chat = talk(engine, "Kernel select failed: neither AI CORE nor AI CPU has valid kernel info")
    picked = chat.say("the second one").markdown
    asked = talk(engine, "Kernel select failed: neither AI CORE nor AI CPU has valid kernel info")
    reply = asked.say("the second one, is float64 fine there").markdown
    assert picked.split("\n\n")[1] in reply
    assert len(reply) > len(picked)


def test_an_ordinal_of_something_else_picks_nothing(engine: Engine) -> None:
    chat = talk(engine, "自定义数据集第二个 epoch 报 list index out of range")
    assert "__iter__" in chat.say("第一个 epoch 怎么就没事").markdown


def test_code_asked_for_among_other_words_is_shown_however_long(engine: Engine) -> None:
    reply = talk(engine, "how do I collect a profile of some steps").say(
        "we use Model.train, which callback code exactly?"
    )
    assert "```python" in reply.markdown
    assert "step_begin" in reply.markdown


def test_a_bare_question_is_about_both_entries_that_were_told(engine: Engine) -> None:
    chat = talk(engine, "first step takes ten minutes to compile")
    state = replace(chat.state, joined="scipy-1-4-slow-init")
    reply = Chat(engine=engine, state=state).say("how do I check?")
    assert reply.answers[:2] == (state.topic, "scipy-1-4-slow-init")
    assert "Related:" in reply.markdown


def test_the_commands_of_both_are_given(engine: Engine) -> None:
    chat = talk(engine, "pip install mindspore: ProxyError('Cannot connect to proxy.')")
    state = replace(chat.state, joined="pip-wrong-python-version")
    reply = Chat(engine=engine, state=state).say("only the commands").markdown
    assert "proxy" in reply
    assert reply.count("```bash") >= 2


def test_where_a_fix_did_not_help_the_entry_beside_is_next(engine: Engine) -> None:
    chat = talk(engine, "host memory keeps growing while the dataset is read")
    state = replace(chat.state, joined="dataset-cpu-sys-high")
    assert "dataset-cpu-sys-high" in Chat(engine=engine, state=state).say("still fails").answers


@pytest.mark.parametrize("named", ["改成 600 了还是超时", "raised HCCL_CONNECT_TIMEOUT to 1200, still times out"])
def test_who_names_what_did_not_help_is_told_what_else_there_is_of_that(engine: Engine, named: str) -> None:
    chat = talk(engine, "EI0006 socket 建链超时")
    state = replace(chat.state, joined="npu-hbm-ecc")
    reply = Chat(engine=engine, state=state).say(named)
    assert reply.answers[0] == state.topic
    assert "npu-hbm-ecc" not in reply.answers
    assert "npu-hbm-ecc" in Chat(engine=engine, state=state).say("still fails").answers


def test_where_a_cause_is_ruled_out_the_entry_beside_is_next_too(engine: Engine) -> None:
    chat = talk(engine, "host memory keeps growing while the dataset is read")
    state = replace(chat.state, joined="dataset-cpu-sys-high")
    assert "dataset-cpu-sys-high" in Chat(engine=engine, state=state).say("I already ruled that out").answers


def test_back_to_the_topic_for_its_code_brings_the_code(engine: Engine) -> None:
    chat = talk(engine, "GeneratorDataset: the length of __len__ differs from what the generator yields")
    chat.say("what is the weather like tomorrow")
    assert "```python" in chat.say("back to that, just the code").markdown


def test_who_asks_for_source_and_code_gets_both(engine: Engine) -> None:
    reply = talk(engine, "loss does not converge").say("官方文档或者代码有吗").markdown
    assert "https://" in reply
    assert "```python" in reply


def test_who_comes_to_another_matter_for_code_gets_the_block_that_is_meant(engine: Engine) -> None:
    chat = talk(engine, "pip install mindspore: ProxyError('Cannot connect to proxy.')")
    reply = chat.say("next: model.train, profile steps 10 to 20, which callback code exactly?")
    assert reply.answers[0] == "profiler-collect"
    assert "on_train_step_begin" in reply.markdown.partition("```python")[2].partition("```")[0]


@pytest.mark.parametrize("turn", ["installed now. how do I check it?", "装上了，怎么验证"])
def test_who_has_done_it_and_asks_how_to_check_gets_no_more_than_that(engine: Engine, turn: str) -> None:
    chat = Chat(engine=engine)
    chat.say("Loading libgpu_collective.so failed")
    reply = chat.say(turn).markdown
    assert "not found" in reply.split("###")[0]
    assert "set_device" in reply
    assert "ncclSend" not in reply
    assert "run_check" not in reply


def test_a_symptom_before_it_still_has_the_steps(engine: Engine) -> None:
    chat = Chat(engine=engine)
    chat.say("Loading libgpu_collective.so failed")
    assert "ncclSend" in chat.say("it still prints the same. how do I check it?").markdown


@pytest.mark.parametrize("turn", ["2.3 版本也是这个接口吗", "the CI box still has 2.3, same setting there?"])
def test_whether_a_release_has_the_same_is_told_from_what_names_releases(engine: Engine, turn: str) -> None:
    chat = Chat(engine=engine)
    chat.say("Out of Memory!!! total[3212254720] malloc[32611480064] failed!")
    reply = chat.say(turn).markdown
    assert "set_context(max_device_memory=" in "".join(reply.splitlines()[:4])


def test_where_nothing_answers_directly_the_nearest_entries_can_be_picked(engine: Engine) -> None:
    chat = Chat(engine=engine)
    for turn in ("loss is nan from step 1 with fp16", "should I use loss scale or bf16", "which one is better on 910A"):
        chat.say(turn)
    reply = chat.say("how to turn on overflow detection")
    assert reply.outcome == "unsure"
    assert "dump-overflow-only" in reply.answers[1:]
    assert chat.say("the first one").answers[0] == reply.answers[1]
