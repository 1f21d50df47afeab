"""Tells which choice a turn takes: by number, by its label, by yes and no, or as people say it."""

import re
from typing import Final

from msfaq.chat.context import Context
from msfaq.chat.nearness import share_had
from msfaq.chat.state import Option, Pending
from msfaq.corpus.entry import Question
from msfaq.index.tokens import fold_name, tokens

_NUMBERS: Final = {
    **{word: number for number, word in enumerate("一二三四五六七八九十", start=1)},
    **{
        word: number
        for number, words in enumerate(
            (
                ("first", "1st", "former", "前者"),
                ("second", "2nd", "latter", "后者"),
                ("third", "3rd"),
                ("fourth",),
                ("fifth",),
            ),
            start=1,
        )
        for word in words
    },
    "last": -1,
    "最后": -1,
}
_DIGITS: Final = re.compile(r"\d{1,2}")

_COUNTS_ELSE: Final = re.compile(r"第[一二三四五六七八九十\d]+[个条项种]\s*[A-Za-z]{2}")
"""A number of something that has a name: “第一个 step” is no choice."""

_DENIES: Final = re.compile(r"(?i)[不没否无]|\b(?:not?|none|never|without|neither)\b|n't\b")
"""What a label has that stands for no."""

_ASKS: Final = re.compile(
    r"(?i)[?？吗呢]\s*$|能不能|能否|可不可以|怎么|如何|为什么|啥|什么|哪[个一里些]|多少"
    r"|^\s*(?:how|what|why|which|can|could|should|does|is there)\b"
)
"""What a question has; one that shares words with a choice does not take it."""

_DECIDES: Final = re.compile(r"(?i)之?前|之?后|[不没否无]|\b(?:before|after|until|not?|never|without|only)\b|n't\b")
"""Words that turn a label into another one: a turn without them does not take it."""

_ALIKE: Final = 0.6
"""Share of a label's words that a turn must have to be taken for it."""

_FEWEST: Final = 2
"""Words of a label from which a turn with them takes it."""

_NEAR: Final = 0.62
"""Cosine of a turn to what people say of a choice from which it takes that choice."""

_LEAD: Final = 0.08
"""How far behind the nearest choice the next one must be. Of phrases left out, these two take every second one, 4 % of
them wrongly, and 3 % of other turns."""


def chosen(context: Context, options: tuple[Option, ...]) -> Option | None:
    """Return the option that a turn names: by number, by its label, or by yes and no."""
    turn = context.turn
    number = ordinal(turn.text) if "pick" in turn.intents and not _COUNTS_ELSE.search(turn.text) else 0
    if number and -len(options) <= number <= len(options):
        return options[number - 1 if number > 0 else number]
    folded = fold_name(turn.text)
    for option in options:
        if folded and fold_name(option.label) == folded:
            return option
    if turn.intents.any(("yes", "no")):
        fitting = [one for one in options if bool(_DENIES.search(one.label)) == ("no" in turn.intents)]
        return fitting[0] if len(fitting) == 1 else None
    return None


def spoken(context: Context, options: tuple[Option, ...]) -> Option | None:
    """Return the option whose label stands in the turn word for word, when no other does."""
    folded = fold_name(context.turn.text)
    labels = () if _asks(context) else ((one, fold_name(one.label)) for one in options if _says_something(one))
    found = [one for one, label in labels if label and label in folded]
    return found[0] if len(found) == 1 else None


def alike(context: Context, options: tuple[Option, ...]) -> Option | None:
    """Return the option most of whose words the turn has, when no other is as near."""
    if _asks(context) or context.turn.intents.any(("yes", "no")):
        return None
    deciding = _deciding(context.turn.text)
    scored = []
    for option in options:
        if not _says_something(option) or not _deciding(option.label) <= deciding:
            continue
        weights = dict.fromkeys(tokens(option.label), 1.0)
        scored.append((share_had(context.turn.text, weights), option))
    scored.sort(key=lambda pair: -pair[0])
    if scored and scored[0][0] >= _ALIKE and (len(scored) < 2 or scored[0][0] > scored[1][0]):
        return scored[0][1]
    return None


def _says_something(option: Option) -> bool:
    """Tell whether a label has words enough to be known again among others: “no” stands in many a sentence."""
    return len(set(tokens(option.label))) >= _FEWEST


def _deciding(text: str) -> set[str]:
    return {found[0].lower().removeprefix("之") for found in _DECIDES.finditer(text)}


def said(context: Context, pending: Pending) -> Option | None:
    """Return the option of a walk's question that people choose in about the words of the turn."""
    question = question_of(context, pending)
    if question is None or _asks(context):
        return None
    phrases = [(number, text) for number, one in enumerate(question.choices) for text in (*one.said.zh, *one.said.en)]
    texts = [text for _, text in phrases]
    if not texts:
        return None
    cosines = context.engine.search(lambda retriever: retriever.cosines(context.turn.text, texts))
    near = [0.0] * len(question.choices)
    for (number, _), cosine in zip(phrases, cosines, strict=True):
        near[number] = max(near[number], cosine)
    first, second = sorted(near, reverse=True)[:2]
    if first < _NEAR or first - second < _LEAD:
        return None
    wording = question.choices[near.index(first)].when
    return next((one for one in pending.options if one.label in (wording.zh, wording.en)), None)


def _asks(context: Context) -> bool:
    intents = context.turn.intents.any(("failed", "why", "code", "verify", "compare", "version", "back"))
    return intents or _ASKS.search(context.turn.text) is not None


def question_of(context: Context, pending: Pending) -> Question | None:
    """Return the question of a walk that waits for an answer, the first where the book has it no more."""
    entry_id, _, name = pending.name.partition(":")
    walk = context.engine.entry(entry_id).walk
    return next((one for one in walk if one.name == name), walk[0] if walk else None)


def ordinal(text: str) -> int:
    """Return the number that a turn names, -1 for the last, 0 for none.

    >>> ordinal("第二个"), ordinal("the last one"), ordinal("3")
    (2, -1, 3)
    """
    digits = _DIGITS.search(text)
    if digits is not None:
        return int(digits[0])
    lowered = text.lower()
    return next((number for name, number in _NUMBERS.items() if name in lowered), 0)
