"""The check of a model's sentences: whatever it writes, nothing unsupported, no escape code and no unlabelled code."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from msfaq.chat.llm.prompt import Prompt
from msfaq.chat.llm.review import Review
from msfaq.chat.llm.support import Passage, unsupported
from msfaq.chat.llm.tidy import visible
from msfaq.chat.llm.units import Cutter, Unit
from msfaq.chat.responder import Grounding

EN = (
    "EI0006: HCCL times out\n**How to fix it**\n\n"
    "1. A card came too late: preprocessing or compiling differ by more than `HCCL_CONNECT_TIMEOUT` (600 seconds).\n"
    "2. `export HCCL_CONNECT_TIMEOUT=1200` on **all hosts** before the start (7200 at most).\n"
    "3. Do not mix cards with TLS on and cards with TLS off.\n"
    "4. The number of processes must equal `--worker_num`; three cards need three processes.\n"
    "5. See <https://www.mindspore.cn/docs> for `mindspore.set_context(mode=0)`."
)
ZH = (
    "EI0006 建链超时\n**处理办法**\n\n"
    "1. 某张卡来得太晚：预处理或编译耗时相差超过 `HCCL_CONNECT_TIMEOUT`（默认 600 秒）。\n"
    "2. 在所有机器上启动前执行 `export HCCL_CONNECT_TIMEOUT=1200`，最大 7200。\n"
    "3. 各卡的 TLS 开关要一致，不要混用。"
)
CODE = "export HCCL_CONNECT_TIMEOUT=1200\nmsrun --worker_num=8 train.py"
PASSAGES = (Passage(1, "socket", EN), Passage(2, "socket", ZH))
PROMPT = Prompt((), PASSAGES, (Grounding("socket", f"### Start\n\n```bash\n{CODE}\n```", "code", CODE),))
SOURCES = ("https://www.mindspore.cn/docs",)

SUPPORTED = {
    1: (
        "A card came too late.",
        "Preprocessing or compiling takes longer than `HCCL_CONNECT_TIMEOUT` (600 seconds).",
        "On all hosts, `export HCCL_CONNECT_TIMEOUT=1200` before the start; 7200 is the most.",
        "Cards with TLS on and off must not be mixed.",
        "You should not mix cards with TLS on and cards with TLS off.",
        "The number of processes has to equal `--worker_num`.",
        "3 cards need three processes.",
        "Step 9: the number of processes must equal `--worker_num`.",
    ),
    2: (
        "某张卡来得太晚，超过了 `HCCL_CONNECT_TIMEOUT`。",
        "第二步，启动前在所有机器上执行 `export HCCL_CONNECT_TIMEOUT=1200`。",
        "启动前在所有机器上执行 `export HCCL_CONNECT_TIMEOUT=1200`。",
        "TLS 开关不要混用，各卡要一致。",
        "`HCCL_CONNECT_TIMEOUT` 默认是 600 秒，最大 7200。",
    ),
}
REFUSED = {
    1: (
        "A card came 30 seconds too late.",
        "`export HCCL_CONNECT_TIMEOUT=120` on all hosts before the start.",
        "`HCCL_CONNECT` is 600 seconds.",
        "Compiling differs by more than ten seconds.",
        "Mix cards with TLS on and cards with TLS off.",
        "The number of processes must not equal `--worker_num`.",
        "`export HCCL_CONNECT_TIMEOUT=1200` on all hosts, then rm the cache.",
        "On Windows a card came too late, preprocessing or compiling.",
        "The number of processes must equal -worker_num.",
        "four cards need three processes.",
    ),
    2: (
        "某张卡来得太晚，相差超过三分钟。",
        "在所有机器上重启后执行 `export HCCL_CONNECT_TIMEOUT=1200`。",
        "各卡的 TLS 开关要混用。",
        "在 PyTorch 里某张卡来得太晚。",
        "各卡的 TLS 开关不要一致。",
    ),
}


@pytest.mark.parametrize(("number", "sentence"), [(n, s) for n, row in SUPPORTED.items() for s in row])
def test_supported(number: int, sentence: str) -> None:
    assert unsupported(sentence, [PASSAGES[number - 1]]) == ""


@pytest.mark.parametrize(("number", "sentence"), [(n, s) for n, row in REFUSED.items() for s in row])
def test_unsupported(number: int, sentence: str) -> None:
    assert unsupported(sentence, [PASSAGES[number - 1]])


def cut(*parts: str) -> list[Unit]:
    cutter = Cutter()
    return [unit for part in parts for unit in cutter.feed(part)] + list(cutter.finish())


def reviewed(*parts: str) -> tuple[list[str], Review]:
    review = Review(PROMPT, SOURCES, "en")
    return [piece for unit in cut(*parts) if (piece := review.take(unit))], review


def test_a_sentence_has_the_citations_behind_its_mark() -> None:
    text = "One is e.g. so. [1] Two `a. B` costs 1.5 s [2]. Three![1][2]\n四是这样。[2]五也是[1]。"
    assert [unit.text for unit in cut(text)] == [
        "One is e.g. so. [1]", "Two `a. B` costs 1.5 s [2].", "Three![1][2]", "四是这样。[2]", "五也是[1]。",
    ]  # fmt: skip


def test_lists_and_code_are_units_of_their_own() -> None:
    units = cut("Do:\n1. one [1]\n- ```bash\nrm\n```\n## Head\n> quoted [1]\nmore.\n")
    assert [(unit.text, unit.marker, unit.is_code) for unit in units] == [
        ("Do:", "", False), ("one [1]", "1. ", False), ("rm", "", True), ("Head", "", False),
        ("quoted [1] more.", "", False),
    ]  # fmt: skip


# fmt: off
PIECES = st.sampled_from([
    "[1]", "[2]", " [1][2]", "[9]", "【1】", "[1, 2]", ". ", ".", "。", "\n", "\n\n", "- ", "1. ", "# ", "> ",
    "```", "```bash\n", "\n```\n", "~~~", "`", "**", "A card came too late", "7200 at most", "不要混用", CODE,
    "Do not mix cards with TLS on and cards with TLS off", "`export HCCL_CONNECT_TIMEOUT=1200` on all hosts",
    "各卡的 TLS 开关要一致", "rm -rf /", "\x1b[31m", "\x1b]8;;http://evil.example\x07", "\u202e", "\u200b",
    "[x](http://evil.example)", "![x](http://evil.example)", "<http://evil.example>", "[1]: http://evil.example",
    "<script>", "</p>", "http://evil.example ", "<think>", "</think>", "javascript:alert(1)", "\t", "    ", "|",
    "---", "===", "\\", "&lt;", "e.g. ", "600 seconds", "https://www.mindspore.cn/docs",
])
# fmt: on
WRITTEN = st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=30).map("".join)


@given(WRITTEN, st.lists(st.integers(0, 400), max_size=12))
@example("- - - - - - - A card came too late [1]", [3, 4, 5])
def test_units_are_the_same_however_the_text_arrives(text: str, places: list[int]) -> None:
    text = text.replace("\r", "")
    cuts = sorted({min(place, len(text)) for place in places})
    parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert cut(*parts) == cut(text)


_CITES = re.compile(r"(?:\[\d+\])+[.!?。！？]*$")


@given(WRITTEN)
@example("A card came too late [1]. [1]: http://evil.example")
@example("    A card came too late [1]")
@example("| A card came too late [1] |\n|---|")
@example(f"```bash\n{CODE}\n```\n")
def test_nothing_uncited_no_escape_and_no_unlabelled_code_gets_through(text: str) -> None:
    pieces, review = reviewed(text)
    markdown = "".join(pieces)
    assert visible(markdown) == markdown
    assert "evil" not in "".join(re.findall(r"\]\([^)]*\)|<[^>]*>", markdown))
    blocks = headings = 0
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        assert token.type not in ("html_block", "code_block", "table_open", "blockquote_open")
        blocks += token.type == "fence"
        headings += token.type == "heading_open"
        for child in token.children or ():
            assert child.type not in ("image", "html_inline")
            assert child.type != "link_open" or child.attrs["href"] in SOURCES
    proven = markdown.count("Code from the book (`socket`):\n\n### Start")
    assert blocks == proven + markdown.count("nobody has run it.**\n\n```")
    assert headings == proven
    for piece in pieces:
        if "```" not in piece:
            assert _CITES.search(piece), piece
    assert review.cited <= {1, 2}


@given(st.text(max_size=40), st.sampled_from(["A card came too late", "各卡的 TLS 开关要一致"]))
def test_words_added_to_a_true_sentence_are_supported_or_cost_it(extra: str, sentence: str) -> None:
    pieces, _ = reviewed(f"{sentence} {extra} [1][2].")
    for number in re.findall(r"\d+", re.sub(r"\[\d+\]", "", "".join(pieces))):
        assert number in EN + ZH
