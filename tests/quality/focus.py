"""Fits which entry a turn is about: ``python tests/quality/focus.py``.

Prints the coefficients for `msfaq.chat.focus`, and how often the entry chosen is a right one, by cross-validation over
conversations. The turns are the follow-ups of the conversations to tune on. A candidate is right when its whole text
has what the reply must mention.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msfaq import Chat
from msfaq.chat import context as context_module
from msfaq.chat.focus import FOCUS, Focus
from msfaq.chat.measure import Dialog, read_dialogs
from msfaq.engine import Engine

HERE = Path(__file__).resolve().parent
C = 3.0
"""scikit-learn's C."""

RIGHT = 2
"""Right candidates of a turn that are learned from, those ranked first: one far below has the words by chance."""


@dataclass(frozen=True)
class Example:
    """The candidates of one turn."""

    dialog: str
    right: list[Mapping[str, float]]
    wrong: list[Mapping[str, float]]


class Watcher:
    """Sees the candidates of each turn."""

    def __init__(self) -> None:
        self._seen: tuple[Focus, ...] = ()
        self._focus = vars(context_module)["focus"]
        # No one else watches it, so the conversation has no place to hook in.
        vars(context_module)["focus"] = self.watched

    def watched(self, *arguments: Any) -> tuple[Focus, ...]:
        """Note the candidates of a turn."""
        self._seen = self._focus(*arguments)
        return self._seen

    def say(self, chat: Chat, text: str) -> tuple[str, tuple[Focus, ...]]:
        """Take a turn; return its language and its candidates, none where nobody looked for any."""
        self._seen = ()
        return chat.say(text).lang, self._seen


def main() -> None:
    """Fit and print."""
    watcher = Watcher()
    with Engine() as engine:
        dialogs = read_dialogs(HERE / "dialogs" / "tune.jsonl")
        examples = [one for dialog in dialogs for one in examples_of(engine, watcher, dialog)]
    print(f"{len(examples)} follow-ups with right and wrong candidates")
    print(f"right now: {share_right(examples, FOCUS):.1%}; cross-validated: {cross_validated(examples):.1%}")
    print({name: round(value, 1) for name, value in fitted(examples).items()})


def examples_of(engine: Engine, watcher: Watcher, dialog: Dialog) -> Iterator[Example]:
    """Yield the turns with a topic that some candidates answer and some do not."""
    chat = Chat(engine=engine)
    for turn in dialog.turns:
        topic = chat.state.topic
        lang, seen = watcher.say(chat, turn.user)
        marks = [(has_all(engine, one.entry_id, lang, turn.must_mention), one.features) for one in seen]
        right = [features for is_right, features in marks if is_right][:RIGHT]
        wrong = [features for is_right, features in marks if not is_right]
        if topic and turn.must_mention and right and wrong:
            yield Example(dialog.id, right, wrong)


def has_all(engine: Engine, name: str, lang: str, groups: tuple[tuple[str, ...], ...]) -> bool:
    """Tell whether an entry has one text of each group."""
    entry = engine.entry(name)
    parts = [entry.id, entry.title.of(lang), *(part.markdown for part in entry.sections(lang))]
    text = " ".join([*parts, *(one.code for one in entry.snippets)]).lower()
    return all(any(word in text for word in group) for group in groups)


def fitted(examples: list[Example]) -> dict[str, float]:
    """Return coefficients such that right candidates come before wrong ones; each turn counts the same."""
    from sklearn.linear_model import LogisticRegression

    names = list(FOCUS)
    rows: list[list[float]] = []
    weights: list[float] = []
    for one in examples:
        for better in one.right:
            for worse in one.wrong:
                difference = [better[name] - worse[name] for name in names]
                rows += [difference, [-value for value in difference]]
                weights += [10 / (len(one.right) * len(one.wrong))] * 2
    model: Any = LogisticRegression(C=C, fit_intercept=False, max_iter=5000)
    model.fit(rows, [1, 0] * (len(rows) // 2), sample_weight=weights)
    return dict(zip(names, map(float, model.coef_[0]), strict=True))


def share_right(examples: list[Example], weights: Mapping[str, float]) -> float:
    """Return the share of turns whose best candidate is a right one."""

    def best(candidates: list[Mapping[str, float]]) -> float:
        return max(sum(weight * one[name] for name, weight in weights.items()) for one in candidates)

    return sum(best(one.right) > best(one.wrong) for one in examples) / len(examples)


def cross_validated(examples: list[Example], folds: int = 10) -> float:
    """Return the same for conversations that the coefficients have not seen."""
    names = sorted({one.dialog for one in examples})
    fold = {name: number % folds for number, name in enumerate(names)}
    total = 0.0
    for number in range(folds):
        held = [one for one in examples if fold[one.dialog] == number]
        total += len(held) * share_right(held, fitted([one for one in examples if fold[one.dialog] != number]))
    return total / len(examples)


if __name__ == "__main__":
    main()
