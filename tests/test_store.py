"""The index on disk: built when missing, rebuilt when in doubt, never in the way."""

import gc
import json
import os
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from msfaq.chat.conversation import Chat
from msfaq.chat.reply import OUTCOMES
from msfaq.corpus.passage import Span, passage_at
from msfaq.corpus.scope import Scope
from msfaq.engine import Engine
from msfaq.errors import UnknownEntry
from msfaq.index import fingerprint
from msfaq.index.columns import unpack_sizes
from msfaq.index.packing import unpack
from msfaq.index.release import write_released
from msfaq.index.units import pack_units

_VALUES = 9
"""SQLite's number for the limit on the values of a query."""

QUESTION = "The widget of size 2048 broke"


def ask(cache: Path, book: Path) -> tuple[str, list[str]]:
    """Return the id of the first answer and what was said meanwhile."""
    talk: list[str] = []
    with Engine(cache=cache, entries=book, guides=book / "none", talk=talk.append) as engine:
        return engine.lookup(QUESTION).answers[0].id, talk


def index_file(cache: Path) -> Path:
    (file,) = cache.glob("index-*.sqlite")
    return file


def test_the_first_question_builds_the_index(tmp_path: Path, small_book: Path) -> None:
    assert ask(tmp_path / "new" / "cache", small_book) == ("widget", [])
    assert index_file(tmp_path / "new" / "cache").stat().st_size > 0
    assert not list((tmp_path / "new" / "cache").glob("building-*"))


def test_an_edited_entry_is_answered_as_edited(tmp_path: Path, small_book: Path) -> None:
    ask(tmp_path, small_book)
    file = small_book / "operators" / "widget.md"
    file.write_text(file.read_text("utf-8").replace("Oil it.", "Grease it."), "utf-8")
    with Engine(cache=tmp_path, entries=small_book, guides=small_book / "none") as engine:
        assert "Grease it." in engine.lookup(QUESTION, lang="en").answers[0].markdown


