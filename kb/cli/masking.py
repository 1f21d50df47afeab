"""Masks the secrets in a diagnosis: in what comes from the user, not in the book's own pages."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from msfaq.diagnosis import Answer, Diagnosis, Nearest
from msfaq.explanation import Recognised, Weighed
from msfaq.redaction.redact import Redactor

T = TypeVar("T")

Mask = Callable[[str], str]


def masked_diagnosis(diagnosis: Diagnosis) -> Diagnosis:
    """Return the diagnosis with the secrets masked that stand in the user's text, paths, documents and own entries.

    The book's pages are public, and the addresses in their examples must stay what they are.
    """
    return _masked(diagnosis, Redactor().redact)


def _masked(value: T, mask: Mask) -> T:
    found: Any = value
    if isinstance(value, str):
        found = mask(value)
    elif isinstance(value, tuple):
        found = tuple(_masked(one, mask) for one in value)
    elif isinstance(value, Mapping):
        found = {key: _masked(one, mask) for key, one in value.items()}
    elif isinstance(value, Answer) and not value.own:
        found = _masked_answer(value, mask)
    elif isinstance(value, Recognised):
        found = replace(value, captures=_masked(value.captures, mask))
    elif is_dataclass(value) and not isinstance(value, Nearest | Weighed):
        inside = {one.name: _masked(getattr(value, one.name), mask) for one in fields(value)}
        found = replace(cast(Any, value), **inside)
    return cast(T, found)


def _masked_answer(answer: Answer, mask: Mask) -> Answer:
    return replace(
        answer,
        captures=_masked(answer.captures, mask),
        readout=mask(answer.readout),
        brief=_masked_case(answer.brief, mask),
        markdown=_masked_case(answer.markdown, mask),
    )


def _masked_case(markdown: str, mask: Mask) -> str:
    """Mask the sentence beneath the title, into which the user's own values are put."""
    title, between, rest = markdown.partition("\n\n")
    sentence, gap, sections = rest.partition("\n\n")
    return f"{title}{between}{mask(sentence)}{gap}{sections}" if sentence.startswith("> ") else markdown
