"""Markdown on a terminal: nothing of it is cut, and lines break where both languages may be broken."""

import io

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len
from rich.text import Text

from msfaq.answers.compose import section_parts
from msfaq.engine import Engine
from msfaq.render.terminal import print_markdown
from msfaq.render.wrapping import wrapped


def printed(markdown: str, width: int = 60) -> str:
    out = io.StringIO()
    print_markdown(markdown, out, colour=False, width=width)
    return out.getvalue()


@given(st.text("昇腾，。（）ab_ .-:\n", max_size=80), st.integers(8, 40))
def test_wrapping_loses_nothing_and_keeps_the_width(text: str, width: int) -> None:
    lines = wrapped(Text(text), width).plain.split("\n")
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(line.rstrip()) <= width for line in lines)


def test_words_within_chinese_stay_whole_and_marks_stay_with_their_words() -> None:
    lines = wrapped(Text("把参数交给优化器。PyNative 是默认模式，由 set_context（见下文）选择。"), 20).plain.split("\n")
    assert any(line.startswith("PyNative") or " PyNative" in line for line in lines)
    assert any("set_context" in line for line in lines)
    assert not any(line[0] in "，。）" for line in lines)
    assert not any(line[-1] == "（" for line in lines)


def test_code_is_printed_as_it_is_copied() -> None:
    code = 'if True:\n    print("a line that is much longer than the terminal is wide, and stays one line")'
    assert code in printed(f"# Title\n\n```python\n{code}\n```\n")


def test_cells_are_broken_and_never_cut() -> None:
    cell = "mindspore.device_context.ascend.op_precision.precision_mode"
    shown = printed(f"| old | new |\n|---|---|\n| `{cell}` | `{cell}` |\n", 50)
    assert "…" not in shown
    assert cell[-4:] in shown


def test_a_walk_and_the_steps_behind_it_are_two_lists(engine: Engine) -> None:
    entry = next(one for one in map(engine.entry, engine.store.entry_owners()) if one.kind == "decision" and one.walk)
    fix = next(one for one in entry.sections("en") if one.key == "fix")
    listed = MarkdownIt().parse("\n\n".join(section_parts(entry, fix, "en")))
    tops = [token.type for token in listed if token.level == 0 and token.type.endswith("_open")]
    assert tops[:4] == ["heading_open", "paragraph_open", "ordered_list_open", "paragraph_open"]
