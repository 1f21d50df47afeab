"""Writes walks and attachments for the worksheets' file and reads them back."""

import json
from typing import Any

from msfaq.answers.walking import Walk
from msfaq.corpus.entry import Bilingual
from msfaq.errors import WorksheetFault
from msfaq.worksheets.contents import Attachment, KeptStep, KeptWalk


def attachment_row(attachment: Attachment) -> dict[str, object]:
    """Return the columns of an attachment that the caller decides."""
    names = ("kind", "name", "text", "size", "left_out", "code")
    # A lone surrogate comes from a file name or the command line, and SQLite keeps only proper text.
    values = {name: getattr(attachment, name) for name in names}
    return {name: proper(value) if isinstance(value, str) else value for name, value in values.items()}


def proper(text: str) -> str:
    r"""Return text that can be written as UTF-8: what cannot becomes a question mark.

    >>> proper("a\udcff")
    'a?'
    """
    return text.encode("utf-8", "replace").decode("utf-8")


def walk_to_json(walk: Walk) -> str:
    """Return where a walk stands, in both languages' words, so that it reads the same when the book has changed."""
    ending, question = walk.ending, walk.question
    result = ending.result if ending else None
    data = {
        "entry_id": walk.entry_id,
        "title": _pair(walk.title),
        "steps": [
            {"name": step.question.name, "ask": _pair(step.question.ask), "when": _pair(step.choice.when)}
            for step in walk.steps
        ],
        "asks": _pair(question.ask) if question else None,
        "see": ending.see if ending else "",
        "result": _pair(result) if result else None,
    }
    return json.dumps(data, ensure_ascii=False)


def walk_from_json(text: str, first: int, changed: int) -> KeptWalk:
    """Read what `walk_to_json` wrote; fields of later releases are passed over.

    Raises WorksheetFault when it is something else.
    """
    try:
        return _walk(json.loads(text), first, changed)
    except (ValueError, KeyError, TypeError) as error:
        raise WorksheetFault(
            "a walk in the worksheets' file is damaged; msfaq checklist reset ID forgets it"
        ) from error


def _walk(data: dict[str, Any], first: int, changed: int) -> KeptWalk:
    return KeptWalk(
        entry_id=data["entry_id"],
        title=Bilingual(**data["title"]),
        steps=tuple(KeptStep(s["name"], Bilingual(**s["ask"]), Bilingual(**s["when"])) for s in data["steps"]),
        asks=Bilingual(**data["asks"]) if data["asks"] else None,
        see=data["see"],
        result=Bilingual(**data["result"]) if data["result"] else None,
        first=first,
        changed=changed,
    )


def _pair(text: Bilingual) -> dict[str, str]:
    return {"zh": text.zh, "en": text.en}
