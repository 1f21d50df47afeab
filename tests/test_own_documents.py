"""The user's own documents: read in, kept current, answered from, and safe whatever happens to the store."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Call, Run
from wiki import QUESTION, RUNBOOK, ask, write_wiki

from msfaq.diagnosis import OwnPassage
from msfaq.engine import Engine
from msfaq.errors import InputError
from msfaq.render.document import diagnosis_markdown
from msfaq.render.documents import place


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    return write_wiki(tmp_path / "wiki")


def test_what_no_entry_answers_is_answered_from_the_documents(data: Path, wiki: Path) -> None:
    assert ask(data, QUESTION)[0] != "answered"
    with Engine() as engine:
        change = engine.documents.add([str(wiki)])
        assert (change.added, change.passages) == (14, 15)
        diagnosis = engine.lookup(QUESTION, lang="en")
    assert diagnosis.outcome == "answered"
    assert diagnosis.answers == ()
    (passage, *_) = diagnosis.documents
    assert (passage.path, passage.first_line, passage.last_line) == (str(wiki / "runbook.md"), 7, 7)
    assert passage.heading == "Gateway › How to renew the flux badge of the cluster gateway"
    assert "badge --renew" in passage.text
    assert passage.confidence >= 0.5
    text = diagnosis_markdown(diagnosis)
    assert "from your own documents, not from msfaq" in text
    assert f"{wiki / 'runbook.md'}:7" in text


def test_in_chinese(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
        diagnosis = engine.lookup("训练节点的磁盘配额怎么申请")
    assert (diagnosis.outcome, diagnosis.lang, diagnosis.documents[0].lang) == ("answered", "zh", "zh")
    assert "你自己的文档" in diagnosis_markdown(diagnosis)


def test_what_the_documents_do_not_say_stays_unknown(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
        for text in ("how do I bake bread", "今晚吃什么", "zxcv qwer"):
            assert engine.lookup(text).outcome != "answered", text


def test_an_entry_goes_before_the_documents(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
        diagnosis = engine.lookup("Launch kernel failed, name:Default/Add-op1")
    assert diagnosis.answers[0].id == "launch-kernel-failed"
    assert diagnosis.documents == ()


def test_only_what_changed_is_read_again(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        documents = engine.documents
        documents.add([str(wiki)])
        change = documents.update()
        assert (change.added, change.changed, change.removed, change.unchanged) == (0, 0, 0, 14)
        (wiki / "runbook.md").write_text(RUNBOOK.replace("restart the agent", "wait"), "utf-8")
        os.utime(wiki / "cluster.md", (1, 1))
        (wiki / "page1.rst").unlink()
        (wiki / "new.txt").write_text("brand new words")
        states = {file.path.name: state for file, state in documents.states()}
        assert (states["runbook.md"], states["page1.rst"], states["cluster.md"]) == ("changed", "gone", "current")
        change = documents.update()
        assert (change.added, change.changed, change.removed, change.unchanged) == (1, 1, 1, 12)
        assert "then wait" in engine.lookup(QUESTION).documents[0].text
        assert {state for _, state in documents.states()} == {"current"}


def test_a_passage_whose_file_changed_says_so(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
        (wiki / "runbook.md").write_text("# Other\n\n" + RUNBOOK, "utf-8")
        diagnosis = engine.lookup(QUESTION, lang="en")
        assert diagnosis.documents[0].state == "changed"
        assert "msfaq index update" in diagnosis_markdown(diagnosis)


def test_what_is_taken_out_stays_out(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        documents = engine.documents
        documents.add([str(wiki)])
        assert documents.remove([str(wiki / "runbook.md")]) == 1
        assert engine.lookup(QUESTION).outcome != "answered"
        assert documents.update().added == 0
        documents.add([str(wiki / "runbook.md")])
        assert engine.lookup(QUESTION).outcome == "answered"
        assert documents.remove([str(wiki)]) == 14
        assert documents.states() == []
        with pytest.raises(InputError, match="is not among the documents"):
            documents.remove([str(wiki)])


def test_a_folder_that_is_not_there_loses_nothing(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
        wiki.rename(wiki.with_name("unmounted"))
        change = engine.documents.update()
        assert (change.removed, change.missing) == (0, (wiki,))
        wiki.with_name("unmounted").rename(wiki)
        assert engine.documents.update().unchanged == 14


def test_one_broken_file_never_stops_the_rest(data: Path, wiki: Path) -> None:
    (wiki / "broken.ipynb").write_text("{", "utf-8")
    (wiki / "image.md").write_bytes(b"\x89PNG\0\0")
    (wiki / ".hidden.md").write_text("x")
    (wiki / "code.py").write_text("x")
    with Engine() as engine:
        change = engine.documents.add([str(wiki)])
    assert change.added == 14
    assert [(path.name, reason.split(":")[0]) for path, reason in change.broken] == [("broken.ipynb", "not a notebook")]
    assert change.skipped == {"hidden": 1, "other": 1, "binary": 1}


def test_a_long_lived_engine_sees_what_others_write(data: Path, wiki: Path) -> None:
    with Engine() as service, Engine() as other:
        other.documents.add([str(wiki / "cluster.md")])
        assert service.lookup(QUESTION).outcome != "answered"
        other.documents.add([str(wiki)])
        assert service.lookup(QUESTION).outcome == "answered"


def test_the_place_of_a_passage() -> None:
    passage = OwnPassage("/w/a.ipynb", 2, 4, 3, "", "", "en", 1.0, "current")
    assert place(passage) == "/w/a.ipynb[3]:2-4"


def test_the_installed_command(data: Path, wiki: Path, run_msfaq: Run, engine: Engine) -> None:
    assert engine.store.place != "memory"
    done = run_msfaq("index", "documents")
    assert (done.returncode, done.stdout) == (2, b"")
    assert "msfaq index add" in done.stderr.decode()
    done = run_msfaq("index", "add", str(wiki))
    assert done.returncode == 0
    assert "added: 14 new, 0 changed, 0 removed, 0 unchanged; 15 passages in" in done.stderr.decode()
    assert b"\x1b" not in done.stderr
    done = run_msfaq("--json", QUESTION)
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert (answer["outcome"], answer["answers"]) == ("answered", [])
    assert answer["documents"][0]["first_line"] == 7
    (wiki / "page2.rst").unlink()
    done = run_msfaq("index", "documents")
    assert f"gone          1  {wiki / 'page2.rst'}" in done.stdout.decode()
    assert "14 documents, 15 passages; 13 current, 0 changed, 1 gone" in done.stderr.decode()
    rows = json.loads(run_msfaq("index", "documents", "--json").stdout)
    assert len(rows["documents"]) == 14
    done = run_msfaq("index", "remove", str(wiki))
    assert done.stdout == b"14 documents taken out\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("add", "nowhere"), "nowhere is not there"),
        (("remove", "nowhere"), "no documents of your own yet"),
        (("update",), ""),
        (("build", "--model", "./no-model"), "the model ./no-model"),
        (("add", "--batch-size", "0", "."), "--batch-size is 0"),
    ],
)
def test_bad_input_is_one_line(data: Path, call: Call, arguments: tuple[str, ...], problem: str) -> None:
    code, _, err = call("index", *arguments)
    assert code == (2 if problem else 0)
    assert problem in err
    assert len(err.splitlines()) == 1


def test_an_exact_answer_opens_no_documents(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
    code = (
        "import sys\nfrom msfaq import lookup\n"
        "print(lookup('Launch kernel failed, name:Default/Add-op1').answers[0].id,"
        " [m for m in sys.modules if m.startswith(('msfaq.index.documents', 'numpy', 'msfaq.corpus.documents'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split(" ", 1) == ["launch-kernel-failed", "[]\n"]
