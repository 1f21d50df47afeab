"""Worksheets on disk: nothing said is lost, whatever happens to processes, files and disks."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from shipped import BOOK

from msfaq.answers.walking import start
from msfaq.errors import InputError, WorksheetChanged, WorksheetFault
from msfaq.places import data_folder
from msfaq.worksheets.checklist import checklist_of
from msfaq.worksheets.contents import OPEN, STATES, Attachment, Record
from msfaq.worksheets.database import Database
from msfaq.worksheets.places import project_folder
from msfaq.worksheets.schema import MIGRATIONS
from msfaq.worksheets.worksheet import LONGEST_NOTE, MOST_ATTACHMENTS, Worksheet

CHECKLIST = checklist_of(BOOK.entries.values())
DS01 = "checklist-ds-01-missing-values"
TEXT = st.text(st.characters(blacklist_categories=["Cs", "Cc"]) | st.sampled_from("\n\t"), max_size=60)
DISGUISES = dict.fromkeys([*range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])
"""Direction marks, which a note does not keep."""


def output(text: str = "3 rows\n", code: str = "") -> Attachment:
    return Attachment(0, "pipe", "check", text, len(text), 0, code, 0)


@pytest.fixture
def sheet(tmp_path: Path) -> Worksheet:
    return Worksheet(tmp_path / "project", folder=tmp_path / "data", clock=lambda: 1000.0)


def test_the_checklist_has_its_24_items_in_the_order_of_work() -> None:
    codes = [item.code for item in CHECKLIST.items]
    assert len(codes) == len(set(codes)) == 24
    assert codes[0] == "ds.01"
    assert codes[-1] == "hp.03"
    assert sorted({item.group for item in CHECKLIST.items}) == ["api", "cg", "dp", "ds", "hp", "mp", "wi"]
    assert not any(
        item.title.en.startswith(item.code) or item.title.zh.startswith(item.code) for item in CHECKLIST.items
    )


@pytest.mark.parametrize("name", ["ds.01", "DS.01", "ds1", "ds.1", " ds01 ", DS01])
def test_an_item_is_found_by_what_people_write(name: str) -> None:
    assert CHECKLIST.item(name).entry_id == DS01


def test_an_unknown_item_names_those_alike() -> None:
    with pytest.raises(InputError, match=r"did you mean .*ds\.01"):
        CHECKLIST.item("dd.01")


class Session(RuleBasedStateMachine):
    """Whatever is said in whatever order, a fresh reader finds it."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.said: dict[str, Record] = {}
        self.outputs: dict[int, tuple[str, str]] = {}

    def teardown(self) -> None:
        self.folder.cleanup()

    @property
    def sheet(self) -> Worksheet:
        return Worksheet(Path("/p"), folder=Path(self.folder.name), clock=lambda: 7.0)

    def keep(self, entry: str, **changes: str) -> None:
        from dataclasses import replace

        self.said[entry] = replace(self.said.get(entry, Record(entry)), **changes)  # type: ignore[arg-type]

    @rule(entry=st.sampled_from("abc"), state=st.sampled_from(STATES))
    def set_state(self, entry: str, state: str) -> None:
        self.sheet.set_state(entry, state)
        self.keep(entry, state=state)

    @rule(entry=st.sampled_from("abc"), note=TEXT)
    def set_note(self, entry: str, note: str) -> None:
        self.sheet.set_note(entry, note)
        self.keep(entry, note=note.translate(DISGUISES))

    @rule(entry=st.sampled_from("abc"), text=TEXT)
    def attach(self, entry: str, text: str) -> None:
        kept = self.sheet.attach(entry, output(text))
        assert kept.id not in self.outputs
        self.outputs[kept.id] = (entry, text)
        self.keep(entry)

    @rule(data=st.data())
    def detach(self, data: st.DataObject) -> None:
        if self.outputs:
            number = data.draw(st.sampled_from(sorted(self.outputs)))
            assert self.sheet.detach(number) == self.outputs.pop(number)[0]

    @rule(entry=st.sampled_from("abc"))
    def forget_one(self, entry: str) -> None:
        self.sheet.reset([entry])
        self.said.pop(entry, None)
        self.outputs = {number: one for number, one in self.outputs.items() if one[0] != entry}

    @rule()
    def forget_all(self) -> None:
        self.sheet.reset()
        self.said.clear()
        self.outputs.clear()

    @invariant()
    def a_reader_finds_it(self) -> None:
        contents = self.sheet.read()
        assert {name: (r.state, r.note) for name, r in contents.records.items()} == {
            name: (r.state, r.note) for name, r in self.said.items()
        }
        found = {a.id: (name, a.text) for name, r in contents.records.items() for a in r.attachments}
        assert found == self.outputs


