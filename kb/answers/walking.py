"""Walks through a decision entry, question by question; pure values, so every face can drive them.

>>> from msfaq import Engine
>>> with Engine() as engine:
...     walk = start(engine.entry("loss-diff-first-step"))
>>> walk.question.ask.en[:35]
'Run one script twice in the same en'
>>> walk.answer(1).ending.see
'fix-randomness'
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from msfaq.corpus.entry import Bilingual, Choice, Entry, Question
from msfaq.errors import InputError


@dataclass(frozen=True, slots=True)
class Step:
    """One question and the answer it was given."""

    question: Question
    """The question."""
    choice: Choice
    """The answer chosen, one of the question's."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A place in a walk: the answers so far, and what follows from them. Moving yields another value."""

    entry_id: str
    """The decision entry."""
    title: Bilingual
    """Its title."""
    questions: tuple[Question, ...]
    """All questions; the first is the start."""
    steps: tuple[Step, ...] = ()
    """The path so far, in order; a question may come up again where the walk leads back to it."""

    @property
    def question(self) -> Question | None:
        """The question to be answered next; None when the walk has ended."""
        if not self.steps:
            return self.questions[0]
        wanted = self.steps[-1].choice.go
        return next((question for question in self.questions if question.name == wanted), None)

    @property
    def ending(self) -> Choice | None:
        """The choice with which the walk ended, carrying ``see`` or ``result``; None while a question is open."""
        return self.steps[-1].choice if self.steps and self.question is None else None

    def answer(self, number: int) -> "Walk":
        """Return the walk after the open question's answer ``number``, counted from 1.

        Raises InputError when there is no such answer, or no open question.
        """
        question = self.question
        if question is None:
            raise InputError(f"the walk '{self.entry_id}' has ended; go back or start again")
        if not 1 <= number <= len(question.choices):
            raise InputError(f"'{number}' is no answer to '{question.name}'; choose 1 to {len(question.choices)}")
        return replace(self, steps=(*self.steps, Step(question, question.choices[number - 1])))

    def back(self) -> "Walk":
        """Return the walk before its last answer; the start stays where it is."""
        return replace(self, steps=self.steps[:-1])

    def restart(self) -> "Walk":
        """Return the walk at its first question."""
        return replace(self, steps=())


def start(entry: Entry) -> Walk:
    """Return the beginning of an entry's walk.

    Raises InputError when the entry has none.
    """
    if not entry.walk:
        raise InputError(f"the entry '{entry.id}' has no questions to walk through; msfaq walk lists those that have")
    return Walk(entry.id, entry.title, entry.walk)


def resume(entry: Entry, answers: Iterable[tuple[str, str]]) -> Walk:
    """Return the walk after kept answers, each the question's name and the English wording of the choice.

    A question or choice that the book words otherwise by now ends the path there, so that it is asked again.

    Raises InputError when the entry has no walk.
    """
    walk = start(entry)
    for name, wording in answers:
        question = walk.question
        if question is None or question.name != name:
            break
        wordings = [choice.when.en for choice in question.choices]
        if wording not in wordings:
            break
        walk = walk.answer(wordings.index(wording) + 1)
    return walk
