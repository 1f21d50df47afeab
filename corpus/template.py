"""The language of message templates: literal text with typed captures.

``Out of Memory!!! total[{total:bytes}]`` is the literal ``Out of Memory!!! total[``, a capture named ``total`` of type
``bytes``, and the literal ``]``. ``{op}`` is a capture of type ``text``; ``{_}`` skips text without keeping it; ``{{``
and ``}}`` are literal braces. A run of blanks in a template stands for any run of blanks or line ends.
"""

import re
from dataclasses import dataclass

from msfaq.corpus.vocabulary import CAPTURE_TYPES

_PIECE = re.compile(r"\{\{|\}\}|\{(?P<name>[a-z_][a-z0-9_]*)(?::(?P<type>[a-z]+))?\}|(?P<stray>[{}])")

_SAMPLES = {
    "text": "some text",
    "name": "Default/MatMul-op12",
    "int": "42",
    "number": "0.5",
    "bytes": "32611480064",
    "shape": "[32, 10]",
    "dtype": "Float32",
    "path": "/home/user/data/file_0.bin",
    "quoted": "'value'",
}


@dataclass(frozen=True, slots=True)
class Capture:
    """A part of a template that varies."""

    name: str
    """Name under which the text is kept; ``_`` keeps nothing."""
    type: str
    """One of `msfaq.corpus.vocabulary.CAPTURE_TYPES`."""


Piece = str | Capture


def parse_template(template: str) -> tuple[Piece, ...]:
    """Cut a template into literals and captures, in order; literals are never empty.

    Raises ValueError for a stray brace, an unknown type, a name used twice, or a template without a literal of three
    characters (it would match nearly everything).

    >>> parse_template("name:{op:name} failed")
    ('name:', Capture(name='op', type='name'), ' failed')
    """
    pieces: list[Piece] = []
    literal = ""
    at = 0
    seen: set[str] = set()
    for found in _PIECE.finditer(template):
        literal += template[at : found.start()]
        at = found.end()
        if found["stray"]:
            raise ValueError(f"stray '{found['stray']}' at column {found.start() + 1}; write it twice to mean itself")
        if not found["name"]:
            literal += found[0][0]
            continue
        name, kind = found["name"], found["type"] or "text"
        if kind not in CAPTURE_TYPES:
            raise ValueError(f"unknown capture type '{kind}'; one of {', '.join(CAPTURE_TYPES)}")
        if name != "_" and name in seen:
            raise ValueError(f"capture '{name}' stands twice")
        seen.add(name)
        if literal:
            pieces.append(literal)
        pieces.append(Capture(name, kind))
        literal = ""
    literal += template[at:]
    if literal:
        pieces.append(literal)
    if not any(isinstance(piece, str) and len(piece.strip()) >= 3 for piece in pieces):
        raise ValueError("no literal part of three characters or more")
    return tuple(pieces)


def capture_names(template: str) -> frozenset[str]:
    """Return the names that a template keeps."""
    return frozenset(p.name for p in parse_template(template) if isinstance(p, Capture) and p.name != "_")


def sample(template: str) -> str:
    """Return a text that the template matches, its captures filled with typical values.

    >>> sample("total[{total:bytes}]")
    'total[32611480064]'
    """
    return "".join(p if isinstance(p, str) else _SAMPLES[p.type] for p in parse_template(template))


def shown_template(template: str) -> str:
    """Return a message template as it is shown to people, a dot of omission for what varies.

    >>> shown_template("Out of Memory!!! total[{total:bytes}] of {_}{card:int}")
    'Out of Memory!!! total[…] of …'
    """
    return re.sub("…+", "…", "".join(p if isinstance(p, str) else "…" for p in parse_template(template)))


def literal_text(template: str) -> str:
    """Return a message template without its captures."""
    return " ".join(piece.strip() for piece in parse_template(template) if not isinstance(piece, Capture))
