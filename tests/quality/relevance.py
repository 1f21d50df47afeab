"""Fits what tells follow-ups from questions about other things: ``python tests/quality/relevance.py``.

Prints the coefficients for `msfaq.chat.relevance` and what share of either passes. The follow-ups are those of the
conversations to tune on; the other questions are the negatives to tune by, each put after the first turn of some of
these conversations, as it is and with the words that lead to another matter.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msfaq import Chat
from msfaq.chat import rules_content
from msfaq.chat.context import Context
from msfaq.chat.focus import Focus
from msfaq.chat.measure import Dialog, read_dialogs
from msfaq.chat.relevance import belongs, features
from msfaq.engine import Engine
from msfaq.index.tokens import tokens
from msfaq.language import choose_language

HERE = Path(__file__).resolve().parent
LONGEST = 200
"""Characters of an other question: longer ones are logs, which no conversation is judged by."""

LEADS = {
    "en": ("", "", "and ", "unrelated, ", "also, ", "ok. "),
    "zh": ("", "", "那", "顺便问一下，", "另外，", "好的。"),
}
"""What people begin with who go on to something else."""

PLACES = 3
"""Conversations that each other question is put into."""

SHARES = (0.93, 0.95, 0.97)
"""Shares of the follow-ups that are to pass, for the report."""


class Watcher:
    """Sees the turns of which it is asked whether they belong."""

    def __init__(self) -> None:
        self.seen: dict[str, float] | None = None
        # No one else watches it, so the conversation has no place to hook in.
        vars(rules_content)["belongs"] = self.watched

    def watched(self, context: Context, found: tuple[Focus, ...]) -> bool:
        """Note the features of a turn beside a topic."""
        if context.state.topic:
            self.seen = features(context, found)
        return belongs(context, found)

    def say(self, chat: Chat, text: str) -> dict[str, float] | None:
        """Take a turn; return its features when they were looked at."""
        self.seen = None
        chat.say(text)
        return self.seen


def main() -> None:
    """Fit and print."""
    dialogs = read_dialogs(HERE / "dialogs" / "tune.jsonl")
    watcher = Watcher()
    with Engine() as engine:
        inside = [row for dialog in dialogs for row in follow_ups(engine, watcher, dialog)]
        outside = list(others(engine, watcher, [dialog.turns[0].user for dialog in dialogs]))
    report([*inside, *outside], [1] * len(inside) + [0] * len(outside))


def follow_ups(engine: Engine, watcher: Watcher, dialog: Dialog) -> Iterator[dict[str, float]]:
    """Yield the features of the follow-ups that are to be answered."""
    chat = Chat(engine=engine)
    for number, turn in enumerate(dialog.turns):
        seen = watcher.say(chat, turn.user)
        if number and seen is not None and turn.outcome != "unknown":
            yield seen


def others(engine: Engine, watcher: Watcher, beginnings: list[str]) -> Iterator[dict[str, float]]:
    """Yield the features of questions about other things in the midst of a conversation."""
    chooser = random.Random(0)
    for line in (HERE / "tune.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        text = case.get("query")
        # A word alone may well go on with the topic.
        is_question = isinstance(text, str) and "\n" not in text and len(text) <= LONGEST and len(tokens(text)) > 1
        if case["kind"] == "negative" and is_question:
            leads = LEADS[choose_language(text, is_question=True)]
            for _ in range(PLACES):
                chat = Chat(engine=engine)
                chat.say(chooser.choice(beginnings))
                seen = watcher.say(chat, chooser.choice(leads) + text)
                if seen is not None:
                    yield seen


def report(rows: list[dict[str, float]], labels: list[int]) -> None:
    """Print the fitted coefficients and, by cross-validation, how well they tell."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import cross_val_predict

    names = list(rows[0])
    values = np.array([[row[name] for name in names] for row in rows])
    right = np.array(labels)
    model: Any = LogisticRegression(max_iter=1000)
    found = cross_val_predict(model, values, right, cv=10, method="predict_proba")[:, 1]
    for share in SHARES:
        border = np.quantile(found[right == 1], 1 - share)
        passing = (found[right == 0] >= border).mean()
        print(f"{share:.0%} of {right.sum()} follow-ups pass from {border:.2f}, and {passing:.0%} of the others")
    model.fit(values, right)
    print({"bias": round(float(model.intercept_[0]), 1)} | dict(zip(names, model.coef_[0].round(1), strict=True)))


if __name__ == "__main__":
    main()
