"""Says what the book covers: ``python tests/quality/coverage.py [--messages] [--write]``.

By tier of the topic list: how many have their entry, and how each entry is held to what it says. ``--messages`` adds
the count of MindSpore's own messages (it takes minutes), ``--write`` records in docs/COVERAGE.md what was counted.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from pages import record

from msfaq.corpus.book import Book, open_book
from msfaq.corpus.entry import Entry

HERE = Path(__file__).resolve().parent
TOPICS = HERE.parent / "data" / "topics.txt"

TIERS: Final = {
    "0": "seed documents",
    "1": "core FAQ",
    "2": "error-analysis guides, CANN cases",
    "3": "old releases only",
    "4": "satellite projects",
    "": "beyond the official pages",
}
"""Tiers of the topic list, and the entries that no topic asked for."""

_RUN: Final = ("fails", "warns", "fix", "runs")
"""Promises that are kept by running."""


def main() -> int:
    """Count, print, and with ``--write`` record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    book = open_book()
    parts = {"entries": f"## By tier\n\n{tier_table(book, topics())}\n\n## By area\n\n{area_table(book)}"}
    if arguments.messages:
        command = [sys.executable, str(HERE / "messages.py")]
        parts["messages"] = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for name, text in parts.items():
        print(text.strip())
        if arguments.write:
            record(name, text)
    return 0


def topics() -> Mapping[str, str]:
    """Return topic id → tier."""
    rows = (line.partition(" ") for line in TOPICS.read_text("utf-8").splitlines() if line.strip())
    return {name: tier for name, _, tier in rows}


def tier_table(book: Book, tiers: Mapping[str, str]) -> str:
    """Return one row a tier."""
    groups: dict[str, dict[str, Entry]] = {tier: {} for tier in TIERS}
    answered: dict[str, int] = dict.fromkeys(TIERS, 0)
    covered = set()
    for topic, tier in tiers.items():
        name = book.aliases.get(topic, topic)
        if name in book.entries:
            groups[tier][name] = book.entries[name]
            answered[tier] += 1
            covered.add(name)
    groups[""] = {name: entry for name, entry in book.entries.items() if name not in covered}
    lines = [
        "| tier | topics answered | entries | both languages | with signatures | signatures | proven by running "
        "| checked for form | no code |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for tier, title in TIERS.items():
        held = list(groups[tier].values())
        share = f"{answered[tier]} of {sum(t == tier for t in tiers.values())}" if tier else "–"
        lines.append(f"| {tier} {title} | {share} | {' | '.join(map(str, counts(held)))} |".replace("|  ", "| "))
    lines.append(f"| **all** | | {' | '.join(map(str, counts(book.entries.values())))} |")
    return "\n".join(lines)


def counts(entries: Iterable[Entry]) -> Sequence[int]:
    """Count entries, bilingual ones, those with signatures, signatures, and entries by what becomes of their code."""
    held = list(entries)
    proven = [e for e in held if any(s.promise in _RUN for s in e.snippets)]
    formal = [e for e in held if e.snippets and e not in proven]
    return (
        len(held),
        sum(bool(e.sections_zh and e.sections_en) for e in held),
        sum(bool(e.signatures) for e in held),
        sum(len(e.signatures) for e in held),
        len(proven),
        len(formal),
        sum(not e.snippets for e in held),
    )


def area_table(book: Book) -> str:
    """Return one row an area."""
    lines = ["| area | entries | signatures | proven by running |", "|---|---|---|---|"]
    areas = sorted({entry.area for entry in book.entries.values()})
    for area in areas:
        total, _, _, signatures, proven, *_ = counts(e for e in book.entries.values() if e.area == area)
        lines.append(f"| {area} | {total} | {signatures} | {proven} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
