"""Of an entry about a family of messages, the part is shown that answers the reader's own."""

from pathlib import Path

import pytest
from conftest import EXAMPLE, Run
from shipped import BOOK
from test_check import book, edited, entry

from msfaq import Chat
from msfaq.answers.brief import brief_markdown
from msfaq.answers.compose import answer_markdown
from msfaq.answers.gist import about
from msfaq.check.book import check_book
from msfaq.corpus.entry import Entry
from msfaq.diagnosis import Diagnosis
from msfaq.engine import Engine
from msfaq.render.document import diagnosis_markdown

VARIANTS = """\
  - match: "The widget of size {size:bytes} broke"
    variant: broken
  - match: "The widget of size {size:bytes} is stuck fast"
    variant: stuck
  - match: "The widget of size {size:bytes} squeaks"
variants:
  - name: broken
    mend:
      zh: 断了：换一个，见[别的](entry:gadget)。
      en: "It is in two: take another, see [the other one](entry:gadget)."
  - name: stuck
    mend:
      zh: 卡住了：先敲一下。
      en: "It is stuck: knock on it first."
    code: Oil it
"""

WIDGET = EXAMPLE.format(id="widget", message="-").replace('  - match: "-"\n', VARIANTS)


@pytest.fixture
def widgets(tmp_path: Path) -> Engine:
    folder = tmp_path / "entries" / "operators"
    folder.mkdir(parents=True)
    (folder / "widget.md").write_text(WIDGET, "utf-8")
    (folder / "gadget.md").write_text(EXAMPLE.format(id="gadget", message="The gadget fell"), "utf-8")
    return Engine(cache=tmp_path / "cache", entries=folder.parent, guides=tmp_path / "none")


def asked(engine: Engine, what: str, lang: str = "en", *, full: bool = False) -> tuple[Diagnosis, str]:
    diagnosis = engine.lookup(f"RuntimeError: The widget of size 4096 {what}", lang=lang)
    return diagnosis, diagnosis_markdown(diagnosis, full=full)


def test_what_to_do_about_this_very_message_stands_for_the_whole(widgets: Engine) -> None:
    diagnosis, shown = asked(widgets, "is stuck fast")
    answer = diagnosis.answers[0]
    assert (answer.variant, answer.mending) == ("stuck", "It is stuck: knock on it first.")
    assert "> The size is 4.0 KiB." in shown
    assert "## In your case\n\nIt is stuck: knock on it first.\n\n## Code\n\n### Oil it" in shown
    assert "Why" not in shown.partition("*Not shown: ")[0]
    assert shown.endswith(
        "*Not shown: What happened · Why · How to fix it · How to check · When it is something else. "
        "The whole entry: `msfaq show widget`*\n"
    )


def test_code_of_another_variant_is_not_shown(widgets: Engine) -> None:
    diagnosis, shown = asked(widgets, "broke", "zh")
    assert diagnosis.answers[0].mending == "断了：换一个，见别的 (`msfaq show gadget`)。"
    assert "## 你遇到的情况\n\n断了：换一个，见别的 (`msfaq show gadget`)。\n\n## 来源" in shown
    assert "oiled" not in shown
    assert "另一段代码。看全文：`msfaq show widget`*" in shown


def test_a_message_of_no_variant_gets_the_general_text(widgets: Engine) -> None:
    diagnosis, shown = asked(widgets, "squeaks")
    assert (diagnosis.answers[0].variant, diagnosis.answers[0].mending) == ("", "")
    assert "## What happened\n\nIt stopped.\n\n## Why\n\nNo oil.\n\n## How to fix it\n\n1. Oil it." in shown
    assert "*Not shown: How to check · When it is something else. The whole entry: `msfaq show widget`*" in shown


def test_the_whole_keeps_every_section_beneath_it(widgets: Engine) -> None:
    diagnosis, shown = asked(widgets, "is stuck fast", full=True)
    assert diagnosis.answers[0].markdown.partition("\n\n## ")[2] in shown
    order = ["In your case", "What happened", "Why", "How to fix it", "How to check", "something else", "Code"]
    places = [shown.index(f"## {name}" if name != "something else" else name) for name in order]
    assert places == sorted(places)
    assert "*Not shown: " not in shown


def test_an_entry_by_itself_says_what_to_do_about_each_message(widgets: Engine) -> None:
    with widgets:
        shown = answer_markdown(widgets.entry("widget"), "en")
    by_message = shown.partition("## By message\n\n")[2].partition("\n\n## Code")[0]
    assert by_message == (
        "### `The widget of size … broke`\n\n"
        "It is in two: take another, see the other one (`msfaq show gadget`).\n\n"
        "### `The widget of size … is stuck fast`\n\nIt is stuck: knock on it first."
    )


