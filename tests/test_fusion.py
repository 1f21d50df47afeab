"""Ranking and confidence: in range, of the sign one expects, fitted by a command."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import EXAMPLE
from hypothesis import given
from hypothesis import strategies as st
from shipped import BOOK

from msfaq.corpus.book import open_book
from msfaq.errors import ModelError
from msfaq.index import domain, fusion
from msfaq.index.belonging import Belonging
from msfaq.index.build import own_texts
from msfaq.index.domain import Classes
from msfaq.index.encoders import shipped_encoder
from msfaq.index.fusion import Context, Features, Fusion, Question, context_of, shipped_fusion
from msfaq.index.training import questions
from msfaq.index.training.fusion import Example, fit_confidence, fit_ranking
from msfaq.index.training.questions import ask_all, ask_others

share = st.floats(0, 1)
cosine = st.floats(-1, 1)
contexts = st.builds(
    Context,
    *(st.floats(-50, 50), st.floats(0, 50), share, share, st.sampled_from([0, 0.5, 1])),
    *(st.sampled_from([0, 1]), st.sampled_from([0, 1]), st.floats(-20, 20)),
)
features = st.builds(
    Features,
    share,
    share,
    cosine,
    cosine,
    cosine,
    st.floats(-100, 0),
    st.sampled_from([0, 1]),
    st.sampled_from([-1, 0, 1]),
)
QUESTION = Question(unknown_share=0.0, words=3, whose=Belonging(False, False, False), domain=0.0)


@given(contexts)
def test_a_confidence_is_a_probability(context: Context) -> None:
    assert 0 <= shipped_fusion().confidence(context) <= 1


@given(contexts, st.floats(0, 0.5))
def test_a_better_score_never_lowers_the_confidence(context: Context, more: float) -> None:
    better = replace(context, score=context.score + more)
    assert shipped_fusion().confidence(better) >= shipped_fusion().confidence(context)


@given(contexts, st.floats(0, 5))
def test_what_speaks_of_the_books_matter_never_lowers_the_confidence(context: Context, more: float) -> None:
    nearer = replace(context, domain=context.domain + more)
    assert shipped_fusion().confidence(nearer) >= shipped_fusion().confidence(context)


@given(features, st.floats(0, 0.5), st.sampled_from(["share", "coverage", "cosine", "head_cosine", "support", "usage"]))
def test_what_speaks_for_an_entry_never_lowers_its_score(found: Features, more: float, name: str) -> None:
    nearer = found._replace(**{name: getattr(found, name) + more})
    assert shipped_fusion().score(nearer) >= shipped_fusion().score(found)


def test_both_retrievers_count() -> None:
    scorer = shipped_fusion()
    nothing = scorer.score(Features())
    assert scorer.score(Features(share=1.0)) > nothing
    assert scorer.score(Features(cosine=0.8)) > nothing
    assert scorer.score(Features(weak=1.0)) > nothing
    assert scorer.score(Features(usage=-1.0)) < nothing


def test_a_feature_without_a_coefficient_counts_nothing() -> None:
    assert Fusion({}, {}).score(Features(cosine=1.0)) == 0.0


def test_a_lone_candidate_leads_by_its_score() -> None:
    assert context_of(QUESTION, [2.0], (1, 0)).margin == 2.0


def test_damaged_coefficients_say_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "fusion.json"
    broken.write_text("{", "utf-8")
    monkeypatch.setattr(fusion, "COEFFICIENTS", broken)
    shipped_fusion.cache_clear()
    with pytest.raises(ModelError, match="install msfaq again"):
        shipped_fusion()
    shipped_fusion.cache_clear()


@pytest.mark.train
def test_fitting_learns_from_a_small_book(tmp_path: Path) -> None:
    (tmp_path / "operators").mkdir()
    for name in ("widget", "gadget", "sprocket"):
        text = EXAMPLE.format(id=name, message=f"The {name} of size {{size:bytes}} broke")
        (tmp_path / "operators" / f"{name}.md").write_text(text, "utf-8")
    book = open_book(tmp_path, tmp_path / "none")
    asked = list(ask_all(book, shipped_encoder(), random.Random(0)))
    assert {frozenset({name}) for name in ("widget", "gadget", "sprocket")} <= {one.right for one in asked}
    fitted = Fusion(fit_ranking(asked), {})
    assert fitted.score(Features(share=1.0, cosine=0.9)) > fitted.score(Features(share=0.2, cosine=0.1))


@pytest.mark.train
def test_texts_about_other_things_are_asked_as_if_the_book_did_not_know_them(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["a cup of tea and a biscuit", "the biscuit went soft in the cup", "kubectl get pods hangs"]
    monkeypatch.setattr(questions, "other_texts", lambda: texts)
    monkeypatch.setattr(domain, "other_texts", lambda: texts)
    first, second, third = ask_others(BOOK, shipped_encoder())
    assert all(one.is_other and not one.is_labelled and not one.right for one in (first, second, third))
    classes = Classes(own_texts(BOOK.entries.values()), texts)
    evidence = [one.ranking.question.domain for one in (first, second, third)]
    assert evidence == [classes.likeness_without(text) for text in texts]
    # Beside itself each would speak more against the book.
    desk = questions.Desk(BOOK, shipped_encoder())
    assert all(
        desk.ask(text, frozenset(), 1.0).ranking.question.domain < left_out
        for text, left_out in zip(texts, evidence, strict=True)
    )


def test_other_things_teach_what_speaks_for_an_answer_and_no_scale() -> None:
    def example(score: float, domain: float, right: int, *, is_other: bool = False) -> Example:
        return Example(Context(score, 1.0, 0.0, 0.1, 1.0, 0.0, 0.0, domain), right, not is_other, is_other)

    labelled = [example(score, 0.0, int(score > 5)) for score in (2.0, 3.0, 4.0, 6.0, 7.0, 8.0)] * 5
    others = [example(9.0, -4.0, 0, is_other=True)] * 60
    alone, beside = (Fusion({}, fit_confidence(examples)) for examples in (labelled, [*labelled, *others]))
    strange = others[0].context
    assert beside.confidence(strange) < 0.5 < alone.confidence(strange)
    usual = [example.context for example in labelled]
    given = sum(map(beside.confidence, usual)) / len(usual)
    assert given == pytest.approx(sum(example.right for example in labelled) / len(labelled), abs=0.1)
