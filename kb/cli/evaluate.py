"""``msfaq eval FILE…``: measures answers on labelled cases."""

import argparse
from pathlib import Path
from statistics import median

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, write_text
from msfaq.engine import Engine
from msfaq.evaluation import Score, read_cases, score_cases, tally


def evaluate(arguments: argparse.Namespace) -> Exit:
    """Print a table per file."""
    with Engine(talk=say) as engine:
        for name in arguments.file:
            if arguments.dialogs:
                _evaluate_dialogs(engine, name, wrong=arguments.wrong)
                continue
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


def _evaluate_dialogs(engine: Engine, name: str, *, wrong: bool) -> None:
    # Imported here: questions are measured without conversations.
    from msfaq.chat.measure import read_dialogs, score_dialogs

    dialogs = read_dialogs(Path(name))
    scores = list(score_dialogs(engine, dialogs))
    right = sum(score.right for score in scores)
    whole = len(dialogs) - len({score.dialog_id for score in scores if not score.right})
    middle = 1000 * median(score.seconds for score in scores) if scores else 0.0
    write_text(
        f"{name}\n  {'turns':16} {len(scores):6} {'right ' + _share(right, len(scores)):>20}\n"
        f"  {'conversations':16} {len(dialogs):6} {'whole ' + _share(whole, len(dialogs)):>20}\n"
        f"  a turn takes {middle:.1f} ms (median)"
    )
    for score in scores if wrong else ():
        if not score.right:
            lacks = [" / ".join(group) for group in score.missing] + [f"not: {word}" for word in score.unwanted]
            lacks += [f"outcome {score.reply.outcome}"] if score.wrong_outcome else []
            said = " ".join(score.user.split())[:60]
            ids = ", ".join(score.reply.answers)
            write_text(f"  {score.dialog_id} turn {score.number}  {said}  | {ids} | {'; '.join(lacks)}")
