"""Answers beneath exceptions: in Python, in IPython and notebooks, in pytest."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import msfaq
from msfaq import Engine
from msfaq.explaining import exception_text

pytestmark = pytest.mark.slow

pytest_plugins = ["pytester"]

MESSAGE = "Launch kernel failed, name:Default/IndexAdd-op0"
ENTRY = "launch-kernel-failed"
TITLE = "An operator failed while it ran"


def caught(work: Callable[[], object]) -> BaseException:
    try:
        work()
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def fail() -> None:
    raise RuntimeError(MESSAGE)


def test_a_caught_exception(engine: Engine) -> None:
    diagnosis = msfaq.explain(caught(fail), lang="en")
    assert diagnosis.answers[0].id == ENTRY
    assert diagnosis.place is not None
    assert diagnosis.place.file == __file__
    assert diagnosis.place.code == "raise RuntimeError(MESSAGE)"


def test_an_exception_that_was_never_raised(engine: Engine) -> None:
    assert msfaq.explain(RuntimeError(MESSAGE)).answers[0].id == ENTRY


def test_causes_and_contexts_are_read(engine: Engine) -> None:
    def wrapped() -> None:
        try:
            fail()
        except RuntimeError as error:
            raise ValueError("could not train") from error

    def within() -> None:
        try:
            fail()
        except RuntimeError:
            raise KeyError("cleanup")  # noqa: B904

    for work in (wrapped, within):
        assert msfaq.explain(caught(work)).answers[0].id == ENTRY


@pytest.mark.skipif(sys.version_info < (3, 11), reason="notes came with Python 3.11")
def test_notes_are_read(engine: Engine) -> None:
    error = ValueError("step failed")
    error.add_note(f"RuntimeError: {MESSAGE}")  # type: ignore[attr-defined,unused-ignore]
    assert msfaq.explain(error).answers[0].id == ENTRY


@pytest.mark.skipif(sys.version_info < (3, 11), reason="groups came with Python 3.11")
def test_groups_are_read_member_by_member(engine: Engine) -> None:
    group = eval(
        "ExceptionGroup('workers', [ValueError('first'), ExceptionGroup('more', [error])])", {"error": caught(fail)}
    )
    group.__cause__ = OSError("disk full")
    assert msfaq.explain(group).answers[0].id == ENTRY
    text = exception_text(group)
    assert text.index("OSError: disk full") < text.index("ValueError: first") < text.index(f"\nRuntimeError: {MESSAGE}")


def test_an_exception_that_cannot_be_printed_is_no_trouble(engine: Engine) -> None:
    class Nasty(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert "Nasty" in msfaq.explain(Nasty()).query


def script(tmp_path: Path, code: str, *command: str) -> "subprocess.CompletedProcess[str]":
    file = tmp_path / "script.py"
    file.write_text(code, "utf-8")
    return subprocess.run(
        [sys.executable, *command, str(file)], capture_output=True, text=True, check=False, timeout=300
    )


def test_the_hook_adds_beneath_and_hides_nothing(engine: Engine, tmp_path: Path) -> None:
    body = f"\ndef train():\n    raise RuntimeError({MESSAGE!r})\ntrain()\n"
    bare = script(tmp_path, "pass;" + body)
    done = script(tmp_path, "import msfaq; msfaq.install_excepthook(lang='en');" + body)
    assert done.returncode == bare.returncode == 1
    assert done.stderr.startswith(bare.stderr)
    assert f"# {TITLE}" in done.stderr[len(bare.stderr) :]
    module = script(tmp_path, "pass;" + body, "-m", "msfaq.hooks")
    assert (module.returncode, module.stdout) == (1, "")
    assert module.stderr.startswith(bare.stderr)
    assert f"# {TITLE}" in module.stderr


@pytest.mark.parametrize(
    ("body", "code"), [("raise SystemExit(7)", 7), ("raise KeyError('zzz qqq')", 1), ("print('fine')", 0)]
)
def test_the_hook_is_silent_where_nothing_is_known(engine: Engine, tmp_path: Path, body: str, code: int) -> None:
    bare = script(tmp_path, f"pass\n{body}")
    done = script(tmp_path, f"import msfaq; msfaq.install_excepthook()\n{body}")
    assert (done.returncode, done.stdout, done.stderr) == (code, bare.stdout, bare.stderr)


def test_a_broken_index_leaves_the_traceback_alone(tmp_path: Path) -> None:
    broken = "import msfaq, msfaq.shared\nmsfaq.install_excepthook()\nmsfaq.shared._ENGINE = None\n"
    code = f"{broken}raise RuntimeError({MESSAGE!r})"
    done = script(tmp_path, code)
    assert done.returncode == 1
    assert done.stderr.endswith(f"RuntimeError: {MESSAGE}\n")


def test_threads_and_unraisable_ones_are_answered_once(engine: Engine, tmp_path: Path) -> None:
    code = f"""\
