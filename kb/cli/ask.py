"""``msfaq [ask] [TEXT…]``: reads a question from the arguments, a file or standard input, and answers it."""

import argparse
import sys
from pathlib import Path

from msfaq.cli.exits import Exit
from msfaq.cli.output import say, write_json, write_markdown
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.places import data_folder


def ask(arguments: argparse.Namespace) -> Exit:
    """Answer one question; the exit code tells whether anything is known."""
    source = question(arguments.text)
    if arguments.redact:
        source = masked(source)
    with Engine(talk=say) as engine:
        diagnosis = engine.lookup(
            source,
            lang=arguments.lang,
            limit=arguments.limit,
            platform=arguments.platform,
            ms_version=arguments.ms_version,
            explain=arguments.explain,
            confidence=arguments.confidence,
        )
    if diagnosis.outcome != "answered":
        from msfaq.learning.unanswered import keep_unanswered

        keep_unanswered(diagnosis, source, data_folder())
    if arguments.form == "json":
        write_json(diagnosis.to_dict())
    else:
        # Imported here: programs that ask for JSON do not wait for it.
        from msfaq.render.document import diagnosis_markdown

        write_markdown(diagnosis_markdown(diagnosis), arguments.form)
    return Exit.UNKNOWN if diagnosis.outcome == "unknown" else Exit.ANSWERED


def masked(source: str | bytes) -> str:
    """Return the text of a question with its secrets masked, so that none can reach the answer.

    Raises InputError when bytes are no text.
    """
    # Imported here: most questions are answered where they are asked.
    from msfaq.logs.decode import decode
    from msfaq.redaction import redact

    return redact(decode(source) if isinstance(source, bytes) else source)


def question(words: list[str]) -> str | bytes:
    """Return what is asked: the words, the bytes of the file they name, or of standard input without words.

    Raises InputError when a file cannot be read.
    """
    if not words or words == ["-"]:
        return sys.stdin.buffer.read()
    if len(words) == 1 and (file := Path(words[0])) and _is_file(file):
        try:
            return file.read_bytes()
        except OSError as error:
            raise InputError(f"{file} cannot be read: {error.strerror}") from error
    return " ".join(words)


def _is_file(file: Path) -> bool:
    try:
        return file.is_file()
    except (OSError, ValueError):
        # A long error message is no file name, and says so with an error of its own.
        return False
