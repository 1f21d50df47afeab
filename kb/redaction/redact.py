"""Masks what a log should not tell strangers.

The same secret gets the same mask within a text (``<ip-1>``), so that the log still reads: two ranks on one host remain
two ranks on one host. Versions, error codes, shapes, stack addresses and times stay, and so does every line end.
Matching is RE2's: time linear in the text, whatever stands in it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import re2

from msfaq.redaction.masks import MASKS, Mask, any_secret

_ROWS: Final = {
    name: (at, mask.admits, name.partition("__")[0])
    for at, mask in enumerate(MASKS)
    for name in re2.compile(mask.pattern).groupindex
}
"""Of each group its row in the table, what tells a secret there, and the secret's kind."""

_MASK_BEHIND: Final = re2.compile(rb"^<[a-z-]+-\d+>")
_MASK_BEFORE: Final = re2.compile(rb"<[a-z-]+-\d+>$")

_CONTEXT: Final = 40
"""Bytes around a secret that are looked at to tell what it is."""

_RETRIED: Final = 256
"""Length of a match up to which, when it proves none, its inside is searched too; a bound keeps the time linear."""

_WITHIN: Final = ("secret", "token")
"""Kinds whose values, when they prove harmless, may be a secret of another kind (``token 10.0.0.1``)."""

_BLOCK: Final = 1 << 13
"""Bytes searched at once: whole lines, unless one is longer."""

_LONG_LINE: Final = 1 << 11
"""Bytes of a line from which all rows are tried as one automaton: of several, each may read on to the line's end for
every match of another."""

_LONGEST_HELD: Final = 1 << 20
"""Bytes without a line end that are held back at most."""

_Secrets = list[tuple[tuple[int, int], str]]
"""Where each secret of a match stands, and the name of the group that it matches; in order."""

_Match = tuple[int, int, _Secrets, int]
"""Start and end of a match, its secrets, and which automaton found it."""


class _Pattern:
    """Some rows of the table as one automaton."""

    def __init__(self, anchor: str, masks: Sequence[Mask]) -> None:
        self._anchor = re2.compile(anchor.encode()) if anchor else None
        self._compiled = re2.compile("|".join(f"(?:{mask.pattern})" for mask in masks).encode())
        self._groups = tuple((number, name.decode()) for name, number in self._compiled.groupindex.items())

    def may_match(self, data: bytes) -> bool:
        """Tell, fast, whether there can be a match at all."""
        return self._anchor is None or self._anchor.search(data) is not None

    def matches(self, data: bytes, at: int, which: int) -> Iterator[_Match]:
        """Yield the matches from ``at`` on, each behind the one before it; of several at one place the first row's."""
        if len(self._groups) == 1:
            name = self._groups[0][1]
            for match in self._compiled.finditer(data, at):
                yield *match.span(), [(match.span(1), name)], which
            return
        for match in self._compiled.finditer(data, at):
            groups = ((match.span(number), name) for number, name in self._groups)
            yield *match.span(), sorted((span, name) for span, name in groups if span[0] >= 0), which


_GROUPED: Final = (
    ("", ("home folder",)),
    ("", ("IPv4 address",)),
    ("", ("user by its key",)),
    ("://", ("host in an address",)),
    ("://", ("user and password in an address",)),
    ("@", ("e-mail address",)),
    ("@", ("user at an IP address", "user at a host", "user at a prompt")),
    ("(?i)passw|passphrase|secret|credential|key", ("secret by its key",)),
    ("(?i)token|pwd", ("token by its key",)),
    ("--", ("secret as a command's option", "token as a command's option")),
)
"""Rows that have an automaton of their own, and what stands in every text in which they can match.

Of all rows together the automaton has so many states that it is built anew all the time, and each match costs many
times that of a small one. What is not named here is tried together.
"""

_NAMED: Final = frozenset(name for _, names in _GROUPED for name in names)
TOGETHER: Final = (_Pattern("", MASKS),)
APART: Final = (
    *(_Pattern(anchor, [mask for mask in MASKS if mask.name in names]) for anchor, names in _GROUPED),
    _Pattern("", [mask for mask in MASKS if mask.name not in _NAMED]),
)


class _Search:
    """Finds matches from left to right; of several that begin at one place the first row's, however many automata."""

    def __init__(self, data: bytes, patterns: Sequence[_Pattern]) -> None:
        self._data = data
        self._patterns = [pattern for pattern in patterns if pattern.may_match(data)]
        self._matches = [pattern.matches(data, 0, which) for which, pattern in enumerate(self._patterns)]
        self._next = [match for matches in self._matches if (match := next(matches, None)) is not None]

    def find(self) -> _Match | None:
        """Return the first match, or None; it stays the first until `pass_by`."""
        if not self._next:
            return None
        first = min(self._next)
        ties = [match for match in self._next if match[0] == first[0]]
        return first if len(ties) == 1 else min(ties, key=lambda match: _ROWS[match[2][0][1]][0])

    def pass_by(self, at: int) -> None:
        """Look on from ``at``, which may only grow."""
        kept: list[_Match] = []
        for match in self._next:
            start, end, _, which = match
            if start >= at:
                kept.append(match)
                continue
            if at != end:
                self._matches[which] = self._patterns[which].matches(self._data, at, which)
            if (following := next(self._matches[which], None)) is not None:
                kept.append(following)
        self._next = kept


