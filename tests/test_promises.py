"""The runner of promises, and the promises themselves on real MindSpore."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import EXAMPLE
from shipped import BOOK

from msfaq.corpus.entry import Entry
from msfaq.corpus.reader import parse_entry
from msfaq.index.signatures import SignatureIndex
from msfaq.promises.keep import Kept, keep_promises
from msfaq.promises.process import run_script

SIGNATURES = SignatureIndex.from_entries(BOOK.entries.values())


def keep(block: str, front: str = "") -> Kept:
    text = EXAMPLE.format(id="widget", message="The widget of size {size:bytes} broke")
    text = text.replace('```python runs\nprint("oiled")\n```', block).replace(
        "modes: [any]\n", f"modes: [any]\n{front}"
    )
    entry = parse_entry(text, path="operators/widget.md")
    (kept,) = keep_promises(entry, SignatureIndex.from_entries([entry]))
    return kept


@pytest.mark.parametrize(
    ("block", "state", "reason"),
    [
        ("```python runs\nprint(1)\n```", "kept", ""),
        ("```python runs prints=2\nprint(1)\n```", "broken", "does not print '2'"),
        ("```python runs\nraise SystemExit(3)\n```", "broken", "exit code 3"),
        ("```python fix\n1/0\n```", "broken", "exit code 1"),
        ('```python fails\nraise ValueError("The widget of size 12 broke")\n```', "kept", ""),
        ('```python fails\nraise ValueError("something else")\n```', "broken", "no signature of this entry occurs"),
        ('```python fails\nprint("The widget of size 12 broke")\n```', "broken", "exit code 0"),
        ('```python warns\nprint("The widget of size 12 broke")\n```', "kept", ""),
        ("```python warns\npass\n```", "broken", "prints nothing"),
        ("```python runs timeout=1\nimport time\ntime.sleep(30)\n```", "broken", "still running after 1 s"),
        ("```python runs\ndef f(:\n```", "broken", "not Python"),
        ('```python syntax because="needs a device"\nimport nothing_here\n```', "kept", "needs a device"),
        ("```python runs needs=ascend\n1/0\n```", "skipped", "this machine has no ascend"),
        ("```python runs needs=network\n1/0\n```", "skipped", "this machine has no network"),
        ("```bash runs prints=5\necho $((2 + 3))\n```", "kept", ""),
        ("```bash runs\nif true; then\n```", "broken", "bash"),
        ("```bash runs\nfalse\n```", "broken", "exit code 1"),
        ("```bash runs destructive\nkill 1\n```", "skipped", "destructive"),
    ],
)
def test_a_block_is_held_to_its_promise(block: str, state: str, reason: str) -> None:
    kept = keep(block)
    assert kept.state == state, kept
    assert reason in kept.reason


def test_placeholders_are_filled_in() -> None:
    front = "placeholders:\n  - {name: word, default: hello, find: {zh: 随意, en: any}}\n"
    assert keep("```bash runs prints=hello\necho {word}\n```", front).state == "kept"


def test_each_block_runs_in_an_empty_folder_of_its_own() -> None:
    kept = keep("```python runs\nimport os\nprint(os.listdir())\nopen('left.txt', 'w').close()\n```")
    assert kept.output.strip() == "['train.py']"
    assert not Path("left.txt").exists()


def test_an_interrupt_ends_the_block_that_runs(tmp_path: Path) -> None:
    number = tmp_path / "pid"
    block = f"import os, time; open({str(number)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    code = f"from msfaq.promises.process import run_script; run_script(['python'], {block!r}, 'a.py', timeout=600)"
    running = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL, start_new_session=True)
    while not (number.exists() and number.read_text()):
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    assert running.wait(60)
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


def test_a_child_that_has_left_the_group_is_not_waited_for(tmp_path: Path) -> None:
    number = tmp_path / "pid"
    block = f"setsid sleep 600 & echo $! > {number}; echo begun; sleep 600"
    try:
        finished = run_script(["bash"], block, "a.sh", timeout=1)
    finally:
        os.kill(int(number.read_text()), signal.SIGKILL)
    assert (finished.timed_out, finished.output) == (True, "begun\n")


def runnable() -> list[Entry]:
    return [entry for entry in BOOK.entries.values() if entry.snippets]


@pytest.mark.mindspore
@pytest.mark.parametrize("entry", runnable(), ids=lambda entry: entry.id)
def test_the_book_keeps_its_promises(entry: Entry) -> None:
    # A second try forgives a machine that was too busy for a time limit; a block that is wrong fails twice.
    assert not broken(entry) or not (found := broken(entry)), "\n".join(found)


def broken(entry: Entry) -> list[str]:
    """Return what an entry promises and does not keep."""
    return [
        f"line {kept.snippet.first_line}: {kept.reason}\n{kept.output[-1500:]}"
        for kept in keep_promises(entry, SIGNATURES)
        if kept.state == "broken"
    ]
