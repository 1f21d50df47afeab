"""What people often ask next is told to who asks it, and to nobody else."""

import pytest
from shipped import BOOK
from test_chat import talk

from msfaq import Engine
from msfaq.answers.brief import brief_markdown
from msfaq.corpus.vocabulary import ASKED

TIMEOUT = "GetNext timeout with data sinking"
NAN = "loss becomes nan after a few steps"


@pytest.mark.parametrize(
    ("first", "turn", "told"),
    [
        (TIMEOUT, "can I see what state the running job is in", "py-spy dump"),
        (TIMEOUT, "正在跑的作业能看状态吗", "py-spy dump"),
        (NAN, "only one card shows it, hardware broken?", "run that card's batch on another card"),
        (NAN, "log(x+1e-6) 在 fp16 里安全吗", "65504"),
    ],
)
def test_it_is_told_to_who_asks_it(engine: Engine, first: str, turn: str, told: str) -> None:
    reply = talk(engine, first).say(turn)
    assert reply.outcome == "answered"
    assert told in reply.markdown
    # Its own question is heading enough.
    assert "Often asked next" not in reply.markdown
    assert "常被追问" not in reply.markdown


def test_who_does_not_ask_is_told_that_it_is_there(engine: Engine) -> None:
    entry = BOOK.entries["getnext-timeout"]
    assert "py-spy dump" not in talk(engine).say(TIMEOUT).markdown
    short = brief_markdown(entry, "en", sure=True)
    assert "py-spy dump" not in short
    assert "Often asked next" in short.partition("*Not shown: ")[2]


def test_an_answer_about_releases_is_told_to_who_asks_for_them(engine: Engine) -> None:
    entry = BOOK.entries["yield-unsupported"]
    (part,) = (one for one in entry.sections("en") if one.key == ASKED)
    assert "3 of 3 calls on 2.10" in part.markdown
    assert "3 of 3 calls" not in talk(engine, "Unsupported expression 'Yield'").say("which version?").markdown
