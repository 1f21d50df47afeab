"""The command line's grammar."""

import argparse
from typing import Final

from msfaq.request import ANSWERED
from msfaq.version import VERSION

_EPILOG: Final = """\
Commands: ask, chat, run, doctor, redact, show, fix, checklist, walk, index, learn, check, try, new, eval, tui.
`msfaq COMMAND --help` explains one; its options may stand before its name too.
A first argument that is none of them is a question; `msfaq ask "…"` always asks.

  msfaq run -- python train.py          run it; when it fails, the answer stands beneath
  python train.py 2>&1 | msfaq          read a failing run
  msfaq "Launch kernel failed"          ask about a message
  python train.py 2>&1 | msfaq --tee    the same, and see the run meanwhile
  msfaq train.log                       read a log, of any length, .gz .xz .zst too
  msfaq ./msrun_log/   msfaq rank_*.log find the rank that failed first
  msfaq --follow train.log              answer while it is being written
  msfaq doctor                          what does not fit together on this machine
  msfaq chat                            a conversation: why, just the code, still fails …
  msfaq --lang zh "loss is nan"         answer in Chinese

Exit codes: 0 answered, 1 nothing known, 2 failed.
"""

COMMANDS: Final = (
    *("ask", "chat", "run", "doctor", "redact", "show", "fix", "checklist", "walk"),
    *("index", "learn", "check", "try", "new", "eval", "tui"),
)
"""Names of the commands."""

_TAKES_VALUE: Final = ("-n", "--lang", "--platform", "--ms-version", "--confidence", "--jobs")
"""Options of a question that are followed by a value."""


def command_first(words: list[str]) -> list[str]:
    """Return the arguments with the command's name moved before the options in front of it.

    Arguments that name no command come back as they are.
    """
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] not in ("-", "--"):
        at += 2 if words[at] in _TAKES_VALUE else 1
    if at < len(words) and words[at] in COMMANDS:
        return [words[at], *words[:at], *words[at + 1 :]]
    return words


def ask_parser() -> argparse.ArgumentParser:
    """Return the parser of a question."""
    parser = argparse.ArgumentParser(
        prog="msfaq",
        description="Reads the error that MindSpore died with and says what happened, why, and how to mend it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "text",
        nargs="*",
        help="error text, question, or names of log files and folders; standard input when left out or '-'",
    )
    _answer_options(parser)
    _full_option(parser)
    parser.add_argument("-n", type=int, default=3, metavar="N", dest="limit", help="most answers (default 3)")
    parser.add_argument("--platform", metavar="NAME", help="only what holds on Ascend, GPU or CPU")
    parser.add_argument("--ms-version", metavar="X.Y.Z", help="only what holds for this MindSpore release")
    parser.add_argument(
        "--confidence",
        type=float,
        default=ANSWERED,
        metavar="P",
        help="probability from which an answer is given as the answer (default %(default)s; more is stricter)",
    )
    parser.add_argument("--explain", action="store_true", help="say how the answer came about")
    parser.add_argument("--redact", action="store_true", help="mask secrets, names and addresses (msfaq redact)")
    parser.add_argument(
        "-f", "--follow", action="store_true", help="read on while the log grows; answer when its writer falls silent"
    )
    parser.add_argument(
        "--tee", action="store_true", help="pass standard input on to standard output; answer on standard error"
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="processes that read logs (default: as many as pay)")
    parser.add_argument("--version", action="version", version=f"msfaq {VERSION}")
    return parser


