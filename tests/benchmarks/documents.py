"""Fits the coefficients of `msfaq.index.documents.likelihood` to a documentation tree, and measures them.

    python tests/benchmarks/documents.py DOCS_TREE

Questions are made of the tree: headings (the passages beneath them are right), sentences with other numbers in them and
sentences with a third of their words dropped (passages with the sentence are right), and texts that no passage answers:
errors of other fields, and sentences whose passages are hidden from the search.
"""

import argparse
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from msfaq.engine import Engine
from msfaq.index.documents import likelihood as model
from msfaq.index.documents.search import DocumentHit, DocumentSearch
from msfaq.index.documents.store import DocumentStore, Paths
from msfaq.index.documents.update import update
from msfaq.index.domain import other_texts
from msfaq.index.encoders import shipped_encoder
from msfaq.index.tokens import tokens

NAMES = ("share", "coverage", "heading_coverage", "cosine")

Case = tuple[str, str, str]
"""Kind, question, and the heading or the sentence of the passages that are right."""


def cases(store: DocumentStore, chance: random.Random, count: int) -> Iterator[Case]:
    """Yield questions of each kind."""
    rows = [(str(h), str(t)) for h, t in store.query("SELECT heading, text FROM passage ORDER BY id")]
    headings = sorted({h for h, _ in rows if 4 <= len(tokens(h.rsplit(" › ")[-1])) <= 20 and " › " in h})
    for heading in chance.sample(headings, count):
        yield "heading", heading.rsplit(" › ", 1)[-1], heading
    kinds = ("quoted", "sentence", "hidden")
    chosen = zip(chance.sample(rows, 6 * count), kinds * 2 * count, strict=True)
    found = ((kind, _sentence(text, kind == "quoted", chance)) for (_, text), kind in chosen)
    for kind, (question, sentence) in found:
        if question:
            yield kind, question, sentence
    for line in chance.sample(other_texts(), 400):
        yield "negative", line, ""


def _sentence(text: str, whole: bool, chance: random.Random) -> tuple[str, str]:
    """Return a question and its sentence: whole with other numbers, or with a third of its words dropped."""
    found = [s.strip() for s in re.split(r"[。.!?？！\n]", text) if 30 <= len(s.strip()) <= 200 and "|" not in s]
    if not found:
        return "", ""
    sentence = chance.choice(found)
    if whole:
        return re.sub(r"\d+", lambda number: str(chance.randrange(1, 999)), sentence), sentence
    words = re.findall(r"[A-Za-z_][\w.]*|[\u4e00-\u9fff]{1,2}|\d+", sentence)
    kept = [word for word in words if chance.random() > 1 / 3]
    joiner = "" if any("\u4e00" <= word[0] <= "\u9fff" for word in kept) else " "
    return (joiner.join(kept) if len(kept) >= 4 else ""), sentence


def is_right(hit: DocumentHit, kind: str, right: str) -> bool:
    """Tell whether a passage stands beneath the heading, or has the sentence."""
    if kind == "heading":
        return hit.heading.rsplit(" › ", 1)[-1] == right.rsplit(" › ", 1)[-1]
    return bool(right) and right in hit.text


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("docs_tree", type=Path)
    parser.add_argument("--count", type=int, default=800)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = DocumentStore.open(Path(folder), create=True)
        encoder = shipped_encoder()
        with store.writing() as cursor:
            store.keep_paths(cursor, Paths((arguments.docs_tree.resolve(),), ()))
        print(update(store, encoder))
        search = DocumentSearch(store, encoder, Engine().store)
        asked = [
            (kind, len(set(tokens(text))), [(h, is_right(h, kind, right)) for h in search.search(text, 20)])
            for kind, text, right in cases(store, random.Random(0), arguments.count)
        ]
    asked = [
        # A hidden passage is hidden with everything that says nearly the same.
        (kind, words, [(h, False) for h, right in hits if not right] if kind == "hidden" else hits)
        for kind, words, hits in asked
    ]
    fit_ranking(asked)
    fit_likelihood(asked)


def fit_ranking(asked: list[tuple[str, int, list[tuple[DocumentHit, bool]]]]) -> None:
    """Fit pairs of a right and a wrong passage of one question."""
    rows = []
    for kind, _, hits in asked:
        if kind in ("heading", "quoted", "sentence"):
            right = [values(h) for h, good in hits if good]
            wrong = [values(h) for h, good in hits if not good]
            rows += [r - w for r in right[:1] for w in wrong[:8]]
    data = np.array(rows)
    fitted = LogisticRegression(fit_intercept=False, C=1.0).fit(
        np.concatenate([data, -data]), np.repeat([1, 0], len(data))
    )
    weights = dict(zip(NAMES, fitted.coef_[0].round(2).tolist(), strict=True))
    print("RANKING", weights)
    model.RANKING.update(weights)


def fit_likelihood(asked: list[tuple[str, int, list[tuple[DocumentHit, bool]]]]) -> None:
    """Fit the first passage's chance to be right; print how it does on the half that was not fitted."""
    rows, right, kinds = [], [], []
    for kind, words, hits in asked:
        if not hits:
            continue
        hit, good = max(hits, key=lambda one: model.score(one[0].features))
        rows.append(list(model.terms(hit.features, words).values()))
        right.append(good)
        kinds.append(kind)
    data, labels = np.array(rows), np.array(right)
    half = np.arange(len(data)) % 2 == 0
    fitted = LogisticRegression(C=1.0).fit(data[half], labels[half])
    names = model.terms(hit.features, 1)
    print("LIKELIHOOD", {"bias": round(float(fitted.intercept_[0]), 2)}
          | dict(zip(names, fitted.coef_[0].round(2).tolist(), strict=True)))  # fmt: skip
    chances = fitted.predict_proba(data[~half])[:, 1]
    answered, labels = chances >= 0.5, labels[~half]
    print(f"answered {answered.mean():.3f}, right among them {labels[answered].mean():.3f}")
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        near = (chances >= low) & (chances < low + 0.2)
        print(f"  said {low:.1f}–{low + 0.2:.1f}: {near.sum()} questions, {labels[near].mean():.2f} right")
    kinds = np.array(kinds)[~half].tolist()
    for kind in dict.fromkeys(kinds):
        here = np.array([one == kind for one in kinds])
        print(kind, here.sum(), f"answered {answered[here].mean():.3f} first right {labels[here].mean():.3f}")


def values(hit: DocumentHit) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return the features as a row."""
    return np.array([getattr(hit.features, name) for name in NAMES])


if __name__ == "__main__":
    main()
