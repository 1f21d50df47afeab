"""Replies say nothing that the book does not: every sentence is looked for, and one made up is found out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

QUALITY = Path(__file__).resolve().parent / "quality"

SCRIPT = """
import json
from dataclasses import replace
from invented import Invented
from msfaq import Chat, Engine
engine = Engine()
invented = Invented(engine)
grounded = Chat(engine=engine).draft("EI0006: Getting socket times out")[1].groundings
made_up = [replace(one, text=one.text.replace("120", "9999")) for one in grounded]
print(json.dumps([invented.of(grounded, ""), invented.of(made_up, ""), invented.counted]))
"""


def test_a_figure_that_was_changed_is_found_out() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=QUALITY, capture_output=True, text=True, check=True)
    shipped, changed, counted = json.loads(done.stdout)
    assert shipped == []
    assert changed
    assert all("9999" in one for one in changed)
    assert counted > 20


@pytest.mark.slow
@pytest.mark.parametrize("part", ["apart", "judge"])
def test_no_reply_of_the_bench_says_what_the_book_does_not(part: str) -> None:
    script, file = QUALITY / "invented.py", QUALITY / "dialogs" / f"{part}.jsonl"
    done = subprocess.run([sys.executable, str(script), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
