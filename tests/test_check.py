"""The checker: a clean book passes, each fault is named, exceptions are few and needed."""

from pathlib import Path

import pytest
from conftest import EXAMPLE
from shipped import BOOK

from msfaq.check.book import check_book
from msfaq.corpus.book import Book, open_book

MESSAGE = "The widget of size {size:bytes} broke"


def book(folder: Path, **texts: str) -> Book:
    (folder / "operators").mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / "operators" / f"{name}.md").write_text(text, "utf-8")
    opened = open_book(folder, folder / "none")
    assert opened.faults == ()
    return opened


def entry(name: str = "widget", message: str = MESSAGE, **edits: str) -> str:
    text = EXAMPLE.format(id=name, message=message)
    for old, new in edits.items():
        assert old in text or old.startswith("_")
        text = text.replace(old, new)
    return text


def edited(*pairs: tuple[str, str]) -> str:
    text = entry()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_clean_book_has_no_problems(tmp_path: Path) -> None:
    assert check_book(book(tmp_path, widget=entry()), exceptions=tmp_path / "none") == ()


@pytest.mark.parametrize(
    ("old", "new", "check", "message"),
    [
        ("modes: [any]", "modes: [any]\nrelated: [nobody]", "references", "no entry is called 'nobody'"),
        ("modes: [any]", "modes: [any]\nrelated: [widget]", "references", "the entry names itself"),
        ("它停了。", "见[别处](entry:elsewhere)。", "references", "link: no entry is called 'elsewhere'"),
        ("它停了。", "It stopped.", "languages", "no Chinese under '现象'"),
        ("It stopped.", "它停了。", "languages", "Chinese characters under 'What happened'"),
        ("zh: [小部件坏了, 小部件不转, 小部件怎么修]", "zh: [小部件坏了]", "languages", "fewer than 3 phrases in zh"),
        ("nothing like it at all", "the WIDGET of size 12 broke", "signatures", "matches what it should reject"),
        ('rejects: ["nothing like it at all"]\n', "", "signatures", "rejects: an entry with signatures"),
        ("The size is {size}.", "The size is {weight}.", "signatures", "the languages use different captures"),
        ("```python runs", "```python fails", "snippets", "a block fails, and none is its fix"),
        ('```python runs\nprint("oiled")', "```bash runs\nkill 1", "snippets", "mark the block destructive"),
        (
            '```python runs\nprint("oiled")',
            "```bash runs destructive\npkill -9 python",
            "snippets",
            "end one's own by its PID",
        ),
        ('```python runs\nprint("oiled")', "```bash runs\nls {folder}", "snippets", "{folder} is not declared"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, old: str, new: str, check: str, message: str) -> None:
    problems = check_book(book(tmp_path, widget=edited((old, new))), exceptions=tmp_path / "none")
    assert any(problem.check == check and message in problem.message for problem in problems), problems
    assert {problem.path for problem in problems} == {"operators/widget.md"}


@pytest.mark.parametrize(
    ("zh", "en", "message"),
    [
        ("- **会停吗**：不会。", "- **Does it stop?** No.", ""),
        ("会停吗？不会。", "- **Does it stop?** No.", "not a list of items that begin with a question in bold"),
        ("- **会停吗**：不会。", "- **Does it stop?**", "not a list of items that begin with a question in bold"),
        ("- **会停吗**：不会。\n- **急吗**：不急。", "- **Does it stop?** No.", "not as many questions as in Chinese"),
    ],
)
def test_what_is_often_asked_next_is_a_list_of_questions(tmp_path: Path, zh: str, en: str, message: str) -> None:
    text = edited(
        ("\n# English\n", f"\n## 常被追问\n\n{zh}\n\n# English\n"),
        ("\n# Code\n", f"\n## Often asked next\n\n{en}\n\n# Code\n"),
    )
    found = [one.message for one in check_book(book(tmp_path, widget=text), exceptions=tmp_path / "none")]
    assert any(message in one for one in found) if message else found == []


def test_an_error_needs_a_signature(tmp_path: Path) -> None:
    text = edited((f'signatures:\n  - match: "{MESSAGE}"\n', ""), ("{size}", "12"))
    (problem,) = check_book(book(tmp_path, widget=text), exceptions=tmp_path / "none")
    assert "has at least one signature" in problem.message


def test_a_signature_that_another_entry_takes(tmp_path: Path) -> None:
    wider = entry("gadget", "The widget of size {size:bytes} broke in two")
    problems = check_book(book(tmp_path, widget=entry(), gadget=wider), exceptions=tmp_path / "none")
    assert [problem.message for problem in problems] == [
        "undeclared overlap with 'widget' in: 'The widget of size {size:bytes} broke in two'"
    ]
    declared = wider.replace("modes: [any]", "modes: [any]\noverlaps: [widget]")
    assert check_book(book(tmp_path, gadget=declared), exceptions=tmp_path / "none") == ()


@pytest.mark.parametrize(
    ("walk", "message"),
    [
        ("go: nowhere", "leads to the unknown question 'nowhere'"),
        ("see: nobody", "no entry is called 'nobody'"),
        ("when: {zh: 一, en: one}", "has not exactly one of go, see and result"),
        ("said: {zh: [第一个], en: [that one, that one]}\n        see: widget", "'that one' answers 'start' twice"),
    ],
)
def test_walks(tmp_path: Path, walk: str, message: str) -> None:
    choice = walk if walk.startswith("when") else f"when: {{zh: 一, en: one}}\n        {walk}"
    front = (
        "modes: [any]\nwalk:\n  - name: start\n    ask: {zh: 问, en: ask}\n    choices:\n"
        f"      - {choice}\n      - when: {{zh: 二, en: two}}\n        result: {{zh: 好, en: good}}\n"
        "  - name: lost\n    ask: {zh: 问, en: ask}\n    choices: []\n"
    )
    text = edited(("kind: error", "kind: decision"), ("modes: [any]", front))
    for old, new in (
        ("## 现象", "## 适用场景"), ("## 原因", "## 判断依据"), ("## 处理办法", "## 分情况处理"),
        ("## 如果不是这个原因", "## 不适用时"), ("## What happened", "## When you need this"),
        ("## Why", "## What the decision rests on"), ("## How to fix it", "## What to do in each case"),
        ("## When it is something else", "## When this does not fit"),
    ):  # fmt: skip
        text = text.replace(old, new)
    found = [p.message for p in check_book(book(tmp_path, widget=text), exceptions=tmp_path / "none")]
    assert any(message in problem for problem in found), found
    assert "walk: 'lost' cannot be reached" in found
    assert "walk: 'lost' offers fewer than two choices" in found


def test_an_exception_excuses_and_must_be_needed(tmp_path: Path) -> None:
    file = tmp_path / "exceptions.yaml"
    row = "- {check: references, entry: widget, reason: the other entry is on its way}\n"
    file.write_text(row, "utf-8")
    faulty = book(tmp_path, widget=edited(("modes: [any]", "modes: [any]\nrelated: [nobody]")))
    assert check_book(faulty, exceptions=file) == ()
    (problem,) = check_book(book(tmp_path, widget=entry()), exceptions=file)
    assert problem.message == "no longer needed: references of 'widget'"


def test_the_shipped_book_is_clean() -> None:
    assert BOOK.faults == ()
    assert [f"{p.path}: {p.check}: {p.message}" for p in check_book(BOOK)] == []


def guide(*, related: str, link: str, name: str = "oiling") -> str:
    return (
        f"---\nid: {name}\ntitle: {{zh: 上油, en: Oiling}}\nsources: [{{name: own}}]\nrelated: [{related}]\n---\n\n"
        f"# 中文\n\n## 一\n\n见[它](entry:{link})。\n\n# English\n\n## One\n\nSee [it](entry:{link}).\n"
    )


def test_a_guide_leads_to_entries_that_exist_and_they_lead_back(tmp_path: Path) -> None:
    guides = tmp_path / "guides"
    guides.mkdir()
    (tmp_path / "entries").mkdir()
    book(tmp_path / "entries", widget=entry())
    (guides / "oiling.md").write_text(guide(related="widget", link="widget"), "utf-8")
    opened = open_book(tmp_path / "entries", guides)
    assert opened.entries["widget"].guides == ("oiling",)
    assert check_book(opened, exceptions=tmp_path / "none") == ()
    (guides / "oiling.md").write_text(guide(related="nobody", link="nowhere"), "utf-8")
    (guides / "widget.md").write_text(guide(related="widget", link="widget", name="widget"), "utf-8")
    problems = check_book(open_book(tmp_path / "entries", guides), exceptions=tmp_path / "none")
    assert {(one.entry_id, one.message) for one in problems} == {
        ("oiling", "related: no entry is called 'nobody'"),
        ("oiling", "link: no entry is called 'nowhere'"),
        ("widget", "an entry has the same id"),
    }
