"""Turns a message into a template: what varies from run to run becomes a typed capture, what is stable stays.

The kinds are a table; each row's example is its test.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msfaq.index.patterns import literal_length


@dataclass(frozen=True, slots=True)
class Mask:
    """One kind of text that varies."""

    name: str
    """What it looks for."""
    pattern: str
    """Python pattern without groups; messages are of one line and 400 characters, so that backtracking stays cheap."""
    type: str
    """Type of the capture, see `msfaq.corpus.template`; empty for text that only looks as if it varied."""
    capture: str
    """Name of the capture where the words before it give none."""
    example: str
    """A message that holds one."""
    template: str
    """What becomes of it."""


_BARE: Final = r"(?<![\w.])"
_DTYPE: Final = r"(?:[Ff]loat|[Ii]nt|[Uu][Ii]nt|[Bb][Ff]loat|[Cc]omplex)(?:8|16|32|64|128)"
_MASKED: Final = r"<[a-z]+(?:-[a-z]+)*-\d+>"
_PART: Final = rf"(?:{_MASKED}|[\w+@%=~-])+(?:\.[\w+@%=~-]+)*"

MASKS: Final = (
    Mask(
        "time",
        r"\b\d{4}[-/]\d\d[-/]\d\d[ T:-]\d\d:\d\d:\d\d(?:[.,]\d+)*",
        "text",
        "time",
        "lease ended at 2024-05-20 13:50:46.090 for good",
        "lease ended at {at} for good",
    ),
    Mask(
        "error code",
        r"(?i:\b(?:code|errno|error|ret|retcode|errcode|status|result)\b\W{0,4})\d{3,7}\b",
        "",
        "",
        "the driver said error code: 507011, ret[107002]",
        "the driver said error code: 507011, ret[107002]",
    ),
    Mask(
        "address of a page",
        r"https?://[^\s'\"<>)\]]+",
        "path",
        "url",
        "see https://a.b/c?d=1 first",
        "see {see:path} first",
    ),
    Mask(
        "quoted text",
        r"(?<!\w)'[^'\n]{1,200}'(?!\w)|(?<!\w)\"[^\"\n]{1,200}\"(?!\w)",
        "quoted",
        "name",
        "For 'MyOp', the tap \"cold\" doesn't turn",
        "For {name:quoted}, the tap {tap:quoted} doesn't turn",
    ),
    Mask("what msfaq redact masked", _MASKED, "name", "masked", "no reply from <ip-1>", "no reply from {masked:name}"),
    Mask(
        "memory address", r"\b0[xX][0-9a-fA-F]+", "name", "address", "bad pointer 0x7f3a", "bad pointer {pointer:name}"
    ),
    Mask(
        "network address",
        r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b",
        "name",
        "host",
        "no reply from 10.0.0.7:8118",
        "no reply from {host:name}",
    ),
    Mask(
        "operator's full name",
        r"\b[A-Za-z][\w.]*(?:/[\w.-]+)*-op\d+(?:_\d+)?\b|\b[A-Za-z]\w*(?:/[\w.-]*\w){2,}",
        "name",
        "op",
        "node Default/net-Net/MatMul-op12 is odd",
        "node {node:name} is odd",
    ),
    Mask(
        "path",
        rf"{_BARE}(?:~|\.{{1,2}})?/{_PART}(?:/{_PART})+/?|{_BARE}[A-Za-z]:\\[\w\\.-]*\w",
        "path",
        "path",
        "cannot read /data/run_3/part.bin.",
        "cannot read {path:path}.",
    ),
    Mask(
        "data type",
        rf"\b(?:(?:mindspore|mstype|numpy|np|ms|torch)\.)?(?:Tensor\[{_DTYPE}\]|{_DTYPE}\b)",
        "dtype",
        "dtype",
        "wants Float32 but got mindspore.int8",
        "wants {wants:dtype} but got {got:dtype}",
    ),
    Mask(
        "shape",
        r"(?<!\w)[\[(<{] ?-?\d+(?: ?[,x*] ?-?\d+)*,? ?[\])>}]|[\[(]-?\d+(?:, ?-?\d+)+,?[\])]",
        "shape",
        "shape",
        "the shape of x is (32, 10), of y [3], slot[7]",
        "the shape of x is {x:shape}, of y {y:shape}, slot[{slot:number}]",
    ),
    Mask(
        "identifier of a run",
        r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}\b",
        "name",
        "id",
        "job 6f1f0c1e-7d0a-4a0e-9b1e-0a1b2c3d4e5f died",
        "job {job:name} died",
    ),
    Mask("release", r"\b\d+(?:\.\d+){2,}\w*", "name", "version", "needs driver 23.0.3", "needs driver {driver:name}"),
    Mask(
        "index in a name",
        r"(?<=[A-Za-z]_)\d+(?!\w)",
        "int",
        "index",
        "worker_12 left",
        "worker_{worker:int} left",
    ),
    Mask(
        "number",
        rf"{_BARE}-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?=(?:[KMGT]i?B?|B|ms|us|s|D|x)?\b)(?!\.\d)",
        "number",
        "number",
        "step 3 took 10.5s, 99% of 2GB, conv2d v1",
        "step {step:number} took {took:number}s, {number:number}% of {number_2:number}GB, conv2d v1",
    ),
)
"""The kinds, in the order in which they are tried at one place."""

_ANY: Final = re.compile("|".join(f"(?P<m{at}>{mask.pattern})" for at, mask in enumerate(MASKS)))
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MEMORY: Final = re.compile(r"(?i)memory|alloc|bytes")
_LARGE: Final = 7
"""Digits from which a number in a message about memory is one of bytes."""

# fmt: off
_TELLS_NOTHING: Final = frozenset((
    "a", "an", "and", "any", "are", "as", "be", "but", "by", "can", "cannot", "equal", "for", "from", "greater", "has",
    "have", "in", "is", "it", "less", "must", "no", "not", "of", "on", "only", "or", "read", "should", "than", "that",
    "the", "there", "this", "to", "was", "were", "while", "with", "reply", "default",
))
# fmt: on
_LOOKED_BACK: Final = 3
"""Words before a capture of which one may name it."""

LEAST_LITERAL: Final = 16
"""Literal characters, blanks left out, that a template must keep to be one message's and no other's."""

_GIVEN_UP: Final = ("quoted", "dtype", "name", "int", "number", "shape", "path", "text")
"""Types of captures in the order in which they become literal again when a template keeps too little."""


def to_template(message: str, least: int = LEAST_LITERAL) -> str:
    """Return the template of a one-line message.

    Kinds are given up, one after the other, until ``least`` literal characters are kept.

    >>> to_template("the ring of 8 devices broke at rank 3")
    'the ring of {ring:number} devices broke at rank {rank:number}'
    """
    kept: tuple[str, ...] = ()
    for kind in ("", *_GIVEN_UP):
        kept = (*kept, kind)
        template = _template(message, kept)
        if _length(template) >= least:
            return template
    return template


def _template(message: str, kept: Sequence[str]) -> str:
    names: set[str] = set()
    template, done = "", 0
    for found in _ANY.finditer(message):
        mask = MASKS[int((found.lastgroup or "m0")[1:])]
        if mask.type in kept:
            continue
        kind = mask.type
        if kind == "number" and found[0].isdigit() and len(found[0]) >= _LARGE and _MEMORY.search(message):
            kind = "bytes"
        name = _unused(_name(message[: found.start()], mask), names)
        names.add(name)
        template += _escaped(message[done : found.start()])
        template += f"{{{name}}}" if kind == "text" else f"{{{name}:{kind}}}"
        done = found.end()
    return template + _escaped(message[done:])


def _name(before: str, mask: Mask) -> str:
    """Return a name for a capture: the nearest word before it that tells something."""
    clause = re.split(r"[,;:!?。，；](?=\s)|%", before)[-1]
    words = _WORD.findall(_ANY.sub(" ", clause))[-_LOOKED_BACK:]
    for word in reversed(words):
        name = str(word).lower().strip("_")
        if name in _TELLS_NOTHING or len(name) > 20 or not name[:1].isalpha():
            continue
        return name
    return mask.capture


def _unused(name: str, names: set[str]) -> str:
    number = 2
    unused = name
    while unused in names:
        unused, number = f"{name}_{number}", number + 1
    return unused


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _length(template: str) -> int:
    try:
        return literal_length(template)
    except ValueError:
        # Hardly a letter is literal.
        return 0
