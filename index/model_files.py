"""The three files of an embedding model: what they are called, how they are read, and whether they fit each other."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from tokenizers import Tokenizer

from msfaq.errors import ModelError

FORMAT: Final = 1
"""Version of the three files' layout; another one is refused."""

TABLE_FILE: Final = "table.safetensors"
"""Tensors ``rows`` (pieces × dim, int8) and ``scales`` (pieces, float32); row = rows × scale."""

TOKENIZER_FILE: Final = "tokenizer.json"
"""The tokenizer in the form of the ``tokenizers`` library."""

CONFIG_FILE: Final = "model.json"
"""The fields of `ModelConfig`."""

DIGEST_CHARS: Final = 16
"""Hexadecimal digits kept of the SHA-256: enough to tell models apart, short enough to show."""

_MEND: Final = "install msfaq again, or train a model with 'python -m msfaq.index.training'"


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """What ``model.json`` says about the files beside it."""

    format: int
    """Equals `FORMAT`."""
    name: str
    """Name of the model, for messages and the index."""
    dim: int
    """Numbers in a vector."""
    pieces: int
    """Rows of the table, and words of the tokenizer."""
    digest: str
    """`digest_of` the folder: two models with the same digest give the same vectors."""


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """The contents of the three files, which fit each other."""

    config: ModelConfig
    """The model's description."""
    tokenizer: Tokenizer
    """Cuts texts into pieces; knows ``config.pieces`` of them."""
    rows: NDArray[np.int8]
    """(pieces, dim); a piece's row is this times its scale."""
    scales: NDArray[np.float32]
    """(pieces,), not negative; zero for a piece that means nothing."""


def read_model(folder: Path) -> ModelFiles:
    """Read the model in ``folder``.

    Raises ModelError when a file is missing or damaged, or the files do not fit each other. The digest is not computed
    here, that would take longer than a query; `digest_of` does.
    """
    config = read_config(folder)
    tokenizer = _read_tokenizer(folder / TOKENIZER_FILE)
    rows, scales = _read_table(folder / TABLE_FILE)
    if rows.shape != (config.pieces, config.dim) or scales.shape != (config.pieces,):
        raise ModelError(f"{folder / TABLE_FILE}: a table of {rows.shape}, which {CONFIG_FILE} does not say; {_MEND}")
    if tokenizer.get_vocab_size() != config.pieces:
        raise ModelError(f"{folder / TOKENIZER_FILE}: not the tokenizer that {CONFIG_FILE} belongs to; {_MEND}")
    return ModelFiles(config, tokenizer, rows, scales)


def read_config(folder: Path) -> ModelConfig:
    """Read ``model.json``.

    Raises ModelError when it is missing, damaged or of another format.
    """
    file = folder / CONFIG_FILE
    try:
        fields = json.loads(file.read_text("utf-8"))
        config = ModelConfig(**{name: fields[name] for name in ModelConfig.__slots__})
    except OSError as error:
        raise ModelError(f"{file}: cannot be read ({error.strerror}); {_MEND}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{file}: not a model's description; {_MEND}") from error
    if [type(value) for value in (config.name, config.dim, config.pieces, config.digest)] != [str, int, int, str]:
        raise ModelError(f"{file}: not a model's description; {_MEND}")
    if config.format != FORMAT:
        raise ModelError(f"{file}: format {config.format}, this msfaq reads format {FORMAT}; {_MEND}")
    return config


def digest_of(folder: Path) -> str:
    """Return the digest of table and tokenizer: the first `DIGEST_CHARS` digits of the SHA-256 of their SHA-256s.

    Raises ModelError when a file cannot be read.
    """
    hashed = hashlib.sha256()
    for name in (TABLE_FILE, TOKENIZER_FILE):
        try:
            hashed.update(hashlib.sha256((folder / name).read_bytes()).digest())
        except OSError as error:
            raise ModelError(f"{folder / name}: cannot be read ({error.strerror}); {_MEND}") from error
    return hashed.hexdigest()[:DIGEST_CHARS]


def _read_tokenizer(file: Path) -> Tokenizer:
    try:
        return Tokenizer.from_str(file.read_text("utf-8"))
    except OSError as error:
        raise ModelError(f"{file}: cannot be read ({error.strerror}); {_MEND}") from error
    except Exception as error:  # tokenizers raises nothing narrower for a text it cannot parse
        raise ModelError(f"{file}: not a tokenizer; {_MEND}") from error


def _read_table(file: Path) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    try:
        with safe_open(file, framework="numpy") as table:
            rows, scales = table.get_tensor("rows"), table.get_tensor("scales")
    except OSError as error:
        raise ModelError(f"{file}: cannot be read ({error.strerror or error}); {_MEND}") from error
    except SafetensorError as error:
        raise ModelError(f"{file}: damaged ({error}); {_MEND}") from error
    if rows.dtype != np.int8 or scales.dtype != np.float32:
        raise ModelError(f"{file}: the table is {rows.dtype} and {scales.dtype}, not int8 and float32; {_MEND}")
    return rows, scales
