"""Reads the line that opens a code block: its language and what the block promises.

The line is ``language promise key=value … flag``, cut like a shell command, so values with blanks are quoted::

    python fix needs=mindspore prints="(2, 3)" timeout=60
"""

import shlex
from dataclasses import dataclass

from msfaq.corpus.vocabulary import NEEDS, PROMISES


@dataclass(frozen=True, slots=True)
class Fence:
    """What an opening fence line says; the fields are explained at `msfaq.corpus.entry.Snippet`."""

    lang: str
    promise: str
    needs: tuple[str, ...] = ()
    prints: tuple[str, ...] = ()
    because: str = ""
    destructive: bool = False
    timeout: int = 120


def parse_fence(info: str) -> Fence:
    """Read the text after the three backticks.

    Raises ValueError, in a sentence for the author, when a word is unknown or a promise is missing or incomplete.

    >>> parse_fence('python fix needs=mindspore prints="(2, 3)"')
    Fence(lang='python', promise='fix', needs=('mindspore',), prints=('(2, 3)',), because='', destructive=False, \
timeout=120)
    """
    try:
        words = shlex.split(info)
    except ValueError as error:
        raise ValueError(f"the fence line cannot be cut into words: {error}") from error
    if not words:
        raise ValueError("the fence names no language")
    lang, *rest = words
    promise, because, timeout, destructive = "", "", 120, False
    needs: tuple[str, ...] = ()
    prints: list[str] = []
    for word in rest:
        key, equals, value = word.partition("=")
        if not equals and word in PROMISES:
            promise = word
        elif word == "destructive":
            destructive = True
        elif key == "needs" and value:
            needs = tuple(value.split(","))
        elif key == "prints" and value:
            prints.append(value)
        elif key == "because" and value:
            because = value
        elif key == "timeout" and value.isdigit():
            timeout = int(value)
        else:
            raise ValueError(f"the fence line has an unknown word: {word!r}")
    unknown = [need for need in needs if need not in NEEDS]
    if unknown:
        raise ValueError(f"needs={unknown[0]} is not one of {', '.join(NEEDS)}")
    if not promise:
        raise ValueError(f"the fence makes no promise; add one of {', '.join(PROMISES)}")
    if promise == "syntax" and not because:
        raise ValueError('a block that promises only syntax says because="why it cannot be run"')
    return Fence(lang, promise, needs, tuple(prints), because, destructive, timeout)
