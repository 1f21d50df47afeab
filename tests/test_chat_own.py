"""A conversation keeps what it read from the user's message: the line, the numbers, their kind of message."""

import pytest

from msfaq import Chat, Engine
from msfaq.answers.gist import gist
from msfaq.chat.slots import read_slots
from msfaq.chat.state import State

MATMUL = """Traceback (most recent call last):
  File "/home/me/train.py", line 30, in <module>
    out = net(x)
  File "/home/me/model.py", line 12, in construct
    return self.fc(x)
ValueError: For 'MatMul', the input dimensions must be equal, but got 'x1_col': 3 and 'x2_row': 4."""


@pytest.mark.parametrize(
    ("lang", "then"),
    [
        ("en", "which line of mine"),
        ("en", "explain simply"),
        ("en", "just the fix"),
        ("zh", "是我哪一行"),
        ("zh", "怎么改"),
        ("zh", "说人话"),
    ],
)
def test_the_own_case_comes_back(engine: Engine, lang: str, then: str) -> None:
    chat = Chat(engine=engine, lang=lang)
    chat.say(MATMUL)
    text = chat.say(then).markdown
    assert "model.py:12" in text
    assert "in_channels" in text
    assert "drop_remainder" not in text


def test_it_is_kept_with_the_conversation_and_left_with_the_topic(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say(MATMUL)
    kept = State.from_dict(chat.state.to_dict())
    assert kept.own.line.startswith("/home/me/model.py:12")
    assert "model.py:12" in Chat(engine=engine, lang="en", state=kept).say("which line of mine").markdown
    chat.say("EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time.")
    assert not chat.state.own.line


def test_without_a_line_the_way_to_find_it_is_told(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say("RuntimeError: Unsupported expression 'Yield'.")
    assert "Your line" not in chat.say("how do I find which of my lines triggers it").markdown


def test_the_release_of_something_else_is_looked_up(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say("ImportError: libge_runner.so: cannot open shared object file")
    assert "holds for all releases" not in chat.say("which CANN version for MindSpore 2.5?").markdown


@pytest.mark.parametrize(
    ("text", "short"),
    [
        (
            "3. 写在 `init()` 之前。**旧版本没有这个，不能重复设。** 另外。",
            "3. 写在 `init()` 之前。**旧版本没有这个，不能重复设。**",
        ),
        ("1. Point it at 11. **Do not** link it. More.", "1. Point it at 11. **Do not** link it."),
        ("1. Read `a. b`. **More is** there. End.", "1. Read `a. b`."),
    ],
)
def test_a_gist_cuts_no_bold_and_keeps_warnings(text: str, short: str) -> None:
    assert gist(text) == short


def test_a_mode_is_said_in_words(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="zh")
    chat.say("RuntimeError: Unsupported expression 'Yield'.")
    text = chat.say("那动态图呢").markdown
    assert "any" not in text.split("\n")[0]


def test_the_number_of_a_card_is_no_number_of_cards() -> None:
    assert "devices" not in read_slots("设了 DEVICE_ID=3 还是跑到 0 卡")
    assert "devices" not in read_slots("第3卡报错")
    assert read_slots("单机8卡")["devices"] == "8"
    assert read_slots("昇腾 8 卡")["devices"] == "8"


def test_what_was_shown_is_not_offered_again(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say("EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time.")
    assert "how to check" not in chat.say("how do I check it worked").markdown


def test_still_fails_goes_on_without_the_other_kinds(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say(MATMUL)
    text = chat.say("still fails").markdown
    assert "C_in" not in text
    assert "drop_remainder" in text


@pytest.mark.parametrize(("lang", "then"), [("zh", "回到刚才那个"), ("en", "ok back to that")])
def test_back_after_another_matter_is_the_topic(engine: Engine, lang: str, then: str) -> None:
    chat = Chat(engine=engine, lang=lang)
    chat.say(MATMUL)
    assert chat.say("明天天气怎么样" if lang == "zh" else "what is the weather in Berlin tomorrow").outcome == "unknown"
    reply = chat.say(then)
    assert reply.outcome == "answered"
    assert "model.py:12" in reply.markdown


def test_the_exception_behind_the_message_answers_why(engine: Engine) -> None:
    log = """Traceback (most recent call last):
RuntimeError: Exception thrown from user defined Python function in dataset.

------------------------------------------------------------------
- Python Call Stack:
------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/me/ds.py", line 4, in __getitem__
    return self.ids[self.names[i]]
KeyError: 'b'
"""
    chat = Chat(engine=engine, lang="en")
    assert "KeyError: 'b'" in chat.say(log).markdown
    assert "KeyError: 'b'" in chat.say("why").markdown


def test_the_own_case_is_told_in_the_language_of_the_turn(engine: Engine) -> None:
    chat = Chat(engine=engine)
    chat.say(MATMUL)
    text = chat.say("是我哪一行").markdown
    assert "出错的是你的这一行" in text
    assert "Your line" not in text
    assert "The left side" not in text


def test_explain_simply_is_short(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    long = chat.say("EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time.").markdown
    assert len(chat.say("explain simply").markdown) < 0.75 * len(long)
