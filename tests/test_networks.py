"""The networks of the chat: fitted by a script, kept as JSON, read back as they were."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

QUALITY = Path(__file__).resolve().parent / "quality"

SCRIPT = """
import json, sys
import networks
from msfaq.chat import network as reader
rows = [[{"a": 1.0}, {"b": 1.0}, {"b": 1.0, "c": 1.0}], [{"c": 1.0}, {"a": 1.0, "c": 1.0}]] * 100
names, choices = networks.choices_of(rows, [[0], [1]] * 100)
found = networks.fitted(names, choices)
reader._FOLDER = networks.FOLDER = networks.Path(sys.argv[1])
path = networks.save(found, "trial")
again = reader.open_network("trial")
print(json.dumps([networks.ranked(found, one) for one in rows[:2]]))
print(json.dumps([found.scores(one) for one in rows[:2]] == [again.scores(one) for one in rows[:2]]))
"""


@pytest.mark.train
def test_what_is_right_comes_first_and_is_read_back_as_it_was(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)], cwd=QUALITY, capture_output=True, text=True, check=True
    )
    order, same = map(json.loads, done.stdout.splitlines())
    assert order[0][0] == 0
    assert order[1] == [1, 0]
    assert same is True
    assert (tmp_path / "trial.json").is_file()
