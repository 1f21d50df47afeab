"""The user's own entries: beside ours, in their place, or added to them."""

from pathlib import Path

import pytest
from conftest import EXAMPLE, Call

from msfaq.corpus.book import Book, open_book
from msfaq.engine import Engine
from msfaq.render.document import diagnosis_markdown

SHIPPED = "The widget of size {size:bytes} broke"
EXTENSION = """\
---
extends: widget
signatures:
  - match: "Das Teil der Größe {size:bytes} ist kaputt"
asks:
  zh: [我们机房的小部件坏了]
  en: [the widget in our machine room is broken]
rejects: ["Das Teil ist heil"]
---

# 中文

先找**老王**。

# English

Ask *Wang* first.

## And then

wait.
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    (folder / "operators").mkdir(parents=True)
    return folder


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / "operators" / f"{name}.md"
    file.write_text(text, "utf-8")
    return file


def open_with(book: Path, own: Path) -> Book:
    return open_book(book, book / "none", own)


def engine_with(tmp_path: Path, book: Path, own: Path, talk: list[str] | None = None) -> Engine:
    say = talk.append if talk is not None else None
    return Engine(cache=tmp_path / "cache", entries=book, guides=book / "none", own_entries=own, talk=say)


def test_an_own_entry_answers_and_is_labelled(tmp_path: Path, small_book: Path, own: Path) -> None:
    file = write(own, "gadget", EXAMPLE.format(id="gadget", message="gadget {size:bytes} fell"))
    with engine_with(tmp_path, small_book, own) as engine:
        diagnosis = engine.lookup("gadget 12 fell", lang="en")
        assert diagnosis.answers[0].id == "gadget"
        assert diagnosis.answers[0].own
        text = diagnosis_markdown(diagnosis)
        assert "**your own entry**" in text
        assert f"This is your own entry: `{file}`" in text
        assert "你自己的条目" in diagnosis_markdown(engine.lookup("gadget 12 fell", lang="zh"))
        assert not engine.lookup("The widget of size 4 broke").answers[0].own


def test_an_own_entry_takes_the_place_of_ours(tmp_path: Path, small_book: Path, own: Path) -> None:
    text = EXAMPLE.format(id="widget", message=SHIPPED).replace("Oil it.", "Call the desk.")
    write(own, "widget", text)
    with engine_with(tmp_path, small_book, own) as engine:
        answer = engine.lookup("The widget of size 4 broke", lang="en").answers[0]
    assert answer.own
    assert "Call the desk." in answer.markdown
    assert list(open_with(small_book, own).entries) == ["widget"]


def test_an_extension_adds_to_ours(tmp_path: Path, small_book: Path, own: Path) -> None:
    write(own, "our-widget", EXTENSION)
    with engine_with(tmp_path, small_book, own) as engine:
        for text in ("Das Teil der Größe 12 ist kaputt", "The widget of size 4 broke"):
            answer = engine.lookup(text, lang="en").answers[0]
            assert (answer.id, answer.own) == ("widget", True)
            assert "## Our note\n\nAsk *Wang* first.\n\n## And then\n\nwait." in answer.markdown
            assert "Oil it." in answer.markdown
            assert "You have added to this entry" in answer.markdown
    entry = open_with(small_book, own).entry("widget")
    assert entry.origin == "extended"
    assert len(entry.asks.zh) == 4
    assert [section.heading for section in entry.sections_zh][-1] == "补充"


def test_an_edit_of_an_own_entry_is_answered_as_edited(tmp_path: Path, small_book: Path, own: Path) -> None:
    file = write(own, "gadget", EXAMPLE.format(id="gadget", message="gadget {size:bytes} fell"))
    with engine_with(tmp_path, small_book, own) as engine:
        engine.lookup("gadget 12 fell")
    file.write_text(file.read_text("utf-8").replace("Oil it.", "Glue it."), "utf-8")
    with engine_with(tmp_path, small_book, own) as engine:
        assert "Glue it." in engine.lookup("gadget 12 fell", lang="en").answers[0].markdown
    file.unlink()
    with engine_with(tmp_path, small_book, own) as engine:
        assert engine.entry_ids() == ("widget",)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("---\nid: [broken\n---\n", ":3: broken YAML"),
        (EXAMPLE.format(id="other", message="x went wrong"), ":2: id 'other' differs from the file's name"),
        (EXTENSION.replace("widget\n", "nobody\n", 1), ":2: extends: no entry is called 'nobody'"),
        (EXTENSION.replace("# English", "# Deutsch"), ":15: the level-1 headings of a note"),
        (EXTENSION.replace("{size:bytes}", "{size:colour}"), "unknown capture type 'colour'"),
        (EXTENSION.replace("asks:", "aks:"), ":5: unknown key 'aks'"),
        (
            EXAMPLE.format(id="gadget", message="x went wrong").replace(
                "modes: [any]", "modes: [any]\naliases: [widget]"
            ),
            "the alias 'widget' is the id of an entry",
        ),
    ],
)
def test_a_fault_names_file_and_line_and_the_rest_works(
    tmp_path: Path, small_book: Path, own: Path, text: str, fault: str
) -> None:
    write(own, "fine", EXAMPLE.format(id="fine", message="fine {size:bytes} fell"))
    file = write(own, "gadget", text)
    talk: list[str] = []
    with engine_with(tmp_path, small_book, own, talk) as engine:
        assert engine.entry_ids() == ("fine", "widget")
    (line,) = talk
    assert f"{file}:" in line
    assert fault in line


def test_two_own_entries_of_one_id(small_book: Path, own: Path) -> None:
    write(own, "gadget", EXAMPLE.format(id="gadget", message="gadget {size:bytes} fell"))
    (own / "memory").mkdir()
    text = EXAMPLE.format(id="gadget", message="gadget {size:bytes} fell").replace("area: operators", "area: memory")
    (own / "memory" / "gadget.md").write_text(text, "utf-8")
    book = open_with(small_book, own)
    assert [fault.problem for fault in book.faults] == ["the id 'gadget' stands twice among your own entries"]


@pytest.mark.slow
def test_new_and_check_know_them(data: Path, call: Call) -> None:
    code, out, _ = call("new", "--own", "my-gadget", "--area", "operators")
    file = data / "entries" / "operators" / "my-gadget.md"
    assert (code, out) == (0, f"{file}\n")
    assert call("new", "--own", "my-gadget", "--area", "operators")[0] == 2
    file.write_text(EXAMPLE.format(id="my-gadget", message="my gadget {size:bytes} fell off the shelf"), "utf-8")
    assert call("check", "my-gadget")[0] == 0
    file.write_text(file.read_text("utf-8").replace("It stopped.", "它停了。"), "utf-8")
    code, out, _ = call("check", "my-gadget")
    assert code == 1
    assert out.startswith(f"{file}: languages:")
    file.write_text("---\nbroken", "utf-8")
    code, out, _ = call("check")
    assert code == 1
    assert f"{file}:1:" in out


@pytest.mark.slow
def test_the_folder_may_be_chosen(tmp_path: Path, own: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    write(own, "gadget", EXAMPLE.format(id="gadget", message="gadget {size:bytes} fell off the shelf"))
    monkeypatch.setenv("MSFAQ_ENTRIES", str(own))
    code, out, _ = call("--lang", "en", "gadget 12 fell off the shelf")
    assert code == 0
    assert "your own entry" in out
    assert call("show", "gadget", "--lang", "en")[0] == 0
    assert "1 in" in call("index", "status")[1]
