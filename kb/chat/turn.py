"""What is understood of a turn by itself, before the conversation is looked at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import re2

from msfaq.answers.considered import Considered
from msfaq.chat.clauses import beside_failures, beside_records, questions, without_lead_in, without_orders
from msfaq.chat.content import content_words
from msfaq.chat.intents import Intents, find_intents
from msfaq.chat.news import after_done, after_turning, denied_things, set_aside, told_message
from msfaq.chat.slots import denied_slots, read_slots, without_slot_words
from msfaq.chat.state import State
from msfaq.engine import Engine
from msfaq.language import choose_language, is_mostly_english
from msfaq.logs.decode import clean
from msfaq.logs.reading import Reading, read
from msfaq.request import Request

_LIMIT: Final = 8
"""Answers asked for: the candidates of the turn taken alone."""

_ASKED: Final = 800
"""Characters of a turn in which questions are looked for."""

_RARE: Final = 5.0
"""Inverse document frequency of a word that stands in one of a hundred documents."""

_ENGLISH_WORDS: Final = 3
"""Words from which English without any Chinese is taken for the user's wish to go on in English."""

_LIGHT: Final = 0.4
"""Weight of a turn's words up to which it says nothing by itself."""

_FEWEST: Final = 2
"""Words of what stands beside a log, or behind the words that leave a topic, from which it is taken for the turn."""

_ASKS: Final = re2.compile(
    r"(?i)[?？]|吗|呢|怎|如何|为什么|为何|啥|什么|哪|几|多少|能否|能不能|可不可以|是不是|有没有|报错|失败|不行|命令|代码"
    r"|\b(?:how|what|which|why|where|when|who|can|could|should|does|do|is|are|still|fails?|failed|error|commands?|code)\b"
)
"""Words of who asks something, or reports a failure."""

_SPOKEN: Final = re2.compile(
    r"(?i)\b(?:i|i'm|my|me|we|our|you|your|how|what|which|why|where|when|who|can|could|should|shall|would|do|does|did|please"
    r"|code|commands?|thanks|and|that|this|it|its|still|same|one|pls|plz)\b"
    r"|^\s*(?:is|are|was|were|will|has|have|any|so|but)\b"
)
"""Words that people say and messages rarely have: a pasted message is English whoever pastes it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the user."""

    text: str
    """The text, terminal controls removed."""
    lang: str
    """Language of the reply."""
    intents: Intents
    """What it asks for; none for a pasted failure."""
    reading: Reading
    """The text read as a log or question."""
    alone: Considered
    """What the engine answers to the turn alone."""
    questions: tuple[str, ...]
    """What it asks apart from what it reports; none where it is one question altogether, and of a pasted failure."""
    asked: Considered
    """What the engine answers to these; in the midst of a conversation only, else as ``alone``."""
    words: tuple[str, ...]
    """Content words outside the intents."""
    rarity: Mapping[str, float]
    """Word → its inverse document frequency in the book."""
    weight: float
    """How much those words say, 0 for none, about 1 for each rare word."""
    foreign: float
    """Share of those words, by rarity, that the book does not have, 0..1."""
    domain: float
    """Evidence that it speaks of the book's matter, negative when of others; see `msfaq.index.domain`."""
    goes_on: float
    """Evidence that it sounds like a turn that goes on with what was talked about; see there."""
    slots: dict[str, str]
    """Facts of the user's case that it names."""
    denied: dict[str, str]
    """Facts that it says are not the case."""
    only_slots: bool
    """Whether it names a platform, system or mode and nothing else."""
    is_news: bool = False
    """Whether it was said behind something that is reported as done, left or set aside."""
    refused: str = ""
    """What is said not to be meant, had or used."""
    beside: str = ""
    """What is asked beside a failure that was pasted."""

    @property
    def is_failure(self) -> bool:
        """Whether a failure was pasted."""
        return any(failure.kind != "warning" for failure in self.reading.failures) or (
            bool(self.reading.failures) or self.reading.is_log
        )

    @property
    def leans(self) -> bool:
        """Whether its words say nothing by themselves, so that it can only be about what was said before."""
        return not self.is_failure and self.weight <= _LIGHT


