"""``msfaq show`` and ``msfaq fix``: an entry or a guide whole, or an entry's code alone."""

import argparse
import difflib
from dataclasses import asdict

from msfaq.answers.compose import answer_markdown, fill, guide_markdown
from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_json, write_markdown, write_text
from msfaq.corpus.entry import Entry, Snippet
from msfaq.corpus.guide import Guide
from msfaq.engine import Engine
from msfaq.errors import InputError, UnknownEntry
from msfaq.language import locale_language


def show(arguments: argparse.Namespace) -> Exit:
    """Print the entry or guide."""
    lang = arguments.lang or locale_language()
    if lang not in ("zh", "en"):
        raise InputError(f"lang is '{lang}'; choose zh or en")
    shown = _find(arguments.id)
    if arguments.form == "json":
        write_json(asdict(shown))
    else:
        text = guide_markdown(shown, lang) if isinstance(shown, Guide) else answer_markdown(shown, lang)
        write_markdown(text, arguments.form)
    return Exit.ANSWERED


def fix(arguments: argparse.Namespace) -> Exit:
    """Print the code, placeholders filled in."""
    entry = find_entry(arguments.id)
    snippet = _chosen(entry, arguments.number)
    write_text(_fill(entry, snippet, dict(_pair(text) for text in arguments.set)))
    if snippet.destructive:
        say("careful: this code ends processes or deletes something")
    return Exit.ANSWERED


def _find(name: str) -> Entry | Guide:
    with Engine(talk=say, waiting=say_waiting) as engine:
        return engine.guide(name) if name in engine.guide_ids() else _entry(engine, name)


def find_entry(name: str) -> Entry:
    """Return the entry with this id; raise UnknownEntry with the ids that look alike."""
    with Engine(talk=say, waiting=say_waiting) as engine:
        return _entry(engine, name)


def _entry(engine: Engine, name: str) -> Entry:
    try:
        return engine.entry(name)
    except UnknownEntry as error:
        near = difflib.get_close_matches(name, (*engine.entry_ids(), *engine.guide_ids()), n=3, cutoff=0.5)
        hint = f"; did you mean {', '.join(near)}?" if near else '; ask in words: msfaq "…"'
        raise UnknownEntry(f"{error}{hint}") from error


def _chosen(entry: Entry, number: int | None) -> Snippet:
    if number is None:
        snippet = entry.fix_snippet()
        if snippet is None:
            raise InputError(f"the entry '{entry.id}' has no code; see msfaq show {entry.id}")
        return snippet
    if not 1 <= number <= len(entry.snippets):
        raise InputError(f"the entry '{entry.id}' has {len(entry.snippets)} code blocks; there is no number {number}")
    return entry.snippets[number - 1]


def _fill(entry: Entry, snippet: Snippet, values: dict[str, str]) -> str:
    known = {placeholder.name: placeholder for placeholder in entry.placeholders}
    for name in values:
        if name not in known:
            raise InputError(f"'{name}' is no placeholder of '{entry.id}'; it has {', '.join(known) or 'none'}")
    code = snippet.code
    for name, placeholder in known.items():
        filled = fill(code, name, values.get(name, placeholder.default))
        if filled != code and name not in values:
            say(f"{name} is {placeholder.default} (change it with --set {name}=…); {placeholder.find.en}")
        code = filled
    return code


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"--set {text}: write NAME=VALUE")
    return name, value
