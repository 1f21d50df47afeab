"""The whole training, from a documentation tree and the book to a folder with the model."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from tokenizers import Tokenizer

from msfaq.corpus.book import Book
from msfaq.index.model_files import ModelConfig
from msfaq.index.training.bags import Ints, make_bags
from msfaq.index.training.book_pairs import book_pairs
from msfaq.index.training.contrast import contrast
from msfaq.index.training.documents import read_tree
from msfaq.index.training.export import export
from msfaq.index.training.imitate import first_rows, imitate
from msfaq.index.training.pages import Page
from msfaq.index.training.pairs import Pair, page_pairs
from msfaq.index.training.progress import say
from msfaq.index.training.rare import settle_rare
from msfaq.index.training.shorten import shorten
from msfaq.index.training.teacher import ask_teacher, load_teacher
from msfaq.index.training.threads import one_thread
from msfaq.index.training.wordpieces import UNKNOWN_ID, english_pieces, train_tokenizer

NAME: Final = "msfaq-static-zh-en"
"""Name of the shipped model."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen about a training."""

    seed: int = 0
    """The same seed, texts, library releases and number of threads give the same model."""
    dim: int = 256
    """Numbers in a vector while it is trained, at most the teacher's 384."""
    kept: int = 80
    """Numbers of it that are kept: on the questions to tune by, as many are found as with 96 (docs/QUALITY.md). A
    multiple of eight: of other lengths FAISS takes seven times as long to search bytes."""
    pieces: int = 8_000
    """Pieces learned from our own text; more would be rarer than the training can teach."""
    english: int = 25_000
    """The teacher's commonest English pieces beside them: users say words that the documentation does not."""
    lessons: int = 6_000
    """Texts that the teacher encodes: most of the training's time."""
    imitation_epochs: int = 3
    """Passes over the teacher's texts."""
    epochs: int = 12
    """Passes over the pairs."""


def train(tree: Path, out: Path, book: Book, settings: Settings) -> ModelConfig:
    """Train a model and write it into the folder ``out``; progress goes to stderr.

    Raises ValueError when beneath ``tree`` there are fewer translated texts than a vector has numbers.
    """
    pages = read_tree(tree)
    own = book_pairs(book)
    pairs = page_pairs(pages) + own
    say(f"{len(pages)} pages, {len(pairs)} pairs ({len(own)} from the book)")
    texts = _lesson_texts(pairs, settings)
    if len(texts) < settings.dim:
        raise ValueError(f"{tree}: only {len(texts)} translated texts (source_zh_cn beside source_en) are too few")
    teacher = load_teacher()
    english = english_pieces(teacher.tokenizer.get_vocab(), settings.english)
    tokenizer = train_tokenizer(_all_texts(pages, own), english, settings.pieces)
    say(f"{tokenizer.get_vocab_size()} pieces")
    lessons = ask_teacher(teacher, tokenizer, texts, settings.dim)
    with one_thread():
        start = imitate(first_rows(lessons), lessons, epochs=settings.imitation_epochs, seed=settings.seed)
        rows = contrast(start, tokenizer, pairs, epochs=settings.epochs, seed=settings.seed)
        rows = settle_rare(start, rows, _counts(tokenizer, pairs))
    rows[UNKNOWN_ID] = 0
    own_texts = make_bags(tokenizer, sorted({text for pair in own for text in (pair.anchor, pair.positive)}))
    rows = shorten(rows, own_texts.of(np.arange(len(own_texts.lengths))), settings.kept)
    config = export(out, rows, tokenizer, name=NAME)
    say(f"{config.pieces} pieces of {config.dim} numbers, digest {config.digest}, in {out}")
    return config


def _all_texts(pages: dict[str, Page], own: list[Pair]) -> list[str]:
    texts = [
        text for page in pages.values() for section in page.sections for text in (section.heading, *section.blocks)
    ]
    return texts + [text for pair in own for text in (pair.anchor, pair.positive)]


def _counts(tokenizer: Tokenizer, pairs: list[Pair]) -> Ints:
    """Return how often each piece stands in the pairs."""
    both = make_bags(tokenizer, [text for pair in pairs for text in (pair.anchor, pair.positive)])
    return np.bincount(both.ids, minlength=tokenizer.get_vocab_size())


def _lesson_texts(pairs: list[Pair], settings: Settings) -> list[tuple[str, str]]:
    """Return a sample of (English, Chinese) texts for the teacher."""
    parallel = sorted({(pair.positive, pair.anchor) for pair in pairs if pair.kind == "parallel"})
    order = np.random.default_rng(settings.seed).permutation(len(parallel))[: settings.lessons]
    return [parallel[number] for number in order]