def test_an_answer_that_is_not_sure_says_when_it_is_something_else() -> None:
    widget = shipped("launch-kernel-failed")
    assert "When it is something else" in brief_markdown(widget, "en", sure=False).partition("*Not shown: ")[0]
    assert "When it is something else" not in brief_markdown(widget, "en", sure=True).partition("*Not shown: ")[0]


def test_a_conversation_begins_with_this_message_too(widgets: Engine) -> None:
    with widgets:
        reply = Chat(engine=widgets, lang="en").say("RuntimeError: The widget of size 4096 is stuck fast")
    assert "It is stuck: knock on it first." in reply.markdown
    assert 'print("oiled")' in reply.markdown
    assert "It stopped." not in reply.markdown


def test_candidates_are_told_by_a_sentence(engine: Engine) -> None:
    diagnosis = engine.lookup("Out of Memory", lang="en", confidence=1.0)
    assert diagnosis.outcome == "unsure"
    shown = diagnosis_markdown(diagnosis)
    likely = [answer for answer in diagnosis.answers if answer.confidence >= 0.1]
    assert len(likely) > 1
    for answer in likely:
        assert answer.about
        assert f"\n  {answer.about}\n" in shown


@pytest.mark.parametrize(
    ("opening", "said"),
    [
        ("A [link](entry:x) and `a. b`. More.", "A link and `a. b`."),
        ("One\nline. Two.", "One line."),
        ("| a | b |\n|---|---|", ""),
        ("- listed", ""),
    ],
)
def test_about(opening: str, said: str, tmp_path: Path) -> None:
    text = edited(("It stopped.", opening))
    assert about(book(tmp_path, widget=text).entry("widget"), "en") == said


def test_a_users_own_wording_may_have_its_own_mend(tmp_path: Path, widgets: Engine) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "widget-ours.md").write_text(
        'extends: widget\nsignatures:\n  - match: "our widget {size:int} hums"\n    variant: hums\n'
        "variants:\n  - name: hums\n    mend: {zh: 关掉电扇。, en: Switch off the fan.}\n".join(["---\n", "---\n"]),
        "utf-8",
    )
    entries = tmp_path / "entries"
    with Engine(cache=tmp_path / "cache", entries=entries, guides=tmp_path / "none", own_entries=own) as engine:
        assert engine.lookup("our widget 3 hums", lang="en").answers[0].mending == "Switch off the fan."


@pytest.mark.parametrize(
    ("old", "new", "check", "message"),
    [
        ("    variant: stuck\n", "", "variants", "variant 'stuck': no signature has it"),
        ("variant: stuck", "variant: jammed", "variants", "a signature's variant: 'jammed' is none of the entry's"),
        ("name: stuck", "name: broken", "variants", "two variants are called 'broken'"),
        ("code: Oil it", "code: Paint it", "variants", "no code block that mends or runs is titled 'Paint it'"),
        ("code: Oil it", "go: second", "variants", "the walk has no question 'second'"),
        ("zh: 卡住了：先敲一下。", "zh: Knock.", "languages", "not once in Chinese and once in English"),
        ("见[别的](entry:gadget)", "换", "languages", "the two languages link to different entries"),
        ("entry:gadget", "entry:nobody", "references", "variant: no entry is called 'nobody'"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, old: str, new: str, check: str, message: str) -> None:
    assert old in WIDGET
    texts = {"widget": WIDGET.replace(old, new), "gadget": entry("gadget", "The gadget of size {size:bytes} fell")}
    problems = check_book(book(tmp_path, **texts), exceptions=tmp_path / "none")
    assert {problem.check for problem in problems} == {check}
    assert any(message in problem.message for problem in problems)


def shipped(name: str) -> Entry:
    return BOOK.entry(name)


def test_a_real_message_of_a_family_is_answered_by_its_own_part(engine: Engine) -> None:
    log = "RuntimeError: For 'MatMulExt' op, shape1[-1] must be equal to shape2[-2], but got 3 and 4."
    answer = engine.lookup(log, lang="en").answers[0]
    assert (answer.id, answer.variant) == ("operator-shape-dtype-error", "matmul")
    assert "in_channels" in answer.mending
    assert len(answer.brief.split("\n")) < len(answer.markdown.split("\n")) / 2


def test_the_command_shows_the_whole_when_asked(run_msfaq: Run) -> None:
    message = "Launch kernel failed, name:Default/MatMul-op1"
    brief, full = (run_msfaq("--lang", "en", *option, message).stdout.decode() for option in ((), ("--full",)))
    assert "*Not shown: " in brief
    assert "*Not shown: " not in full
    assert len(full) > len(brief)
    assert answer_markdown(shipped("launch-kernel-failed"), "en").partition("\n\n## ")[2].rstrip() in full
