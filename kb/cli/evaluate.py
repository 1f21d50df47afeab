"""``msfaq eval FILE…``: measures answers on labelled cases."""

import argparse
from pathlib import Path
from statistics import median

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_json, write_text
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.errors import InputError, UnknownEntry
from msfaq.evaluation.cases import Case, read_cases
from msfaq.evaluation.report import report_json, report_table
from msfaq.evaluation.scoring import PLACES, Score, score_cases


def evaluate(arguments: argparse.Namespace) -> Exit:
    """Print the measures of each file."""
    with Engine(talk=say, waiting=say_waiting) as engine:
        if arguments.dialogs:
            for name in arguments.file:
                _evaluate_dialogs(engine, name, wrong=arguments.wrong)
            return Exit.ANSWERED
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


def _evaluate_dialogs(engine: Engine, name: str, *, wrong: bool) -> None:
    # Imported here: questions are measured without conversations.
    from msfaq.chat.measure import read_dialogs, score_dialogs
    from msfaq.chat.preparing import prepare

    dialogs = read_dialogs(Path(name))
    # As a chat does while somebody types.
    prepare(engine)
    scores = list(score_dialogs(engine, dialogs))
    right = sum(score.right for score in scores)
    whole = len(dialogs) - len({score.dialog_id for score in scores if not score.right})
    middle = 1000 * median(score.seconds for score in scores) if scores else 0.0
    lines = median(score.lines for score in scores) if scores else 0
    until = [score.until for score in scores if score.until is not None]
    write_text(
        f"{name}\n  {'turns':16} {len(scores):6} {'right ' + _share(right, len(scores)):>20}\n"
        f"  {'conversations':16} {len(dialogs):6} {'whole ' + _share(whole, len(dialogs)):>20}\n"
        f"  a turn takes {middle:.1f} ms, a reply {lines:.0f} lines of 100 columns (medians);"
        f" what was asked stands there by line {median(until) if until else 0:.0f}"
    )
    for score in scores if wrong else ():
        if not score.right:
            lacks = [" / ".join(group) for group in score.missing] + [f"not: {word}" for word in score.unwanted]
            lacks += [f"outcome {score.reply.outcome}"] if score.wrong_outcome else []
            said = " ".join(score.user.split())[:60]
            ids = ", ".join(score.reply.answers)
            write_text(f"  {score.dialog_id} turn {score.number}  {said}  | {ids} | {'; '.join(lacks)}")


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})" if whole else "0"
