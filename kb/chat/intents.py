"""What a turn asks for beside its subject: a small table of named patterns in both languages.

Each intent carries examples and texts close to them that are none; ``tests/test_chat_intents.py`` holds it to both.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import re2

from msfaq.chat.intent import Intent
from msfaq.chat.intents_asking import ASKING
from msfaq.chat.intents_code import CODING
from msfaq.chat.intents_social import SOCIAL
from msfaq.chat.intents_steering import STEERING
from msfaq.index.patterns import options

_GROUPS: Final = (CODING, ASKING, STEERING, SOCIAL)

INTENTS: Final[tuple[Intent, ...]] = tuple(chain.from_iterable(_GROUPS))
"""All intents."""

_LONGEST: Final = 600
"""Characters of a turn in which intents are looked for: what a person types, not what they paste."""

_CASE_BLIND: Final = options()


@dataclass(frozen=True, slots=True)
class Intents:
    """The intents of a turn and what of its text is none of them."""

    names: frozenset[str]
    """Names from `INTENTS`."""
    rest: str
    """The text with a blank in place of every stretch that an intent took; what a pattern's groups caught stays."""

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def any(self, names: Collection[str]) -> bool:
        """Tell whether one of these intents is there."""
        return not self.names.isdisjoint(names)


@lru_cache(maxsize=256)
def find_intents(text: str) -> Intents:
    """Return the intents of a turn.

    >>> sorted(find_intents("只给我命令").names)
    ['code', 'shell']
    """
    head, tail = text[:_LONGEST], text[_LONGEST:]
    names, rest = set[str](), list(head)
    # Most turns have nothing of a group, which one pattern tells.
    groups = (rows for any_of_them, rows in _compiled() if any_of_them.search(head) is not None)
    for name, pattern, guard in chain.from_iterable(groups):
        if guard is not None and guard.search(head):
            continue
        for found in pattern.finditer(head):
            names.add(name)
            kept = [(found.start(group), found[group]) for group in range(1, found.re.groups + 1) if found[group]]
            rest[found.start() : found.end()] = " " * (found.end() - found.start())
            for start, text in kept:
                rest[start : start + len(text)] = text
    return Intents(frozenset(names), "".join(rest) + tail)


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[Any, tuple[tuple[str, Any, Any], ...]], ...]:
    """Return of each group a pattern that matches wherever one of its intents does, and these with their patterns."""
    return tuple(
        (
            re2.compile("|".join(map(_either, group)), _CASE_BLIND),
            tuple(
                (
                    intent.name,
                    re2.compile(_either(intent), _CASE_BLIND),
                    re2.compile(intent.unless, _CASE_BLIND) if intent.unless else None,
                )
                for intent in group
            ),
        )
        for group in _GROUPS
    )


def _either(intent: Intent) -> str:
    return "|".join(f"(?:{row})" for row in (*intent.zh, *intent.en))
