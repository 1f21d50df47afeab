"""Writes a trained table in the form that ships, and rebuilds a SentenceTransformer from it."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save
from tokenizers import Tokenizer

from msfaq.index.encoder import StaticEncoder
from msfaq.index.model_files import CONFIG_FILE, FORMAT, TABLE_FILE, TOKENIZER_FILE, ModelConfig, digest_of

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

STEPS: Final = 127
"""Largest absolute value in an int8 row; -128 stays unused so that rows are symmetric."""


def quantize(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return int8 rows, same shape, and one float32 scale each, such that rows ≈ int8 × scale.

    The error of a number is at most half its row's scale, about 0.4 % of the row's largest.
    """
    scales = (np.abs(rows).max(axis=1) / STEPS).astype(np.float32)
    divisors = np.where(scales > 0, scales, 1)[:, None]
    return np.rint(rows / divisors).astype(np.int8), scales


def export(folder: Path, rows: NDArray[np.float32], tokenizer: Tokenizer, *, name: str) -> ModelConfig:
    """Write the model's three files into ``folder``, made if absent, and return its description.

    ``rows`` is (vocabulary, dim). The description is written last: while the files change, they do not fit each other
    and are refused.
    """
    folder.mkdir(parents=True, exist_ok=True)
    integers, scales = quantize(rows)
    (folder / CONFIG_FILE).unlink(missing_ok=True)
    (folder / TABLE_FILE).write_bytes(save({"rows": integers, "scales": scales}))
    (folder / TOKENIZER_FILE).write_text(tokenizer.to_str(), "utf-8")
    config = ModelConfig(format=FORMAT, name=name, dim=rows.shape[1], pieces=len(rows), digest="")
    config = replace(config, digest=digest_of(folder))
    (folder / CONFIG_FILE).write_text(json.dumps(asdict(config), indent=2) + "\n", "utf-8")
    return config


def as_sentence_transformer(folder: Path) -> "SentenceTransformer":
    """Rebuild the model as sentence-transformers' StaticEmbedding and Normalize, from the shipped files.

    Raises ModelError as `StaticEncoder.open` does.
    """
    import torch
    from safetensors.numpy import load_file
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, StaticEmbedding

    StaticEncoder.open(folder)
    table = load_file(folder / TABLE_FILE)
    rows = torch.from_numpy(table["rows"].astype(np.float32) * table["scales"][:, None])
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
    return SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_weights=rows), Normalize()], device="cpu")
