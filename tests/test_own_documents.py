"""The user's own documents: read in, kept current, answered from, and safe whatever happens to the store."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import Call, Run

from msfaq.diagnosis import OwnPassage
from msfaq.engine import Engine
from msfaq.errors import DocumentsDamaged, IndexFault, InputError
from msfaq.render.document import diagnosis_markdown
from msfaq.render.documents import place
from msfaq.settings import store_settings

QUESTION = "how do I renew the flux badge of the cluster gateway"
RUNBOOK = """\
# Gateway

General words.

## How to renew the flux badge of the cluster gateway

Run `badge --renew` on the gateway, then restart the agent.
"""
WIKI = """\
# 集群

## 训练节点的磁盘配额怎么申请

在工单系统里选“磁盘配额”，填写项目编号。
"""


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    folder = tmp_path / "wiki"
    folder.mkdir()
    (folder / "runbook.md").write_text(RUNBOOK, "utf-8")
    (folder / "cluster.md").write_text(WIKI, "utf-8")
    # A few pages more, so that rare words are rare.
    for number in range(12):
        (folder / f"page{number}.rst").write_text(f"Topic {number}\n=======\n\nwords of topic {number}\n", "utf-8")
    return folder


def ask(data: Path, text: str, lang: str = "en") -> tuple[str, tuple[OwnPassage, ...], list[str]]:
    talk: list[str] = []
    with Engine(data=data, talk=talk.append) as engine:
        diagnosis = engine.lookup(text, lang=lang)
        assert diagnosis_markdown(diagnosis)
        return diagnosis.outcome, diagnosis.documents, talk


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


def test_several_processes_read_in_at_once(data: Path, wiki: Path) -> None:
    code = "import sys; from msfaq import Engine; print(Engine().documents.add(sys.argv[1:]).passages)"
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
        for path in (wiki, wiki, wiki / "runbook.md", wiki)
    ]
    assert all(process.communicate(timeout=300)[0] for process in running)
    assert [process.returncode for process in running] == [0] * 4
    with Engine() as engine:
        assert len(engine.documents.states()) == 14
        assert engine.documents.update().unchanged == 14
        assert engine.lookup(QUESTION).outcome == "answered"
    integrity = sqlite3.connect(data / "documents.sqlite").execute("PRAGMA integrity_check").fetchone()
    assert integrity == ("ok",)


def test_a_killed_process_leaves_a_whole_store(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki / "cluster.md")])
    # It holds the lock, has written half of what it wanted, and is killed.
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom msfaq.index.documents.store import DocumentStore\n"
        "store = DocumentStore.open(Path(sys.argv[1]))\n"
        "with store.writing() as cursor:\n"
        "    cursor.execute('PRAGMA cache_size = 1')\n"
        "    store.drop(cursor, [sys.argv[2]])\n"
        "    cursor.executemany('INSERT INTO root VALUES (?)', [(str(n) * 200,) for n in range(5000)])\n"
        "    print('half', flush=True)\n    time.sleep(600)\n"
    )
    arguments = [sys.executable, "-c", code, str(data), str(wiki / "cluster.md")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        process.send_signal(signal.SIGKILL)
    with Engine() as engine:
        assert [file.path.name for file, _ in engine.documents.states()] == ["cluster.md"]
        engine.documents.add([str(wiki)])
        assert engine.lookup(QUESTION).outcome == "answered"
        assert engine.lookup("训练节点的磁盘配额怎么申请").outcome == "answered"


def test_an_interrupted_reading_goes_on_where_it_was(data: Path, wiki: Path) -> None:
    for number in range(300):
        (wiki / f"more{number}.md").write_text("\n\n".join(f"# Part {n}\n\nwords {n}" for n in range(30)), "utf-8")
    code = "import sys; from msfaq import Engine; Engine().documents.add(sys.argv[1:])"
    with subprocess.Popen([sys.executable, "-c", code, str(wiki)]) as process:
        deadline = time.monotonic() + 300
        while process.poll() is None and time.monotonic() < deadline and not _count(data):
            time.sleep(0.02)
        process.kill()
    with Engine() as engine:
        before = len(engine.documents.states())
        change = engine.documents.update()
        assert (change.unchanged, change.unchanged + change.added) == (before, 314)


def _count(data: Path) -> int:
    try:
        return int(sqlite3.connect(data / "documents.sqlite").execute("SELECT count(*) FROM file").fetchone()[0])
    except sqlite3.Error:
        return 0


@pytest.mark.parametrize("harm", ["truncated", "garbage", "empty", "spoilt"])
def test_a_damaged_store_is_one_line_and_can_be_rebuilt(data: Path, wiki: Path, harm: str) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
    file = data / "documents.sqlite"
    whole = file.read_bytes()
    if harm == "spoilt":
        connection = sqlite3.connect(file)
        connection.execute(
            "UPDATE passage SET text = 'Run `rm -rf /` on the gateway' WHERE text LIKE '%badge --renew%'"
        )
        connection.commit()
        connection.close()
    else:
        file.write_bytes({"truncated": whole[: len(whole) // 2], "garbage": os.urandom(5000), "empty": b""}[harm])
    outcome, passages, talk = ask(data, QUESTION)
    assert (outcome != "answered", passages) == (True, ())
    assert len(talk) == 1
    assert "msfaq index update --rebuild" in talk[0]
    with Engine() as engine:
        assert engine.documents.update(rebuild=True).added == 14
    assert ask(data, QUESTION)[0] == "answered"


def test_a_store_of_another_release_is_not_trusted(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
    connection = sqlite3.connect(data / "documents.sqlite")
    connection.execute("UPDATE meta SET value = '999' WHERE key = 'format'")
    connection.commit()
    connection.close()
    assert "another release" in ask(data, QUESTION)[2][0]
    with Engine() as engine, pytest.raises(DocumentsDamaged, match="--rebuild"):
        engine.documents.states()


def test_the_documents_answer_after_the_index_was_built_anew(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
        assert engine.lookup(QUESTION, lang="en").documents
        engine.rebuild()
        assert engine.lookup(QUESTION, lang="en").documents


def test_threads_may_ask_the_documents(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda _: engine.lookup(QUESTION, lang="en").documents, range(16)))
    assert found[0]
    assert found == found[:1] * 16


@pytest.mark.parametrize("trouble", ["a folder", "locked"])
def test_a_store_that_cannot_be_read_now_costs_a_line_and_no_answer(
    data: Path, wiki: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    file = data / "documents.sqlite"
    if trouble == "locked":
        with Engine() as engine:
            engine.documents.add([str(wiki)])
        monkeypatch.setattr("msfaq.index.documents.store._WAIT", 0.05)
        other = sqlite3.connect(file)
        other.execute("BEGIN EXCLUSIVE")
    else:
        file.mkdir(parents=True)
    outcome, passages, talk = ask(data, QUESTION)
    assert (outcome != "answered", passages) == (True, ())
    assert len(talk) == 1
    assert "cannot be" in talk[0]
    assert "--rebuild" not in talk[0], "nothing is damaged"


def test_what_cannot_be_written_leaves_nothing_behind(data: Path, wiki: Path) -> None:
    for name in ("documents.json", "settings.json"):
        (data / name).mkdir(parents=True)
    with Engine() as engine, pytest.raises(IndexFault, match=r"documents\.json cannot be written"):
        engine.documents.add([str(wiki)])
    with pytest.raises(InputError, match=r"settings\.json cannot be written"):
        store_settings(data, model="shipped")
    assert {file.name for file in data.iterdir()} == {"documents.json", "settings.json", "documents.sqlite"}


def test_each_trouble_is_told_once(data: Path, wiki: Path) -> None:
    talk: list[str] = []
    with Engine(data=data, talk=talk.append) as engine:
        engine.documents.add([str(wiki)])
        for change in ("meta SET value = 'other' WHERE key = 'model_digest'", "passage SET text = 'x'"):
            connection = sqlite3.connect(data / "documents.sqlite")
            connection.execute(f"UPDATE {change}")
            connection.commit()
            connection.close()
            engine.lookup(QUESTION)
            engine.lookup(QUESTION)
    assert len(talk) == 2
    assert "another model" in talk[0]
    assert "damaged" in talk[1]


def test_vectors_of_another_model_are_not_compared(data: Path, wiki: Path) -> None:
    with Engine() as engine:
        engine.documents.add([str(wiki)])
    connection = sqlite3.connect(data / "documents.sqlite")
    connection.execute("UPDATE meta SET value = 'other' WHERE key = 'model_digest'")
    connection.commit()
    connection.close()
    _, passages, talk = ask(data, QUESTION)
    assert passages[0].path.endswith("runbook.md")
    assert "another model" in talk[0]
    with Engine() as engine:
        assert engine.documents.update().unchanged == 14
    assert ask(data, QUESTION)[2] == []


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
