"""Proposes an entry from a failure that nothing answers."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.corpus.entry import Signature
from msfaq.corpus.template import Capture, parse_template, sample
from msfaq.errors import InputError
from msfaq.index.patterns import literal_length
from msfaq.index.signatures import Row, SignatureIndex
from msfaq.learning.masks import LEAST_LITERAL, to_template
from msfaq.logs.failure import Failure
from msfaq.logs.reading import Reading

_EXCEPTION: Final = re.compile(r"(?:[A-Za-z_]\w*\.)*([A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Timeout)): ")
_VERSION: Final = re.compile(r"(?i)mindspore[^\w\n]{0,4}(?:version)?[^\w\n]{0,4}v?(\d+\.\d+(?:\.\d+)?)")

_LONGEST: Final = 240
"""Characters of a message that become a signature: more would tie it to details."""

_ID_WORDS: Final = 6
_LONGEST_ID: Final = 60


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a new entry can be made of."""

    id: str
    """Id for it, made from the message."""
    signature: Signature
    """Recognises the message; ``weak`` when hardly anything in it is stable."""
    captures: tuple[Capture, ...]
    """The parts of the signature that vary, in order."""
    message: str
    """The message as it stands in the log, one line."""
    line: int
    """1-based line of the log on which it begins."""
    exception: str
    """Name of the exception class, or empty."""
    failure: Failure | None
    """The failure it belongs to; None when the input is the message alone."""
    rejects: tuple[str, ...]
    """A text near the signature that it does not match."""
    version: str
    """The MindSpore release that the log names, or empty."""


def propose(reading: Reading) -> Proposal:
    """Return what an entry for the failure in a log can be made of.

    Raises InputError when there is no failure, or none of its lines has a word that could be recognised.
    """
    if not reading.key_lines:
        raise InputError("no failure found in the log, so there is nothing to learn")
    for key in reading.key_lines:
        exception, message = _split(key.text)
        found = [_signature(_shortened(text), reading.text) for text in dict.fromkeys((message, key.text))]
        # The exception's name stands in a signature only where the message alone is too little.
        signature = min(filter(None, found), key=lambda one: one.weak, default=None)
        if signature is None:
            continue
        failure = next((f for f in reading.failures if f.first_line <= key.number <= f.last_line), None)
        version = _VERSION.search(reading.text)
        return Proposal(
            id=_id(exception, signature.match),
            signature=signature,
            captures=tuple(p for p in parse_template(signature.match) if isinstance(p, Capture)),
            message=key.text,
            line=key.number,
            exception=exception or (failure.exception if failure else ""),
            failure=failure,
            rejects=(_near_miss(signature),),
            version=version[1] if version else "",
        )
    raise InputError("no line of the log says anything that could be recognised again")


def unused_id(wanted: str, taken: Collection[str]) -> str:
    """Return the id, or the id with the first number behind it that is free."""
    number, name = 2, wanted
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    return name


def _split(text: str) -> tuple[str, str]:
    found = _EXCEPTION.match(text)
    return (found[1], text[found.end() :].strip()) if found else ("", text)


def _shortened(text: str) -> str:
    """Return the first sentences, up to the length of a signature."""
    if len(text) <= _LONGEST:
        return text
    end = max(text.rfind(mark, 0, _LONGEST) for mark in (". ", "; ", "。", "；"))
    return text[: end + 1].strip() if end > _LONGEST // 3 else text[:_LONGEST].rsplit(" ", 1)[0]


def _signature(message: str, log: str) -> Signature | None:
    """Return the signature of a message that is found in the log again; the more literal one when need be."""
    for least in (LEAST_LITERAL, 10 * _LONGEST):
        template = to_template(message, least)
        try:
            signature = Signature(template, weak=literal_length(template) < LEAST_LITERAL // 2)
            if SignatureIndex([Row.of("it", signature)]).find(log):
                return signature
        except ValueError:
            continue
    return None


def _near_miss(signature: Signature) -> str:
    """Return the beginning of the message, cut within the words by which it is recognised."""
    index = SignatureIndex([Row.of("it", signature)])
    words = " ".join(sample(signature.match).split()).split(" ")
    for count in range(len(words) - 1, 0, -1):
        text = " ".join(words[:count])
        if not index.find(text):
            return text
    return "another message altogether"


def _id(exception: str, template: str) -> str:
    literals = " ".join(piece for piece in parse_template(template) if isinstance(piece, str))
    words = re.findall(r"[a-z][a-z0-9]*", literals.lower())
    name = "-".join(_telling(words)[:_ID_WORDS]) or re.sub(r"(?<=[a-z])(?=[A-Z])", "-", exception).lower()
    return name[:_LONGEST_ID].strip("-") or "own-error"


def _telling(words: Sequence[str]) -> list[str]:
    return [word for word in words if len(word) > 2 and word not in ("the", "and", "for", "but", "got", "was", "has")]
