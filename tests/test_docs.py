"""What the documents show is what the program does."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run
from layout import ROOT
from shipped import BOOK
from test_logs import golden_files

from msfaq import Engine
from msfaq.cli.arguments import COMMANDS, ask_parser

READMES = ("README.md", "README.zh-CN.md")
LOG_PAGES = ("docs/LOGS.md", "docs/LOGS.zh-CN.md")
SHOWING = (*READMES, "docs/chat.md", "docs/running.md")
_BLOCK = re.compile(r"```(console|python|text)\n(.*?)```", re.DOTALL)


def shown_commands() -> list[tuple[str, str, str]]:
    """Return document, command and shown output of every `msfaq` command with output in the documents."""
    found = []
    for name in SHOWING:
        for kind, block in _BLOCK.findall((ROOT / name).read_text("utf-8")):
            if kind == "console":
                for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                    command, _, output = part.partition("\n")
                    if output.strip():
                        found.append((name, command.split("&& ")[-1], output))
    return found


@pytest.mark.parametrize(("name", "command", "output"), shown_commands())
def test_shown_output_is_real(engine: Engine, run_msfaq: Run, name: str, command: str, output: str) -> None:
    said, pipe, command = command.rpartition(" | ")
    program, *arguments = shlex.split(command)
    assert program == "msfaq"
    done = run_msfaq(*arguments, stdin=f"{shlex.split(said)[1]}\n".encode() if pipe else b"")
    compare(output, done.stdout.decode() or done.stderr.decode())


@pytest.mark.slow
def test_the_page_on_what_is_yours_is_real(engine: Engine, run_msfaq: Run, tmp_path: Path, data: Path) -> None:
    page = (ROOT / "docs" / "documents.md").read_text("utf-8")
    (wiki,) = re.findall(r"^````markdown\n(.*?)^````$", page, re.DOTALL | re.MULTILINE)
    (log,) = re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (extension,) = re.findall(r"^```markdown\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    for name, text in (("wiki/gateway.md", wiki), ("train.log", log), ("data/entries/memory/ours.md", extension)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    shown = 0
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if output.strip():
                done = run_msfaq(*shlex.split(command)[1:])
                compare(output, done.stdout.decode() or done.stderr.decode())
                shown += 1
    assert shown == 8
    done = run_msfaq("--json", "our launcher says: card 3 is full")
    assert json.loads(done.stdout)["answers"][0]["id"] == "oom-ascend-malloc"


def compare(output: str, real: str) -> None:
    """Hold shown output, line by line, to what was really printed."""
    at = 0
    for line in filter(str.strip, output.split("\n")):
        # An ellipsis stands for whatever follows.
        wanted = line.partition("…")[0].rstrip()
        found = real.find(wanted, at)
        assert found >= 0, f"{wanted!r} is not in\n{real[:2000]}"
        at = found + len(wanted)


@pytest.mark.parametrize("name", SHOWING)
def test_python_examples_run_and_print_what_they_show(engine: Engine, name: str) -> None:
    blocks = _BLOCK.findall((ROOT / name).read_text("utf-8"))
    examples = [
        (code, blocks[at + 1][1])
        for at, (kind, code) in enumerate(blocks)
        if kind == "python" and blocks[at + 1][0] == "text"
    ]
    assert examples
    for code, output in examples:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout == output


@pytest.mark.parametrize("name", READMES)
def test_every_command_is_mentioned(name: str) -> None:
    text = (ROOT / name).read_text("utf-8") + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for command in set(COMMANDS) - {"ask"}:
        assert f"msfaq {command}" in text, command


@pytest.mark.parametrize("name", READMES)
def test_every_option_of_a_question_is_mentioned(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for action in ask_parser()._actions:
        option = max(action.option_strings, key=len, default="")
        if option not in ("", "--help", "--version"):
            assert option in text, option


@pytest.mark.parametrize("name", [*SHOWING, *LOG_PAGES, "docs/documents.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text("utf-8")):
        assert target.startswith("https://") or ((ROOT / name).parent / target).exists(), target


@pytest.mark.parametrize("name", READMES)
def test_the_counts_are_those_of_the_book(name: str) -> None:
    entries = list(BOOK.entries.values())
    snippets = [snippet for entry in entries for snippet in entry.snippets]
    form_only = sum(snippet.promise == "syntax" for snippet in snippets)
    counts = (len(entries), sum(len(entry.signatures) for entry in entries), len(snippets))
    text = (ROOT / name).read_text("utf-8")
    for count in (*counts, len(snippets) - form_only, form_only):
        assert re.search(rf"(?<!\d){count}(?!\d)", text), count


def test_ci_runs_the_command_of_the_readme() -> None:
    (command,) = re.findall(r"^\$ (pip install -c .*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert command in (ROOT / ".ci" / "run").read_text("utf-8")
    assert command in (ROOT / "README.zh-CN.md").read_text("utf-8")


def test_the_json_page_names_every_field(engine: Engine) -> None:
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    data = engine.lookup("Launch kernel failed, name:Default/Add-op1").to_dict()
    for field in data:
        assert f"`{field}`" in page or f"`{field}[]`" in page, field
    for field in data["answers"][0]:
        assert f"`answers[].{field}`" in page or f"`answers[].{field}[]`" in page, field
    for field in ("documents", "path", "first_line", "last_line", "cell", "heading", "text", "state"):
        assert f"`{field}`" in page or f"`{field}[]`" in page, field
    for field in (*data["answers"][0]["snippets"][0], *data["answers"][0]["sources"][0]):
        assert f"`{field}`" in page, field


def test_the_annotated_example_is_the_entry_it_shows() -> None:
    page = (ROOT / "docs" / "entries.md").read_text("utf-8")
    shown = re.search(r"^  - match: \"(.+)\"$", page, re.MULTILINE)
    entry = (ROOT / "corpus/entries/data-processing/generator-column-count-mismatch.md").read_text("utf-8")
    assert shown
    assert shown[1] in entry


_SHOWN_LOG = re.compile(r"golden/logs/([\w-]+)\.md\)[.。]\n\n```console\n\$ msfaq (.*?)\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("name", LOG_PAGES)
def test_each_page_on_logs_shows_five_programs(name: str) -> None:
    assert len(_SHOWN_LOG.findall((ROOT / name).read_text("utf-8"))) == 5


@pytest.mark.parametrize(
    ("page", "words", "output"),
    [shown for name in LOG_PAGES for shown in _SHOWN_LOG.findall((ROOT / name).read_text("utf-8"))],
)
def test_the_page_on_logs_shows_real_answers(
    engine: Engine, run_msfaq: Run, tmp_path: Path, page: str, words: str, output: str
) -> None:
    for name, log in golden_files((ROOT / "tests" / "golden" / "logs" / f"{page}.md").read_text("utf-8")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(log, "utf-8")
    real = run_msfaq(*shlex.split(words)).stdout.decode()
    at = 0
    for line in filter(lambda line: line.strip() not in ("", "…"), output.split("\n")):
        found = real.find(line, at)
        assert found >= 0, f"{line!r} is not in\n{real[:2000]}"
        at = found + len(line)
