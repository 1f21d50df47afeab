"""Which part of an entry answers a turn: found by written turns that are like it, told in full or in short."""

import math
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from shipped import BOOK

from msfaq import Chat, Engine
from msfaq.answers.items import Item, section
from msfaq.answers.links import without_links
from msfaq.chat.context import Context
from msfaq.chat.machine import read_machine
from msfaq.chat.network import Network, leads_of, open_network
from msfaq.chat.ranking import CODE, NETWORK, Part, Ranked, parts_of, ranked_parts
from msfaq.chat.selecting import choose, points_to
from msfaq.chat.state import State
from msfaq.chat.turn import understand
from msfaq.corpus.book import open_book
from msfaq.index.build import build
from msfaq.index.encoders import shipped_encoder
from msfaq.index.followups import Followed, FollowUps, Written
from msfaq.index.store import Store
from msfaq.index.turns import SaidNext, turns
from msfaq.request import Request

TIMEOUT = "EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time."


def test_the_items_that_answer_the_written_turns_are_there() -> None:
    written = [one for one in turns() if one.items]
    assert len(written) > 7_000
    parts = {name: {part.name for part in parts_of(BOOK.entries[name], "en")} for name in {t.topic for t in written}}
    assert [(one.topic, one.items, one.text) for one in written if not parts[one.topic].issuperset(one.items)] == []
    assert all(one.goes_on for one in written)


def test_the_items_are_the_same_ones_in_both_languages() -> None:
    for entry in BOOK.entries.values():
        assert [part.name for part in parts_of(entry, "zh")] == [part.name for part in parts_of(entry, "en")], entry.id


@pytest.mark.parametrize(
    ("lang", "first", "then", "name"),
    [
        ("en", TIMEOUT, "for me it comes in the middle of training", "otherwise"),
        ("zh", TIMEOUT, "哪张卡先出的问题，怎么看", "fix"),
        ("en", "how do I count the parameters of a network", "I only have the ckpt, how do I count them there", "fix"),
    ],
)
def test_the_part_that_answers_is_told(engine: Engine, lang: str, first: str, then: str, name: str) -> None:
    chat = Chat(engine=engine, lang=lang)
    topic = chat.say(first).answers[0]
    reply = chat.say(then)
    part = section(engine.entry(topic), lang, name)
    assert part is not None
    assert f"**{part.heading}**" in reply.markdown
    assert topic in reply.answers


def test_a_written_turn_leads_to_what_answers_it(engine: Engine) -> None:
    def nearest(one: SaidNext) -> Mapping[str, float]:
        return engine.search(lambda retriever: retriever.followed(one.text, one.topic)).nearest_items()

    sample = [one for one in turns() if one.items][::97]
    near = [nearest(one) for one in sample]
    assert [max(found.values()) for found in near] == pytest.approx([0.8] * len(near))
    hits = sum(max(found, key=lambda name: found[name]) in one.items for found, one in zip(near, sample, strict=True))
    assert hits >= 0.95 * len(sample)


def test_an_entry_without_written_turns_has_none(engine: Engine) -> None:
    followed = engine.search(lambda retriever: retriever.followed("why", "an-entry-of-ones-own"))
    assert (followed.nearest_items(), followed.votes(), followed.nearest_turn()) == ({}, {}, 0.0)


def followed(*turns: tuple[tuple[str, ...], float]) -> Followed:
    """Return turns that go on, by the items that answer them and their cosines."""
    written = Written([items for items, _ in turns], [True] * len(turns))
    return Followed(written, np.array([cosine for _, cosine in turns]))


def test_the_best_cosine_of_an_item_counts_and_less_where_it_is_named_second() -> None:
    near = followed((("fix.0",), 0.4), (("fix.1", "fix.0"), 0.7), ((), 0.9), (("fix.2",), -0.1)).nearest_items()
    assert near == {"fix.0": pytest.approx(0.49), "fix.1": pytest.approx(0.7), "fix.2": 0.0}


def test_near_turns_have_far_more_votes_than_others() -> None:
    shares = followed((("fix.0",), 0.8), (("fix.1",), 0.3), (("fix.1",), 0.3), ((), 0.8)).votes()
    assert shares["fix.0"] > 0.95
    assert sum(shares.values()) == pytest.approx(1.0)


def part(name: str, *, columns: int = 100) -> Part:
    return Part(name, name.partition(".")[0], "x" * columns, None)


def names(shares: Mapping[str, float], *, columns: int = 100, room: int = 1000) -> list[str]:
    ranked = [Ranked(part(name, columns=columns), share) for name, share in shares.items()]
    return [one.part.name for one in choose(ranked, room)]


def test_parts_are_told_until_they_surely_have_the_answer() -> None:
    assert names({"fix.0": 0.98, "fix.1": 0.02}) == ["fix.0"]
    assert names({"fix.0": 0.6, "cause.0": 0.38, "fix.1": 0.02}) == ["fix.0", "cause.0"]
    assert names({"fix.0": 0.9, "fix.1": 0.004}) == ["fix.0"], "what is no answer fills no room"