Session.TestCase.settings = settings(max_examples=25, stateful_step_count=15, deadline=None)
TestSession = Session.TestCase


def test_reading_makes_no_file(sheet: Worksheet) -> None:
    assert sheet.read().record(DS01) == Record(DS01)
    assert not sheet.file.exists()


def test_projects_do_not_see_each_other(tmp_path: Path) -> None:
    one, other = (Worksheet(tmp_path / name, folder=tmp_path / "data") for name in "ab")
    one.set_state(DS01, "fine")
    assert other.read().record(DS01).state == OPEN
    other.set_state(DS01, "found")
    one.reset()
    assert other.read().record(DS01).state == "found"


def test_times_are_kept(tmp_path: Path) -> None:
    now = [100.0]
    sheet = Worksheet(tmp_path, folder=tmp_path, clock=lambda: now[0])
    sheet.set_state(DS01, "found")
    now[0] = 200.0
    kept = sheet.attach(DS01, output())
    record = sheet.read().record(DS01)
    assert (record.first, record.changed, kept.added) == (100, 200, 200)


def test_a_walk_is_kept_in_its_words(sheet: Worksheet) -> None:
    walk = start(BOOK.entry("loss-diff-first-step")).answer(2)
    sheet.keep_walk(walk)
    (kept,) = sheet.read().walks
    assert kept.steps[0].when.en == "Both sides repeat"
    assert kept.asks == walk.question.ask if walk.question else False
    sheet.keep_walk(walk.back().answer(1))
    (kept,) = sheet.read().walks
    assert (kept.see, kept.asks, kept.result) == ("fix-randomness", None, None)


def test_a_note_that_someone_else_changed_is_not_overwritten(sheet: Worksheet) -> None:
    sheet.set_note(DS01, "mine")
    sheet.set_note(DS01, "theirs")
    with pytest.raises(WorksheetChanged) as caught:
        sheet.set_note(DS01, "mine, longer", before="mine")
    assert caught.value.current == "theirs"
    assert sheet.read().record(DS01).note == "theirs"
    sheet.set_note(DS01, "both", before="theirs")


def test_what_is_too_much_is_refused_and_nothing_changes(sheet: Worksheet) -> None:
    with pytest.raises(InputError, match="20001 characters"):
        sheet.set_note(DS01, "x" * (LONGEST_NOTE + 1))
    for _ in range(MOST_ATTACHMENTS):
        sheet.attach(DS01, output())
    with pytest.raises(InputError, match="20 attachments already"):
        sheet.attach(DS01, output())
    with pytest.raises(InputError, match="no state"):
        sheet.set_state(DS01, "nice")
    assert len(sheet.read().record(DS01).attachments) == MOST_ATTACHMENTS


def test_what_is_reset_is_gone_from_the_file(sheet: Worksheet) -> None:
    sheet.attach(DS01, output("a secret token 12345\n" * 100))
    sheet.reset([DS01])
    assert b"a secret token" not in sheet.file.read_bytes()


WRITER = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
sys.path.insert(0, {tests!r})
from msfaq.worksheets.contents import Attachment
from msfaq.worksheets.worksheet import Worksheet
from shipped import BOOK
sheet = Worksheet(Path("/p"), folder=Path({folder!r}))
for n in range(100000):
    sheet.set_note("item", f"note {{n}}")
    sheet.attach(f"item-{{n // 20}}", Attachment(0, "pipe", str(n), f"{{n}} " * 20000, 1, 0, "", 0))
    print(n, flush=True)