def command_parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command other than ``ask``."""
    parser = argparse.ArgumentParser(prog=f"msfaq {name}", description=_DESCRIPTIONS[name])
    _ADD[name](parser)
    return parser


def _answer_options(parser: argparse.ArgumentParser, *, json: bool = True) -> None:
    parser.add_argument(
        "--lang", metavar="zh|en", help="language of the answer (default: the question's, or the locale's)"
    )
    forms = parser.add_mutually_exclusive_group()
    if json:
        forms.add_argument("--json", action="store_const", const="json", dest="form", help="print JSON (docs/json.md)")
    forms.add_argument("--markdown", action="store_const", const="markdown", dest="form", help="print Markdown")
    forms.add_argument("--plain", action="store_const", const="plain", dest="form", help="lay out without colours")
    parser.set_defaults(form="auto")


def _full_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--full", action="store_true", help="show the whole entry, not only what is wanted first")


def _run(parser: argparse.ArgumentParser) -> None:
    parser.usage = "msfaq run [options] -- CMD…"
    _answer_options(parser)
    _full_option(parser)
    parser.add_argument("--quiet-on-success", action="store_true", help="show the output only when the command fails")
    parser.add_argument("--save-log", metavar="FILE", help="write the output, to the letter, to this file too")
    parser.add_argument(
        "--redact", action="store_true", help="mask secrets, names and addresses in the answer and in the saved log"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="CMD", help="the command and its arguments")


def _redact(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", help="the text (default: standard input)")


def _doctor(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "It changes nothing. Exit codes: 0 nothing amiss, 1 something does not fit, 2 failed."
    _answer_options(parser, json=False)
    parser.add_argument("--json", action="store_const", const="json", dest="form", help="print JSON (docs/doctor.md)")
    parser.add_argument(
        "--import",
        action="store_true",
        dest="try_import",
        help="also try import mindspore and run_check in a process apart, and ask the book about what fails",
    )


def _show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="an entry's id")
    _answer_options(parser)


def _fix(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="an entry's id")
    parser.add_argument("-n", type=int, metavar="N", dest="number", help="the N-th code block instead of the fix")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="fill in a placeholder of a shell block"
    )


def _index(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("status", help="say what lies in the cache, and which model is in use")
    build = actions.add_parser("build", help="build it anew, with another embedding model if one is named")
    build.add_argument(
        "--model", metavar="NAME|PATH", help="a sentence-transformers model, kept for later; 'shipped' for ours"
    )
    _work_options(build)
    add = actions.add_parser("add", help="read your own documents in: Markdown, reST, notebooks, HTML, plain text")
    add.add_argument("path", nargs="+", metavar="PATH", help="a file or a folder")
    _work_options(add)
    remove = actions.add_parser("remove", help="take documents out again; the files stay")
    remove.add_argument("path", nargs="+", metavar="PATH", help="a file or a folder")
    documents = actions.add_parser("documents", help="list your documents: current, changed or gone")
    documents.add_argument(
        "--json", action="store_const", const="json", default="table", dest="form", help="print them as JSON"
    )
    update = actions.add_parser("update", help="read documents that have changed, forget those that are gone")
    update.add_argument("--rebuild", action="store_true", help="read everything again, whatever lies in the store")
    _work_options(update)


def _work_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--batch-size", type=int, default=32, metavar="N", help="texts the model takes at once")
    parser.add_argument(
        "--device", metavar="NAME", help="where the model runs: cpu, cuda, npu … (default: the fastest)"
    )


def _learn(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", help="a log file, or the error text; standard input when left out or '-'")
    parser.add_argument("--id", metavar="ID", help="the new entry's id (default: made from the message)")
    parser.add_argument("--area", metavar="NAME", help="the folder it belongs to (default: that of the nearest entry)")
    parser.add_argument("--force", action="store_true", help="learn it even if an entry answers it already")
    parser.add_argument("--print", action="store_true", dest="prints", help="print the entry instead of writing it")
    parser.add_argument("--from", type=int, metavar="N", dest="kept", help="learn from the N-th kept question")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--list", action="store_true", help="show the questions without an answer that were kept")
    kept.add_argument("--clear", action="store_true", help="delete them")
    kept.add_argument("--keep", choices=("on", "off"), help="keep such questions on this machine from now on, or stop")


def _check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="*", help="entries (default: the whole book)")


def _try(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="*", help="entries (default: all)")


def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the new entry's id: lower-case words joined by hyphens")
    parser.add_argument("--own", action="store_true", help="write it to your own entries instead of the book")
    parser.add_argument("--kind", default="error", help="error, howto, concept, checklist or decision")
    parser.add_argument("--area", required=True, help="the folder it belongs to, e.g. operators")


def _eval(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="+", help="labelled cases, one JSON object a line (docs/evaluation.md)")
    parser.add_argument("--wrong", action="store_true", help="list the cases that are not right at the first place")
    parser.add_argument(
        "--json", action="store_const", const="json", default="table", dest="form", help="print the measures as JSON"
    )
    parser.add_argument("--dialogs", action="store_true", help="the files hold conversations; score them turn by turn")


def _chat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", help="a first question, error text, or the name of a log file")
    _answer_options(parser)
    parser.add_argument("--platform", metavar="NAME", help="the case is on Ascend, GPU or CPU")
    parser.add_argument("--ms-version", metavar="X.Y.Z", help="the case is on this MindSpore release")
    parser.add_argument(
        "--continue",
        nargs="?",
        const="last",
        metavar="ID",
        dest="resume",
        help="go on with a kept conversation, the last one unless its number is given",
    )
    parser.add_argument("--no-save", action="store_true", help="keep nothing of this conversation")
    model = parser.add_argument_group(
        "a language model", "words the replies, each sentence checked; nothing is sent unless an endpoint is named"
    )
    model.add_argument(
        "--endpoint", metavar="URL", help="an OpenAI-compatible endpoint, or 'off' (MSFAQ_CHAT_ENDPOINT)"
    )
    model.add_argument("--llm", metavar="NAME", help="the model there (MSFAQ_CHAT_MODEL; a key: MSFAQ_CHAT_KEY)")
    model.add_argument("--timeout", type=float, metavar="S", help="seconds it may be silent (default 60)")
    model.add_argument("--remember", action="store_true", help="use this endpoint and model from now on")
    model.add_argument("--show-prompt", action="store_true", help="print what would be sent, and send nothing")
    parser.add_argument("--list", action="store_true", help="list the kept conversations")
    parser.add_argument(
        "--export", nargs="?", const="last", metavar="ID", help="print a kept conversation as Markdown, or with --json"
    )
    parser.add_argument("--delete", metavar="ID", help="forget a kept conversation")


def _tui(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", help="a first question or the name of a log file")
    parser.add_argument("--lang", metavar="zh|en", help="language to begin in (default: the last one, or the locale's)")
    parser.add_argument("--web", action="store_true", help="show it in a browser on this machine (needs msfaq[web])")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="port for --web (default 8000)")


def _checklist(parser: argparse.ArgumentParser) -> None:
    # Imported here, as in the next: their grammar stands beside the worksheets it is about.
    from msfaq.cli.checklist_arguments import add_checklist

    add_checklist(parser)


def _walk(parser: argparse.ArgumentParser) -> None:
    from msfaq.cli.checklist_arguments import add_walk

    add_walk(parser)


_ADD: Final = {
    "run": _run,
    "redact": _redact,
    "doctor": _doctor,
    "chat": _chat,
    "show": _show,
    "fix": _fix,
    "checklist": _checklist,
    "walk": _walk,
    "index": _index,
    "learn": _learn,
    "check": _check,
    "try": _try,
    "new": _new,
    "eval": _eval,
    "tui": _tui,
}

_DESCRIPTIONS: Final = {
    "run": "Runs a command as it is: same output, same exit code. When it fails, the answer follows on standard error.",
    "doctor": "Reads this machine, changes nothing, and says which versions and settings do not fit together.",
    "redact": "Prints a text with tokens, passwords, keys, addresses, hosts and user names masked.",
    "chat": "Holds a conversation over the book (docs/chat.md). With --json: a turn a line in, a JSON object a "
    "line out.",
    "show": "Prints an entry whole.",
    "fix": "Prints an entry's fix alone, ready for an editor or a shell.",
    "checklist": "Works through the accuracy checklist of a project, and writes the report.",
    "walk": "Walks through a decision procedure, question by question.",
    "index": "Looks after the index, the embedding model and your own documents.",
    "learn": "Proposes an entry of your own from a failure that nothing answers.",
    "check": "Checks the book: format, languages, references, signatures found by the search itself.",
    "try": "Runs what entries promise, on this machine, each code block in an empty folder of its own.",
    "new": "Writes the skeleton of a new entry.",
    "eval": "Measures answers on labelled cases.",
    "tui": "Opens the terminal interface.",
}
