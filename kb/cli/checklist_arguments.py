"""The grammar of ``msfaq checklist`` and ``msfaq walk``."""

import argparse
from typing import Final

from msfaq.worksheets.contents import STATES

_ACTIONS: Final = {
    "list": "print the items with their states (the default)",
    "show": "print what was said about an item, and how to check it",
    "set": "say of items what you found",
    "attach": "keep an output as evidence",
    "detach": "remove an attachment",
    "export": "write the report one attaches when asking for help",
    "reset": "forget items, or the whole worksheet",
}

CHECKLIST_EPILOG: Final = """\
An ITEM is a code such as ds.01, or its entry's id. What you say is kept for each project folder between runs.

  msfaq checklist                                   where do I stand
  msfaq checklist show ds.01                        how to check it
  msfaq fix checklist-ds-01-missing-values          its script, to adapt to your data
  python check.py 2>&1 | msfaq checklist attach ds.01 -
  msfaq checklist set ds.01 fine --note "0 of 50000 rows"
  msfaq checklist export --format html -o report.html

Exit codes: 0 done, 1 nothing is open (list --open) or nothing was changed (reset), 2 failed.
"""


def add_checklist(parser: argparse.ArgumentParser) -> None:
    """Add the grammar of ``msfaq checklist``."""
    parser.epilog = CHECKLIST_EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    _common(parser, default=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    made = {
        name: actions.add_parser(name, help=text, description=text[:1].upper() + text[1:] + ".")
        for name, text in _ACTIONS.items()
    }
    for action in made.values():
        _common(action, default=argparse.SUPPRESS)
    made["list"].add_argument("--open", action="store_true", help="only items nobody has looked at")
    made["show"].add_argument("item", metavar="ITEM")
    made["set"].add_argument("item", metavar="ITEM", nargs="+", help="one or more, e.g. mp.01 mp.02")
    made["set"].add_argument("state", metavar="STATE", help=", ".join((*STATES[:-1], "na (not applicable)")))
    made["set"].add_argument("--note", metavar="TEXT", help="replace the note; an empty one removes it")
    made["attach"].add_argument("item", metavar="ITEM")
    made["attach"].add_argument("file", metavar="FILE", nargs="?", help="a file; '-' is standard input")
    made["attach"].add_argument(
        "--run",
        type=int,
        metavar="N",
        help="run the entry's N-th snippet in the project instead and keep what it prints",
    )
    made["attach"].add_argument("--name", metavar="TEXT", help="name of what comes through standard input")
    made["detach"].add_argument("number", type=int, metavar="NUMBER", help="the attachment's number, from show")
    made["export"].add_argument(
        "--format", default=None, metavar="md|html|json", help="default: the suffix of FILE, else md"
    )
    made["export"].add_argument("-o", dest="file", metavar="FILE", help="write a file instead of standard output")
    made["export"].add_argument("--raw", action="store_true", help="leave keys, addresses and user names in")
    made["reset"].add_argument("item", metavar="ITEM", nargs="*", help="items or walks (default: everything)")
    made["reset"].add_argument("--yes", action="store_true", help="do not ask")


def add_walk(parser: argparse.ArgumentParser) -> None:
    """Add the grammar of ``msfaq walk``."""
    parser.epilog = (
        "Answers are numbers, b goes back, r begins again, q leaves; they may come through a pipe, one a line. "
        "Exit codes: 0 the walk came to a result, 1 it did not, 2 failed."
    )
    _common(parser, default=None)
    parser.add_argument("id", nargs="?", metavar="ID", help="a decision entry (default: list them)")
    parser.add_argument("--again", action="store_true", help="begin anew where a walk was left unfinished")


def _common(parser: argparse.ArgumentParser, *, default: str | None) -> None:
    parser.add_argument("--project", metavar="DIR", default=default, help="the project's folder (default: here)")
    parser.add_argument("--lang", metavar="zh|en", default=default, help="language (default: the locale's)")
