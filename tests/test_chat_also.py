"""What a reply says in a line each behind its answer: the rest of the entry, and entries that were nearly chosen."""

import pytest
from rich.cells import cell_len
from shipped import BOOK

from msfaq import Chat, Engine
from msfaq.answers.items import Item
from msfaq.chat.also import in_lines
from msfaq.chat.ranking import Part, Ranked

THREADS = "RuntimeError: can't start new thread\nstarts in .map(..., num_parallel_workers=64), 8 processes on the host"


@pytest.fixture
def chat(engine: Engine) -> Chat:
    return Chat(engine=engine)


def beneath(reply: str, heading: str) -> list[str]:
    """Return the bullets beneath a heading."""
    block = reply.partition(f"{heading}\n\n")[2].split("\n\n")[0]
    return [line for line in block.split("\n") if line.startswith("- ")]


def ranked(*texts: str) -> list[Ranked]:
    return [Ranked(Part(f"fix.{at}", "fix", text, Item("fix", text)), 0.1) for at, text in enumerate(texts)]


def test_the_rest_of_the_entry_stands_in_a_line_each_behind_the_answer(chat: Chat) -> None:
    chat.say(THREADS)
    reply = chat.say("no rights for that in the container").markdown
    lines = beneath(reply, "Also in this entry:")
    assert 2 <= len(lines) <= 6
    answer = reply.partition("Also in this entry:")[0]
    assert not [line for line in lines if line.removeprefix("- ") in answer]
    assert all(cell_len(line) <= 300 for line in lines)


def test_they_are_of_the_entry_and_in_the_language_of_the_reply(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="zh")
    chat.say(THREADS)
    reply = chat.say("容器里没有权限改")
    name = reply.answers[0]
    said = "\n".join(part.markdown for part in BOOK.entries[name].sections("zh"))
    lines = beneath(reply.markdown, "同一条里还有：")
    assert lines
    assert all(line.removeprefix("- ")[:12] in said for line in lines)


def test_an_entry_that_was_nearly_chosen_is_named_with_what_it_would_say(chat: Chat) -> None:
    chat.say("clip gradients")
    reply = chat.say("which function clips it")
    named = beneath(reply.markdown, "Perhaps you mean:")
    assert named
    name = named[0].rpartition("(`")[2].removesuffix("`)")
    assert name in reply.answers[1:]
    assert BOOK.entries[name].title.en in named[0]
    told = reply.markdown.partition(named[0])[2].split("\n\n")[0].strip().split("\n")
    assert 1 <= len(told) <= 2


@pytest.mark.parametrize("said", ["just the code", "thanks, that was it"])
def test_who_wants_nothing_else_gets_nothing_else(chat: Chat, said: str) -> None:
    chat.say(THREADS)
    reply = chat.say(said).markdown
    assert "Also in this entry:" not in reply
    assert "Perhaps you mean:" not in reply


def test_what_was_left_is_not_what_is_perhaps_meant(chat: Chat) -> None:
    first = chat.say("EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time.")
    reply = chat.say("that worked. now the loss is nan after 10 steps")
    assert first.answers[0] not in reply.answers


def test_lines_are_as_many_as_wanted_and_fit() -> None:
    parts = ranked("1. Set it. Then wait.", "2. Look.", "3. Go on.")
    assert in_lines(parts, {}, most=2, room=100) == ["- Set it.", "- Look."]
    assert in_lines(parts, {}, most=3, room=cell_len("1. Set it.")) == ["- Set it."]
    assert in_lines(parts, {}, most=3, room=0) == []


def test_what_takes_more_than_a_line_or_is_code_is_no_line() -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    block = Ranked(Part("code.0", "code", "title\nprint(1)", None), 0.9)
    found = [block, *ranked(table, "x" * 300, "- By the log:\n  - Late: wait.\n  - Early: look.", "- Look.")]
    assert in_lines(found, {}, most=6, room=1000) == ["- Look."]
