"""Replies in a conversation tell what was asked for: the nearest items first, the others in short, short code."""

import pytest
from markdown_it import MarkdownIt

from msfaq import Chat, Engine
from msfaq.answers.items import Item, items, joined, section

HOSTS = "Call aclrtSetDevice failed, ret[107001]. Got device count[8] and device id[9]"
LONG_CODE = "Type Join Failed: AbstractTensor cannot join with AbstractNone"


@pytest.mark.parametrize(
    ("lang", "first", "then", "near", "far"),
    [
        ("en", HOSTS, "npu-smi info shows fewer cards than local_worker_num", "`npu-smi info` shows at least", "1. "),
        ("zh", "训练几步 loss 就变成 nan", "怎么定位是哪个算子", "5. **查算子。**", "2. **scale=1 试一次**"),
    ],
)
def test_the_nearest_item_goes_before_the_others(
    engine: Engine, lang: str, first: str, then: str, near: str, far: str
) -> None:
    chat = Chat(engine=engine, lang=lang)
    chat.say(first)
    text = chat.say(then).markdown
    rest = "The others, in short" if lang == "en" else "其余各条，简短地说"
    assert rest in text
    told, short = text.split(rest, 1)
    assert near in told
    assert far in short


def test_items_in_short_are_shorter_and_lose_none(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say(HOSTS)
    reply = chat.say("npu-smi info shows fewer cards than local_worker_num")
    part = section(engine.entry(reply.answers[0]), "en", "fix")
    assert part is not None
    for one in items(part):
        if one.is_listed:
            assert one.text.split(" ", 2)[1] in reply.markdown
    assert "MindSpore groups processes by host name" not in reply.markdown


def test_a_turn_that_only_leans_gets_the_section_whole(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say(HOSTS)
    part = section(engine.entry("device-id-out-of-range-hostname"), "en", "cause")
    assert part is not None
    text = chat.say("why?").markdown
    assert "The others, in short" not in text
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
        (("1. a", "2. b", "4. c"), "1. a\n2. b\n4) c", [1, 2, 4]),
        (("1. a", "3. b", "4. c", "6. d"), "1. a\n3) b\n4) c\n6. d", [1, 3, 4, 6]),
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


def test_what_was_told_in_short_once_is_not_told_so_again(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="en")
    chat.say(HOSTS)
    assert "The others, in short" in chat.say("npu-smi info shows fewer cards than local_worker_num").markdown
    assert "The others, in short" not in chat.say("both hosts print the same name").markdown


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
