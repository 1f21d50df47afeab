"""Which language a reply is in: that of the user's own words, not of what they paste."""

import pytest

from msfaq import Chat, Engine


def test_the_language_follows_the_user_unless_it_was_chosen(engine: Engine) -> None:
    chat = Chat(engine=engine)
    chat.say("EI0006 怎么处理")
    assert chat.say("why?").lang == "zh"
    assert chat.say("in English please").lang == "en"
    assert chat.say("怎么确认").lang == "en"
    assert Chat(engine=engine, lang="zh").say("how do I count the parameters of my network").lang == "zh"


@pytest.mark.parametrize(
    ("turns", "lang"),
    [
        (("how do I count the parameters of my network", "my 同事 says that it double counts, does it"), "en"),
        (("how do I count the parameters of my network", "double counts 吗，怎么确认"), "zh"),
        (("怎么统计网络的参数量", "is it ok with a newer release"), "en"),
        (("怎么统计网络的参数量", "The size of tensor a must match the size of tensor b"), "zh"),
        (("怎么统计网络的参数量", "ms.ops.add"), "zh"),
    ],
    ids=["a Chinese word in English", "mixed evenly", "an English question", "a pasted message", "a name"],
)
def test_what_the_user_says_tells_the_language(engine: Engine, turns: tuple[str, str], lang: str) -> None:
    chat = Chat(engine=engine)
    chat.say(turns[0])
    assert chat.say(turns[1]).lang == lang
