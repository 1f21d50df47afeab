"""Ranks the items of an entry by how likely each is what a turn asks for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from typing import Final

import re2

from msfaq.answers.items import Item
from msfaq.answers.links import without_links
from msfaq.chat.content import content_words
from msfaq.chat.context import Context
from msfaq.chat.details import asks_for_detail, gives_detail
from msfaq.chat.excerpt import rows_of
from msfaq.chat.intents import find_intents
from msfaq.chat.nearness import shares_had
from msfaq.chat.network import leads_of, open_network
from msfaq.chat.releases import holds_for
from msfaq.chat.slots import is_for_another
from msfaq.chat.turn import Turn, rarity_of
from msfaq.corpus.entry import Entry, Section, Snippet
from msfaq.index.followups import Followed
from msfaq.index.tokens import Texts

NETWORK: Final = "parts"
"""Name of the network that scores each part by the features of `features`.

``python tests/quality/items.py`` fits it to the turns that were written for the book (`msfaq.index.turns`), each left
out of those it is compared to.
"""

_SEEN: Final = ("near", "words", "covers", "said", "votes")
_LED: Final = (*_SEEN, *(f"asked:{name}" for name in _SEEN))
"""Features in which a part is compared to the others."""

_ASKS: Final = ("why", "meaning", "verify", "fix", "failed", "doubt", "code", "shell")
"""Intents that say which section is wanted."""

_ASKED: Final = 800
"""Characters of a turn to which items are compared."""

_HOW: Final = re2.compile(
    r"(?i)\bhow (?:do|can|could|should|would|to|about)\b|如何|怎样|咋"
    r"|怎么(?:做|办|改|写|设|配|调|开|关|用|弄|加|装|解决|处理|避免)"
)
"""Asks how something is done."""

_FOUND: Final = re2.compile(
    r"(?i)\bfound it\b|\bturns out\b|\bit (?:was|is) indeed\b|\byou were right\b"
    r"|(?:查|找|看|定位)(?:到|出来)了|发现(?:是|了)|原来是|确实(?:是|有)|果然"
)
"""Tells that the cause was found."""

_HOLDS: Final = 1.5
"""Log odds of a part that says it holds for the user's release, and against one for other releases or machines only."""

_MANY: Final = 3.0
"""Logarithm of the number of parts that counts 1."""

_KEPT: Final = 16
"""Entries whose parts are kept: a conversation stays with few."""

CODE: Final = "code"
"""What stands for the section of a code block."""


@dataclass(frozen=True, slots=True)
class Part:
    """An item of a section, or a code block."""

    name: str
    """As in `msfaq.index.turns.SaidNext.items`."""
    key: str
    """The section's key, or `CODE`."""
    text: str
    """What it says, Markdown without links."""
    item: Item | None
    """The item; None of a code block."""

    @property
    def number(self) -> int:
        """0-based number of the item in its section, or of the block."""
        return int(self.name.rpartition(".")[2])


@dataclass(frozen=True, slots=True)
class Ranked:
    """A part with the probability that it answers the turn best."""

    part: Part
    """The part."""
    share: float
    """Probability, 0..1; those of an entry add up to 1."""


def parts_of(entry: Entry, lang: str) -> tuple[Part, ...]:
    """Return the items of an entry's sections and its code blocks, in order."""
    return _parts(entry.sections(lang), entry.snippets)


@lru_cache(maxsize=_KEPT)
def _parts(sections: Sequence[Section], snippets: Sequence[Snippet]) -> tuple[Part, ...]:
    return (*_texts(sections), *_blocks(snippets))


def _texts(sections: Sequence[Section]) -> Iterator[Part]:
    for section in sections:
        for number, item in enumerate(rows_of(section)):
            yield Part(f"{section.key}.{number}", section.key, without_links(item.text), item)


def _blocks(snippets: Sequence[Snippet]) -> Iterator[Part]:
    for number, block in enumerate(snippets):
        yield Part(f"{CODE}.{number}", CODE, f"{block.title.zh} {block.title.en}\n{block.code}", None)


def ranked_parts(context: Context, entry: Entry) -> list[Ranked]:
    """Return the parts of an entry, the likeliest first."""
    parts = parts_of(entry, context.lang)

    def followed(text: str) -> Followed:
        return context.engine.search(lambda retriever: retriever.followed(text, entry.id))

    found = features(context, parts, followed)
    scores = open_network(NETWORK).scores_of(found)
    if slots := context.state.slots:
        scores = [score + _HOLDS * _holds(_told_of(part), slots) for score, part in zip(scores, parts, strict=True)]
    most = max(scores, default=0.0)
    odds = [exp(score - most) for score in scores]
    total = sum(odds)
    ranked = [Ranked(part, one / total) for part, one in zip(parts, odds, strict=True)]
    return sorted(ranked, key=lambda one: -one.share)


