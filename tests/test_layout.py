"""The structure of the package, held by tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from layout import FREE, MAY_IMPORT, ROOT, STUBS, Module, folder_of, imports, modules, stubs

from msfaq import Engine

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HEAVY = ("torch", "sentence_transformers", "faiss", "numpy", "textual", "rich", "markdown_it", "yaml", "tokenizers")


@pytest.mark.parametrize("module", list(modules()), ids=lambda module: module.name)
def test_imports_flow_one_way(module: Module) -> None:
    for name in imports(module.file):
        assert not name.startswith("."), f"{module.name} imports relatively"
        if name.split(".")[0] == "msfaq" and name not in FREE:
            folder = folder_of(name)
            assert folder in MAY_IMPORT[module.folder], f"{module.folder}/ may not import {folder}/ ({name})"


def test_alias_stubs_are_current() -> None:
    found = {path: path.read_text("utf-8") for path in STUBS.rglob("*.pyi")}
    assert found == stubs(), "run: python tests/layout.py"


def test_every_package_ships() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    packages = {module.name for module in modules() if module.file.name == "__init__.py"}
    assert sorted(declared) == sorted(packages)


def test_no_module_is_named_like_a_public_function() -> None:
    import msfaq

    names = {module.name for module in modules()}
    assert not {f"msfaq.{name}" for name in dir(msfaq)} & names


@pytest.mark.parametrize(
    "code",
    [
        "import msfaq",
        "from msfaq.cli.main import main\ntry: main(['--help'])\nexcept SystemExit: pass",
        "from msfaq import lookup\nfrom msfaq.errors import MsfaqError",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    probe = f"{code}\nimport sys; print('LOADED', [m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "LOADED []"


def test_an_exact_answer_needs_no_numpy(engine: Engine) -> None:
    assert engine.store.place != "memory"
    code = (
        "import sys\nfrom msfaq import lookup\n"
        "d = lookup('should return same number of NumPy arrays as specified in column_names,"
        " the size of column_names is:1 and number of returned NumPy array is:2')\n"
        "print(d.answers[0].id, 'numpy' in sys.modules, 'rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.split() == ["generator-column-count-mismatch", "False", "False"]


def test_a_worded_question_parses_no_markdown(engine: Engine) -> None:
    code = (
        "import sys\nfrom msfaq import lookup\n"
        "d = lookup('how do I feed each card its own part of the data')\n"
        "print(bool(d.answers), *(name in sys.modules for name in ('faiss', 'markdown_it', 'rich', 'yaml')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.split() == ["True", "True", "False", "False", "False"]


def test_files_stay_small() -> None:
    long = {str(m.file.relative_to(ROOT)): n for m in modules() if (n := _lines(m.file)) > 400}
    assert not long


def _lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())
