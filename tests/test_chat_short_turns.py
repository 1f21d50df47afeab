"""Short turns that lean on the topic: thanks, a release, a cause that was found, the same elsewhere, whom to ask."""

import pytest
from test_chat import SOCKET, talk

from msfaq import Chat, Engine


@pytest.mark.parametrize("turn", ["thanks! how many epochs is enough", "谢谢。训练多少个 epoch 合适"])
def test_thanks_before_a_question_are_no_farewell_to_it(engine: Engine, turn: str) -> None:
    reply = talk(engine, "how do i find a sane learning rate range quickly").say(turn)
    assert "checklist-hp-02-epochs" in reply.answers
    assert not reply.is_farewell


@pytest.mark.parametrize("turn", ["thanks, is that all?", "谢谢，你真好"])
def test_thanks_alone_are_answered_with_a_word(engine: Engine, turn: str) -> None:
    reply = talk(engine, SOCKET).say(turn)
    assert reply.answers == ()
    assert len(reply.markdown) < 80


def test_the_same_in_another_place_is_nothing_tried(engine: Engine) -> None:
    first = "Unsupported parameter type in Create : 35，parameter generator is nullptr."
    reply = talk(engine, f"Visual Studio 里链接静态库，{first}").say("mac 上 Xcode 用 framework 包 same error")
    assert "Other Linker Flags" in reply.markdown


def test_which_release_of_a_named_thing_is_that_things(engine: Engine) -> None:
    chat = talk(engine, "ImportError: libgmpxx.so: cannot open shared object file，gmp 是我自己编的")
    reply = chat.say("gmp 装哪个版本")
    assert "gmp 6.1.2" in reply.markdown
    assert "MindSpore >=" not in reply.markdown


def test_an_error_of_the_topic_that_is_met_anew_gets_its_steps(engine: Engine) -> None:
    chat = talk(engine, "MD5 does not match", "i want the downloads outside of build/ so that a clean build keeps them")
    reply = chat.say("now CMake Error at cmake/utils.cmake:301 (message): Failed patch:")
    assert reply.answers == ("build-clean-paths",)
    assert "2. `Reversed" in reply.markdown


@pytest.mark.parametrize("turn", ["mindspore is 2.3", "用的 2.3", "I'm on 2.3.1"])
def test_a_release_told_alone_stays_with_the_topic(engine: Engine, turn: str) -> None:
    reply = talk(engine, "nnae and toolkit are both installed, is that a problem").say(turn)
    assert reply.answers == ("multiple-cann-packages",)
    assert "2.4" in reply.markdown
    assert "This machine" not in reply.markdown
    assert reply.slots["version"].startswith("2.3")


def test_a_cause_that_was_found_gets_its_steps(engine: Engine) -> None:
    inconsistent = (
        "EI0005: The arguments for collective communication are inconsistent between ranks: parameter [count]"
    )
    reply = talk(engine, inconsistent).say("查到了，各卡最后一个 batch 大小不一样")
    assert "drop_remainder" in reply.markdown


@pytest.mark.parametrize("turn", ["新老版本各跑了三次都这样，找谁", "who do I ask"])
def test_whom_to_ask_is_answered_with_a_report(engine: Engine, turn: str) -> None:
    reply = talk(engine, "从2.2升到2.6，脚本超参数据都没动，精度掉了1.5个点").say(turn)
    assert "gitee.com/mindspore/mindspore/issues" in reply.markdown


@pytest.mark.parametrize("turn", ["whats the env var", "环境变量叫啥", "default value?"])
def test_a_detail_is_asked_of_the_topic(engine: Engine, turn: str) -> None:
    first = "the graph compiles for ten minutes on every start, can I keep the result between runs"
    assert talk(engine, first).say(turn).answers[0] == "first-step-slow"


def test_a_turn_that_leans_on_what_was_said_does_not_take_its_place(engine: Engine) -> None:
    first = "RuntimeError: Out of Memory on GPU"
    chat = talk(engine, first, "the second one")
    assert chat.state.question == first