@lru_cache(maxsize=_KEPT)
def _searched(texts: tuple[str, ...]) -> Texts:
    return Texts(texts)


def _holds(text: str, slots: Mapping[str, str]) -> int:
    """Tell whether a text says that it holds in the user's case (1), or only in others (-1)."""
    if is_for_another(text, slots):
        return -1
    release = slots.get("version", "")
    return holds_for(text, release) if release else 0


def _told_of(part: Part) -> str:
    """Return what says of a part for which releases it is: of a code block its title."""
    return part.text if part.item is not None else part.text.partition("\n")[0]


def features(context: Context, parts: Sequence[Part], followed: Callable[[str], Followed]) -> dict[str, list[float]]:
    """Return what is known of each part beside a turn: name of a feature → its values, one a part.

    ``followed`` returns the turns that were written for the entry of the parts, compared to a text. Of each part is
    known what `_beside` says, of the turn and as ``asked:…`` of what it asks apart from what it reports, the most that
    any of its questions comes to; ``lead:…``, how far it is before the best of the others in one of these, and
    ``best:…``, what the best of all has; ``count``, how many parts there are; ``section:…``, its section; ``asks:…``,
    an intent of the turn, or ``how``, ``found``.
    """
    turn = context.turn
    if not parts:
        return {}
    whole = _asked(context, turn)
    found = _beside(context, *whole, parts, followed(turn.text[:_ASKED]))
    asked = [(one, rarity_of(context.engine, content_words(find_intents(one).rest))) for one in turn.questions]
    # The question is often all that the turn says.
    apart = [found if one == whole else _beside(context, *one, parts, followed(one[0])) for one in asked] or [found]
    for name in tuple(found):
        found[f"asked:{name}"] = [max(values) for values in zip(*(one[name] for one in apart), strict=True)]
    for name in _LED:
        found[f"lead:{name}"], most = leads_of(found[name])
        found[f"best:{name}"] = [most] * len(parts)
    found["count"] = [log(len(parts)) / _MANY] * len(parts)
    for section in dict.fromkeys(part.key for part in parts):
        found[f"section:{section}"] = [float(part.key == section) for part in parts]
    asks = [name for name in _ASKS if name in turn.intents]
    asks += ["how"] if _HOW.search(turn.text) else []
    asks += ["found"] if _FOUND.search(turn.text) else []
    return found | {f"asks:{name}": [1.0] * len(parts) for name in asks}


def _beside(
    context: Context, text: str, weights: Mapping[str, float], parts: Sequence[Part], followed: Followed
) -> dict[str, list[float]]:
    """Return what is known of each part beside a text.

    ``near``, cosine of the part's text; ``words``, share of the words of ``weights`` that it has, and ``most``, whether
    no other part has more; ``covers``, how far it has the text's words or some near them in meaning; ``said``, nearness
    of a turn that it answers; ``votes``, the share that the turns have which it answers; ``detail``, whether it gives a
    detail of the kind asked for.
    """
    texts = [part.text for part in parts]
    cosines = context.engine.search(lambda retriever: retriever.cosines(text, texts))
    words = shares_had(_searched(tuple(texts)), weights)
    near_said, shares = followed.nearest_items(), followed.votes()
    most = max(words)
    is_detail = asks_for_detail(text)
    return {
        "near": [max(0.0, cosine) for cosine in cosines],
        "words": words,
        "most": [float(share == most > 0.0) for share in words],
        "covers": context.engine.search(lambda retriever: retriever.covered(text, texts)),
        "said": [near_said.get(part.name, 0.0) for part in parts],
        "votes": [shares.get(part.name, 0.0) for part in parts],
        "detail": [float(is_detail and gives_detail(text, one)) for one in texts],
    }


def _asked(context: Context, turn: Turn) -> tuple[str, Mapping[str, float]]:
    """Return what is asked and the words of it with their rarity: “default?” is about what was asked before."""
    if turn.leans and context.state.said:
        said = context.state.said
        return f"{' '.join(said)} {turn.text}"[:_ASKED], rarity_of(context.engine, said)
    return turn.text[:_ASKED], turn.rarity
