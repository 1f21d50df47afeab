"""Reports: what a helper reads, in three forms, each held by a golden file."""

import json
import os
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layout import ROOT
from machines import machine
from shipped import BOOK

from msfaq.answers.compose import escape_markdown
from msfaq.answers.walking import start
from msfaq.corpus.entry import Bilingual
from msfaq.corpus.markdown import markdown_parser
from msfaq.errors import InputError, UnknownEntry, WorksheetFault
from msfaq.worksheets.as_html import to_html
from msfaq.worksheets.as_json import from_json, to_json
from msfaq.worksheets.as_markdown import to_markdown
from msfaq.worksheets.checklist import checklist_of
from msfaq.worksheets.contents import STATES, Attachment
from msfaq.worksheets.environment import Fact, read_environment
from msfaq.worksheets.evidence import HEAD, TAIL, Gathered, from_file
from msfaq.worksheets.report import (
    SCHEMA,
    Redact,
    Report,
    ReportAttachment,
    ReportItem,
    ReportStep,
    ReportWalk,
    make_report,
)
from msfaq.worksheets.worksheet import Worksheet
from msfaq.worksheets.writing import FORMS, write_file

GOLDEN = Path(__file__).parent / "golden" / "reports"
CHECKLIST = checklist_of(BOOK.entries.values())
FACTS = (Fact("mindspore", "2.10.0"), Fact("os", "openEuler 22.03, Linux 5.10"), Fact("ascend devices", "8 (910B3)"))


def title_of(name: str) -> Bilingual:
    return BOOK.entry(name).title


