"""Writes what is sent to a model: rules, numbered passages, and the user's words, fenced as data and redacted."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from msfaq.chat.llm.endpoint import Endpoint
from msfaq.chat.llm.support import Passage
from msfaq.chat.llm.tidy import visible
from msfaq.chat.llm.words import word
from msfaq.chat.responder import Grounded, Grounding
from msfaq.redaction.redact import Redactor

_PASSAGE: Final = 3000
"""Characters of a passage that are sent."""

_PASSAGES: Final = 14_000
"""Characters of all passages together: small models read some 4000 tokens well."""

_MOST: Final = 24
"""Passages sent."""

_QUESTION: Final = 3000
"""Characters of the user's turn that are sent: its start and its end."""

_EARLIER: Final = (2, 300)
"""Earlier turns of the user that are sent, and characters of each."""

_REPLY: Final = 1024
"""Tokens that a reply may have."""

_TAG: Final = re.compile(r"<(?=\s*/?\s*(?:passage|question|earlier)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a turn sends, and what the reply is held to."""

    messages: tuple[dict[str, str], ...]
    """The messages, as the protocol wants them."""
    passages: tuple[Passage, ...]
    """The passages as they are sent, by number."""
    codes: tuple[Grounding, ...]
    """The code blocks that the book proves."""


def worth_wording(grounded: Grounded) -> bool:
    """Tell whether a model is asked about a turn: only where the book answers in prose."""
    prose = any(one.kind == "text" and one.text.strip() for one in grounded.groundings)
    return prose and grounded.outcome != "unknown"


def write_prompt(grounded: Grounded) -> Prompt:
    """Return what is sent for a turn."""
    redact = Redactor().redact
    titles = dict(grounded.titles)
    passages: list[Passage] = []
    blocks = []
    size = 0
    for one in _wanted(grounded):
        text = _fenced(f"{titles.get(one.entry_id, one.entry_id)}\n{one.text}"[:_PASSAGE])
        # The book's own pages are public, and the addresses in their examples must stay what they are.
        text = redact(text) if one.entry_id in grounded.own else text
        size += len(text)
        if passages and (size > _PASSAGES or len(passages) >= _MOST):
            break
        number = len(passages) + 1
        passages.append(Passage(number, one.entry_id, text))
        kind = ' kind="code"' if one.kind == "code" else ""
        blocks.append(f'<passage number="{number}" entry="{one.entry_id}"{kind}>\n{text}\n</passage>')
    most, longest = _EARLIER
    blocks += [f"<earlier>\n{redact(_fenced(said[:longest]))}\n</earlier>" for said, _ in grounded.earlier[-most:]]
    blocks.append(f"<question>\n{redact(_fenced(_cut(grounded.asked or grounded.text)))}\n</question>")
    codes = tuple(one for one in (*grounded.groundings, *grounded.further) if one.kind == "code")
    messages = (
        {"role": "system", "content": word("rules", grounded.lang)},
        {"role": "user", "content": "\n\n".join(blocks)},
    )
    return Prompt(messages, tuple(passages), codes)


def request_body(prompt: Prompt, endpoint: Endpoint) -> dict[str, Any]:
    """Return the body of the request that a prompt becomes."""
    return {
        "model": endpoint.model,
        "messages": list(prompt.messages),
        "stream": True,
        "temperature": 0,
        "max_tokens": _REPLY,
    }


def _wanted(grounded: Grounded) -> Iterator[Grounding]:
    seen = set()
    for one in (*grounded.groundings, *grounded.further):
        if one.kind in ("text", "code") and one.text.strip() and one.text not in seen:
            seen.add(one.text)
            yield one


def _fenced(text: str) -> str:
    """Return text in which nothing looks like the marks around it."""
    return _TAG.sub("‹", visible(text)).strip()


def _cut(text: str) -> str:
    half = _QUESTION // 2
    return text if len(text) <= _QUESTION else f"{text[:half]}\n…\n{text[-half:]}"