"""


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_a_kill_at_any_moment_loses_nothing_that_was_kept(tmp_path: Path, seed: int) -> None:
    code = WRITER.format(tests=str(Path(__file__).parent), folder=str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        last = -1
        for _ in range(random.Random(seed).randrange(1, 25)):
            last = int(writer.stdout.readline())
        threading.Event().wait(random.Random(seed).random() * 0.03)
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split()
        last = int(rest[-1]) if rest else last
    contents = Worksheet(Path("/p"), folder=tmp_path).read()
    note = int(contents.record("item").note.split()[1])
    assert note in (last, last + 1)
    texts = [a for record in contents.records.values() for a in record.attachments]
    assert sorted(int(a.name) for a in texts) in (list(range(last + 1)), list(range(last + 2)))
    assert all(a.text == f"{a.name} " * 20000 for a in texts)
    assert sqlite3.connect(tmp_path / "worksheets.sqlite").execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from msfaq.worksheets.contents import Attachment\n"
        "from msfaq.worksheets.worksheet import Worksheet\n"
        f"sheet = Worksheet(Path('/p'), folder=Path({str(tmp_path)!r}))\n"
        "for n in range(15): sheet.attach(f'item-{sys.argv[1]}', Attachment(0, 'pipe', str(n), 'x', 1, 0, '', 0))\n"
        "sheet.set_state(f'item-{sys.argv[1]}', 'fine')"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(number)]) for number in range(4)]
    assert [process.wait(timeout=300) for process in running] == [0] * 4
    records = Worksheet(Path("/p"), folder=tmp_path).read().records
    assert {name: (r.state, len(r.attachments)) for name, r in records.items()} == {
        f"item-{n}": ("fine", 15) for n in range(4)
    }


def test_the_first_write_may_be_everybodys(tmp_path: Path) -> None:
    def write(folder: Path, together: threading.Barrier) -> None:
        sheet = Worksheet(Path("/p"), folder=folder)
        together.wait()
        sheet.set_state(DS01, "fine")

    with ThreadPoolExecutor(6) as pool:
        for number in range(40):
            together = threading.Barrier(6)
            running = [pool.submit(write, tmp_path / str(number), together) for _ in range(6)]
            for one in running:
                one.result()


def test_a_file_held_by_another_program_is_one_clear_line(tmp_path: Path) -> None:
    sheet = Worksheet(tmp_path, folder=tmp_path, patience=0.05)
    sheet.set_state(DS01, "fine")
    other = sqlite3.connect(sheet.file)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(WorksheetFault, match="held by another program"):
        sheet.set_state(DS01, "found")
    other.rollback()
    other.close()
    assert sheet.read().record(DS01).state == "fine"


@pytest.mark.parametrize("kind", ["garbage", "truncated", "overwritten"])
def test_a_damaged_file_is_named_and_left_as_it_is(tmp_path: Path, kind: str) -> None:
    sheet = Worksheet(tmp_path, folder=tmp_path)
    for number in range(10):
        sheet.attach(f"item-{number}", output("x" * 5000))
    data = bytearray(sheet.file.read_bytes())
    if kind == "garbage":
        data = bytearray(b"no database at all, " * 500)
    elif kind == "truncated":
        data = data[: len(data) // 2]
    else:
        data[8192:24000] = os.urandom(24000 - 8192)
    sheet.file.write_bytes(data)
    fresh = Worksheet(tmp_path, folder=tmp_path)
    with pytest.raises(WorksheetFault, match="damaged") as caught:
        fresh.read()
    assert "\n" not in str(caught.value)
    with pytest.raises(WorksheetFault, match="damaged"):
        fresh.set_state(DS01, "fine")
    assert sheet.file.read_bytes() == bytes(data)


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "worksheets.sqlite"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE theirs (x)")
    connection.commit()
    connection.close()
    with pytest.raises(WorksheetFault, match="another program's file"):
        Worksheet(tmp_path, folder=tmp_path).set_state(DS01, "fine")


def test_a_file_of_a_later_release_is_left_alone(tmp_path: Path) -> None:
    sheet = Worksheet(tmp_path, folder=tmp_path)
    sheet.set_state(DS01, "fine")
    connection = sqlite3.connect(sheet.file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for work in (sheet.read, lambda: sheet.set_state(DS01, "found")):
        with pytest.raises(WorksheetFault, match="later msfaq"):
            work()


def test_an_earlier_form_is_carried_over_and_a_copy_kept(tmp_path: Path) -> None:
    sheet = Worksheet(tmp_path, folder=tmp_path)
    sheet.set_note(DS01, "kept")
    database = Database(sheet.file, migrations=(*MIGRATIONS, ("ALTER TABLE item ADD COLUMN more TEXT DEFAULT 'x'",)))
    rows: list[tuple[str, str]] = database.read(
        lambda connection: connection.execute("SELECT note, more FROM item").fetchall(), []
    )
    assert rows == [("kept", "x")]
    copy = sqlite3.connect(tmp_path / "worksheets.form-1.sqlite")
    assert copy.execute("SELECT note FROM item").fetchall() == [("kept",)]
    copy.close()
    with pytest.raises(WorksheetFault, match="later msfaq"):
        sheet.read()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    sheet = Worksheet(tmp_path, folder=tmp_path)
    sheet.set_note(DS01, "kept")
    broken = Database(sheet.file, migrations=(*MIGRATIONS, ("ALTER TABLE item ADD COLUMN more TEXT", "NONSENSE")))
    with pytest.raises(WorksheetFault):
        broken.write(lambda connection: None)
    assert sheet.read().record(DS01).note == "kept"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_can_be_read(sheet: Worksheet) -> None:
    sheet.set_note(DS01, "kept")
    sheet.file.chmod(0o400)
    assert sheet.read().record(DS01).note == "kept"
    with pytest.raises(WorksheetFault, match="cannot be written"):
        sheet.set_note(DS01, "other")


def test_a_disk_that_cannot_be_written_is_one_clear_line(sheet: Worksheet, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet.set_note(DS01, "kept")

    def read_only(database: Database) -> sqlite3.Connection:
        return sqlite3.connect(f"{database.file.as_uri()}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr(Database, "_connect", read_only)
    with pytest.raises(WorksheetFault, match=r"cannot be written \(attempt to write a readonly database\)"):
        sheet.set_note(DS01, "other")
    assert sheet.read().record(DS01).note == "kept"


def test_a_full_disk_loses_nothing(sheet: Worksheet, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet.set_note(DS01, "kept")
    connect = Database._connect

    def full(database: Database) -> sqlite3.Connection:
        connection = connect(database)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    monkeypatch.setattr(Database, "_connect", full)
    with pytest.raises(WorksheetFault, match="full"):
        sheet.attach(DS01, output("x" * 200_000))
    monkeypatch.undo()
    assert sheet.read().record(DS01).note == "kept"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(WorksheetFault, match="cannot be written"):
        Worksheet(tmp_path, folder=tmp_path / "file" / "data").set_state(DS01, "fine")


def test_a_damaged_walk_is_named(sheet: Worksheet) -> None:
    sheet.keep_walk(start(BOOK.entry("loss-diff-first-step")).answer(1))
    connection = sqlite3.connect(sheet.file)
    connection.execute("UPDATE walk SET data = '{}'")
    connection.commit()
    connection.close()
    with pytest.raises(WorksheetFault, match="damaged"):
        sheet.read()


def test_only_the_owner_may_look(sheet: Worksheet) -> None:
    sheet.set_state(DS01, "fine")
    assert sheet.file.stat().st_mode & 0o077 == 0
    assert sheet.file.parent.stat().st_mode & 0o077 == 0


def test_the_folder_may_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MSFAQ_DATA", str(tmp_path / "chosen"))
    assert data_folder() == tmp_path / "chosen"
    assert Worksheet(tmp_path).file == tmp_path / "chosen" / "worksheets.sqlite"
    monkeypatch.delenv("MSFAQ_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder() == tmp_path / "xdg" / "msfaq"


def test_a_project_is_the_same_by_any_path(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    assert project_folder(str(tmp_path / "link")) == project_folder(str(tmp_path))
    (tmp_path / "file").write_text("x")
    for bad in ("/no/such", str(tmp_path / "file"), "a\0b"):
        with pytest.raises(InputError):
            project_folder(bad)


@given(st.binary(min_size=1, max_size=20))
def test_a_project_path_may_hold_any_bytes(name: bytes) -> None:
    import tempfile

    project = Path(os.fsdecode(b"/" + name.replace(b"/", b"_").replace(b"\0", b"_")))
    folder = Path(tempfile.mkdtemp())
    try:
        Worksheet(project, folder=folder).set_state(DS01, "fine")
        assert Worksheet(project, folder=folder).read().record(DS01).state == "fine"
    finally:
        shutil.rmtree(folder)
