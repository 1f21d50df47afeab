"""The training: reading pages, making pairs, cutting words, and one tiny model from beginning to end."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from shipped import BOOK
from tokenizers import Tokenizer

from msfaq.corpus.book import open_book
from msfaq.index.training.bags import Ints, make_bags
from msfaq.index.training.book_pairs import book_pairs, plain_text
from msfaq.index.training.contrast import batches, hide
from msfaq.index.training.documents import read_tree
from msfaq.index.training.export import quantize
from msfaq.index.training.markdown_pages import markdown_sections
from msfaq.index.training.pages import twin_keys, twins
from msfaq.index.training.pairs import Pair, page_pairs
from msfaq.index.training.rare import settle_rare
from msfaq.index.training.rst_pages import rst_sections
from msfaq.index.training.wordpieces import UNKNOWN, english_pieces, train_tokenizer

MARKDOWN = """# Loading `data`

First [link](https://example.org) and ![image](x.png) words.<br/>

## Q: Why?

A: Because:

- one *reason*
- another

```python
hidden = 1
```

| name | meaning |
|---|---|
| ops.MatMul | multiplies two matrices |
"""

RST = """Title
=====

.. image:: x.svg
    :alt: hidden

Some :class:`mindspore.nn.Cell` and a `link <https://example.org>`_.

Deeper
------

- first item
  goes on
- second item::

    hidden code

After **all**.
"""


def test_markdown_becomes_headed_sections_without_markup() -> None:
    title, question = markdown_sections(MARKDOWN)
    assert (title.level, title.heading, title.blocks) == (1, "Loading data", ("First link and words.",))
    assert (question.level, question.heading) == (2, "Q: Why?")
    assert question.blocks[:3] == ("A: Because:", "one reason", "another")
    assert question.rows == (("name", "meaning"), ("ops.MatMul", "multiplies two matrices"))
    assert "hidden" not in question.body


def test_rst_becomes_headed_sections_without_directives() -> None:
    title, deeper = rst_sections(RST)
    assert (title.level, title.heading) == (1, "Title")
    assert title.blocks == ("Some mindspore.nn.Cell and a link.",)
    assert (deeper.level, deeper.heading) == (2, "Deeper")
    assert deeper.blocks == ("first item goes on", "second item:", "After all.")


@pytest.mark.parametrize("read", [markdown_sections, rst_sections])
def test_a_page_without_a_heading_is_one_section(read: Callable[[str], tuple[object, ...]]) -> None:
    assert len(read("only words")) == 1
    assert read("") == ()


@pytest.mark.parametrize(
    ("zh", "en"),
    [
        ("a/source_zh_cn/b.md", "a/source_en/b.md"),
        ("install/pip.md", "install/pip_en.md"),
        ("code/README_CN.md", "code/README.md"),
    ],
)
def test_translations_share_a_key(zh: str, en: str) -> None:
    assert twin_keys(zh)[1] == twin_keys(en)[1]
    assert (twin_keys(zh)[0], twin_keys(en)[0]) == ("zh", "en")


def test_a_tree_gives_twins_and_their_pairs(tmp_path: Path) -> None:
    write(tmp_path / "source_zh_cn" / "faq.md", "# 常见问题\n\n## Q: 内存不足怎么办？\n\nA: 减小批次大小即可。\n")
    write(tmp_path / "source_en" / "faq.md", "# Questions\n\n## Q: Out of memory?\n\nA: Use a smaller batch.\n")
    write(tmp_path / "source_en" / "_templates" / "page.rst", "Name\n====\n\nmarkup\n")
    pages = read_tree(tmp_path)
    assert [(zh.path, en.path) for zh, en in twins(pages)] == [("source_zh_cn/faq.md", "source_en/faq.md")]
    pairs = page_pairs(pages)
    assert Pair("内存不足怎么办？", "Out of memory?", "parallel") in pairs
    assert Pair("减小批次大小即可。", "Use a smaller batch.", "parallel") in pairs
    assert Pair("Out of memory?", "Use a smaller batch.", "heading") in pairs
    assert len(pairs) == len(set(pairs))


def test_pages_with_other_headings_are_not_aligned(tmp_path: Path) -> None:
    write(tmp_path / "source_zh_cn" / "a.md", "# 标题一二\n\n## 第二个标题\n\n正文正文。\n")
    write(tmp_path / "source_en" / "a.md", "# Title\n\nSome text here.\n")
    assert not [pair for pair in page_pairs(read_tree(tmp_path)) if pair.kind == "parallel"]


def test_an_api_is_paired_with_words_only(tmp_path: Path) -> None:
    rows = ("| a | b |", "|---|---|", "| ops.MatMul | multiplies two big matrices |", "| ops.Exp | ✔️ |", "| no | API |")
    write(tmp_path / "a.md", "\n".join(["# Operators", "", *rows]))
    found = [pair for pair in page_pairs(read_tree(tmp_path)) if pair.kind == "api"]
    assert found == [Pair("ops.MatMul", "multiplies two big matrices", "api")]


def test_the_book_gives_pairs_in_both_languages_and_its_asks() -> None:
    book = BOOK
    pairs = book_pairs(book)
    texts = {text for pair in pairs for text in (pair.anchor, pair.positive)}
    for entry in book.entries.values():
        assert {entry.title.zh, entry.title.en} <= texts
        assert plain_text(entry.sections_en[0].markdown) in texts
        assert {*entry.asks.zh, *entry.asks.en} <= texts
    groups = {pair.group for pair in pairs if pair.kind == "ask"}
    assert groups == {entry.id for entry in book.entries.values() if entry.asks.zh or entry.asks.en}


def test_what_means_the_same_is_kept_out_of_one_batch() -> None:
    pairs = [Pair(f"ask {n}", f"answer {n}", "ask", f"entry-{n % 4}") for n in range(40)]
    for chosen in batches(pairs, np.random.default_rng(0)):
        groups = [pairs[number].group for number in chosen]
        assert len(groups) == len(set(groups))


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    texts = ["显存不足", "显存不足怎么办", "GeneratorDataset", "generator dataset failed", "Timeout timeout"] * 5
    return train_tokenizer(
        texts, english_pieces({"[CLS]": 0, "1999": 1, "checkpoint": 3, "##ing": 2, "é": 4}, most=9), size=200
    )


def test_the_teachers_commonest_english_pieces_are_taken() -> None:
    vocabulary = {"[PAD]": 0, "the": 1, "##ing": 3, "memory": 2, "1999": 4, "ing": 5, "zebra": 6}
    assert english_pieces(vocabulary, most=3) == ["the", "memory", "ing"]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("GeneratorDataset", ["generator", "dataset"]),
        ("generator_dataset", ["generator", "dataset"]),
        ("显存不足Timeout", ["显存不足", "timeout"]),
        ("checkpointing", ["checkpoint", "ing"]),
        ("timeout:12345678!", ["timeout"]),
        ("鑫", []),
        ("显存鑫不足", ["显", "存", "不足"]),
        ("zzé", [UNKNOWN]),
    ],
)
def test_words_are_cut_at_borders(tokenizer: Tokenizer, text: str, pieces: list[str]) -> None:
    assert tokenizer.encode(text, add_special_tokens=False).tokens == pieces


def test_bags_keep_texts_apart(tokenizer: Tokenizer) -> None:
    bags = make_bags(tokenizer, ["timeout", "", "generator dataset"])
    assert bags.lengths.tolist() == [1, 0, 2]
    assert [ids.tolist() for ids in bags.of(np.array([2, 1]))] == [bags.ids[1:].tolist(), []]


def test_no_text_stands_twice_in_a_batch() -> None:
    pairs = [Pair("same", f"text {number}", "heading") for number in range(3)] + [Pair("a", "b", "parallel")]
    for chosen in batches(pairs, np.random.default_rng(0)):
        assert len(chosen) == 2
        assert len({pairs[number].anchor for number in chosen}) == 2


def test_hiding_leaves_something_in_order() -> None:
    generator = np.random.default_rng(0)
    for length in (1, 2, 8, 50):
        ids = np.arange(length)
        kept = hide(ids, generator)
        assert 0 < len(kept) <= length
        assert (np.diff(kept) > 0).all()


def test_quantizing_errs_by_half_a_step_at_most() -> None:
    rows = np.random.default_rng(0).normal(size=(20, 8)).astype(np.float32)
    rows[3] = 0
    integers, scales = quantize(rows)
    assert integers.dtype == np.int8
    assert scales.dtype == np.float32
    assert (np.abs(integers * scales[:, None] - rows) <= scales[:, None] * 0.501).all()


def test_a_rare_word_follows_the_frequent_ones() -> None:
    generator = np.random.default_rng(0)
    start = generator.normal(size=(100, 4)).astype(np.float32)
    start /= np.linalg.norm(start, axis=1, keepdims=True)
    turn = generator.normal(size=(4, 4)).astype(np.float32)
    trained = (start @ turn).astype(np.float32)
    trained[:2] = [9, 9, 9, 9]
    counts = np.full(100, 10_000)
    counts[:2] = [0, 10]
    start[2], trained[2], counts[2] = 0, 5, 0
    settled = settle_rare(start, trained, counts)
    np.testing.assert_allclose(settled[0], start[0] @ turn, atol=0.1)
    np.testing.assert_allclose(settled[1], (9 + start[1] @ turn) / 2, atol=0.1)
    np.testing.assert_allclose(settled[2:], trained[2:], atol=0.1)


def test_shortened_rows_keep_the_cosines_that_texts_have() -> None:
    from msfaq.index.training.shorten import shorten

    chance = np.random.default_rng(0)
    rows = (chance.normal(size=(50, 4)) @ chance.normal(size=(4, 12))).astype(np.float32)
    texts = [chance.integers(0, 50, size=5) for _ in range(30)] + [np.zeros(0, np.int64)]
    short = shorten(rows, texts, 4)
    assert short.shape == (50, 4)
    np.testing.assert_allclose(cosines(short, texts[:-1]), cosines(rows, texts[:-1]), atol=1e-4)
    assert np.abs(cosines(shorten(rows, texts, 2), texts[:-1]) - cosines(rows, texts[:-1])).max() > 0.05


def cosines(rows: NDArray[np.float32], texts: Sequence[Ints]) -> NDArray[np.float32]:
    vectors = np.stack([rows[ids].sum(axis=0) for ids in texts])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found: NDArray[np.float32] = vectors @ vectors.T
    return found


@pytest.mark.train
def test_a_tiny_training_is_repeatable_and_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from msfaq.index.encoder import StaticEncoder
    from msfaq.index.training.export import as_sentence_transformer
    from msfaq.index.training.train import Settings, train

    tree = tmp_path / "tree"
    questions = made_up_tree(tree)
    book = open_book(tmp_path / "no entries", tmp_path / "no guides")
    settings = Settings(seed=3, dim=16, pieces=300, english=50, lessons=30, imitation_epochs=1, epochs=12)
    first = train(tree, tmp_path / "one", book, settings)
    again = train(tree, tmp_path / "two", book, settings)
    other = train(tree, tmp_path / "three", book, Settings(**{**as_words(settings), "seed": 4}))
    assert first == again
    assert first.digest != other.digest
    assert "contrast 12/12" in capsys.readouterr().err

    encoder = StaticEncoder.open(tmp_path / "one")
    chinese, english = (encoder.encode(side) for side in zip(*questions, strict=True))
    assert np.mean((chinese @ english.T).argmax(axis=1) == np.arange(len(questions))) > 0.8
    wanted = as_sentence_transformer(tmp_path / "one").encode(list(questions[0]), convert_to_numpy=True)
    np.testing.assert_allclose(encoder.encode(questions[0]), wanted, atol=1e-5, rtol=0)


@pytest.mark.train
def test_a_tree_without_translations_is_refused(tmp_path: Path) -> None:
    from msfaq.index.training.train import Settings, train

    write(tmp_path / "a.md", "# Title\n\nSome text here.\n")
    book = open_book(tmp_path / "no entries", tmp_path / "no guides")
    with pytest.raises(ValueError, match="0 translated texts"):
        train(tmp_path, tmp_path / "out", book, Settings())
    assert not (tmp_path / "out").exists()


def as_words(settings: object) -> dict[str, int]:
    return {name: getattr(settings, name) for name in type(settings).__slots__}  # type: ignore[attr-defined]


def made_up_tree(tree: Path) -> list[tuple[str, str]]:
    """Write a page in each language, forty sections of words drawn from a made-up dictionary; return the headings."""
    dictionary = {
        "内存": "memory", "设备": "device", "图像": "image", "超时": "timeout", "端口": "port", "安装": "install",
        "权重": "weights", "编译": "compile", "精度": "precision", "日志": "log", "梯度": "gradient", "缓存": "cache",
    }  # fmt: skip
    chooser = random.Random(0)
    drawn = {tuple(sorted(chooser.sample(sorted(dictionary), 3))) for _ in range(40)}
    headings = [("，".join(words), " ".join(dictionary[word] for word in words)) for words in sorted(drawn)]
    for at, folder in enumerate(("source_zh_cn", "source_en")):
        sections = "".join(f"## {heading[at]}\n\n{heading[at]} {heading[at]}\n\n" for heading in headings)
        write(tree / folder / "page.md", f"# {('标题标题', 'The title')[at]}\n\n{sections}")
    return headings


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
