"""``msfaq eval FILE…``: measures answers on labelled cases."""

import argparse
from pathlib import Path

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, write_text
from msfaq.engine import Engine
from msfaq.evaluation import Score, read_cases, score_cases, tally


def evaluate(arguments: argparse.Namespace) -> Exit:
    """Print a table per file."""
    with Engine(talk=say) as engine:
        for name in arguments.file:
            scores = list(score_cases(engine, read_cases(Path(name))))
            write_text(_table(name, scores))
            if arguments.wrong:
                write_text("\n".join(_wrong(score) for score in scores if score.rank != 1))
    return Exit.ANSWERED


def _table(name: str, scores: list[Score]) -> str:
    lines = [
        name,
        f"  {'group':16} {'cases':>6} {'right at 1':>14} {'right at 3':>14} {'answered':>9} {'of these right':>15}",
    ]
    for group, sums in tally(scores).items():
        if group == "negatives":
            lines.append(f"  {group:16} {sums.cases:6} {'declined ' + _share(sums.at_1, sums.cases):>14}")
            continue
        lines.append(
            f"  {group:16} {sums.cases:6} {_share(sums.at_1, sums.cases):>14} {_share(sums.at_3, sums.cases):>14}"
            f" {sums.answered:9} {_share(sums.answered_right, sums.answered):>15}"
        )
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})" if whole else "0"


def _wrong(score: Score) -> str:
    text = score.case.text.decode("utf-8", "replace") if isinstance(score.case.text, bytes) else score.case.text
    first = " ".join(text.split())[:90]
    return f"  {score.case.id:8} {score.outcome:9} rank {score.rank}  {', '.join(score.answers)[:80]:80}  {first}"
