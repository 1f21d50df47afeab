"""Reading the user's documents: every passage is whole lines of its file, and nothing is lost but markup."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from msfaq.corpus.documents.decode import clean_lines
from msfaq.corpus.documents.files import LARGEST, find_documents
from msfaq.corpus.documents.passage import DocumentPassage
from msfaq.corpus.documents.reader import READERS, read_document
from msfaq.errors import DocumentError

MARKDOWN = """\
---
title: Runbook
---
# Runbook for `msrun`

Ask **Wang** first.

## When it hangs

1. look at rank 0
2. end *your own* process

```python
# not a heading
print("x")
```

## Empty

# Next
"""


def read(name: str, text: str) -> tuple[DocumentPassage, ...]:
    return read_document(name, text.encode("utf-8", "surrogatepass"))


def test_markdown_passages_cite_their_lines() -> None:
    found = [(p.heading, p.first_line, p.last_line) for p in read("run.md", MARKDOWN)]
    assert found == [
        ("", 1, 3),
        ("Runbook for msrun", 6, 6),
        ("Runbook for msrun › When it hangs", 10, 16),
        ("Runbook for msrun › Empty", 18, 18),
        ("Next", 20, 20),
    ]
    assert "# not a heading" in read("run.md", MARKDOWN)[2].text


def test_rst_headings_with_rules_beneath_and_around() -> None:
    text = (
        "=====\nGuide\n=====\n\nintro\n\n首次运行\n----\n\n.. code-block:: python\n\n    x = 1\n\n    y = 2\n\n"
        "Use :class:`~ms.nn.Cell`\n~~~~~~~~~~~~~~~~~~~~~~~~\n\n- one\n- two\n\n====  ====\na     b\n====  ====\n"
    )
    found = [(p.heading, p.first_line, p.last_line) for p in read("guide.rst", text)]
    assert found == [
        ("Guide", 5, 5),
        ("Guide › 首次运行", 10, 14),
        ("Guide › 首次运行 › Use ~ms.nn.Cell", 19, 24),
    ]


def test_a_notebook_cites_cells() -> None:
    cells = [
        nbformat.v4.new_markdown_cell("# Title\n\nwords"),
        nbformat.v4.new_code_cell("import mindspore\n\nnet = 1"),
        nbformat.v4.new_markdown_cell("more words"),
    ]
    text = nbformat.writes(nbformat.v4.new_notebook(cells=cells))
    found = [(p.cell, p.heading, p.first_line, p.last_line, p.text) for p in read("a.ipynb", text)]
    assert found == [
        (1, "Title", 3, 3, "words"),
        (2, "Title", 1, 3, "import mindspore\n\nnet = 1"),
        (3, "Title", 1, 1, "more words"),
    ]


def test_a_notebook_of_format_3() -> None:
    cells = [{"cell_type": "code", "input": ["a = 1\n", "b = 2"]}, {"cell_type": "markdown", "source": "text"}]
    text = json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]})
    assert [(p.cell, p.text) for p in read("a.ipynb", text)] == [(1, "a = 1\nb = 2"), (2, "text")]


HTML = """\
<html><head><title>Wiki</title><style>p { color: red }</style></head>
<body><nav>Home</nav><div role="main">
<h1>Cluster<a href="#x">¶</a></h1>
<p>Port &lt;8118&gt; is
<b>open</b></p>
<pre>line one
line   two</pre>
<h2>Who</h2><table><tr><th>name</th><th>desk</th></tr>
<tr><td>Li</td><td>4</td></tr></table>
<ul><li>first</li><li>second</li></ul>
</div><footer>2024</footer><script>var x = "<p>no</p>";</script></body></html>
"""


def test_html_is_read_as_the_page_shows_it() -> None:
    found = [(p.heading, p.text, p.first_line, p.last_line) for p in read("a.html", HTML)]
    assert found == [
        ("Cluster", "Port <8118> is open\nline one\nline   two", 4, 7),
        ("Cluster › Who", "name | desk\nLi | 4\n- first\n- second", 8, 10),
    ]


def test_plain_text_and_unknown_endings() -> None:
    text = "Restart\n=======\n\nfirst paragraph\n\nsecond one\n"
    for name in ("notes.txt", "README", "notes.adoc"):
        assert [(p.heading, p.first_line, p.last_line) for p in read(name, text)] == [("Restart", 4, 6)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_encodings(encoding: str) -> None:
    (passage,) = read_document("a.md", "# 说明\n\n重启集群前先保存权重。\n".encode(encoding))
    assert (passage.heading, passage.text, passage.lang) == ("说明", "重启集群前先保存权重。", "zh")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.md", b"\x89PNG\0\0\0", "binary"),
        ("a.md", b"abc \xff\xff\xff", "neither UTF-8 nor GB18030"),
        ("a.ipynb", b"{", "not a notebook: Expecting property name"),
        ("a.ipynb", b"[]", "not a notebook: it has no cells"),
        ("a.ipynb", b'{"cells": [1]}', "not a notebook"),
        ("a.ipynb", b"[" * 100_000, "not a notebook"),
    ],
)
def test_what_is_no_document_says_why(name: str, data: bytes, reason: str) -> None:
    with pytest.raises(DocumentError, match=reason):
        read_document(name, data)


def test_a_passage_cannot_act_on_the_terminal() -> None:
    for name in ("a.md", "a.rst", "a.txt", "a.html"):
        for passage in read(name, "be\x1b[31mware \u202eof\x9b this\n"):
            assert not set("\x1b\u202e\x9b") & set(passage.text)


def test_long_code_and_endless_lines_are_cut() -> None:
    code = "\n".join(f"line {number} of a very long listing" for number in range(400))
    passages = read("a.md", f"# Code\n\n```text\n{code}\n```\n\n{'x' * 20_000}\n")
    assert max(len(p.text) for p in passages) <= 6000
    assert "".join(p.text.replace("\n", "") for p in passages) == f"```text{code}```{'x' * 20_000}".replace("\n", "")


LINES = st.sampled_from(
    ["", "", "# One", "## Two", "### 三", "word", "多个 words `code`", "- item", "  - inner", "    code", "```", "~~~",
     "| a | b |", "|---|---|", "====", "-----", "Title", "~~~~~~", ".. note::", "   inside", "1. first", "> quote",
     "<div>", "</div>", "[x]: https://a.b", "<!-- c -->", "\tx", "* * *"]
) | st.text(max_size=30)  # fmt: skip


def holds(lines: Sequence[str], passages: Sequence[DocumentPassage]) -> None:
    """Each passage is whole lines; no line stands in two; each line left over is blank or in a heading."""
    taken: set[int] = set()
    for passage in passages:
        numbers = range(passage.first_line, passage.last_line + 1)
        assert passage.text == "\n".join(lines[number - 1] for number in numbers)
        assert not taken.intersection(numbers)
        taken.update(numbers)
    words = set(re.findall(r"\w+", " ".join(p.heading for p in passages)))
    for number, line in enumerate(lines, start=1):
        if number not in taken:
            plain = re.sub(r"<[^<>]{1,200}>|\[([^\[\]]*)\]\([^()]*\)|\{#[^{}]*\}", r"\1", line)
            # A heading may lose its marks of emphasis.
            left = [set(re.findall(r"\w+", text)) for text in (plain, re.sub(r"[*_`]", "", plain))]
            assert any(one <= words for one in left), (number, line)


@given(st.lists(LINES, max_size=40), st.sampled_from([".md", ".rst", ".txt"]), st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_passage_is_whole_lines_and_nothing_is_lost(pieces: list[str], ending: str, newline: str) -> None:
    text = newline.join(pieces)
    try:
        passages = read(f"a{ending}", text)
    except DocumentError:
        assert "\0" in text or any("\ud800" <= c <= "\udfff" for c in text)
        return
    if text.startswith("\ufeff"):
        text = text[1:]
    holds(clean_lines(text), passages)


WORDS = st.text(st.sampled_from("abcxyz中文测试 "), min_size=1, max_size=12).filter(str.strip)
BLOCKS = st.lists(
    st.tuples(st.sampled_from(["h1", "h2", "h3", "p", "li", "pre", "td", "div", "b"]), WORDS), max_size=25
)


@given(BLOCKS, st.booleans())
def test_no_word_of_a_page_is_lost(blocks: list[tuple[str, str]], closes: bool) -> None:
    page = "\n".join(f"<{tag}>{words}" + (f"</{tag}>" if closes or tag == "pre" else "") for tag, words in blocks)
    passages = read("a.html", f"<body>{page}</body>")
    read_words = set(" ".join(f"{p.heading} {p.text}" for p in passages).split())
    assert {word for _, words in blocks for word in words.split()} <= read_words
    lines = page.count("\n") + 1
    assert all(1 <= p.first_line <= p.last_line <= lines for p in passages)


@given(st.binary(max_size=300), st.sampled_from([*READERS, ".cfg"]))
def test_any_bytes_are_read_or_refused(data: bytes, ending: str) -> None:
    try:
        passages = read_document(f"a{ending}", data)
    except DocumentError:
        return
    assert all(p.text and p.first_line <= p.last_line for p in passages)


@given(st.lists(st.tuples(st.sampled_from(["markdown", "code", "raw"]), st.lists(LINES, max_size=8)), max_size=6))
def test_every_cell_of_a_notebook_is_whole(cells: list[tuple[str, list[str]]]) -> None:
    data = {"cells": [{"cell_type": kind, "source": "\n".join(lines)} for kind, lines in cells], "nbformat": 4}
    passages = read("a.ipynb", json.dumps(data))
    for number, (_, lines) in enumerate(cells, start=1):
        text = "\n".join(lines)
        for passage in (p for p in passages if p.cell == number):
            numbers = range(passage.first_line - 1, passage.last_line)
            assert passage.text == "\n".join(clean_lines(text)[at] for at in numbers)


def test_a_walk_counts_what_it_leaves_out(tmp_path: Path) -> None:
    for name in ("a.md", "sub/b.RST", ".hidden.md", ".git/c.md", "node_modules/d.md", "e.py", "f.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text")
    with (tmp_path / "large.md").open("wb") as large:
        large.truncate(LARGEST + 1)
    (tmp_path / "dangling.md").symlink_to(tmp_path / "nowhere")
    (tmp_path / "circle").symlink_to(tmp_path)
    walk = find_documents(tmp_path, (tmp_path / "f.txt",))
    assert [file.relative_to(tmp_path).as_posix() for file in walk.files] == ["a.md", "sub/b.RST"]
    assert walk.skipped == {"hidden": 1, "other": 1, "oversized": 1, "unreadable": 1}
    assert find_documents(tmp_path / "e.py").files == (tmp_path / "e.py",)
