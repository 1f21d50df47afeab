"""The inverted file of the book's words, beside SQLite's FTS5, which computes the same BM25 another way."""

import math
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq import Engine
from msfaq.errors import IndexStale
from msfaq.index.postings import Postings, posting_lists

WEIGHTS = (4.0, 1.0)
TEXTS = st.lists(st.sampled_from(["oil", "grease", "widget", "bolt", "nut", "spring"]), max_size=12)
DOCUMENTS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=8)


@given(DOCUMENTS, st.sets(st.sampled_from(["oil", "grease", "widget", "bolt", "lathe"]), min_size=1))
def test_scores_are_those_of_fts5(documents: list[tuple[list[str], list[str]]], asked: set[str]) -> None:
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE words USING fts5(title, body)")
    rows = [(number, *map(" ".join, columns)) for number, columns in enumerate(documents, start=1)]
    base.executemany("INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)", rows)
    sql = "SELECT rowid - 1, -bm25(words, ?, ?) FROM words WHERE words MATCH ?"
    theirs = dict(base.execute(sql, (*WEIGHTS, " OR ".join(sorted(asked)))).fetchall())

    lists = dict(posting_lists([list(zip(WEIGHTS, columns, strict=True)) for columns in documents]))
    known = sorted(asked & lists.keys())
    if not known:
        assert not theirs
        return
    postings = Postings(len(documents))
    held = [postings.read(lists[word]) for word in known]
    # FTS5 lets a word that most documents have count next to nothing.
    n = len(documents)
    rarities = [
        max(1e-6, math.log((n - count + 0.5) / (count + 0.5))) for count in (len(one.documents) for one in held)
    ]
    scores, present = postings.sums(held, rarities, [1.0] * len(known))
    for number, columns in enumerate(documents):
        assert present[number] == len(asked & {*columns[0], *columns[1]})
        # A weight is kept to 1/255 of 2.2, the most a word can bring.
        assert scores[number] == pytest.approx(theirs.get(number, 0.0), abs=sum(rarities) * 2.2 / 255)


def test_a_list_names_its_documents_whatever_their_number() -> None:
    for documents in (3, 70_000):
        lists = dict(posting_lists([[(1.0, ["common", "rare"] if at == 2 else ["common"])] for at in range(documents)]))
        postings = Postings(documents)
        assert postings.count(len(lists["common"])) == documents
        assert postings.read(lists["rare"]).documents.tolist() == [2]
        assert postings.read(lists["common"]).documents[-1] == documents - 1


def test_damage_is_told() -> None:
    lists = dict(posting_lists([[(1.0, ["oil"])], [(1.0, ["grease"])]]))
    with pytest.raises(IndexStale, match="documents are missing"):
        Postings(2).read(lists["oil"][:-1])
    with pytest.raises(IndexStale, match="documents are missing"):
        Postings(2).read(None)
    with pytest.raises(IndexStale, match="not there"):
        Postings(1).read(lists["grease"])


def test_every_word_of_a_question_is_looked_up(engine: Engine) -> None:
    known, strange = "dataset", "qwertzuiop"
    found = engine.search(lambda retriever: retriever.rarity([known, strange, known]))
    assert found[known][1]
    assert not found[strange][1]
    assert 0 < found[known][0] < found[strange][0]
