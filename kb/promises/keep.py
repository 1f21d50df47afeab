"""Holds one code block to its promise."""

import shutil
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msfaq.answers.compose import fill
from msfaq.corpus.entry import Entry, Snippet
from msfaq.errors import InputError
from msfaq.index.signatures import SignatureIndex
from msfaq.logs.reading import read
from msfaq.promises.machine import missing
from msfaq.promises.process import Finished, command_path, run_script

_SHELLS: Final = ("bash", "sh", "shell")
_SHELLCHECK: Final = ("--shell=bash", "--severity=warning")


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of one promise."""

    entry_id: str
    """The entry."""
    snippet: Snippet
    """The block."""
    state: str
    """``kept``, ``broken`` or ``skipped``."""
    reason: str
    """Why it is broken or skipped; empty when kept."""
    output: str
    """What the block printed, or empty when it was not run."""


def keep_promises(entry: Entry, signatures: SignatureIndex) -> Iterator[Kept]:
    """Try every block of an entry, in file order."""
    for snippet in entry.snippets:
        code = fill_placeholders(entry, snippet.code)
        problem = _syntax(snippet, code)
        if problem:
            yield Kept(entry.id, snippet, "broken", problem, "")
            continue
        reason = _why_not_run(snippet)
        if reason:
            yield Kept(entry.id, snippet, "kept" if snippet.promise == "syntax" else "skipped", reason, "")
            continue
        yield _run(entry, snippet, code, signatures)


def fill_placeholders(entry: Entry, code: str) -> str:
    """Return ``code`` with the default of every placeholder put in."""
    for placeholder in entry.placeholders:
        code = fill(code, placeholder.name, placeholder.default)
    return code


def _why_not_run(snippet: Snippet) -> str:
    if snippet.promise == "syntax":
        return f"well formed; not run: {snippet.because}"
    if snippet.destructive:
        return "not run: destructive"
    need = missing(snippet.needs)
    return f"not run: this machine has no {need}" if need else ""


def _syntax(snippet: Snippet, code: str) -> str:
    if snippet.lang == "python":
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", SyntaxWarning)
                compile(code, "snippet.py", "exec")
        except (SyntaxError, SyntaxWarning) as error:
            return f"not Python: {error}"
    elif snippet.lang in _SHELLS:
        checks: list[list[str]] = [["bash", "-n"]]
        if shutil.which("shellcheck", path=command_path()):
            checks.append(["shellcheck", *_SHELLCHECK])
        for command in checks:
            finished = run_script(command, code, "snippet.sh", timeout=60)
            if finished.code:
                return f"{command[0]}: {finished.output.strip()}"
    return ""


def _run(entry: Entry, snippet: Snippet, code: str, signatures: SignatureIndex) -> Kept:
    command, name = ([sys.executable], "train.py") if snippet.lang == "python" else (["bash"], "snippet.sh")
    finished = run_script(command, code, name, timeout=snippet.timeout)
    problem = _broken(entry, snippet, finished, signatures)
    return Kept(entry.id, snippet, "broken" if problem else "kept", problem, finished.output)


def _broken(entry: Entry, snippet: Snippet, finished: Finished, signatures: SignatureIndex) -> str:
    """Return how the promise was broken, or an empty string."""
    if finished.timed_out:
        return f"still running after {snippet.timeout} s"
    must_fail = snippet.promise == "fails"
    if must_fail != (finished.code != 0):
        return f"exit code {finished.code}, though it promises '{snippet.promise}'"
    for text in snippet.prints:
        if text not in finished.output:
            return f"does not print {text!r}"
    if snippet.promise in ("fails", "warns") and entry.signatures:
        return _unrecognised(entry, finished.output, signatures)
    return ""


def _unrecognised(entry: Entry, output: str, signatures: SignatureIndex) -> str:
    try:
        hits = signatures.find(read(output).text)
    except InputError:
        return "prints nothing that could be recognised"
    ids = list(dict.fromkeys(hit.entry_id for hit in hits))
    if entry.id not in ids:
        return "no signature of this entry occurs in the output" + (f"; found: {', '.join(ids)}" if ids else "")
    first = ids[0]
    if first != entry.id and first not in entry.overlaps:
        return (
            f"the signature of '{first}' stands before this entry's; declare it under overlaps or sharpen the signature"
        )
    return ""
