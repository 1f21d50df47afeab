"""The compatibility table: read whole, sourced, and the same as what the book shows."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shipped import BOOK

from msfaq.check import compatibility as check
from msfaq.corpus.compatibility.table import TABLE, companion_row, holds, read_compatibility, release_row
from msfaq.errors import EntryError


def test_the_table_is_in_order() -> None:
    table = read_compatibility()
    assert list(check.check_compatibility(BOOK)) == []
    assert len({row.release for row in table.releases}) == len(table.releases)
    for release in table.releases:
        assert all(source.url.startswith("https://") for source in release.sources.values())
    for rows in (table.companions, table.cann, table.cuda, table.systems, table.boards):
        assert all(row.source.name for row in rows)


@pytest.mark.parametrize(
    ("release", "row"),
    [
        ("2.10.0", "2.10.0"),
        ("2.10", "2.10.0"),
        ("2.7.1.post1", "2.7.1"),
        ("2.6.0rc1", "2.6.0"),
        ("1.3.0", "1.3"),
        ("1.10.1", "1.10"),
        ("2.3.1", None),
        ("1.1.0", None),
        ("3.0", None),
        ("master", None),
    ],
)
def test_a_release_has_its_row(release: str, row: str | None) -> None:
    found = release_row(read_compatibility(), release)
    assert (found.release if found else None) == row


def test_a_companion_has_its_row() -> None:
    table = read_compatibility()
    found = companion_row(table, "mindnlp", "0.5.1")
    assert found
    assert holds(found.mindspore, "2.6.0")
    assert not holds(found.mindspore, "2.10.0")
    assert companion_row(table, "mindnlp", "9.9") is None


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_text_may_be_asked_for(specifier: str, release: str) -> None:
    assert holds(specifier, release) in (True, False)
    release_row(read_compatibility(), release)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("releases.yaml", 'python: ["3.10", "3.11", "3.12"]', "", "but sources for"),
        ("releases.yaml", "chips: page-1.0", "chips: nowhere", "no source is called 'nowhere'"),
        ("releases.yaml", 'numpy: ">=1.25"', 'numpy: "about 1"', "Invalid specifier"),
        ("companions.yaml", "exact: true, cann", "colour: red, cann", "unknown key"),
        ("platforms.yaml", "cuda:\n", "cuda: [\n", "cannot be read"),
    ],
)
def test_a_slip_is_told_with_its_place(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    folder = tmp_path / "table"
    shutil.copytree(TABLE, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(EntryError, match=file) as caught:
        read_compatibility(folder)
    assert message in str(caught.value)


def test_a_table_that_disagrees_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    table = read_compatibility()
    newest = replace(table.releases[-1], python=("3.13",), driver="1.0", cann=("8.5.0",))
    monkeypatch.setattr(check, "read_compatibility", lambda: replace(table, releases=(*table.releases[:-1], newest)))
    messages = [problem.message for problem in check.check_compatibility(BOOK)]
    assert any("driver 1.0 beside CANN 8.5.0" in message for message in messages)
    assert any("row 2.10.0: Python 3.10 is not in the table" in message for message in messages)
