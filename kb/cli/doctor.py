"""``msfaq doctor``: what this machine has, and what does not fit together."""

import argparse
from dataclasses import replace

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, say_waiting, write_json, write_markdown
from msfaq.doctor.machine import this_machine
from msfaq.doctor.report import Report, diagnose
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.language import locale_language
from msfaq.render.doctor import doctor_markdown


def doctor(arguments: argparse.Namespace) -> Exit:
    """Look at the machine and print what was found; UNKNOWN when something does not fit."""
    lang = arguments.lang or locale_language()
    if lang not in ("zh", "en"):
        raise InputError(f"lang is '{lang}'; choose zh or en")
    report = diagnose(this_machine())
    if arguments.try_import:
        report = _with_import(report)
    if arguments.form == "json":
        write_json(report.to_dict(lang))
    else:
        write_markdown(doctor_markdown(report, lang), arguments.form)
    return Exit.ANSWERED if report.fits else Exit.UNKNOWN


def _with_import(report: Report) -> Report:
    from msfaq.doctor.importing import try_import

    say("trying import mindspore and run_check in a process apart …")
    with Engine(talk=say, waiting=say_waiting) as engine:
        misfit = try_import(engine)
    return replace(report, misfits=(misfit, *report.misfits)) if misfit else report