import threading, msfaq
msfaq.install_excepthook(lang="en")
def fail(): raise RuntimeError({MESSAGE!r})
for _ in range(3):
    thread = threading.Thread(target=fail); thread.start(); thread.join()
class Late:
    def __del__(self): fail()
Late()
"""
    done = script(tmp_path, code)
    assert done.returncode == 0
    assert done.stderr.count(f"RuntimeError: {MESSAGE}\n") == 4
    assert done.stderr.count(f"# {TITLE}") == 1
    assert "Exception ignored in" in done.stderr


@pytest.fixture
def hooks() -> Iterator[None]:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    yield
    msfaq.remove_excepthook()
    sys.excepthook, threading.excepthook, sys.unraisablehook = before


def test_the_hook_chains_is_idempotent_and_removable(engine: Engine, hooks: None) -> None:
    seen: list[BaseException] = []

    def mine(kind: type[BaseException], value: BaseException, trace: object) -> None:
        seen.append(value)

    def wrapper(kind: type[BaseException], value: BaseException, trace: Any) -> None:
        installed(kind, value, trace)

    sys.excepthook = mine
    out, later = StringIO(), StringIO()
    msfaq.install_excepthook(lang="en", file=out)
    installed = sys.excepthook
    msfaq.install_excepthook(lang="en", file=later)
    assert sys.excepthook is installed
    error = caught(fail)
    sys.excepthook(type(error), error, error.__traceback__)
    assert (seen, out.getvalue()) == ([error], "")
    assert f"# {TITLE}" in later.getvalue()
    # Another tool has wrapped it: it cannot be taken out, and passes on.
    sys.excepthook = wrapper
    msfaq.remove_excepthook()
    msfaq.remove_excepthook()
    later.truncate(0)
    sys.excepthook(type(error), error, error.__traceback__)
    assert (len(seen), later.getvalue()) == (2, "")
    sys.excepthook = mine
    msfaq.install_excepthook()
    msfaq.remove_excepthook()
    assert sys.excepthook is mine


@pytest.fixture
def shell() -> Iterator[Any]:
    from IPython.core.interactiveshell import InteractiveShell

    InteractiveShell.clear_instance()
    made = InteractiveShell.instance()
    yield made
    made.run_line_magic("unload_ext", "msfaq")
    InteractiveShell.clear_instance()


@pytest.mark.filterwarnings("ignore")
def test_ipython_answers_beneath_a_failing_cell(
    engine: Engine, shell: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.run_line_magic("load_ext", "msfaq")
    shell.run_line_magic("reload_ext", "msfaq")
    shell.run_cell(f"raise RuntimeError({MESSAGE!r})")
    out = capsys.readouterr().out
    assert out.index("RuntimeError") < out.index(TITLE)
    assert out.count(TITLE) == 1
    shell.run_cell("raise KeyError('zzz')")
    shell.run_cell("1 + 1")
    assert "msfaq show" not in capsys.readouterr().out
    shell.run_line_magic("unload_ext", "msfaq")
    shell.run_cell(f"raise RuntimeError({MESSAGE!r})")
    assert TITLE not in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
def test_the_magics_ask(engine: Engine, shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shell.run_line_magic("load_ext", "msfaq")
    shell.run_line_magic("msfaq", f"--lang zh {MESSAGE}")
    assert "算子执行失败" in capsys.readouterr().out
    shell.run_cell_magic("msfaq", "--redact", f"at /home/bob/a.py\nRuntimeError: {MESSAGE}\nit's me")
    out = capsys.readouterr().out
    assert TITLE in out
    assert "bob" not in out
    for line, problem in (("", "the question is empty"), ("--lang fr x", "lang is 'fr'")):
        shell.run_line_magic("msfaq", line)
        assert problem in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore")
def test_a_real_notebook_shows_html(engine: Engine, tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    cells = [
        "%load_ext msfaq",
        f"raise RuntimeError({MESSAGE!r} + ' <script>alert(1)</script> ![x](http://evil/x.png)')",
        "%msfaq --lang zh Out of Memory",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = NotebookClient(notebook, allow_errors=True, timeout=300, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    _, failing, asking = notebook.cells
    kinds = [output.output_type for output in failing.outputs]
    assert kinds == ["error", "display_data"]
    html, plain = (failing.outputs[1].data[kind] for kind in ("text/html", "text/plain"))
    assert TITLE in html
    assert "&lt;script&gt;" in html
    assert not any(danger in html for danger in ("<script", "<img", "\x1b"))
    assert TITLE in plain
    assert '<div class="msfaq" lang="zh">' in asking.outputs[0].data["text/html"]


FAILING = f"""
def test_kernel():
    raise RuntimeError({MESSAGE!r})
