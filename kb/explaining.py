"""Answers a caught exception: its traceback, causes, notes and the members of a group are read as one log."""

from collections.abc import Iterator
from dataclasses import replace
from traceback import format_exception
from typing import Final

import re2

from msfaq.diagnosis import Diagnosis
from msfaq.shared import lookup

_OURS: Final = re2.compile(r"(?i)mindspore|mindformers|mindnlp|mindone|ascend|\bhccl\b|\bcann\b|\bacl\b")


def explain(
    exception: BaseException,
    *,
    lang: str | None = None,
    limit: int = 3,
    platform: str | None = None,
    ms_version: str | None = None,
) -> Diagnosis:
    """Answer an exception; see `msfaq.Engine.lookup` for the options and for what is raised.

    The exception may have been caught anywhere: its ``__cause__`` and ``__context__``, its notes and, for a group, its
    members are read with it. It is left as it is.
    """
    text = exception_text(exception)
    return lookup(text, lang=lang, limit=limit, platform=platform, ms_version=ms_version)


def explain_uncaught(exception: BaseException, lang: str | None = None) -> Diagnosis | None:
    """Answer an exception that nobody asked about, or return None where an answer would be noise.

    Noise is an answer to an interrupt or exit, to an error that has nothing to do with MindSpore and does not match a
    message exactly, and "not known".

    Raises what `explain` raises.
    """
    if not isinstance(exception, Exception):
        return None
    text = exception_text(exception)
    diagnosis = lookup(text, lang=lang, explain=True)
    if not diagnosis.answers or diagnosis.explanation is None:
        return None
    # Where a message was recognised, nothing had to be searched for.
    is_exact = not diagnosis.explanation.searches
    return replace(diagnosis, explanation=None) if is_exact or _OURS.search(text) is not None else None


def exception_text(exception: BaseException) -> str:
    """Return the traceback as Python prints it; of a group, that of each member in turn instead of its tree."""
    return "\n".join("".join(format_exception(type(one), one, one.__traceback__)) for one in _leaves(exception))


def _leaves(exception: BaseException) -> Iterator[BaseException]:
    """Yield the exceptions that are no groups; a group without members stands for itself."""
    waiting, seen = [exception], set[int]()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        # The backport of exception groups for Python 3.10 has the same attribute.
        members = getattr(one, "exceptions", None)
        if isinstance(members, tuple) and members and all(isinstance(member, BaseException) for member in members):
            # What the group was raised from stands above its members, as in a traceback.
            origin = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
            waiting += [*reversed(members), *([origin] if origin else [])]
        else:
            yield one
