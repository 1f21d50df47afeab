"""The store of the user's own documents: safe whatever happens to it, or to who reads and writes it."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from wiki import QUESTION, ask, write_wiki

from msfaq.engine import Engine
from msfaq.errors import DocumentsDamaged, IndexFault, InputError
from msfaq.settings import store_settings


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    return write_wiki(tmp_path / "wiki")


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


@pytest.mark.slow
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
