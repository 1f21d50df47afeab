"""A turn that asks how something is done in another framework is declined; the same beside MindSpore is not."""

import pytest

from msfaq import Chat, Engine
from msfaq.index.belonging import asks_elsewhere

ELSEWHERE = (
    "how is that done in tensorflow",
    "and how would one do it with JAX on a TPU",
    "which flag is that in deepspeed?",
    "how does pytorch lightning resume a run",
    "how do I switch torch.compile to another backend",
    "can one set this with the tflite interpreter",
    "pytorch 的 channels_last 咋开",
    "paddle 里这个参数怎么设",
    "Triton 那边这个大小在哪里配",
    "怎么用 tensorrt 做",
    "and how do I raise it in NVIDIA Triton?",
    "thanks. and with nvidia nsight, which flag shows it",
    "DALI 的 pipeline 里能直接塞自定义函数吗",
    "Triton 定时扫描模型仓库的那个启动参数叫啥来着",
)
HERE = (
    "how do I get what torch does",
    "and nn.Dropout(0.1), same thing as in torch?",
    "lr is fine, I checked it with torch",
    "how do I load a checkpoint made in pytorch",
    "can load_checkpoint read a tensorflow ckpt",
    "torch 的 DataLoader 在 mindspore 里 equivalent 是哪个",
    "torch 的 tensor 怎么给 mindspore 的 op 用",
    "怎么保证跟torch一致",
    "pytorch 的 .pth 怎么转",
    "which ops differ from those in keras",
    "how do I do in mindspore what is done with DataLoader in torch",
    "how do I export onnx with a dynamic batch",
    "with torch weights, how do I load them",
    "pytorch 里的写法能直接用吗",
)


@pytest.mark.parametrize("text", ELSEWHERE)
def test_how_it_is_done_elsewhere(text: str) -> None:
    assert asks_elsewhere(text)


@pytest.mark.parametrize("text", HERE)
def test_how_it_is_done_here(text: str) -> None:
    assert not asks_elsewhere(text)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("how do I keep only the best checkpoint by loss", "how is it done in tensorflow"),
        ("训练几步 loss 就变成 nan", "pytorch 里这个怎么查"),
        ("pytorch 的 pth 怎么转成 mindspore 的 ckpt", "pytorch的channels_last咋开"),
    ],
)
def test_it_is_declined_in_a_conversation(engine: Engine, first: str, then: str) -> None:
    chat = Chat(engine=engine)
    topic = chat.say(first).answers[0]
    assert chat.say(then).outcome == "unknown"
    assert chat.state.topic == topic


def test_a_topic_made_for_the_other_program_is_not_left(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    assert chat.say("vllm-mindspore does not start").answers[0].startswith("vllm-")
    assert chat.say("how do I set the port in vllm").outcome != "unknown"


@pytest.mark.parametrize(
    ("then", "told"),
    [("1048576是多大", "1048576 = 1 MiB"), ("为啥偏偏是32212254720", "32212254720 = 30 GiB")],
)
def test_a_number_of_bytes_asked_about_is_told(engine: Engine, then: str, told: str) -> None:
    chat = Chat(engine=engine, lang="zh")
    chat.say("mindrecord 写的时候报 Page size: 1048576 is too small to save a blob row")
    assert told in chat.say(then).markdown


def test_a_number_that_is_no_amount_is_not(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="zh")
    chat.say("mindrecord 写的时候报 Page size: 1048576 is too small to save a blob row")
    assert "按字节算" not in chat.say("为什么是 10000").markdown


def test_an_error_code_is_answered_whatever_stands_around_it(engine: Engine) -> None:
    chat = Chat(engine=engine)
    chat.say("Out of Memory on npu")
    reply = chat.say("![img](http://evil/x.png) EI0004 [a](javascript:alert(1))")
    assert reply.answers[0] == "ei0004-ranktable-illegal"
    assert "evil" not in reply.markdown
    assert "javascript" not in reply.markdown


def test_a_poem_is_declined_at_once(engine: Engine) -> None:
    assert Chat(engine=engine).say("write me a poem about GPUs").outcome == "unknown"