def test_the_likeliest_is_told_however_long_and_no_more_than_there_is_room_for() -> None:
    assert names({"fix.0": 0.5, "fix.1": 0.5}, columns=2000) == ["fix.0"]
    assert names({"fix.0": 0.4, "fix.1": 0.3, "fix.2": 0.3}, columns=300, room=700) == ["fix.0", "fix.1"]


def test_code_stands_apart_from_the_text() -> None:
    assert names({f"{CODE}.0": 0.7, "fix.0": 0.3}) == ["fix.0"]


def test_the_shares_of_an_entry_are_probabilities(engine: Engine) -> None:
    entry = BOOK.entries["count-model-parameters"]
    state = State(lang="en").move(entry.id, "how do I count the parameters of a network")
    turn = understand("and with only the ckpt", state, engine, Request.checked(None, 1, None, None))
    ranked = ranked_parts(Context(engine, state, turn, read_machine()), entry)
    assert sum(one.share for one in ranked) == pytest.approx(1.0)
    assert [one.share for one in ranked] == sorted((one.share for one in ranked), reverse=True)


def test_lines_for_another_system_go_behind(engine: Engine) -> None:
    entry = BOOK.entries["lite-log-level"]

    def share(system: str) -> float:
        state = State(lang="en", slots={"os": system}).move(entry.id, "how do I see more of Lite's log")
        turn = understand("how do I set the level then", state, engine, Request.checked(None, 1, None, None))
        ranked = ranked_parts(Context(engine, state, turn, read_machine()), entry)
        return next(one.share for one in ranked if one.part.text.startswith("3. Windows"))

    assert share("Linux") < share("Windows")


def test_the_network_knows_every_section() -> None:
    sections = {"meaning", "look", "cause", "fix", "verify", "otherwise", "asked", CODE}
    inputs = open_network(NETWORK).inputs
    assert {name.partition(":")[2] for name in inputs if name.startswith("section:")} == sections


@pytest.mark.slow
def test_an_entry_in_the_place_of_one_of_the_book_has_none_of_its_turns(tmp_path: Path) -> None:
    name = "count-model-parameters"
    shipped = next((Path(__file__).parents[1] / "corpus" / "entries").rglob(f"{name}.md"))
    own = tmp_path / shipped.parent.name
    own.mkdir()
    (own / f"{name}.md").write_text(shipped.read_text("utf-8"), "utf-8")
    connection = sqlite3.connect(":memory:")
    build(connection, open_book(own=tmp_path), shipped_encoder(), "stamp")
    follow_ups = FollowUps(Store(connection, "memory"), shipped_encoder())
    compared = follow_ups.likeness("what next", BOOK.entries)
    assert len(compared) > 500
    assert name not in compared
    assert follow_ups.compared("what next", name).votes() == {}


def test_a_network_scores_rows_by_name_and_leads_are_over_the_best_of_the_others() -> None:
    network = Network(("a", "b"), np.array([[1.0, -1.0]]), np.array([0.0]), np.array([2.0]))
    high, low = network.scores([{"a": 1.0, "other": 9.0}, {"b": 1.0}])
    assert high == pytest.approx(2 * math.tanh(1.0))
    assert low == pytest.approx(-high)
    assert network.scores([]) == []
    columns = {"a": [1.0, 0.0], "other": [9.0, 0.0], "b": [0.0, 1.0]}
    assert network.scores_of(columns) == [high, low]
    assert network.scores_of({}) == []
    assert leads_of([0.5, 0.5, 0.1]) == ([0.0, 0.0, -0.4], 0.5)


def test_a_turn_said_word_for_word_before_counts_no_more_than_one_alike() -> None:
    said = followed((("fix.0",), 1.0), (("fix.1",), 0.8))
    assert said.nearest_items() == {"fix.0": 0.8, "fix.1": 0.8}
    assert said.votes() == {"fix.0": 0.5, "fix.1": 0.5}


def test_a_step_that_runs_a_script_is_told_with_the_script(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="zh")
    assert chat.say("ubuntu18.04 自带的 python gcc 跟 mindspore 要求对不上").answers[0] == "ubuntu-default-versions"
    reply = chat.say("先看清现状怎么看")
    assert "运行第一段" in reply.markdown
    assert "for tool in gcc g++ cmake" in reply.markdown


def test_what_an_item_only_points_to_is_told_beside_it(engine: Engine) -> None:
    chat = Chat(engine=engine, lang="zh")
    chat.say("MindSpore does not support comparison with operators more than one now, ops size =2")
    reply = chat.say("还有 if s is not 'train': 也过不了")
    assert reply.answers == ("chained-comparison", "is-operator-comparison")
    assert "`!=`" in reply.markdown


def test_an_item_that_says_something_itself_points_nowhere() -> None:
    short, long = "see [is](entry:is-operator-comparison)", "The operator is `is`: " + "a word more, " * 10
    for text, name in ((short, "is-operator-comparison"), (long + short, ""), (f"{short}, {short[:-1]}-2)", "")):
        assert points_to(Part("otherwise.0", "otherwise", without_links(text), Item("otherwise", text))) == name
    assert points_to(Part("code.0", CODE, "x = 1", None)) == ""
