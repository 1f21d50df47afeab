"""The walk through a decision entry: a pure value that every face drives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shipped import BOOK

from msfaq.answers.walking import Walk, resume, start
from msfaq.corpus.entry import Entry
from msfaq.errors import InputError

PROCEDURES = [entry for entry in BOOK.entries.values() if entry.walk]
procedures = st.sampled_from(PROCEDURES)


@given(procedures, st.lists(st.integers(0, 11), max_size=40))
def test_every_move_keeps_the_walk_whole(entry: Entry, moves: list[int]) -> None:
    walk = start(entry)
    for move in moves:
        before = walk
        if move == 0:
            walk = walk.back()
            assert walk.steps == before.steps[:-1]
        elif before.question is not None and move <= len(before.question.choices):
            walk = walk.answer(move)
            assert walk.back() == before
        else:
            with pytest.raises(InputError):
                walk.answer(move)
        assert (walk.question is None) == (walk.ending is not None)
        assert walk.restart() == start(entry)
        for step, following in zip(walk.steps, walk.steps[1:], strict=False):
            assert following.question.name == step.choice.go
        assert resume(entry, [(step.question.name, step.choice.when.en) for step in walk.steps]) == walk


@pytest.mark.parametrize("entry", PROCEDURES, ids=lambda entry: entry.id)
def test_every_path_of_the_book_ends_with_something(entry: Entry) -> None:
    waiting: list[Walk] = [start(entry)]
    ends = 0
    while waiting:
        walk = waiting.pop()
        if walk.question is None or len(walk.steps) > len(entry.walk):
            ends += 1
            ending = walk.ending
            if ending is not None:
                assert ending.result or BOOK.entry(ending.see)
            continue
        waiting += [walk.answer(number) for number in range(1, len(walk.question.choices) + 1)]
    assert ends >= 2


def test_a_path_the_book_no_longer_knows_is_asked_again() -> None:
    entry = BOOK.entry("loss-diff-first-step")
    walk = resume(entry, [("repeat", "Both sides repeat"), ("where", "Step 7"), ("second", "The data of batch 2")])
    assert [step.question.name for step in walk.steps] == ["repeat"]
    assert resume(entry, [("other", "x")]) == start(entry)


def test_an_entry_without_questions_says_so() -> None:
    with pytest.raises(InputError, match="oom-ascend-malloc"):
        start(BOOK.entry("oom-ascend-malloc"))
