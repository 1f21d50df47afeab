"""What an embedding model must be able to do, and the one that ships."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHIPPED_MODEL: Final = Path(__file__).parent / "model"
"""Folder of the model that ships with msfaq."""


class Pieces(NamedTuple):
    """The pieces of some texts."""

    rows: "NDArray[np.float32]"
    """One row for each distinct piece, shape (pieces, dim); the longer a row, the more the piece says."""
    places: "list[NDArray[np.int64]]"
    """Of each text the numbers of its pieces among the rows, in order, with repetitions."""


class Encoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def name(self) -> str:
        """Name of the model."""

    @property
    def digest(self) -> str:
        """Short hexadecimal digest of everything that determines the vectors."""

    @property
    def dim(self) -> int:
        """Number of dimensions."""

    def is_word(self, word: str) -> bool:
        """Tell whether a lower-case word is one piece for the model: a word of the language, not a slip of the pen."""

    def encode(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one unit row per text, shape (len(texts), dim), float32.

        A text without known words gives a zero row.
        """

    def pieces(self, texts: Sequence[str]) -> Pieces:
        """Return the known pieces of some texts. Their rows may be of another model than `encode`'s."""

    def encode_queries(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return the rows of questions, which some models are told apart from what is searched; as `encode` does."""


def shipped_encoder() -> Encoder:
    """Open the shipped model.

    Raises ModelError when its files are missing or damaged.
    """
    # Imported here: NumPy and tokenizers take longer to load than an exact answer takes to find.
    from msfaq.index.encoder import StaticEncoder

    return StaticEncoder.open(SHIPPED_MODEL)