def understand(text: str, state: State, engine: Engine, request: Request) -> Turn:
    """Read a turn.

    Raises InputError when it is empty or no text.
    """
    cleaned = clean(text)
    reading = read(cleaned)
    pasted = bool(reading.failures) or reading.is_log
    intents = find_intents("" if pasted else cleaned)
    lang = _language(cleaned, reading, intents, state, request)
    asked = cleaned if pasted else without_lead_in(cleaned, intents)
    wanted = replace(request, lang=lang, limit=_LIMIT)
    alone = engine.consider(asked, wanted)
    said = ""
    if pasted and not reading.failures and alone.outcome == "unknown":
        said = beside_records(cleaned)
    elif "order" in intents:
        said = without_orders(cleaned)
    elif state.topic and not pasted:
        said = _brought_up(cleaned, engine, wanted)
    if state.topic and not pasted and not said and not intents.any(("order", "correct")):
        rest, refused = set_aside(cleaned)
        if refused:
            return replace(understand(rest, state, engine, request), is_news=True, refused=refused)
    if "order" in intents:
        # “Good.” or “it works now.” before an order is nothing to answer, “which API?” behind it is.
        is_asked = _ASKS.search(said) is not None and bool(content_words(said))
    else:
        is_asked = len(content_words(said)) >= _FEWEST
    if is_asked:
        turn = understand(said, state, engine, request)
        # What stands before it may still tell of the machine.
        return replace(turn, is_news="order" not in intents, slots={**read_slots(cleaned), **turn.slots})
    words = content_words(intents.rest) if not pasted else ()
    counted = _counted(engine, words)
    rarity = {word: value for word, (value, _) in counted.items()}
    slots = read_slots(cleaned)
    denied = denied_slots(cleaned) if not pasted else {}
    bare = content_words(without_slot_words(intents.rest)) if (slots or denied) and not pasted else words
    apart = questions(cleaned[:_ASKED]) if not pasted else ()
    return Turn(
        text=cleaned,
        lang=lang,
        intents=intents,
        reading=reading,
        alone=alone,
        questions=apart,
        asked=engine.consider(" ".join(apart), wanted) if apart and state.topic else alone,
        words=words,
        rarity=rarity,
        weight=sum(_says(word, value) for word, value in rarity.items()),
        foreign=foreign_share(counted),
        domain=engine.search(lambda retriever: retriever.likeness(" ".join(words))) if words else 0.0,
        goes_on=engine.search(lambda retriever: retriever.goes_on(cleaned)) if not pasted else 0.0,
        slots=slots,
        denied=denied,
        only_slots=bool(slots or denied) and not bare and not pasted,
        refused=denied_things(cleaned) if not pasted else "",
        beside=beside_failures(cleaned, reading) if reading.failures else "",
    )


def narrowed(turn: Turn, question: str, engine: Engine) -> Turn:
    """Return the turn as if it were no more than a question of it, for the ranking of an entry's parts."""
    intents = find_intents(question)
    words = content_words(intents.rest)
    rarity = rarity_of(engine, words)
    return replace(turn, text=question, intents=intents, words=words, rarity=rarity, questions=(), beside="")


def _brought_up(text: str, engine: Engine, request: Request) -> str:
    """Return what a spoken turn brings up behind what it leaves or reports as done; empty where it does not."""
    message = told_message(text)
    if message and message != text and engine.consider(message, request).outcome != "unknown":
        return message
    return after_turning(text) or after_done(text)


def rarity_of(engine: Engine, words: Sequence[str]) -> Mapping[str, float]:
    """Return word → its inverse document frequency in the book; see `msfaq.index.retriever.Retriever.rarity`."""
    return {word: value for word, (value, _) in _counted(engine, words).items()}


def _counted(engine: Engine, words: Sequence[str]) -> Mapping[str, tuple[float, bool]]:
    return engine.search(lambda retriever: retriever.rarity(words)) if words else {}


def foreign_share(counted: Mapping[str, tuple[float, bool]]) -> float:
    """Return the share of words, by rarity, that the book does not have; ``counted`` is word → (rarity, known).

    Chinese words are pairs of characters: one that shares a character with a known pair is only the seam between two
    words, and says nothing.

    >>> foreign_share({"日志": (2.0, True), "志调": (6.0, False), "天气": (2.0, False)})
    0.5
    """
    known = "".join(word for word, (_, is_known) in counted.items() if is_known and not word.isascii())
    telling = {
        word: value for word, value in counted.items() if value[1] or word.isascii() or not set(word) & set(known)
    }
    total = sum(value for value, _ in telling.values())
    return sum(value for value, is_known in telling.values() if not is_known) / (total or 1.0)


def _says(word: str, rarity: float) -> float:
    """Return how much a word says; a code or an identifier names its subject however often the book has it."""
    is_name = len(word) > 3 and word.isascii() and any(c.isdigit() or c in "._" for c in word)
    return max(min(1.5, rarity / _RARE), 1.0 if is_name else 0.0)


def _language(text: str, reading: Reading, intents: Intents, state: State, request: Request) -> str:
    if request.lang:
        return request.lang
    for lang in ("zh", "en"):
        if lang in intents:
            return lang
    if state.pinned:
        return state.lang
    is_question = not reading.failures and not reading.is_log
    chosen = choose_language(text, is_question=is_question)
    speaks = is_question and len(text.split()) >= _ENGLISH_WORDS and _SPOKEN.search(text) is not None
    if state.lang and chosen == "en" and not speaks:
        return state.lang
    if state.lang == "en" and speaks and is_mostly_english(text):
        return state.lang
    return chosen
