"""Code is there where it is due, placeholders are declared, and nothing destroys without saying so."""

import re
from collections.abc import Iterator

from msfaq.check.problem import Problem
from msfaq.corpus.book import Book
from msfaq.corpus.entry import Entry, Snippet

_DESTROYS = re.compile(r"(?:^|[\s;&|(])(?:sudo )?(?:kill|rm|ipcrm|pip3? uninstall|rmdir|truncate|dd)\b", re.MULTILINE)
_BY_NAME = re.compile(r"\b(?:pkill|killall)\b")
_PLACEHOLDER = re.compile(r"(?<![${])\{([a-z][a-z0-9_]*)\}")
_SHELLS = ("bash", "sh", "shell")


def check(entry: Entry, book: Book) -> Iterator[Problem]:
    """Yield blocks that are missing, unmarked or unfinished."""
    if not entry.snippets and entry.kind in ("error", "howto", "checklist"):
        yield _problem(entry, f"an entry of kind {entry.kind} has at least one code block")
    promises = [snippet.promise for snippet in entry.snippets]
    if ("fails" in promises or "warns" in promises) and "fix" not in promises:
        yield _problem(entry, "a block fails, and none is its fix")
    used: set[str] = set()
    for snippet in entry.snippets:
        if snippet.lang in _SHELLS:
            used.update(_PLACEHOLDER.findall(snippet.code))
            yield from _shell(entry, snippet)
    declared = {placeholder.name for placeholder in entry.placeholders}
    for name in sorted(used - declared):
        yield _problem(entry, f"the placeholder {{{name}}} is not declared")
    for name in sorted(declared - used):
        yield _problem(entry, f"the placeholder '{name}' is declared and not used")


def _shell(entry: Entry, snippet: Snippet) -> Iterator[Problem]:
    code = re.sub(r"(?m)^\s*#.*$|'[^'\n]*'|\"[^\"\n]*\"", "", snippet.code)
    if _BY_NAME.search(code):
        yield _problem(entry, f"line {snippet.first_line}: ends every process of a name; end one's own by its PID")
    if _DESTROYS.search(code) and not snippet.destructive:
        yield _problem(entry, f"line {snippet.first_line}: ends or deletes something; mark the block destructive")


def _problem(entry: Entry, message: str) -> Problem:
    return Problem("snippets", entry.id, entry.path, message)