class Redactor:
    """Masks texts of one origin: the same secret has the same mask in all of them."""

    def __init__(self) -> None:
        self._masks: dict[tuple[str, bytes], bytes] = {}
        self._counts: dict[str, int] = {}

    def redact(self, text: str) -> str:
        """Return the text with its secrets masked: as many lines as before."""
        return self.redact_bytes(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")

    def redact_bytes(self, data: bytes) -> bytes:
        """Return text in UTF-8, or any encoding that contains ASCII, with its secrets masked."""
        if b"-----BEGIN " in data:
            # A private key is the only secret of several lines.
            return self._until_settled(data, TOGETHER)
        return b"".join(self._block(block) for block in _blocks(data))

    def _block(self, data: bytes) -> bytes:
        """Return whole lines with their secrets masked."""
        lines = data.splitlines(keepends=True)
        patterns = TOGETHER if max(map(len, lines)) > _LONG_LINE else APART
        known = len(self._masks)
        once = self._once(data, patterns)
        changed = b"\n".join(new for old, new in zip(data.split(b"\n"), once.split(b"\n"), strict=True) if new != old)
        if self._once(changed, patterns) is changed:
            return once
        # A mask put in changes what stands beside it: there another secret begins. Line by line, so that the numbers of
        # the masks do not depend on how a text came in pieces.
        while len(self._masks) > known:
            (kind, _), _ = self._masks.popitem()
            self._counts[kind] -= 1
        return b"\n".join(self._until_settled(line, patterns) for line in data.split(b"\n"))

    def _until_settled(self, data: bytes, patterns: Sequence[_Pattern]) -> bytes:
        # Compared by value: an empty private key is found, and put in again as it was.
        while (masked := self._once(data, patterns)) != data:
            data = masked
        return data

    def _once(self, data: bytes, patterns: Sequence[_Pattern]) -> bytes:
        """Return the text with the secrets masked that are found from left to right; itself where there are none."""
        search = _Search(data, patterns)
        parts: list[bytes] = []
        done = 0
        while (found := search.find()) is not None:
            first, last, secrets, _ = found
            if all(_admits(data, start, end, name) for (start, end), name in secrets):
                for (start, end), name in secrets:
                    parts += (data[done:start], self._mask(_ROWS[name][2], data[start:end]))
                    done = end
                search.pass_by(max(done, first + 1))
            elif secrets[0][1].startswith(_WITHIN) and last - first <= _RETRIED:
                search.pass_by(max(secrets[0][0][0], first + 1))
            else:
                search.pass_by(last)
        return b"".join((*parts, data[done:])) if parts else data

    def _mask(self, kind: str, secret: bytes) -> bytes:
        if kind == "private_key":
            label = self._label(kind, b"".join(secret.split()))
            lines = secret.split(b"\n")
            return b"\n".join(label + line[len(line.rstrip()) :] if line.strip() else line for line in lines)
        return self._label(kind, secret)

    def _label(self, kind: str, secret: bytes) -> bytes:
        if (kind, secret) not in self._masks:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            self._masks[kind, secret] = f"<{kind.replace('_', '-')}-{self._counts[kind]}>".encode()
        return self._masks[kind, secret]


def _admits(data: bytes, start: int, end: int, name: str) -> bool:
    # What touches a mask was looked at when the mask was put there.
    if data[start - 1 : start] == b">" and _MASK_BEFORE.search(data[max(0, start - _CONTEXT) : start]) is not None:
        return False
    if data[end : end + 1] == b"<" and _MASK_BEHIND.search(data[end : end + _CONTEXT]) is not None:
        return False
    admits = _ROWS[name][1]
    if admits is any_secret:
        return True
    before = data[max(0, start - _CONTEXT, data.rfind(b"\n", max(0, start - _CONTEXT), start) + 1) : start]
    return admits(data[start:end].decode("utf-8", "replace"), before.decode("utf-8", "replace"))


def _blocks(data: bytes) -> Iterator[bytes]:
    """Yield the text in stretches of whole lines."""
    at = 0
    while len(data) - at > _BLOCK:
        end = data.rfind(b"\n", at, at + _BLOCK) + 1 or data.find(b"\n", at + _BLOCK) + 1 or len(data)
        yield data[at:end]
        at = end
    if at < len(data):
        yield data[at:]


class StreamRedactor:
    """Masks a stream piece by piece, line by line; a private key is waited for to its end."""

    def __init__(self) -> None:
        self._redactor = Redactor()
        self._held = b""

    def feed(self, data: bytes) -> bytes:
        """Take the next bytes; return those that are safe to show."""
        self._held += data
        end = self._held.rfind(b"\n") + 1
        begin = self._held.rfind(b"-----BEGIN ")
        if begin >= 0 and b"-----END " not in self._held[begin:]:
            end = min(end, self._held.rfind(b"\n", 0, begin) + 1)
        if end == 0 and len(self._held) > _LONGEST_HELD:
            end = len(self._held)
        ready, self._held = self._held[:end], self._held[end:]
        return self._redactor.redact_bytes(ready)

    def finish(self) -> bytes:
        """Return what was still held back."""
        ready, self._held = self._held, b""
        return self._redactor.redact_bytes(ready)


def redact(text: str) -> str:
    """Return the text with tokens, passwords, keys, addresses, hosts and user names masked.

    The same secret becomes the same mask, ``<ip-1>``; redacting twice changes nothing more; line ends stay.

    >>> redact("10.0.0.7:8118 refused by 10.0.0.7")
    '<ip-1>:8118 refused by <ip-1>'
    """
    return Redactor().redact(text)