def test_another_error_that_comes_again_is_no_outcome_of_the_topics_fix(engine: Engine) -> None:
    chat = talk(engine, "EI0006 怎么处理")
    reply = chat.say("两台机器各 8 卡，又报 SetDevice for id:8 failed, invalid device ordinal")
    assert "multi-host-same-hostname-gpu" in reply.answers
    assert chat.state.tried == ()


@pytest.mark.parametrize("turn", ["and the weather?", "and what is the weather", "明天会下雨吗"])
def test_a_short_turn_about_something_else_is_declined(engine: Engine, turn: str) -> None:
    chat = talk(engine, "EI0006 怎么处理")
    assert chat.say(turn).outcome == "unknown"
    assert chat.state.topic == "ei0006-socket-timeout"


@pytest.mark.parametrize("turn", ["换 GPU 会有 same error 吗", "Ascend 上会报同样的错吗", "same error on Ascend?"])
def test_whether_it_also_happens_elsewhere_is_no_outcome_of_a_fix(engine: Engine, turn: str) -> None:
    chat = Chat(engine=engine)
    topic = chat.say("how do I count the parameters of a network").answers[0]
    chat.say(turn)
    assert chat.state.tried == ()
    assert chat.state.topic == topic


@pytest.mark.parametrize("turn", ["my boss wants it asap, quick workaround?", "老板在催，有没有临时的办法"])
def test_who_is_in_a_hurry_gets_the_steps(engine: Engine, turn: str) -> None:
    chat = Chat(engine=engine)
    chat.say("RuntimeError: Unsupported expression 'Yield'.")
    reply = chat.say(turn)
    assert reply.answers[0] == "yield-unsupported"
    assert "analyze_fail.ir" in reply.markdown


def test_the_first_way_is_a_step_whatever_is_asked_beneath(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="zh")
    chat.say("loss 变成 nan 了")
    pending = chat.state.pending
    assert pending is not None
    reply = chat.say("就按第一个办法，怎么写")
    assert "先看 scale" in reply.markdown
    assert reply.choices == tuple(one.label for one in pending.options)
    assert chat.state.pending is not None
    assert chat.state.pending.name == pending.name


@pytest.mark.parametrize("turn", ["说错了，不是 ubuntu，是 centos7", "sorry, wrong: not ubuntu, it is centos 7"])
def test_a_circumstance_put_right_stays_with_the_topic(engine: Engine, turn: str) -> None:
    chat = Chat(engine=engine)
    topic = chat.say("源码编译 tclsh not found").answers[0]
    assert chat.say(turn).answers[0] == topic


@pytest.mark.parametrize(
    ("turn", "wanted"),
    [
        ("在 step 里，第一个 step 就报", "激活值放不下"),
        ("还没到第一个 step 之前就挂了", "权重和优化器状态放不下"),
        ("第一个", "权重和优化器状态放不下"),
        ("2", "激活值放不下"),
    ],
)
def test_a_choice_is_taken_by_what_decides_it(engine: Engine, turn: str, wanted: str) -> None:
    assert wanted in talk(engine, "mindformers OOM 怎么办", "没有", "2", "否").say(turn).markdown


def test_what_is_done_is_not_told_once_more(engine: Engine) -> None:
    chat = talk(engine, "libcudnn.so.8: cannot open shared object file: No such file or directory")
    reply = chat.say("installed cudnn 8.5, works now. how do I resume training from a checkpoint")
    assert reply.answers[0] == "resume-training"
    assert "cublas-not-found" not in reply.answers


def test_a_no_in_the_midst_of_a_report_is_no_choice(engine: Engine) -> None:
    chat = talk(engine, "mindformers OOM 怎么办")
    pending = chat.state.pending
    assert pending is not None
    chat.say("no such luck: nothing crashes any more, every step is just slow")
    asked = chat.state.pending.name if chat.state.pending is not None else ""
    assert asked == pending.name or not asked.startswith("mindformers-oom:")


def test_a_question_waits_and_is_named_once(engine: Engine) -> None:
    chat = talk(engine, "loss 变成 nan 了")
    waiting = [chat.say(turn).choices for turn in ("怎么确认好了", "为什么", "怎么确认好了")]
    assert waiting[0]
    assert not any(waiting[1:])
    assert chat.state.pending is not None