def report(folder: Path, lang: str, redact: Redact | None = None) -> Report:
    """Return the report on a worksheet in which everything occurs."""
    sheet = Worksheet(Path("/home/wang/resnet50"), folder=folder, clock=lambda: 1716184565.0)
    ids = {item.code: item.entry_id for item in CHECKLIST.items}
    sheet.set_state(ids["ds.01"], "found")
    sheet.set_note(ids["ds.01"], "12 NaN in <age>\n\n    kept | as it is\n=====")
    sheet.attach(ids["ds.01"], Attachment(0, "file", "check.log", "age nan=12\n```\n<b>&amp;</b>\n", 29, 0, "", 0))
    sheet.attach(ids["ds.01"], Attachment(0, "snippet", "Count", "problem found\n", 900_000, 7, "print('x')\n", 0))
    sheet.set_state(ids["ds.02"], "fine")
    sheet.set_state(ids["mp.01"], "not-applicable")
    sheet.set_note(ids["mp.01"], "1. fp32 only, token=12345")
    walk = start(BOOK.entry("loss-diff-first-step"))
    sheet.keep_walk(walk.answer(2).answer(2).answer(3))
    sheet.keep_walk(start(BOOK.entry("oom-graph-mode")).answer(1))
    sheet.keep_walk(start(BOOK.entry("loss-not-converging")))
    return make_report(
        sheet.read(),
        CHECKLIST,
        FACTS,
        lang=lang,
        made=1716184600,
        title_of=title_of,
        redact=redact,
    )


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("form", FORMS)
def test_forms(tmp_path: Path, form: str, lang: str) -> None:
    text = FORMS[form](report(tmp_path, lang))
    file = GOLDEN / f"report.{lang}.{form}"
    if os.environ.get("MSFAQ_UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


def test_whatever_a_person_entered_goes_through_redaction(tmp_path: Path) -> None:
    seen: list[str] = []

    def redact(text: str) -> str:
        seen.append(text)
        return text.replace("12345", "***").replace("wang", "***")

    made = report(tmp_path, "en", redact)
    assert made.redacted
    for write in FORMS.values():
        assert "12345" not in write(made)
        assert "/home/wang" not in write(made)
    for text in ("age nan=12", "check.log", "print('x')", "resnet50", "2.10.0", "fp32 only"):
        assert any(text in one for one in seen), text


WORDS = st.text(max_size=40) | st.sampled_from(
    ["</pre><script>alert(1)</script>", "![x](http://evil)", "```\n# x", "| a |", "&lt;", "1. x", "---", "<!--", "]]>"]
)
TIMES = st.just("") | st.just("2024-05-20T05:56:05Z")
ATTACHMENTS = st.builds(
    ReportAttachment,
    st.sampled_from(["file", "pipe", "snippet"]),
    WORDS,
    WORDS,
    st.integers(0, 2**40),
    st.integers(0, 9),
    WORDS,
    TIMES,
)
ITEMS = st.builds(
    ReportItem,
    WORDS,
    WORDS,
    WORDS,
    WORDS,
    st.sampled_from(STATES),
    WORDS,
    st.booleans(),
    TIMES,
    st.lists(ATTACHMENTS, max_size=2).map(tuple),
)
WALKS = st.builds(
    ReportWalk,
    WORDS,
    WORDS,
    st.lists(st.builds(ReportStep, WORDS, WORDS), max_size=3).map(tuple),
    WORDS,
    WORDS,
    WORDS,
    TIMES,
)
REPORTS = st.builds(
    Report, st.just(SCHEMA), TIMES, st.sampled_from(["zh", "en"]), WORDS, st.booleans(),
    st.lists(st.builds(Fact, WORDS, WORDS), max_size=3).map(tuple), st.lists(ITEMS, max_size=3).map(tuple),
    st.lists(WALKS, max_size=2).map(tuple),
)  # fmt: skip


@settings(max_examples=50)
@given(REPORTS)
def test_json_comes_back_as_it_was(made: Report) -> None:
    assert from_json(to_json(made)) == made


class Page(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [str(value) for name, value in attrs if name in ("src", "href", "style", "onclick") and value]


@settings(max_examples=50)
@given(REPORTS)
def test_html_holds_no_markup_but_its_own(made: Report) -> None:
    page = Page(to_html(made))
    own = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "div", "span"}
    assert page.tags <= own | {"ul", "ol", "li", "strong", "br", "table", "tr", "th", "td", "pre"}
    assert all(re.fullmatch(r"flex: \d+", link) for link in page.links)


def test_html_loads_nothing(tmp_path: Path) -> None:
    text = to_html(report(tmp_path, "en"))
    assert "default-src 'none'" in text
    assert not re.search(r"https?://|@import|url\(", text)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


@settings(max_examples=50)
@given(REPORTS)
def test_markdown_holds_no_markup_but_its_own(made: Report) -> None:
    tokens = markdown_parser(inline=True).parse(to_markdown(made))
    kinds = {child.type for token in tokens for child in (token, *(token.children or ()))}
    assert not kinds & {"html_block", "html_inline", "image", "link_open", "hr"}
    parts = 6 + (1 if made.walks else 0)
    detailed = [item for item in made.items if item.note.strip() or item.attachments]
    headings = [token for token in tokens if token.type == "heading_open" and token.tag in ("h1", "h2")]
    assert len(headings) == parts - 1 + (1 if detailed else 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nonsense", "no JSON"),
        ("[]", "something else"),
        ('{"schema": "msfaq-worksheet/2"}', "'msfaq-worksheet/2'; this msfaq reads msfaq-worksheet/1"),
        ('{"schema": "msfaq-worksheet/1"}', "breaks the form"),
    ],
)
def test_what_is_no_report_is_one_clear_line(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)) as caught:
        from_json(text)
    assert "\n" not in str(caught.value)


def test_a_state_nobody_knows_is_refused_and_a_field_nobody_knows_is_not(tmp_path: Path) -> None:
    made = report(tmp_path, "en")
    data = json.loads(to_json(made))
    data["later"] = 1
    assert from_json(json.dumps(data)) == made
    data["items"][0]["state"] = "nice"
    with pytest.raises(InputError, match="nice"):
        from_json(json.dumps(data))


def test_the_page_names_every_field(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "checklist.md").read_text("utf-8")
    data = json.loads(to_json(report(tmp_path, "en")))
    item, walk = data["items"][0], data["walks"][0]
    names = [*data, *item, *item["attachments"][0], *walk, *walk["steps"][0], *data["environment"][0]]
    assert SCHEMA in page
    for name in names:
        assert re.search(rf"`(?:\w+\[\]\.)*{name}(?:\[\])?`", page), name


