"""What a turn is near to of what people said before: turns that go on with a topic, turns about other things."""

import pytest
from shipped import BOOK

from msfaq import Engine
from msfaq.chat.echoes import echoes
from msfaq.index.followups import Nearest
from msfaq.index.turns import turns

SOME = [one for one in turns() if len(one.text) > 12]
GOING_ON = [one for one in SOME if one.goes_on][::997]
DIGRESSING = [one for one in SOME if not one.goes_on][::497]


def nearest(engine: Engine, text: str) -> Nearest:
    return engine.search(lambda retriever: retriever.nearest_turns(text))


def test_a_written_turn_is_nearest_to_its_own_kind(engine: Engine) -> None:
    for kind in (GOING_ON, DIGRESSING):
        assert len(kind) > 10
        found = [nearest(engine, one.text) for one in kind]
        near = [(one.goes_on, one.digresses) if kind is GOING_ON else (one.digresses, one.goes_on) for one in found]
        assert [own for own, _ in near] == pytest.approx([1.0] * len(near), abs=0.05)
        assert sum(own > other for own, other in near) >= 0.95 * len(near)


def test_a_turn_is_near_to_those_of_its_topic(engine: Engine) -> None:
    for one in GOING_ON[:5]:
        assert echoes(engine, one.text, one.topic, "en").goes_on_here == pytest.approx(1.0, abs=0.05)
    for one in DIGRESSING[:5]:
        assert echoes(engine, one.text, one.topic, "zh").digresses_here == pytest.approx(1.0, abs=0.05)


def test_the_topic_covers_what_it_says_and_little_of_another_matter(engine: Engine) -> None:
    topic = BOOK.entries["ei0006-socket-timeout"].id
    ours = echoes(engine, "raise HCCL_CONNECT_TIMEOUT on all hosts", topic, "en")
    other = echoes(engine, "which wine goes with grilled salmon", topic, "en")
    assert ours.covered > 0.8 > other.covered


def test_what_is_not_said_by_anybody_is_near_to_nothing(engine: Engine) -> None:
    found = echoes(engine, "\u2603", "ei0006-socket-timeout", "en")
    assert (found.goes_on, found.digresses, found.covered) == (0.0, 0.0, 0.0)
