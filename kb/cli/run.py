"""``msfaq run -- CMD…``: runs a command as it is, and prints a diagnosis beneath when it fails."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msfaq.cli.ask import masked
from msfaq.cli.output import say, say_waiting
from msfaq.errors import InputError
from msfaq.language import locale_language
from msfaq.places import data_folder
from msfaq.running.command import StartError
from msfaq.running.run import Ended, Runner

if TYPE_CHECKING:
    from msfaq.diagnosis import Diagnosis

_BROKEN_PIPE: Final = 13
"""Number of SIGPIPE: the reader of the output went away, which is no failure of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Run the command; end the way it ended.

    Raises InputError, before anything is run, for an option out of range or a log file that cannot be opened.
    """
    words = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
    if not words:
        raise InputError("there is no command to run; write msfaq run -- python train.py")
    if arguments.lang not in (None, "zh", "en"):
        raise InputError(f"lang is '{arguments.lang}'; choose zh or en")
    runner = Runner(
        save_to=Path(arguments.save_log) if arguments.save_log else None,
        redact_log=arguments.redact,
        hold=arguments.quiet_on_success,
        talk=say,
    )
    try:
        ended = runner.run(words)
    except StartError as error:
        say(str(error))
        return error.code
    if ended.code != 0 and not ended.interrupted and ended.signal != _BROKEN_PIPE:
        _explain(ended, arguments)
    return runner.end_like(ended)


def _explain(ended: Ended, arguments: argparse.Namespace) -> None:
    """Print what is known of the failure to standard error; whatever goes wrong with that is one line at most."""
    try:
        _print_diagnosis(ended, arguments)
    except BrokenPipeError:
        return
    except Exception as error:
        # The command's exit code must arrive, come what may.
        try:
            say(f"no diagnosis: {error}" if str(error) else f"no diagnosis: {type(error).__name__}")
        except OSError:
            return


def _print_diagnosis(ended: Ended, arguments: argparse.Namespace) -> None:
    # Imported here: a command that succeeds needs none of it.
    from msfaq.engine import Engine
    from msfaq.render.beneath import write_beneath, write_diagnosis
    from msfaq.running.meaning import exit_consequence, exit_meaning, tells_something

    if sys.stderr is None:
        return
    diagnosis = None
    end = "signal" if tells_something(ended.code) else "failed"
    if ended.output.strip():
        text = masked(ended.output).encode() if arguments.redact else ended.output
        with Engine(talk=say, waiting=say_waiting) as engine:
            diagnosis = engine.report(text, lang=arguments.lang, ended=end).diagnosis
    if diagnosis is not None and diagnosis.outcome != "answered":
        from msfaq.learning.unanswered import keep_unanswered

        keep_unanswered(diagnosis, ended.output, data_folder())
    lang = arguments.lang or (diagnosis.lang if diagnosis else locale_language())
    meaning = exit_meaning(ended.code, lang, kills=ended.oom_kills)
    if arguments.form == "json":
        _write_json(diagnosis, ended.code, meaning)
        return
    if diagnosis is None or _is_silent(diagnosis):
        _write_ending(meaning, diagnosis, arguments)
    elif end == "failed":
        write_diagnosis(diagnosis, sys.stderr, arguments.form, full=arguments.full)
    elif _is_of_error(diagnosis):
        # What the program said itself is nearer to the cause than the way in which it went down afterwards.
        write_diagnosis(diagnosis, sys.stderr, arguments.form, full=arguments.full)
        write_beneath(exit_consequence(ended.code, lang, kills=ended.oom_kills), sys.stderr, arguments.form)
    else:
        write_beneath(meaning, sys.stderr, arguments.form)
        write_diagnosis(diagnosis, sys.stderr, arguments.form, full=arguments.full)


def _is_silent(diagnosis: "Diagnosis") -> bool:
    """Tell whether no line of the output says why the program failed."""
    from msfaq.answers.phrases import phrase

    story = diagnosis.log.story if diagnosis.log else ""
    return diagnosis.outcome == "unknown" and diagnosis.message in (phrase("healthy", diagnosis.lang), story)


def _is_of_error(diagnosis: "Diagnosis") -> bool:
    """Tell whether the diagnosis is of an error that the program told of, not of the end of its process alone."""
    failures = diagnosis.log.failures if diagnosis.log else ()
    if any(failure.kind == "exception" for failure in failures):
        return True
    ends = [failure for failure in failures if failure.kind == "crash"]
    line = diagnosis.answers[0].line if diagnosis.answers else 0
    return diagnosis.outcome == "answered" and not any(end.line <= line <= end.last_line for end in ends)


def _write_ending(meaning: str, diagnosis: "Diagnosis | None", arguments: argparse.Namespace) -> None:
    """Write what the exit code says, and beneath it which entries the warnings of the output have."""
    from msfaq.answers.phrases import phrase
    from msfaq.render.beneath import write_beneath, write_diagnosis

    write_beneath(meaning, sys.stderr, arguments.form)
    if diagnosis is not None and (diagnosis.nearest or (diagnosis.log and diagnosis.log.warnings)):
        told = replace(diagnosis, message=phrase("warned", diagnosis.lang))
        write_diagnosis(told, sys.stderr, arguments.form)


def _write_json(diagnosis: "Diagnosis | None", code: int, meaning: str) -> None:
    """Write one line, the last of standard error: the diagnosis, and what the exit code says."""
    from msfaq.diagnosis import SCHEMA

    known = diagnosis.to_dict() if diagnosis else {"schema": SCHEMA, "outcome": "unknown", "answers": []}
    sys.stderr.write(json.dumps({**known, "exit": {"code": code, "meaning": meaning}}, ensure_ascii=False) + "\n")
    sys.stderr.flush()