def test_an_entry_the_book_lost_is_still_named(tmp_path: Path) -> None:
    def nothing(name: str) -> Bilingual:
        raise UnknownEntry(name)

    sheet = Worksheet(tmp_path, folder=tmp_path)
    sheet.keep_walk(start(BOOK.entry("loss-diff-first-step")).answer(1))
    made = make_report(sheet.read(), CHECKLIST, FACTS, lang="en", made=0, title_of=nothing)
    assert made.walks[0].result == "fix-randomness"


@settings(max_examples=30)
@given(st.binary(min_size=1, max_size=300), st.integers(1, 3000))
def test_of_a_long_output_both_ends_are_kept(piece: bytes, times: int) -> None:
    data = piece * times
    whole, parts = Gathered(), Gathered()
    whole.add(data)
    for at in range(0, len(data), 70_001):
        parts.add(data[at : at + 70_001])
    try:
        kept = whole.attachment("pipe", "x")
    except InputError:
        return
    assert kept == parts.attachment("pipe", "x")
    assert kept.size == len(data)
    assert (kept.left_out == 0) == (len(data) <= HEAD + TAIL)
    assert len(kept.text.encode()) <= 3 * (HEAD + TAIL) + 200


def test_a_huge_file_is_read_at_its_ends(tmp_path: Path) -> None:
    file = tmp_path / "train.log"
    with file.open("wb") as out:
        out.write(b"first line\n")
        out.seek(3 << 30)
        out.write(b"\nlast line\n")
    sparse = from_file(file)
    assert (sparse.text.splitlines()[0], sparse.text.splitlines()[-1]) == ("first line", "last line")
    file.write_bytes(b"first line\n" + b"step ok\n" * 100_000 + b"last line\n")
    kept = from_file(file)
    assert kept.text.startswith("first line\n")
    assert kept.text.endswith("last line\n")
    assert kept.left_out == kept.size - sum(len(p.encode()) for p in re.split(r"\[…[^\n]*…\]\n", kept.text))
    assert kept.size == file.stat().st_size


def test_the_environment_is_what_the_doctor_finds() -> None:
    ascend = {fact.name: fact.value for fact in read_environment(machine("ascend"))}
    wanted = {"mindspore": "2.7.2", "ascend devices": "2 × 910B3", "ascend driver": "24.1.rc2", "numpy": "1.26.4"}
    assert {name: ascend.get(name) for name in wanted} == wanted
    assert ascend["ascend cann toolkit"].startswith("8.2.RC1, ")
    gpu = [fact.name for fact in read_environment(machine("gpu"))]
    assert {"nvidia gpu 0", "nvidia gpu 1", "nvidia driver", "nvidia cudnn"} <= set(gpu)
    assert not [name for name in (*ascend, *gpu) if "process" in name], "who holds a device now tells nothing later"


def test_a_machine_without_mindspore_says_so() -> None:
    bare = {fact.name: fact.value for fact in read_environment(machine("laptop", packages=()))}
    assert bare["mindspore"] == "not installed beside msfaq"
    assert {"python", "system", "cpu", "msfaq"} <= set(bare)
    assert not [name for name in bare if name.startswith(("ascend", "nvidia"))]


def test_the_environment_does_not_import_mindspore() -> None:
    import subprocess
    import sys

    code = "import sys; from msfaq.worksheets.environment import read_environment; read_environment()\n"
    probe = f"{code}print([m for m in ('mindspore', 'numpy', 'torch') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    write_file(file, "one")
    write_file(file, "two")
    assert file.read_text() == "two"
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(WorksheetFault, match="cannot be written"):
        write_file(tmp_path / "none" / "report.md", "x")


def test_notes_are_shown_as_they_are(tmp_path: Path) -> None:
    made = report(tmp_path, "en")
    item = replace(made.items[0], note="2) a *b* <i>", attachments=())
    text = to_markdown(replace(made, items=(item,), walks=()))
    assert f"> 2\\) {escape_markdown('a *b* <i>')}" in text
