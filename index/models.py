"""Finds the embedding model that was chosen, without loading it."""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from msfaq.errors import ModelUnavailable
from msfaq.index.encoders import SHIPPED_MODEL, Encoder, shipped_encoder

SHIPPED: Final = "shipped"
"""Name by which the model that ships with msfaq is chosen."""

_INSTALL: Final = "pip install 'sentence-transformers>=5.4'"
_MARKS: Final = ("modules.json", "config.json")
"""Files of which a folder with a model has at least one."""

_WHOLE: Final = 1 << 20
"""Bytes up to which a file of a model is read whole for the digest; of larger ones the edges."""

_EDGE: Final = 1 << 16
_ORGANISATION: Final = "sentence-transformers"
"""Whose model a name without an owner is."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model that can be had on this machine."""

    name: str
    """``shipped``, or the name or folder as it was chosen."""
    folder: Path
    """Where its files lie."""
    digest: str
    """Short hexadecimal digest of what determines its vectors."""

    @property
    def is_shipped(self) -> bool:
        """Whether it is the one that ships."""
        return self.name == SHIPPED


@dataclass(frozen=True, slots=True)
class Work:
    """How a model is to compute many vectors."""

    batch_size: int = 32
    """Texts at once."""
    device: str | None = None
    """``cpu``, ``cuda``, ``npu`` …; None lets the library choose."""


def find_model(name: str) -> Model:
    """Return the model of a name (``shipped``, a folder, or a name in the model hub's cache on this disk).

    Raises ModelUnavailable, saying what to do, when it is not there.
    """
    if name == SHIPPED:
        return Model(SHIPPED, SHIPPED_MODEL, _shipped_digest())
    if find_spec("sentence_transformers") is None:
        raise ModelUnavailable(f"the model {name} needs sentence-transformers: {_INSTALL}")
    folder = _folder(name)
    if folder is None:
        raise ModelUnavailable(f"the model {name} is not on this disk")
    return Model(name, folder, _digest(folder))


def open_model(model: Model, work: Work | None = None) -> Encoder:
    """Return the encoder of a model.

    Raises ModelError when the shipped one is damaged; another is loaded at its first use.
    """
    if model.is_shipped:
        return shipped_encoder()
    # Imported here: NumPy takes longer to load than an exact answer takes to find.
    from msfaq.index.sentence_encoder import SentenceEncoder

    return SentenceEncoder(model, work or Work())


def fetch_model(name: str) -> Model:
    """Return the model of a name, from the model hub if it is not on this disk.

    Raises ModelUnavailable when it cannot be had.
    """
    try:
        return find_model(name)
    except ModelUnavailable:
        if find_spec("sentence_transformers") is None or _is_path(name):
            raise
    from msfaq.index.sentence_encoder import load

    load(name, None)
    return find_model(name)


def _is_path(name: str) -> bool:
    return name.startswith(("/", "./", "../", "~")) or name.count("/") > 1


def _folder(name: str) -> Path | None:
    path = Path(name).expanduser()
    if path.is_dir() and any((path / mark).is_file() for mark in _MARKS):
        return path.resolve()
    if _is_path(name):
        return None
    for full in (name, f"{_ORGANISATION}/{name}"):
        repository = _hub() / f"models--{full.replace('/', '--')}"
        try:
            revision = (repository / "refs" / "main").read_text("utf-8").strip()
        except (OSError, ValueError):
            continue
        snapshot = repository / "snapshots" / revision
        if any((snapshot / mark).is_file() for mark in _MARKS):
            return snapshot
    return None


def _hub() -> Path:
    """Return the model hub's cache, found as huggingface_hub finds it."""
    for variable, below in (("HF_HUB_CACHE", ""), ("HUGGINGFACE_HUB_CACHE", ""), ("HF_HOME", "hub")):
        if place := os.environ.get(variable):
            return Path(place).expanduser() / below
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(cache).expanduser() / "huggingface" / "hub"


def _shipped_digest() -> str:
    try:
        return str(json.loads((SHIPPED_MODEL / "model.json").read_text("utf-8"))["digest"])
    except (OSError, ValueError, KeyError, TypeError):
        return "no model"


def _digest(folder: Path) -> str:
    """Return a digest of names, sizes and contents; of large files the beginning and the end stand for the whole."""
    state = hashlib.sha256()
    try:
        for file in sorted(_files(folder)):
            size = file.stat().st_size
            state.update(f"{file.relative_to(folder).as_posix()}\0{size}\n".encode("utf-8", "surrogateescape"))
            with file.open("rb") as data:
                if size <= _WHOLE:
                    state.update(data.read())
                else:
                    state.update(data.read(_EDGE))
                    data.seek(-_EDGE, os.SEEK_END)
                    state.update(data.read())
    except OSError as error:
        raise ModelUnavailable(f"the model in {folder} cannot be read: {error.strerror}") from error
    return state.hexdigest()[:16]


def _files(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        if not file.name.startswith(".") and file.suffix != ".md" and file.is_file():
            yield file
