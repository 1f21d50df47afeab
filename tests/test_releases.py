"""The failing blocks on other releases: a made-up book on two made-up releases, run by the real command."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import EXAMPLE

COMMAND = Path(__file__).resolve().parent / "quality" / "releases.py"

RELEASES = {
    "1.0": """
        def same(name): raise ValueError(f"The {name} of size 12 broke")
        def worded(name): raise ValueError(f"{name} 12 broken")
        def strange(name): raise ValueError("nobody knows this")
        def quiet(name): pass
    """,
    "2.0": """
        def same(name): raise ValueError(f"The {name} of size 12 broke")
        worded = strange = quiet = later = same
    """,
}
"""What the two releases of a package say."""

BLOCKS = {
    "same": "import mindspore\nmindspore.same('same')",
    "worded": "import mindspore\nmindspore.worded('worded')",
    "strange": "import mindspore\nmindspore.strange('strange')",
    "quiet": "import mindspore\nmindspore.quiet('quiet')",
    "later": "import mindspore\nmindspore.later('later')",
    "killed": "import os, mindspore\nprint('The killed of size 12 broke', flush=True)\nos.abort()",
    "alone": "import os\nos.environ['A'] = '1'\nimport mindspore\nmindspore.same('alone')",
    "source": "import inspect,mindspore\ndef f(): pass\nassert 'f()' in inspect.getsource(f)\nmindspore.same('source')",
    "left": "import sys, mindspore\nprint('The left of size 12 broke')\nsys.exit(3)",
}
"""Name of an entry → its failing block."""


@pytest.fixture
def pythons(tmp_path: Path) -> list[str]:
    """Return the arguments that name the made-up releases: each an interpreter that has its own mindspore."""
    arguments = []
    for version, code in RELEASES.items():
        home = tmp_path / version
        home.mkdir()
        lines = [line.removeprefix("        ") for line in code.splitlines()]
        (home / "mindspore.py").write_text("\n".join(lines), "utf-8")
        python = home / "python"
        python.write_text(f'#!/bin/sh\nPYTHONPATH="{home}" exec "{sys.executable}" "$@"\n', "utf-8")
        python.chmod(0o755)
        arguments.append(f"{version}={python}")
    return arguments


def compare(tmp_path: Path, blocks: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    book = tmp_path / "book" / "operators"
    book.mkdir(parents=True, exist_ok=True)
    for name, code in blocks.items():
        text = EXAMPLE.format(id=name, message=f"The {name} of size {{size:bytes}} broke")
        text = text.replace("rejects:", f'  - match: "{name} {{size:bytes}} broken"\n    versions: "<2"\nrejects:')
        text = text.replace('```python runs\nprint("oiled")\n```', f"```python fails needs=mindspore\n{code}\n```")
        (book / f"{name}.md").write_text(text, "utf-8")
    command = [sys.executable, str(COMMAND), *arguments, "--book", str(book.parent)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def row(output: str, start: str) -> list[str]:
    (line,) = [line for line in output.splitlines() if line.startswith(f"| {start} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_each_block_is_told_apart_on_each_release(tmp_path: Path, pythons: list[str]) -> None:
    done = compare(tmp_path, BLOCKS, *pythons)
    assert done.returncode == 1, done.stderr
    assert row(done.stdout, "1.0") == ["1.0", "9", "5", "1", "1", "1", "1"]
    assert row(done.stdout, "2.0") == ["2.0", "9", "9", "0", "0", "0", "0"]
    assert row(done.stdout, "worded")[2:] == ["`worded {size:bytes} broken`", "`The worded of size {size:bytes} broke`"]
    assert row(done.stdout, "strange")[2] == "not recognised: `ValueError: nobody knows this`"
    assert row(done.stdout, "quiet")[2:] == ["nothing happens", "`The quiet of size {size:bytes} broke`"]
    assert row(done.stdout, "later")[2].startswith("cannot run: `AttributeError: module 'mindspore' has no attribute")
    assert not [line for line in done.stdout.splitlines() if line.startswith("| same |")]


def test_a_wording_dated_wrongly_is_named(tmp_path: Path, pythons: list[str]) -> None:
    one, two = pythons
    done = compare(tmp_path, {"worded": BLOCKS["worded"]}, one.replace("1.0=", "2.5="), two)
    assert "worded:" in done.stderr
    assert "misdated" in done.stderr


def test_the_table_takes_its_place_on_the_page(tmp_path: Path, pythons: list[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Head\n\n<!-- releases -->\nold\n<!-- end -->\n\n# Foot\n", "utf-8")
    done = compare(tmp_path, {"same": BLOCKS["same"]}, *pythons, "--page", str(page), "--write")
    assert done.returncode == 0, done.stderr
    text = page.read_text("utf-8")
    assert text.startswith("# Head\n\n<!-- releases -->\n\n| release |")
    assert text.endswith("<!-- end -->\n\n# Foot\n")
    assert "old" not in text


def test_a_page_without_the_part_is_refused(tmp_path: Path, pythons: list[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Head\n", "utf-8")
    done = compare(tmp_path, {"same": BLOCKS["same"]}, *pythons, "--page", str(page), "--write")
    assert done.returncode != 0
    assert "has no part" in done.stderr


def test_what_was_kept_is_judged_without_a_run(tmp_path: Path, pythons: list[str]) -> None:
    arguments = (pythons[1], "--keep", str(tmp_path / "kept"))
    first = compare(tmp_path, {"same": BLOCKS["same"]}, *arguments)
    (file,) = (tmp_path / "kept" / "2.0").iterdir()
    assert "ValueError: The same of size 12 broke" in json.loads(file.read_text("utf-8"))["output"]
    assert "zygote" not in file.read_text("utf-8")
    file.write_text(json.dumps({"code": 0, "output": "", "timed_out": False}), "utf-8")
    again = compare(tmp_path, {"same": BLOCKS["same"]}, *arguments)
    assert row(first.stdout, "2.0")[2] == "1"
    assert row(again.stdout, "2.0")[5] == "1"


@pytest.mark.install
def test_a_release_that_cannot_be_installed_is_one_line(tmp_path: Path) -> None:
    index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}
    command = [sys.executable, str(COMMAND), "0.0.1", "--environments", str(tmp_path / "releases")]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **index}, timeout=300, check=False
    )
    assert done.returncode == 1
    assert "MindSpore 0.0.1 could not be installed" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "releases" / "0.0.1" / "installed").exists()
