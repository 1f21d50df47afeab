"""A long table is told with the rows that the turn names."""

import pytest
from test_chat import talk

from msfaq import Engine
from msfaq.chat.tables import between, table_of

PAIRS = "哪个 CANN 配 mindspore 2.9"


@pytest.mark.parametrize(
    ("turn", "there", "away"),
    [
        ("那 2.4.0 呢，CANN 和驱动要哪版", ["| 2.4.0 | 3.9–3.11 | 8.0.RC3"], ["| 2.9.0 |", "| 1.10 |"]),
        ("那 2.8.0 呢，NumPy 和 Python", ["| 2.8.0 |"], ["| 2.4.0 |", "| 1.10 |"]),
        ("2.2.0 配哪个 CANN", ["| 2.3.0 |", "| 2.0 |", "没有 2.2.0"], ["| 2.9.0 |", "| 1.10 |"]),
    ],
)
def test_rows_of_the_release_asked_for(engine: Engine, turn: str, there: list[str], away: list[str]) -> None:
    text = talk(engine, PAIRS).say(turn).markdown
    assert all(one in text for one in there)
    assert not any(one in text for one in away)


def test_the_whole_table_is_there_for_who_asks(engine: Engine) -> None:
    text = talk(engine, PAIRS, "2.4.1 配哪个 CANN").say("整张表").markdown
    assert all(row in text for row in ("| 2.9.0 |", "| 2.4.0 |", "| 1.0 |"))


def test_a_release_beyond_the_table_has_no_nearest_rows() -> None:
    rows = ["| 2.6.0 | a |", "| 2.4.0 | b |"]
    assert between(rows, ["1.2.0"]) == ("", [])
    assert between(rows, ["2.5.0"]) == ("2.5.0", rows)
    assert between(["| a | 1 |", "| b | 2 |"], ["2.5.0"]) == ("", [])


def test_a_table_beneath_a_list_item_is_left_as_it_is() -> None:
    assert table_of("1. So:\n\n   | a |\n   |---|\n   | 1 |") is None
    assert table_of("no table") is None
