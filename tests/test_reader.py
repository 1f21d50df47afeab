"""Entries are read whole, or refused with file and line."""

import contextlib

import pytest
from conftest import EXAMPLE
from hypothesis import example, given
from hypothesis import strategies as st
from shipped import BOOK

from msfaq.cli.new import skeleton
from msfaq.corpus.entry import Bilingual
from msfaq.corpus.fence import parse_fence
from msfaq.corpus.guide_reader import parse_guide
from msfaq.corpus.passage import passage_at
from msfaq.corpus.passages import passages_of
from msfaq.corpus.places import ENTRIES, GUIDES
from msfaq.corpus.reader import parse_entry
from msfaq.corpus.versions import covers
from msfaq.corpus.vocabulary import KINDS
from msfaq.errors import EntryError
from msfaq.index.codec import entry_from_json, to_json

GOOD = EXAMPLE.format(id="widget", message="The widget of size {size:bytes} broke")
PATH = "operators/widget.md"


def test_an_entry_is_read_whole() -> None:
    entry = parse_entry(GOOD, path=PATH)
    assert entry.title == Bilingual("widget 出错", "The widget went wrong")
    assert entry.signatures[0].match == "The widget of size {size:bytes} broke"
    assert [section.key for section in entry.sections("zh")] == ["meaning", "cause", "fix", "verify", "otherwise"]
    assert entry.snippets[0].code == 'print("oiled")\n'
    assert GOOD.split("\n")[entry.snippets[0].first_line - 1] == "```python runs"
    assert GOOD.split("\n")[entry.sections_en[2].first_line - 1] == "## How to fix it"


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("---\nid", "id", 1, "no front matter"),
        ("---\n\n# 中文", "\n# 中文", 1, "the front matter is not closed"),
        ("kind: error", "kind: [error", 4, "broken YAML"),
        ("kind: error", "kind: mistake", 2, "kind 'mistake' is not one of"),
        ("kind: error", "kidn: error", 3, "unknown key 'kidn'"),
        ("kind: error\n", "", 2, "'kind': is missing"),
        ("id: widget", "id: gadget", 2, "differs from the file's name"),
        ("id: widget", "id: Widget!", 2, "is not lower-case words"),
        ("area: operators", "area: memory", 2, "differs from the folder's name"),
        ("platforms: [any]", "platforms: [TPU]", 2, "platforms are not all among"),
        ("platforms: [any]", "platforms: any", 17, "'platforms'"),
        ("  zh: widget 出错\n", "", 5, "'title.zh': is missing"),
        ("modes: [any]", "modes: [any]\nsecondary: maybe", 19, "'secondary': should be bool, found 'maybe'"),
        ("modes: [any]", "modes: [any]\nversions: newest", 2, "'newest' is no release range"),
        ("{size:bytes}", "{size:colour}", 2, "unknown capture type"),
        ("## 原因", "## 理由", 29, "'理由' is not a heading of kind error"),
        ("## Why\n\nNo oil.\n\n", "", 61, "'## Why' is missing"),
        ("# English", "# Englisch", 23, "the level-1 headings must be"),
        ("没有油。", "", 29, "nothing stands under '原因'"),
        ("没有油。", "```python\nx\n```", 31, "code belongs under '# Code'"),
        ("## 加油 / Oil it", "## 加油", 69, "a code heading reads"),
        ("```python runs", "```python", 71, "the fence makes no promise"),
        ("```python runs", "```python runs needs=gold", 71, "needs=gold is not one of"),
        ("```python runs", "```python syntax", 71, "because="),
        ("```python runs", "```python runs colour=red", 71, "unknown word: 'colour=red'"),
    ],
)
def test_what_breaks_the_format_is_named_with_its_line(old: str, new: str, line: int, problem: str) -> None:
    assert old in GOOD
    with pytest.raises(EntryError, match=r"operators/widget\.md:") as refused:
        parse_entry(GOOD.replace(old, new, 1), path=PATH)
    assert problem in str(refused.value)
    assert (refused.value.path, refused.value.line) == (PATH, line)


