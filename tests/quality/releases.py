"""Runs every failing block of the book on older releases and compares what they say.

    python tests/quality/releases.py 2.7.2 2.8.0 2.9.0 2.10.0 --write

The last release named is the one that the others are compared with. An environment is made for each and kept outside
the repository (``--environments``); ``2.9.0=/path/to/python`` takes an interpreter that has it. ``--keep`` keeps how
each block ended and does not run again what was kept, for when only signatures have changed; ``--only`` runs the
blocks of some entries, ``--write`` records the tables in docs/COVERAGE.md.
"""

import argparse
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from blocks import Block, Runner, Verdict, failing_blocks
from environments import Release, default_folder, prepare
from pages import PAGE, record

from msfaq.corpus.book import Book, open_book
from msfaq.corpus.places import ENTRIES, GUIDES
from msfaq.index.signatures import SignatureIndex

_NICE: Final = 10
_HEADS: Final = ("same wording", "known, worded otherwise", "not recognised", "nothing happens", "cannot run")
_KINDS: Final = ("same", "other", "unknown", "clean", "absent")

Results = Mapping[str, Mapping[str, Verdict]]
"""Release → name of a block → what became of it."""


def main() -> int:
    """Run, print, and with ``--write`` record; 1 when a block is not recognised somewhere."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="+", metavar="RELEASE")
    parser.add_argument("--environments", type=Path, default=default_folder(), metavar="FOLDER")
    parser.add_argument("--book", type=Path, default=ENTRIES, metavar="FOLDER", help="entries other than the shipped")
    parser.add_argument("--only", nargs="+", metavar="ID")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    os.nice(_NICE)
    # A shell starts its background with the keyboard's signals ignored; a block may interrupt itself.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    book = open_book(chosen.book, GUIDES)
    chosen_ids = chosen.only or list(book.entries)
    blocks = list(failing_blocks(book.entry(name) for name in chosen_ids))
    releases = [prepare(wanted, chosen.environments) for wanted in chosen.releases]
    results = {release.version: run(release, blocks, book, chosen.keep) for release in releases}
    text = f"{summary(results)}\n\n{details(blocks, results)}".strip()
    print(text)
    if chosen.write:
        record("releases", text, chosen.page)
    return int(any(verdict.state == "unknown" for row in results.values() for verdict in row.values()))


def run(release: Release, blocks: Sequence[Block], book: Book, kept: Path | None) -> Mapping[str, Verdict]:
    """Run the blocks on a release; talk goes to standard error."""
    verdicts = {}
    with Runner(release, SignatureIndex.from_entries(book.entries.values()), kept) as runner:
        for at, block in enumerate(blocks, 1):
            verdict = verdicts[block.name] = runner.verdict(block)
            if verdict.state != "known" or verdict.misdated:
                said = f"misdated: {sorted(verdict.templates)}" if verdict.misdated else verdict.message
                print(f"{release.version} {at}/{len(blocks)} {block.name} {verdict.state} {said}", file=sys.stderr)
    return verdicts


def kind_of(verdict: Verdict, newest: Verdict) -> str:
    """Return how a verdict stands to that of the newest release: one of the table's columns."""
    if verdict.state != "known":
        return verdict.state
    is_same = newest.state != "known" or not verdict.templates or bool(verdict.templates & newest.templates)
    return "same" if is_same else "other"


def summary(results: Results) -> str:
    """Return one row a release."""
    newest = list(results.values())[-1]
    lines = [f"| release | blocks | {' | '.join(_HEADS)} |", f"|---|---:|{'---:|' * len(_HEADS)}"]
    for version, verdicts in results.items():
        kinds = [kind_of(verdict, newest[name]) for name, verdict in verdicts.items()]
        lines.append(f"| {version} | {len(kinds)} | {' | '.join(str(kinds.count(kind)) for kind in _KINDS)} |")
    return "\n".join(lines)


def details(blocks: Sequence[Block], results: Results) -> str:
    """Return one row for each block that does not say the same everywhere."""
    newest = list(results.values())[-1]
    rows = []
    for block in blocks:
        row = [verdicts[block.name] for verdicts in results.values()]
        if any(kind_of(verdict, newest[block.name]) != "same" for verdict in row):
            cells = [_cell(verdict, newest[block.name]) for verdict in row]
            rows.append(
                f"| {block.entry.id} | {block.snippet.title.en or block.snippet.title.zh} | {' | '.join(cells)} |"
            )
    if not rows:
        return ""
    head = f"| entry | block | {' | '.join(results)} |\n|---|---|{'---|' * len(results)}"
    return "\n".join((head, *sorted(rows)))


def _cell(verdict: Verdict, newest: Verdict) -> str:
    kind = kind_of(verdict, newest)
    wording = max(verdict.templates, key=len, default="")
    if verdict is newest and kind == "same":
        return _code(wording)
    return {
        "same": "same",
        "other": _code(wording),
        "unknown": f"not recognised: {_code(verdict.message)}",
        "clean": "nothing happens",
        "absent": f"cannot run: {_code(verdict.message)}",
    }[kind]


def _code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|').replace('`', chr(39))}`" if text else "same"


if __name__ == "__main__":
    sys.exit(main())
