"""Replies in a conversation tell what was asked for: the nearest items first, and short code."""

import pytest
from markdown_it import MarkdownIt

from msfaq import Chat, Engine
from msfaq.answers.items import Item, items, joined, section
from msfaq.chat.measure import lines_of

HOSTS = "Call aclrtSetDevice failed, ret[107001]. Got device count[8] and device id[9]"
NEAR_THE_TOP = 5
LONG_CODE = "Type Join Failed: AbstractTensor cannot join with AbstractNone"


@pytest.mark.parametrize(
    ("lang", "first", "then", "near"),
    [
        ("en", HOSTS, "npu-smi info shows fewer cards than local_worker_num", "`npu-smi info` shows at least"),
        ("zh", "训练几步 loss 就变成 nan", "怎么定位是哪个算子", "**查算子。**"),
    ],
)
def test_the_nearest_item_stands_first(engine: Engine, lang: str, first: str, then: str, near: str) -> None:
    chat = Chat(engine=engine, lang=lang)
    chat.say(first)
    text = chat.say(then).markdown
    assert near in text
    assert lines_of(text[: text.index(near)]) <= NEAR_THE_TOP


def test_items_that_the_turn_does_not_ask_for_are_left_out(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say(HOSTS)
    reply = chat.say("npu-smi info shows fewer cards than local_worker_num")
    part = section(engine.entry(reply.answers[0]), "en", "fix")
    assert part is not None
    told = [one for one in items(part) if one.text.split(" ", 2)[1] in reply.markdown]
    assert 0 < len(told) < len(items(part))
    assert "MindSpore groups processes by host name" not in reply.markdown


def test_a_turn_that_only_leans_gets_the_section_whole(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say(HOSTS)
    part = section(engine.entry("device-id-out-of-range-hostname"), "en", "cause")
    assert part is not None
    text = chat.say("why?").markdown
    for one in items(part):
        assert one.text in text


def test_long_code_is_offered_and_short_code_is_shown(engine: Engine) -> None:
    long, short = Chat(engine=engine, lang="en"), Chat(engine=engine, lang="en")
    offered = long.say(LONG_CODE).markdown
    assert "```" not in offered
    assert "show me the code" in offered
    assert "```" in long.say("show me the code").markdown
    shown = short.say(HOSTS).markdown
    assert "```bash" in shown
    assert "more code" in shown


@pytest.mark.parametrize(
    ("texts", "told", "numbers"),
    [
        (("1. a", "2. b", "4. c"), "- **1.** a\n- **2.** b\n- **4.** c", []),
        (("3. b", "1. a"), "- **3.** b\n- **1.** a", []),
        (("Before:", "3. b\n   - x", "1. a"), "Before:\n- **3.** b\n   - x\n- **1.** a", []),
        (("Before:", "2. a", "3. b"), "Before:\n\n2. a\n3. b", [2, 3]),
        (("Before:", "1. a", "After.", "2. b"), "Before:\n1. a\n\nAfter.\n\n2. b", [1, 2]),
        (("Before:", "- a", "- b"), "Before:\n- a\n- b", []),
    ],
)
def test_items_keep_their_numbers_in_markdown(texts: tuple[str, ...], told: str, numbers: list[int]) -> None:
    text = joined([Item("fix", one) for one in texts])
    assert text == told
    shown: list[int] = []
    for token in MarkdownIt().parse(text):
        if token.type == "ordered_list_open":
            at = int(token.attrGet("start") or 1)
        elif token.type == "list_item_open" and token.markup in (".", ")"):
            shown.append(at)
            at += 1
    assert shown == numbers


def test_more_code_is_other_code_until_all_was_shown(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    entry = engine.entry(chat.say("EI0006: Getting socket times out").answers[0])
    chat.say("show me the code")
    seen = chat.state.shown
    while set(range(len(entry.snippets))) - {int(one[5:]) for one in seen if one.startswith("code:")}:
        assert "All code of this entry" not in chat.say("more code").markdown
        assert len(chat.state.shown) > len(seen)
        seen = chat.state.shown
    assert "All code of this entry" in chat.say("more code").markdown