def test_plain():
    assert [1] == [2]
def test_fine():
    pass
"""


def run_pytest(pytester: pytest.Pytester, *options: str) -> str:
    return pytester.runpytest_subprocess(*options).stdout.str()


def test_the_plugin_is_off_by_default(engine: Engine, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(FAILING)
    out = run_pytest(pytester)
    assert "2 failed, 1 passed" in out
    assert "- msfaq -" not in out
    assert TITLE not in out


@pytest.mark.parametrize("options", [("--msfaq",), ("-o", "msfaq=true"), ("--msfaq", "--show-capture=no", "-n", "1")])
def test_the_plugin_adds_the_answer_to_the_report(
    engine: Engine, pytester: pytest.Pytester, options: tuple[str, ...]
) -> None:
    pytester.makepyfile(FAILING)
    out = run_pytest(pytester, *options)
    assert "2 failed, 1 passed" in out
    assert out.count("- msfaq -") == 1
    assert out.index(f"E       RuntimeError: {MESSAGE}") < out.index("- msfaq -") < out.index(TITLE)


def test_the_plugin_speaks_chinese_and_sees_fixtures_and_imports(engine: Engine, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmsfaq = true\nmsfaq_lang = zh\n")
    pytester.makepyfile(
        test_fixture=f"import pytest\n@pytest.fixture\ndef net(): raise RuntimeError({MESSAGE!r})\n"
        "def test_it(net): pass\n",
        test_import=f"raise RuntimeError({MESSAGE!r})\n",
        test_xfail=f"import pytest\n@pytest.mark.xfail\ndef test_it(): raise RuntimeError({MESSAGE!r})\n",
    )
    assert run_pytest(pytester, "test_fixture.py").count("算子执行失败") == 1
    assert run_pytest(pytester, "test_import.py").count("算子执行失败") == 1
    assert "算子执行失败" not in run_pytest(pytester, "test_xfail.py", "-rx")


def test_the_plugin_costs_nothing_while_it_is_off(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import sys\ndef test_it(): print('LOADED', sorted(m for m in sys.modules if m.startswith('msfaq')))"
    )
    out = run_pytest(pytester, "-s")
    assert "LOADED ['msfaq', 'msfaq.pytest_plugin', 'msfaq.version']" in out


@pytest.mark.mindspore
def test_a_real_failure_in_a_real_test(engine: Engine, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import numpy as np\nimport mindspore.dataset as ds\n"
        "def test_it():\n"
        "    data = ds.GeneratorDataset([(np.zeros(2), np.zeros(2))], column_names=['x'], shuffle=False)\n"
        "    next(iter(data))\n"
    )
    out = run_pytest(pytester, "--msfaq", "--msfaq-lang=en", "-W", "ignore")
    assert "1 failed" in out
    assert "column_names" in out.partition("- msfaq -")[2]
