"""What a turn brings up is told from what it reports as done, sets aside, or leaves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_chat import talk

from msfaq import Engine
from msfaq.chat.news import after_done, set_aside, told_message
from msfaq.chat.slots import read_slots

CUDNN = "libcudnn.so.8: cannot open shared object file: No such file or directory"
CROSS_ENTROPY = "For 'CrossEntropyLoss', the 'labels' should be Int32, but got 'Int64'"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("eth0. worked, thx. but rank 8 dies at import", "rank 8 dies at import"),
        ("降级了 numpy 好了。那 mac 能用 gpu 吗", "那 mac 能用 gpu 吗"),
        ("现在是 EI0005，EI0006 已经解决了！每张卡的 batch 一样吗", "现在是 EI0005，每张卡的 batch 一样吗"),
        ("no cudnn is OK now. gpu memory is the question", "gpu memory is the question"),
        ("converts fine now. the board says model version 2.3", "the board says model version 2.3"),
        ("装上了，import 报别的错", "import 报别的错"),
    ],
)
def test_what_is_reported_as_done_is_left_behind(text: str, rest: str) -> None:
    assert after_done(text) == rest


@pytest.mark.parametrize(
    "text",
    [
        "it works on one host, the second cannot find the wheel",
        "works only after a restart, why",
        "on CPU it is fine, on Ascend it fails",
        "还没好，又试了一次",
        "怎么才算修好了，看哪个数",
        "如果装上了还报，怎么办",
        "does it still count when the first epoch is done, or later",
        "all done, thanks",
        "这样就好了吗",
    ],
)
def test_what_is_not_reported_as_done_stays(text: str) -> None:
    assert after_done(text) == ""


@pytest.mark.parametrize(
    ("text", "rest", "refused"),
    [
        ("no, not 3D conv. training is slow", "training is slow", "3D conv"),
        ("I want three channels, not grey. how in map", "I want three channels  how in map", "grey"),
        ("forget EI0002. every step is slow", "every step is slow", "EI0002"),
        ("不是权限，mount 的时候是 ro", "mount 的时候是 ro", "权限"),
        ("我问的是导出 不是加载", "我问的是导出", "加载"),
    ],
)
def test_what_is_set_aside_is_no_part_of_the_turn(text: str, rest: str, refused: str) -> None:
    assert set_aside(text) == (rest, refused)


@pytest.mark.parametrize(
    "text",
    [
        "it is not found",
        "'msrun' 不是内部或外部命令，怎么办",
        "不是",
        "not sure",
        "the loss does not go down, what now",
        "why is it not enough to set it once",
    ],
)
def test_a_denial_that_sets_nothing_aside_stays(text: str) -> None:
    assert set_aside(text) == (text, "")


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
def test_whatever_is_said_what_is_left_was_said(text: str) -> None:
    rest, refused = set_aside(text)
    assert (rest == text) == (refused == "") or not refused
    assert set(after_done(text)) <= set(text)
    assert told_message(text) in text


def test_a_message_told_in_the_midst_of_a_sentence_is_answered(engine: Engine) -> None:
    message = (
        "ValueError: For 'AddExt', input.shape and other.shape need to broadcast. The value of input.shape[3] or "
        "other.shape[3] must be 1 or they must be equal, but got input.shape = [8, 56] and other.shape = [8, 55]."
    )
    text = f"that works. Next error in the same model: {message} In torch it is fine"
    assert told_message(text) == f"{message} In torch it is fine"
    assert talk(engine, CROSS_ENTROPY).say(text).answers[0] == "operator-shape-dtype-error"


@pytest.mark.parametrize("text", ["it says ValueError: again", "what does RuntimeError mean", "TypeError"])
def test_the_kind_of_an_error_alone_is_no_message(text: str) -> None:
    assert told_message(text) == ""


@pytest.mark.parametrize(
    ("first", "turn", "wanted"),
    [
        (CUDNN, "installed cudnn 8.5, works now. how many parameters does my model have", "count-model-parameters"),
        ("does MindSpore have 3D convolution", "no, not 3D conv. every step is slow", "non-first-step-slow"),
        (CUDNN, "2.4.0 配哪个 CANN", "versions-that-go-together"),
    ],
)
def test_the_talk_moves_on(engine: Engine, first: str, turn: str, wanted: str) -> None:
    assert talk(engine, first).say(turn).answers[0] == wanted


def test_what_stands_before_still_tells_of_the_machine(engine: Engine) -> None:
    chat = talk(engine, CUDNN)
    chat.say("on ubuntu with MindSpore 2.3.0 that works now. how do I export the model to ONNX")
    assert chat.state.slots["version"] == "2.3.0"


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("msrun卡住了，4机32卡", {"devices": "32"}),
        ("mindspore 2.3 gpu", {"platform": "GPU", "version": "2.3"}),
        ("it stands under if self.use_gpu:", {}),
        ("dropped the .cuda()", {}),
        ("so which python for 2.4.0?", {"version": "2.4.0"}),
        ("那我退回2.3.1行不行", {"version": "2.3.1"}),
        ("numpy 1.26.4 is installed", {}),
    ],
)
def test_slots_are_read_from_what_speaks_of_the_machine(text: str, slots: dict[str, str]) -> None:
    assert read_slots(text) == slots