@given(st.text(max_size=300))
def test_any_text_is_refused_with_a_line(text: str) -> None:
    with pytest.raises(EntryError):
        parse_entry(text, path=PATH)


@given(st.integers(0, len(GOOD)), st.text(max_size=20))
@example(717, "0\r0")
@example(717, "\0\r\n")
def test_any_edit_is_read_or_refused(at: int, inserted: str) -> None:
    with contextlib.suppress(EntryError):
        parse_entry(GOOD[:at] + inserted + GOOD[at:], path=PATH)


@pytest.mark.parametrize("kind", KINDS)
def test_the_skeleton_is_an_entry(kind: str) -> None:
    area = "checklist" if kind == "checklist" else "operators"
    assert parse_entry(skeleton("my-entry", kind, area), path=f"{area}/my-entry.md").kind == kind


@pytest.mark.parametrize("entry", BOOK.entries.values(), ids=lambda entry: entry.id)
def test_an_entry_survives_the_index(entry: object) -> None:
    assert entry_from_json(to_json(entry)) == entry  # type: ignore[arg-type]


def test_passages_are_whole_lines_of_their_file() -> None:
    for documents, folder in ((BOOK.entries.values(), ENTRIES), (BOOK.guides.values(), GUIDES)):
        for document in documents:
            lines = (folder / document.path).read_text("utf-8").split("\n")
            for passage in passages_of(document):
                section = (*document.sections_zh, *document.sections_en)[passage.span.section]
                first, last = (section.body_line - 1 + line for line in passage.span[1:])
                assert passage.text == "\n".join(lines[first:last]).strip("\n")
                assert passage_at(document, passage.span) == passage


def test_no_passage_cuts_a_table_a_fence_or_an_item() -> None:
    table = "\n".join(["| a | b |", "|---|---|", *(f"| row {n} | {'x' * 60} |" for n in range(30))])
    fence = "```text\n" + "\n".join("y" * 60 for _ in range(30)) + "\n```"
    items = "\n".join(f"{n}. {'z' * 200}\n   still {n}" for n in range(1, 10))
    text = GOOD.replace("加油。", f"x\n\n{table}\n\n{fence}\n\n{items}", 1).replace("1. x", "x")
    passages = [p.text for p in passages_of(parse_entry(text, path=PATH)) if p.lang == "zh"]
    assert sum(table in passage for passage in passages) == 1
    assert sum(fence in passage for passage in passages) == 1
    for number in range(1, 10):
        assert sum(f"{'z' * 200}\n   still {number}" in passage for passage in passages) == 1


def test_a_guide_needs_both_languages() -> None:
    head = "---\nid: g\ntitle: {zh: 指南, en: Guide}\nsources: [{name: own}]\n---\n\n"
    good = head + "# 中文\n\n## 一\n\n字\n\n# English\n\n## One\n\nword\n"
    assert parse_guide(good, path="g.md").sections_en[0].heading == "One"
    with pytest.raises(EntryError, match="1 Chinese headings face 2 English"):
        parse_guide(good + "\n## Two\n\nmore\n", path="g.md")
    with pytest.raises(EntryError, match="differs from the file's name"):
        parse_guide(good, path="other.md")


def test_fences() -> None:
    fence = parse_fence('python fix needs=mindspore,numpy prints="(2, 3)" prints=b timeout=5 destructive')
    assert (fence.needs, fence.prints, fence.timeout, fence.destructive) == (
        ("mindspore", "numpy"), ("(2, 3)", "b"), 5, True
    )  # fmt: skip
    with pytest.raises(ValueError, match="cannot be cut"):
        parse_fence('python runs prints="open')


@pytest.mark.parametrize(
    ("versions", "release", "held"),
    [("all", "0.5", True), (">=1.5,<2.4", "2.3.1", True), (">=1.5,<2.4", "2.4", False), ("<2.5", "2.5.0rc1", False)],
)
def test_release_ranges(versions: str, release: str, held: bool) -> None:
    assert covers(versions, release) is held
