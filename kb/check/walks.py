"""Every walk has a start, reaches all its questions, and ends."""

from collections import Counter
from collections.abc import Iterator

from msfaq.check.problem import Problem
from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry


def check(entry: Entry, book: Book) -> Iterator[Problem]:
    """Yield questions that cannot be reached, choices that lead nowhere, and walks that go in circles."""

    def problem(message: str) -> Problem:
        return Problem("walks", entry.id, entry.path, f"walk: {message}")

    questions = {question.name: question for question in entry.walk}
    if len(questions) != len(entry.walk):
        yield problem("two questions have the same name")
    for question in entry.walk:
        if len(question.choices) < 2:
            yield problem(f"'{question.name}' offers fewer than two choices")
        said = Counter(phrase for choice in question.choices for phrase in (*choice.said.zh, *choice.said.en))
        for phrase in (phrase for phrase, times in said.items() if times > 1):
            yield problem(f"'{phrase}' answers '{question.name}' twice")
        for choice in question.choices:
            if sum(map(bool, (choice.go, choice.see, choice.result))) != 1:
                yield problem(f"a choice of '{question.name}' has not exactly one of go, see and result")
            if choice.go and choice.go not in questions:
                yield problem(f"'{question.name}' leads to the unknown question '{choice.go}'")
    if entry.walk:
        reached = _reach(entry)
        for name in questions:
            if name not in reached:
                yield problem(f"'{name}' cannot be reached")


def _reach(entry: Entry) -> set[str]:
    following = {q.name: {choice.go for choice in q.choices if choice.go} for q in entry.walk}
    reached, waiting = set[str](), [entry.walk[0].name]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += following.get(name, ())
    return reached
