"""Turns texts into vectors with any model of sentence-transformers."""

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from msfaq.errors import ModelUnavailable
from msfaq.index.encoders import Encoder, Pieces, shipped_encoder
from msfaq.index.models import Model, Work

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_FEW: Final = 16
"""Texts up to which no device but the CPU is worth waking; a question is one, and the GPU may be busy training."""


class SentenceEncoder:
    """A model of sentence-transformers as an `Encoder`; the library is loaded when the first text comes."""

    def __init__(self, model: Model, work: Work) -> None:
        self._model = model
        self._work = work
        self._loaded: Any = None
        self._on_cpu = False
        self._dim = 0

    @property
    def name(self) -> str:
        """Name of the model, or its folder."""
        return self._model.name

    @property
    def digest(self) -> str:
        """Short hexadecimal digest of its files."""
        return self._model.digest

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        if not self._dim:
            self._dim = int(self.encode([""]).shape[1])
        return self._dim

    @cached_property
    def _shipped(self) -> Encoder:
        return shipped_encoder()

    def is_word(self, word: str) -> bool:
        """Tell whether a lower-case word is one piece of the shipped model: a language's words are no model's own."""
        return self._shipped.is_word(word)

    def pieces(self, texts: Sequence[str]) -> Pieces:
        """Return the pieces of the shipped model: what is fitted to words' nearness is fitted to that."""
        return self._shipped.pieces(texts)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of what is searched, shape (n, dim), float32, each of norm 1 or 0.

        Raises ModelUnavailable when the model cannot be loaded or run.
        """
        return self._encode(texts, "encode_document")

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of questions: with the model's own prompt for them, if it has one."""
        return self._encode(texts, "encode_query")

    def _encode(self, texts: Sequence[str], how: str) -> NDArray[np.float32]:
        cleaned = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        loaded = self._load(few=len(cleaned) <= _FEW)
        shows = len(cleaned) > self._work.batch_size and sys.stderr.isatty()
        try:
            with _quiet():
                rows = getattr(loaded, how)(
                    cleaned, batch_size=self._work.batch_size, show_progress_bar=shows, convert_to_numpy=True
                )
        except Exception as error:
            raise _unavailable(self.name, error) from error
        return unit_rows(np.asarray(rows, np.float32).reshape(len(cleaned), -1))

    def _load(self, *, few: bool) -> "SentenceTransformer":
        device = self._work.device or ("cpu" if few else None)
        if self._loaded is None or (self._on_cpu and device is None):
            self._loaded = load(str(self._model.folder), device)
            self._on_cpu = device == "cpu"
        return self._loaded


def load(name: str, device: str | None) -> "SentenceTransformer":
    """Load a model of sentence-transformers.

    Raises ModelUnavailable, in one line, for whatever goes wrong with it.
    """
    try:
        with _quiet():
            from sentence_transformers import SentenceTransformer

            return SentenceTransformer(name, device=device)
    except Exception as error:
        raise _unavailable(name, error) from error


def unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows, shape (n, dim), at norm 1; a row that is zero or not finite becomes zero."""
    finite: NDArray[np.float32] = np.where(np.isfinite(rows).all(axis=1, keepdims=True), rows, 0).astype(np.float32)
    norms = np.linalg.norm(finite, axis=1, keepdims=True)
    return np.divide(finite, norms, out=np.zeros_like(finite), where=norms > 0)


def _unavailable(name: str, error: Exception) -> ModelUnavailable:
    first = (str(error).strip() or type(error).__name__).splitlines()[0]
    return ModelUnavailable(f"the model {name} cannot be used: {first[:300]}")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the libraries' own remarks, and their progress bars for single files, from the terminal."""
    from transformers.utils import logging

    level, has_bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.set_verbosity(level)
        if has_bars:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]