def test_an_index_of_other_turns_is_another(tmp_path: Path, small_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "turns.tsv"
    monkeypatch.setattr(fingerprint, "_BESIDE", (file,))
    stamps = set()
    for turns in ("", "widget\ton\tfix.0\twhich oil\n"):
        file.write_text(turns, "utf-8")
        stamps |= {
            fingerprint.survey((small_book,)).stamp("model"),
            fingerprint.survey((small_book,)).released("model"),
        }
    assert len(stamps) == 4


@pytest.mark.parametrize("size", [0, 10, 100, 5000, 20000])
def test_a_truncated_index_is_built_again(tmp_path: Path, small_book: Path, size: int) -> None:
    ask(tmp_path, small_book)
    os.truncate(index_file(tmp_path), size)
    found, _ = ask(tmp_path, small_book)
    assert found == "widget"
    sqlite3.connect(index_file(tmp_path)).execute("PRAGMA integrity_check")


@pytest.mark.parametrize("table", ["entry", "blob"])
def test_flipped_bits_are_noticed_and_mended(tmp_path: Path, small_book: Path, table: str) -> None:
    ask(tmp_path, small_book)
    connection = sqlite3.connect(index_file(tmp_path))
    for row, data in connection.execute(f"SELECT crc, data FROM {table}").fetchall():
        spoilt = bytearray(data if isinstance(data, bytes) else data.encode())
        if spoilt:
            spoilt[len(spoilt) // 2] ^= 1
        connection.execute(f"UPDATE {table} SET data = ? WHERE crc = ?", (bytes(spoilt), row))
    connection.commit()
    connection.close()
    found, talk = ask(tmp_path, small_book)
    assert found == "widget"
    assert "damaged" in talk[0]
    assert ask(tmp_path, small_book) == ("widget", [])


def _lead_words_astray(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE word SET documents = x'ffff01'")


def _keep_instead(connection: sqlite3.Connection, units: bytes) -> None:
    connection.execute("UPDATE blob SET data = ?, crc = ? WHERE name = 'units'", (units, zlib.crc32(units)))


def _lead_passages_astray(connection: sqlite3.Connection) -> None:
    ((data,),) = connection.execute("SELECT data FROM blob WHERE name = 'units'").fetchall()
    (rows, passages), _ = unpack_sizes(data, 2)
    _keep_instead(connection, pack_units([0] * rows, [Span(99, 0, 1)] * passages))


def _forget_vectors(connection: sqlite3.Connection) -> None:
    _keep_instead(connection, pack_units([0], [Span(0, 0, 1)]))


def _say_other_things(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE entry SET versions = 'never'")


@pytest.mark.parametrize("damage", [_lead_words_astray, _lead_passages_astray, _forget_vectors, _say_other_things])
def test_words_and_passages_that_lead_nowhere_are_noticed_and_mended(
    tmp_path: Path, small_book: Path, damage: Callable[[sqlite3.Connection], None]
) -> None:
    ask(tmp_path, small_book)
    connection = sqlite3.connect(index_file(tmp_path))
    damage(connection)
    connection.commit()
    connection.close()
    talk: list[str] = []
    with Engine(cache=tmp_path, entries=small_book, guides=small_book / "none", talk=talk.append) as engine:
        found = engine.search(lambda retriever: retriever.passages("oil it", {"oil": 1.0}, ["widget"], "en"))
        texts = [passage_at(engine.entry("widget"), span).text for span in found["widget"].spans]
        assert any("Oil it" in text for text in texts)
        assert engine.lookup("where does the oil go", confidence=0.0).answers[0].id == "widget"
        assert engine.scope("widget") == Scope.of(engine.entry("widget"))
    assert "damaged" in talk[0]


def test_an_index_of_another_book_is_not_used(tmp_path: Path, small_book: Path) -> None:
    ask(tmp_path, small_book)
    connection = sqlite3.connect(index_file(tmp_path))
    connection.execute("UPDATE meta SET value = 'other' WHERE key = 'stamp'")
    connection.commit()
    connection.close()
    assert ask(tmp_path, small_book)[0] == "widget"


@pytest.fixture
def released(tmp_path: Path, small_book: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the index that the package was built with, of the small book."""
    file = tmp_path / "released.sqlite"
    write_released(file, small_book, small_book / "none")
    monkeypatch.setattr("msfaq.index.store.RELEASED", file)
    return file


def test_the_packages_index_answers_and_nothing_is_written(tmp_path: Path, small_book: Path, released: Path) -> None:
    assert ask(tmp_path / "cache", small_book) == ("widget", [])
    assert not (tmp_path / "cache").exists()


def test_copied_files_are_as_they_were(tmp_path: Path, small_book: Path, released: Path) -> None:
    later = released.stat().st_mtime + 60
    os.utime(small_book / "operators" / "widget.md", (later, later))
    ask(tmp_path / "cache", small_book)
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("text", ["Oil it twice.", "Rub it."])
def test_the_packages_index_gives_way_to_an_edited_entry(
    tmp_path: Path, small_book: Path, released: Path, text: str
) -> None:
    file = small_book / "operators" / "widget.md"
    file.write_text(file.read_text("utf-8").replace("Oil it.", text), "utf-8")
    later = released.stat().st_mtime + 86_400
    os.utime(file, (later, later))
    with Engine(cache=tmp_path / "cache", entries=small_book, guides=small_book / "none") as engine:
        assert text in engine.lookup(QUESTION, lang="en").answers[0].markdown
    assert index_file(tmp_path / "cache")


def test_an_index_built_on_demand_goes_before_the_packages(tmp_path: Path, small_book: Path, released: Path) -> None:
    with Engine(cache=tmp_path / "cache", entries=small_book, guides=small_book / "none") as engine:
        assert engine.store.place == str(released)
        assert engine.rebuild().place == str(index_file(tmp_path / "cache"))
    with Engine(cache=tmp_path / "cache", entries=small_book, guides=small_book / "none") as engine:
        assert engine.store.place == str(index_file(tmp_path / "cache"))


def test_a_damaged_index_of_the_package_is_built_in_the_cache(tmp_path: Path, small_book: Path, released: Path) -> None:
    os.truncate(released, 20_000)
    assert ask(tmp_path / "cache", small_book)[0] == "widget"
    assert index_file(tmp_path / "cache")


def test_an_entry_that_was_written_with_other_fields_is_built_again(tmp_path: Path, small_book: Path) -> None:
    ask(tmp_path, small_book)
    with sqlite3.connect(index_file(tmp_path)) as connection:
        (dictionary,) = connection.execute("SELECT data FROM blob WHERE name = 'dictionary'").fetchone()
        (data,) = connection.execute("SELECT data FROM entry").fetchone()
        values = json.loads(unpack(data, dictionary))
        packer = zlib.compressobj(zdict=dictionary)
        other = packer.compress(json.dumps([*values, "of another release"]).encode()) + packer.flush()
        connection.execute("UPDATE entry SET data = ?, crc = ?", (other, zlib.crc32(other)))
    connection.close()
    found, talk = ask(tmp_path, small_book)
    assert found == "widget"
    assert "other fields" in talk[0]


def test_a_folder_that_cannot_be_made_means_memory(tmp_path: Path, small_book: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    found, talk = ask(tmp_path / "file" / "cache", small_book)
    assert found == "widget"
    assert len(talk) == 1
    assert "answering from memory" in talk[0]


def test_a_full_disk_means_memory(tmp_path: Path, small_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    found, talk = ask(tmp_path, small_book)
    assert found == "widget"
    assert "No space left on device" in talk[0]
    assert not list(tmp_path.glob("building-*"))


def test_two_processes_may_build_at_once(tmp_path: Path, small_book: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from msfaq import Engine\n"
        f"engine = Engine(cache=Path({str(tmp_path)!r}), entries=Path({str(small_book)!r}), guides=Path('/none'))\n"
        f"engine.rebuild(); print(engine.lookup({QUESTION!r}).answers[0].id)"
    )
    running = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate(timeout=120)[0].strip() for process in running] == ["widget"] * 3
    assert ask(tmp_path, small_book) == ("widget", [])


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "setlimit"), reason="Python 3.11 and later can set the limit")
def test_a_question_may_have_more_words_than_a_query_values(
    tmp_path: Path, small_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = whole(*arguments, **options)
        connection.setlimit(_VALUES, 999)  # type: ignore[attr-defined]
        return connection

    whole = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    talk: list[str] = []
    text = "how do I mend a widget " + " ".join(f"word{number}" for number in range(2000))
    with Engine(cache=tmp_path, entries=small_book, guides=tmp_path / "none", talk=talk.append) as engine:
        reply = Chat("en", engine).say(text)
    assert reply.outcome in OUTCOMES
    assert talk == []


def test_threads_that_ask_first_build_once(tmp_path: Path, small_book: Path) -> None:
    said: list[str] = []
    start = Barrier(4)
    with Engine(cache=tmp_path / "cache", entries=small_book, guides=tmp_path / "none", waiting=said.append) as engine:

        def ask(_: int) -> str:
            start.wait()
            return engine.entry("widget").id + engine.lookup(QUESTION).answers[0].id

        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(ask, range(4))) == {"widgetwidget"}
    assert len(said) == 1


def test_old_indexes_are_forgotten(tmp_path: Path, small_book: Path) -> None:
    file = small_book / "operators" / "widget.md"
    for number in range(6):
        file.write_text(file.read_text("utf-8") + f"\n<!-- {number} -->\n", "utf-8")
        with Engine(cache=tmp_path, entries=small_book, guides=small_book / "none") as engine:
            assert engine.entry_ids() in ((), ("widget",))
    assert len(list(tmp_path.glob("index-*.sqlite"))) <= 4


def test_what_killed_builds_have_left_is_forgotten(tmp_path: Path, small_book: Path) -> None:
    for name, age in (("building-old.sqlite", 7200), ("building-now.sqlite", 0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    ask(tmp_path, small_book)
    assert [file.name for file in tmp_path.glob("building-*")] == ["building-now.sqlite"]


def test_files_that_another_process_removes_meanwhile_are_no_hindrance(
    tmp_path: Path, small_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(folder: Path, pattern: str) -> Iterator[Path]:
        yield from (*glob(folder, pattern), folder / "index-gone.sqlite")

    glob = Path.glob
    monkeypatch.setattr(Path, "glob", found)
    assert ask(tmp_path, small_book) == ("widget", [])


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are counted there")
def test_an_index_that_is_not_the_one_wanted_is_closed(tmp_path: Path, small_book: Path) -> None:
    ask(tmp_path, small_book)
    file = index_file(tmp_path)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE meta SET value = 'other' WHERE key = 'stamp'")
    connection.close()
    gc.disable()
    try:
        assert ask(tmp_path, small_book) == ("widget", [])
        # The refused file was replaced, so whoever still has it open has a deleted one.
        assert f"{file} (deleted)" not in {os.path.realpath(one) for one in Path("/proc/self/fd").iterdir()}
    finally:
        gc.enable()


def test_a_broken_document_is_named_and_the_rest_answers(tmp_path: Path, small_book: Path) -> None:
    (small_book / "operators" / "broken.md").write_text("---\nid: [broken\n---\n", "utf-8")
    found, talk = ask(tmp_path, small_book)
    assert found == "widget"
    assert talk[0].startswith("left out of the index: operators/broken.md:")


def test_an_unknown_id(engine: Engine) -> None:
    with pytest.raises(UnknownEntry, match="no-such-entry"):
        engine.entry("no-such-entry")
