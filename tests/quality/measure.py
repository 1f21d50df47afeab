"""Measures answers on the labelled questions: ``python tests/quality/measure.py``.

``--part`` chooses the questions (``judge``, the default, and ``further`` were never tuned on), ``--peers`` and
``--ablations`` add their tables, ``--write`` records everything in docs/QUALITY.md and a line in
tests/quality/results.jsonl.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import ir_measures
from ablations import ABLATIONS, unread
from ir_measures import RR, Success
from peers import PEERS, Search

from msfaq import engine as engine_module
from msfaq.answers import presenting
from msfaq.cli.evaluate import evaluate_file
from msfaq.corpus.book import Book, open_book
from msfaq.engine import Engine
from msfaq.evaluation.cases import Case
from msfaq.evaluation.measures import grouped, reciprocal_rank, success_at
from msfaq.evaluation.report import report_json, report_table
from msfaq.evaluation.scoring import Score

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "QUALITY.md"
MARK = "<!-- measured -->"


def main() -> int:
    """Measure, print, and with ``--write`` record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=("judge", "tune", "further"), default="judge")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--ablations", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    file = HERE / f"{arguments.part}.jsonl"
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        with Engine(cache=cache) as engine:
            scores = evaluate_file(engine, file)
        check_against_library(scores)
        parts = [heading(arguments.part, scores), fenced(report_table(scores))]
        if arguments.peers:
            parts += ["## Beside what a user would search with instead", peers_table(scores, open_book())]
        if arguments.ablations:
            parts += ["## With one part taken away", ablations_table(scores, cache, file)]
    text = "\n\n".join(parts)
    print(text)
    if arguments.write:
        PAGE.write_text(f"{PAGE.read_text('utf-8').partition(MARK)[0]}{MARK}\n\n{text}\n", "utf-8")
        line = {"commit": commit(), "date": time.strftime("%Y-%m-%d"), "part": arguments.part, **report_json(scores)}
        with (HERE / "results.jsonl").open("a", encoding="utf-8") as results:
            results.write(json.dumps(line) + "\n")
    return 0


def heading(part: str, scores: Sequence[Score]) -> str:
    """Say what was measured."""
    return f"The part to {part} by: {len(scores)} questions. Commit {commit()}, {time.strftime('%Y-%m-%d')}."


def commit() -> str:
    """Return the short name of the commit, with a plus when the tree differs from it."""
    done = [
        subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout.strip()
        for words in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "--untracked-files=no"))
    ]
    return done[0] + ("+" if done[1] else "")


def fenced(text: str) -> str:
    """Return a table as a block of text."""
    return f"```text\n{text}\n```"


def check_against_library(scores: Sequence[Score]) -> None:
    """Hold our measures of rank equal to those of ir-measures on the same rankings."""
    answerable = [score for score in scores if not score.case.is_negative]
    judged = [ir_measures.Qrel(score.case.id, "right", 1) for score in answerable]
    given = [
        ir_measures.ScoredDoc(score.case.id, "right" if place == score.rank else f"{place}", -place)
        for score in answerable
        for place in range(1, len(score.answers) + 1)
    ]
    theirs = ir_measures.calc_aggregate([Success @ 1, Success @ 5, RR @ 5], judged, given)
    ours = (success_at(1)(answerable), success_at(5)(answerable), reciprocal_rank(answerable))
    for mine, (measure, value) in zip(ours, sorted(theirs.items(), key=lambda item: _ORDER[str(item[0])]), strict=True):
        if abs(mine - value) > 1e-9:
            raise SystemExit(f"{measure}: {mine} here, {value} by ir-measures")


_ORDER = {"Success@1": 0, "Success@5": 1, "RR@5": 2}


def peers_table(scores: Sequence[Score], book: Book) -> str:
    """Return success at 1 by kind, for msfaq and each peer."""
    answerable = [score for score in scores if not score.case.is_negative]
    columns = {"msfaq": {score.case.id: score.rank for score in answerable}}
    for name, make in PEERS.items():
        search = make(book)
        columns[name] = {s.case.id: rank(search, s.case, book) for s in answerable}
    return by_kind(answerable, columns)


def rank(search: Search, case: Case, book: Book) -> int:
    """Return the place of the first right answer of a peer, 0 when it is not among five."""
    text = case.text.decode("utf-8", "replace") if isinstance(case.text, bytes) else case.text
    right = {book.aliases.get(name, name) for name in case.topics}
    return next((place for place, name in enumerate(search(text), start=1) if name in right), 0)


def ablations_table(scores: Sequence[Score], cache: Path, file: Path) -> str:
    """Return success at 1 by kind, for msfaq and with each part taken away."""
    # Without a part hardly any confidence is reached: what is ranked first counts, shown or not.
    vars(presenting)["UNSURE"] = 0.0
    answerable = [score for score in scores if not score.case.is_negative]
    columns = {"msfaq": {score.case.id: score.rank for score in answerable}}
    for name, change in ABLATIONS.items():
        with Engine(cache=cache) as engine:
            change(engine)
            columns[f"without {name}"] = ranks(evaluate_file(engine, file))
    columns["without reading (masks, key lines)"] = unread_ranks(cache, file)
    return by_kind(answerable, columns)


def unread_ranks(cache: Path, file: Path) -> dict[str, int]:
    """Return the ranks when every text is taken as it stands."""
    # No one else reads texts unread, so the engine has no switch for it.
    reader = vars(engine_module)["read"]
    vars(engine_module)["read"] = lambda source, anchors=(): unread(
        source if isinstance(source, str) else source.decode()
    )
    try:
        with Engine(cache=cache) as engine:
            return ranks(evaluate_file(engine, file))
    finally:
        vars(engine_module)["read"] = reader


def ranks(scores: Sequence[Score]) -> dict[str, int]:
    """Return case id → place of the right answer."""
    return {score.case.id: score.rank for score in scores}


def by_kind(answerable: Sequence[Score], columns: dict[str, dict[str, int]]) -> str:
    """Return a Markdown table: right at 1 (at 5), one row a kind, one column a system."""
    groups = {"**all**": list(answerable), **grouped(answerable, lambda score: score.case.kind)}
    lines = [f"| right at 1 (at 5) | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for name, group in groups.items():
        cells = (f"{share(group, found, 1):.0%} ({share(group, found, 5):.0%})" for found in columns.values())
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def share(group: Sequence[Score], found: dict[str, int], place: int) -> float:
    """Return the share of a group whose right answer stands among the first ``place``."""
    return sum(1 <= found[score.case.id] <= place for score in group) / len(group)


if __name__ == "__main__":
    sys.exit(main())
