"""``msfaq eval FILE…``: measures answers on labelled cases."""

import argparse
from pathlib import Path

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, write_json, write_text
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.errors import InputError, UnknownEntry
from msfaq.evaluation.cases import Case, read_cases
from msfaq.evaluation.report import report_json, report_table
from msfaq.evaluation.scoring import PLACES, Score, score_cases


def evaluate(arguments: argparse.Namespace) -> Exit:
    """Print the measures of each file."""
    with Engine(talk=say) as engine:
        measured = {name: evaluate_file(engine, Path(name)) for name in arguments.file}
    if arguments.form == "json":
        write_json({name: report_json(scores) for name, scores in measured.items()})
        return Exit.ANSWERED
    for name, scores in measured.items():
        write_text(f"{name}\n{report_table(scores)}")
        if arguments.wrong:
            write_text("\n".join(_wrong(score) for score in scores if not score.is_right))
    return Exit.ANSWERED


def evaluate_file(engine: Engine, file: Path) -> list[Score]:
    """Ask an engine every case of a file.

    Raises InputError when the file cannot be read or a line is no case.
    """

    def ask(case: Case) -> Diagnosis:
        try:
            return engine.lookup(case.text, lang=case.lang, limit=PLACES)
        except InputError as refused:
            # Text that cannot be read is declined.
            return Diagnosis("", case.lang or "en", "unknown", (), (), None, (), str(refused))

    def resolve(name: str) -> str:
        try:
            return engine.entry(name).id
        except UnknownEntry:
            return name

    return list(score_cases(ask, resolve, read_cases(file)))


def _wrong(score: Score) -> str:
    text = score.case.text.decode("utf-8", "replace") if isinstance(score.case.text, bytes) else score.case.text
    first = " ".join(text.split())[:90]
    wanted = ",".join(score.case.topics)[:60]
    return (
        f"  {score.case.id:8} {score.outcome:9}{score.confidence:5.2f} rank {score.rank} {wanted:30} "
        f"{', '.join(score.answers)[:90]:90}  {first}"
    )
